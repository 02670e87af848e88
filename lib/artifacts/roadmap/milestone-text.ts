// Reads the texts that name a milestone in headings, summaries and list lines: mark, version, name and note.
import { compareNumbers, phaseNumber, withoutCode } from '../parts/phase-token.js'

/** ✅ shipped · 🚧 active · 📋 planned. */
export type Mark = 'shipped' | 'active' | 'planned'

export const MARK_SIGNS: Readonly<Record<Mark, string>> = { shipped: '✅', active: '🚧', planned: '📋' }

export interface MilestoneText {
  readonly mark: Mark | null
  /** In lower case: `v1.0`. */
  readonly version: string | null
  readonly name: string | null
  /** The text after the name, such as `(In Progress)` or `- Phases 1-4 (shipped 2026-01-02)`. */
  readonly note: string | null
  /** Whether the text begins with the version, apart from a mark and the word Milestone. */
  readonly beginsWithVersion: boolean
}

const SIGNS: readonly (readonly [string, Mark])[] = [
  ['✅', 'shipped'],
  ['✔', 'shipped'],
  ['✓', 'shipped'],
  ['☑', 'shipped'],
  ['~~', 'shipped'],
  ['🚧', 'active'],
  ['🔄', 'active'],
  ['📋', 'planned'],
]
const CLOSED_WORDS = 'shipped|archived|completed?|closed|done|released|finished|superseded|abandoned|cancell?ed'
const WORDS: readonly (readonly [RegExp, Mark])[] = [
  [/\b(?:shipped|archived)\b/i, 'shipped'],
  [/\(in progress\b|\bin progress\)|\((?:active|current)\)|\s[-–—]\s+(?:in progress|active|current)$/i, 'active'],
  [/\(planned\b|\bplanned\)|\s[-–—]\s+planned$/i, 'planned'],
  // A word for a state stands alone or before a date. `— Complete Rewrite` is a name.
  [
    new RegExp(
      `(?:[([]|\\s[-–—:|]\\s+|,\\s*)(?:all )?(?:${CLOSED_WORDS})(?:\\s*[)\\]]|\\s*[,;:]?\\s*(?:on )?\\d|[.!]?$)`,
      'i',
    ),
    'shipped',
  ],
]

/** The version in a text and its place. A word such as `dev2.0` is not a version. */
function versionIn(text: string): { readonly start: number; readonly end: number; readonly version: string } | null {
  const found = /(?:^|[^A-Za-z0-9_./-])([vV]\d+(?:\.\d+)*(?:-[a-z]{2,}(?:\.?\d+)*)?)(?![A-Za-z0-9_])/.exec(text)
  if (found === null) return null
  const version = found[1] ?? ''
  const end = found.index + found[0].length
  return { start: end - version.length, end, version: version.toLowerCase() }
}

export function leadingMark(text: string): { readonly mark: Mark | null; readonly rest: string } {
  const found = /^[\w*]/.test(text) ? undefined : SIGNS.find((pair) => text.startsWith(pair[0]))
  if (found === undefined) return { mark: null, rest: text }
  const rest = text.slice(found[0].length).replace(/^\uFE0F/, '')
  return { mark: found[1], rest: rest.trimStart() }
}

/** The mark of a text: by a leading sign, else by any sign, else by words such as shipped, in progress, planned. */
export function markIn(text: string): Mark | null {
  const leading = leadingMark(text).mark
  if (leading !== null) return leading
  const sign = SIGNS.find(([found]) => found !== '~~' && text.includes(found))
  return sign?.[1] ?? WORDS.find(([word]) => word.test(text))?.[1] ?? null
}

const STATES: readonly (readonly [RegExp, Mark])[] = [
  [new RegExp(`^(?:${CLOSED_WORDS}|past|previous)\\b`, 'i'), 'shipped'],
  [/^(?:active|current|in progress|in-progress|ongoing)\b/i, 'active'],
  [/^(?:planned|upcoming|future|next)\b/i, 'planned'],
]

/** The state named by the leading sign or first word of a table cell, or of a heading above milestones. */
export function stateIn(text: string): Mark | null {
  const { mark, rest } = leadingMark(text.replaceAll('**', '').trim())
  return mark ?? STATES.find(([word]) => word.test(rest))?.[1] ?? null
}

