// A result as text for users: names and values. Pure; programs get the JSON.
import type { Fields } from '../std/fields.js'
import { visibleLine } from '../std/visible.js'

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const wordOf = (value: unknown): string =>
  value === null || value === undefined
    ? '-'
    : value === true
      ? 'yes'
      : value === false
        ? 'no'
        : visibleLine(`${value}`)
const label = (key: string): string => visibleLine(key.replaceAll('_', ' '))

/** `width`: columns of the terminal. */
export const plainText = (value: unknown, width: number): string => `${linesOf(value, width).join('\n')}\n`

function linesOf(value: unknown, width: number): readonly string[] {
  if (isScalar(value)) return [wordOf(value)]
  if (Array.isArray(value)) return listLines(value, width)
  const fields = Object.entries(value as Fields).filter(([, field]) => field !== undefined)
  return fields.length === 0 ? ['nothing'] : fields.flatMap(([key, field]) => fieldLines(label(key), field, width))
}

function fieldLines(name: string, value: unknown, width: number): readonly string[] {
  const shown = `${name}:`
  if (isScalar(value)) return [`${shown} ${wordOf(value)}`]
  if (isEmpty(value)) return [`${shown} none`]
  if (Array.isArray(value) && value.every(isScalar)) {
    const words = value.map(wordOf).join(', ')
    if (`${name}: ${words}`.length <= width) return [`${shown} ${words}`]
  }
  return [shown, ...linesOf(value, width - 2).map((line) => `  ${line}`)]
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : Object.keys(value as Fields).length === 0

function listLines(items: readonly unknown[], width: number): readonly string[] {
  if (items.length === 0) return ['none']
  return items.flatMap((item) => {
    const [first = '', ...rest] = linesOf(item, width - 2)
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)]
  })
}
