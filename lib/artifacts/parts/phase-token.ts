// Parses, finds and compares phase ids in documents, and splits them from their titles.
import { once, remembered } from '../../std/once.js'

interface PhaseNumber {
  readonly integer: number
  /** In lower case; '' if there is none. */
  readonly letter: string
  readonly decimals: readonly number[]
}

const NUMBER = /^(\d+)([A-Za-z]?)((?:\.\d+)*)$/
const CODE = /^([A-Z][A-Z0-9_]*(?:\.\d+)?)-(?=\d)/

/** Parses a phase number without project code; null for any other text. */
export const phaseNumber: (text: string) => PhaseNumber | null = remembered(readNumber)

function readNumber(text: string): PhaseNumber | null {
  const found = NUMBER.exec(text)
  if (found === null) return null
  const decimals = (found[3] ?? '').split('.').slice(1).map(Number)
  return { integer: Number(found[1]), letter: (found[2] ?? '').toLowerCase(), decimals }
}

export const projectCodeOf = (text: string): string | null => CODE.exec(text)?.[1] ?? null

export function withoutCode(text: string): string {
  if (phaseNumber(text) !== null) return text
  const rest = text.replace(CODE, '')
  return phaseNumber(rest) === null ? text : rest
}

/** Compares the integers, then the letters (none first), then the decimals as numbers. */
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

/** Matches `2-01` (milestone and padded phase), but not the range `1-4`. */
export const PREFIXED = /^\d+(?:-\d{2,})+$/

/** The parts of `### [CODE] Phase 2.1: Fix (INSERTED)`, as a heading or line. */
export interface PhaseTitle {
  readonly code: string | null
  /** As written: `2.1`, `02.1`, `10a`, `PROJ-42`, `2-01`, `AUTH`. */
  readonly id: string
  readonly title: string
  readonly inserted: boolean
}

const custom = once(() => /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u)

/** Whether an id is a name (`AUTH`, `AUTH-UI`), not a word of prose such as `Details`. */
export const isCustom = (id: string): boolean =>
  (/[\d_.-]/.test(id) || id === id.toUpperCase()) &&
  !/^\d+-|\.\./.test(id) &&
  (/^\w[\w.-]*$/.test(id) || custom().test(id))

/** Whether an id sorts as a number: `2`, `02.1`, `10a`, `PROJ-42`, `2-01`. */
export const isNumericId = (id: string): boolean => phaseNumber(withoutCode(id)) !== null || PREFIXED.test(id)

const DASHES = '-–—'

/** Matches a status mark after a title. */
const SIGN = /[✅✔✓☑]\uFE0F?$/u

/** Reads `Phase 3: Title` or `[GSD.02] 05: Title`; null for `Phase Details` and `Phases 1-4`. */
export function phaseTitleIn(text: string): PhaseTitle | null {
  // After a code with a milestone, such as `[GSD.02]`, the word Phase is optional.
  const found =
    /^(?:\[([^\]\s]{1,40})\]\s*)?phase\s+(\S+)(.*)$/is.exec(text) ??
    /^\[([A-Z][A-Z0-9_]{0,20}\.\d{2,})\][ \t]*(\d\S*)(.*)$/s.exec(text)
  if (found === null) return null
  const word = found[2] ?? ''
  const colon = word.indexOf(':')
  const dash = word.search(/[–—]/)
  const cut = colon >= 0 ? colon : dash >= 0 ? dash : word.length
  const id = word.slice(0, cut).replace(/[-.,]$/, '')
  const rest = (word.slice(id.length) + (found[3] ?? '')).trim()
  const tag = rest.startsWith('(') ? /^\(([^)]*)\)\s*/.exec(rest) : null
  const body = tag === null ? rest : rest.slice(tag[0].length)
  const separator = body.startsWith('.') ? '.' : body === '' ? '' : (body[0] ?? '')
  if (!isLegalId(id, separator)) return null
  const raw = (separator === '' ? '' : body.slice(1)).trimEnd().replace(SIGN, '').trim()
  const title = raw.includes('(') ? raw.replace(/\s*\(inserted\)/i, '').trim() : raw
  return {
    code: found[1] ?? null,
    id,
    title: separator === '' && tag !== null && !/^inserted$/i.test(tag[1] ?? '') ? (tag[1] ?? '') : title,
    inserted: title !== raw || /^inserted$/i.test(tag?.[1] ?? ''),
  }
}

