// Which phases get other numbers when one goes: the later ones of its milestone, or the later siblings of a decimal. Numbers only, no files.
import { phaseNumber, withoutCode } from '../../artifacts/parts/phase-number.js'
import { isSentinel } from '../../artifacts/parts/phase-token.js'

export interface Shift {
  /** New id of each phase that moves up, by its old one. */
  readonly ids: ReadonlyMap<string, string>
  /** Phases below the one that goes (`4.1` below `4`): they would hang under another one afterwards. */
  readonly children: readonly string[]
}

const NONE: Shift = { ids: new Map(), children: [] }

/** `2-01`: the phases of milestone 2. */
const segmentsOf = (id: string): readonly string[] | null => (/^\d+(?:-\d+)+$/.test(id) ? id.split('-') : null)

/** `others` are the ids of the same milestone. Letters, named ids, backlog and pre-milestone phases move nobody. */
export function shiftAfter(id: string, others: readonly string[]): Shift {
  const own = phaseNumber(withoutCode(id))
  const segments = segmentsOf(id)
  if (segments !== null) return prefixedShift(segments, others)
  if (own === null || isSentinel(id)) return NONE
  const rest = others.filter((other) => other !== id && !isSentinel(other))
  if (own.decimals.length === 0) {
    const children = rest.filter((other) => {
      const number = phaseNumber(withoutCode(other))
      return (
        number?.integer === own.integer &&
        (own.letter === '' || (number.letter === own.letter && number.decimals.length > 0))
      )
    })
    return { ids: own.letter === '' ? integersAfter(own.integer, rest) : new Map(), children }
  }
  return decimalsAfter(id, rest)
}

const bareOf = (id: string): string => withoutCode(id)

function integersAfter(integer: number, others: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    others.flatMap((other) => {
      const number = phaseNumber(bareOf(other))
      return number === null || number.integer <= integer
        ? []
        : [[other, bareOf(other).replace(/^\d+/, String(number.integer - 1))] as const]
    }),
  )
}

function decimalsAfter(id: string, others: readonly string[]): Shift {
  const own = bareOf(id).split('.')
  const depth = own.length - 1
  const last = Number(own[depth])
  const ids = new Map<string, string>()
  const children: string[] = []
  const head = (parts: readonly string[]) =>
    parts.slice(0, depth).map((part) => part.replace(/^0+(?=\d)/, '').toLowerCase())
  for (const other of others) {
    const parts = bareOf(other).split('.')
    if (parts.length <= depth || head(parts).join('.') !== head(own).join('.')) continue
    const number = Number(parts[depth])
    if (number === last && parts.length > own.length) children.push(other)
    if (number > last) ids.set(other, parts.map((part, at) => (at === depth ? String(number - 1) : part)).join('.'))
  }
  return { ids, children }
}

function prefixedShift(own: readonly string[], others: readonly string[]): Shift {
  const depth = own.length - 1
  const last = Number(own[depth])
  const ids = new Map<string, string>()
  const children: string[] = []
  const head = (parts: readonly string[]) => parts.slice(0, depth).map(Number).join('-')
  for (const other of others) {
    const parts = segmentsOf(other)
    if (parts === null || parts.length <= depth || head(parts) !== head(own)) continue
    const number = Number(parts[depth])
    if (number === last && parts.length > own.length) children.push(other)
    if (number > last)
      ids.set(other, parts.map((part, at) => (at === depth ? String(number - 1).padStart(2, '0') : part)).join('-'))
  }
  return { ids, children }
}
