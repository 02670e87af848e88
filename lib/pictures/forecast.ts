// What is left in the words of a sentence and the cells of a table, the same in every picture.
import type { Forecast, Foreseen } from '../core/board/shown.js'

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

export const UNITS = { minutes: 'minutes', tokens: 'tokens', cost: 'cost' } as const

export const shownLeft = ({ left, low, high }: Foreseen): string =>
  left === null
    ? 'not known'
    : low === high
      ? number(left)
      : `${number(left)} (${number(low ?? 0)} to ${number(high ?? 0)})`

export const shownSpent = ({ spent }: Foreseen): string => (spent === null ? 'not known' : number(spent))

/** Null where nothing of it is known. */
export function forecastLine(forecast: Forecast): string | null {
  const known = (Object.keys(UNITS) as readonly (keyof typeof UNITS)[]).filter((unit) => forecast[unit].left !== null)
  if (forecast.phases === 0 || known.length === 0) return null
  return `left, at the pace of ${forecast.finished} finished phases: ${known.map((unit) => `${shownLeft(forecast[unit])} ${UNITS[unit]}`).join(', ')}`
}