/** Whether this separator can follow the id: a colon any id; a dash, a dot or nothing only a numeric one. */
function isLegalId(id: string, separator: string): boolean {
  if (isNumericId(id)) return separator === '' || separator === ':' || separator === '.' || DASHES.includes(separator)
  return separator === ':' && isCustom(id)
}

const UNREAD = once(
  () => /^phase\s+(?!\d+[-–—]\d+\s*:)(?:[^\s:]*\d[^\s:]*|one|two|three|four|five|six|seven|eight|nine|ten)\s*[:–—-]/i,
)

/** Whether a heading names a phase we cannot read: `Phase 1,5: x`, `Phase #3: x`, but not the list `Phase 1-4: x`. */
export const isUnreadPhase = (text: string): boolean => UNREAD().test(text) && phaseTitleIn(text) === null

/** A key that is equal for ids of the same phase, ignoring padding and case. */
export const phaseKey: (id: string) => string = remembered((id) =>
  id.toLowerCase().replace(/(^|[^0-9])0+(?=\d)/g, '$1'),
)

/** The item of the same phase; for an id with a project code, else the item with its bare number. Never by prefix. */
export function findByPhase<T extends { readonly id: string }>(
  items: readonly T[],
  id: string,
  fits: (item: T) => boolean = () => true,
): T | null {
  const key = phaseKey(id)
  const exact = items.find((item) => phaseKey(item.id) === key && fits(item))
  if (exact !== undefined) return exact
  const bare = withoutCode(id)
  const bareKey = phaseKey(bare)
  // A coded id matches a heading without code; a bare number never matches a coded heading.
  return bare === id ? null : (items.find((item) => phaseKey(item.id) === bareKey && fits(item)) ?? null)
}

/** Whether a phase belongs to the backlog (999, 999.x), which is listed but never worked on. */
export const isBacklog: (id: string) => boolean = remembered(
  (id) => isNumericId(id) && Number.parseInt(withoutCode(id), 10) === 999,
)

/** Ids in a text such as `Phase 1, Phase 2.1`, `Phases 1-3` or `2, 3`; none in `Nothing (first phase)`. */
export function phaseRefsIn(text: string): readonly string[] {
  const bare = text.replace(/\([^)]*\)/g, ' ')
  const words = bare.split(/[\s,;&+/*[\]]+/).filter((word) => word !== '')
  const out: string[] = []
  for (const word of words) {
    const id = word.replace(/[.:]+$/, '')
    const range = /^(\d{1,4})[-–—](\d{1,4})$/.exec(id)
    if (range !== null && !PREFIXED.test(id)) out.push(...idRange(Number(range[1]), Number(range[2])))
    else if (isNumericId(id)) out.push(id)
    else if (id !== '' && id === id.toUpperCase() && isCustom(id) && /[A-Z]/.test(id) && !/^PHASES?$/.test(id))
      out.push(id)
  }
  return [...new Set(out)]
}

const idRange = (from: number, to: number): readonly string[] =>
  to < from || to - from > 99
    ? [String(from), String(to)]
    : Array.from({ length: to - from + 1 }, (_, i) => String(from + i))

/** Compares by milestone or integer, letter (none before A, ignoring case), decimals; named ids last, by code point. */
export function comparePhaseIds(a: string, b: string): number {
  const [left, right] = [orderOf(a), orderOf(b)]
  if (left !== null && right !== null) return compareNumbers(left, right)
  if (left !== right) return left === null ? 1 : -1
  return a === b ? 0 : a < b ? -1 : 1
}

function orderOf(id: string): PhaseNumber | null {
  const [integer = 0, ...decimals] = PREFIXED.test(id) ? id.split('-').map(Number) : []
  return decimals.length === 0 ? phaseNumber(withoutCode(id)) : { integer, letter: '', decimals }
}
