// Grammar of numbered phases: `2`, `02.1`, `16c.2`, with an optional project code.
import { remembered } from '../../std/remembered.js'

export interface PhaseNumber {
  readonly integer: number
  /** Lower case; '' if none. */
  readonly letter: string
  readonly decimals: readonly number[]
}

const NUMBER = /^(\d+)([A-Za-z]?)((?:\.\d+)*)$/
const CODE = /^([A-Z][A-Z0-9_]*(?:\.\d+)?)-(?=\d)/

/** Parses a number without project code; else null. */
export const phaseNumber: (text: string) => PhaseNumber | null = remembered(readNumber)

function readNumber(text: string): PhaseNumber | null {
  const found = NUMBER.exec(text)
  if (found === null) return null
  const decimals = (found[3] ?? '').split('.').slice(1).map(Number)
  return { integer: Number(found[1]), letter: (found[2] ?? '').toLowerCase(), decimals }
}

/** The project code before a number (`CK` of `CK-01`), or null. */
export const projectCodeOf = (text: string): string | null => CODE.exec(text)?.[1] ?? null

/** Strips a number's project code; other text stays. */
export function withoutCode(text: string): string {
  if (phaseNumber(text) !== null) return text
  const rest = text.replace(CODE, '')
  return phaseNumber(rest) === null ? text : rest
}

/** Integer, then letter (none first), then decimals as numbers. */
export function compareNumbers(left: PhaseNumber, right: PhaseNumber): number {
  if (left.integer !== right.integer) return left.integer - right.integer
  if (left.letter !== right.letter) return left.letter < right.letter ? -1 : 1
  const length = Math.max(left.decimals.length, right.decimals.length)
  for (let i = 0; i < length; i++) {
    const difference = (left.decimals[i] ?? -1) - (right.decimals[i] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

/** `2-01`: milestone and padded phase, so that the range `1-4` does not match. */
export const PREFIXED = /^\d+(?:-\d{2,})+$/