const ONE = String.raw`\d+[a-z]?(?:\.\d+)*(?![\d/]|\s+(?:phases?|plans?|tasks?)\b)`
const LISTED = new RegExp(
  String.raw`\bphases?(?: completed| shipped)?:?[\s*]+(${ONE}(?:\s*(?:[-–—,+&]|to|through|and)\s*(?:phases?\s+)?${ONE})*)`,
  'i',
)

/** The phases listed for a milestone: `1-4, 4.1` for `Phases 1–4 + 4.1, 22 plans (shipped …)`; null if none. */
export function listedPhases(text: string): string | null {
  const listed = LISTED.exec(text)?.[1]
  return listed === undefined
    ? null
    : listed
        .replace(/\s*(?:[–—]|-|\bto\b|\bthrough\b)\s*(?:phases?\s+)?/gi, '-')
        .replace(/\s*(?:[,+&]|\band\b)\s*(?:phases?\s+)?/gi, ', ')
}

export const listedIds = (listed: string): readonly string[] =>
  listed.split(', ').flatMap((part) => {
    const [from, to] = part.split('-')
    const [first, last] = [Number.parseInt(from ?? '', 10), Number.parseInt(to ?? '', 10)]
    if (to === undefined || !(last > first && last - first < 1000))
      return [from ?? '', ...(to === undefined ? [] : [to])]
    return [from ?? '', ...Array.from({ length: last - first }, (_, at) => String(first + at + 1))]
  })

export function listsPhase(listed: string, id: string): boolean {
  const own = phaseNumber(withoutCode(id))
  if (own === null) return false
  return listed.split(', ').some((part) => {
    const [from, to] = part.split('-').map((end) => phaseNumber(end))
    if (from == null) return false
    if (to == null)
      return (
        compareNumbers(from, own) === 0 ||
        (from.decimals.length === 0 && from.letter === '' && from.integer === own.integer)
      )
    return compareNumbers(from, own) <= 0 && own.integer <= to.integer
  })
}

/** Reads the text of a heading, summary or list line, ignoring bold marks and tags. */
export function milestoneTextIn(raw: string): MilestoneText {
  const text = raw
    .replace(/<[^<>]*>/g, '')
    .replaceAll('**', '')
    .trim()
  const { rest } = leadingMark(text)
  const found = versionIn(rest)
  const before = found === null ? '' : rest.slice(0, found.start).trim()
  const after = found === null ? rest : rest.slice(found.end)
  const behind = after.replace(/^\s*(?:[:–—]|--?)\s*/, ' ').trim()
  // If a state or a list of phases comes right after the version, there is no name.
  const { name, note } = DASH.exec(after)?.index === 0 ? { name: null, note: behind || null } : splitName(behind)
  return {
    mark: markIn(text),
    version: found?.version ?? null,
    name,
    note,
    beginsWithVersion: found !== null && /^(?:milestone\b\s*:?\s*)?$/i.test(before),
  }
}

const DASH = new RegExp(
  `\\s(?:--?|[–—])\\s+(?=\\S*\\s?(?:(?:${CLOSED_WORDS}|in progress|planned)(?:$|[^a-z]*$|\\s+\\W*\\d)|shipped|archived|phases?\\b))`,
  'i',
)

const BEFORE_PHASES = /\s*[:,;(]\s*phases?\b:?\s+\d/i

/** Splits name and note: the name ends at a final bracket, a sign, its phases, or a dash before a state or phases. */
function splitName(text: string): { readonly name: string | null; readonly note: string | null } {
  const bracket = text.search(/\((?![^()]*\)\s*[\p{L}\d&,])/u)
  const signs = SIGNS.map(([sign]) => text.indexOf(sign))
  const dash = DASH.exec(text)
  const ends = [bracket, dash?.index ?? -1, text.search(BEFORE_PHASES), ...signs].filter((at) => at >= 0)
  const end = ends.length === 0 ? text.length : Math.min(...ends)
  const name = text.slice(0, end).trim()
  const note = text.slice(end).replace(/^[\s:,;]+/, '')
  return { name: name === '' ? null : name, note: note === '' ? null : note }
}
