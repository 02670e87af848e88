// A milestone as headings, summaries and list lines name it: mark, version, name and what follows.

/** ✅ shipped · 🚧 active · 📋 planned. */
export const MARKS = ['shipped', 'active', 'planned'] as const
export type Mark = (typeof MARKS)[number]

export const MARK_SIGNS: Readonly<Record<Mark, string>> = { shipped: '✅', active: '🚧', planned: '📋' }

export interface MilestoneText {
  readonly mark: Mark | null
  /** Lower-case `v`: `v1.0`. */
  readonly version: string | null
  readonly name: string | null
  /** What follows the name: `(In Progress)`, `- Phases 1-4 (shipped 2026-01-02)`. */
  readonly note: string | null
  /** The text begins with its version, apart from a mark and the word Milestone. */
  readonly leading: boolean
}

const SIGNS: readonly (readonly [string, Mark])[] = [
  ['✅', 'shipped'],
  ['✔', 'shipped'],
  ['🚧', 'active'],
  ['📋', 'planned'],
]
/** No sign begins below it, and most texts do. */
const FIRST_SIGN = Math.min(...SIGNS.map(([sign]) => sign.charCodeAt(0)))
const WORDS: readonly (readonly [RegExp, Mark])[] = [
  [/\b(?:shipped|archived)\b/i, 'shipped'],
  [/\(in progress\b|\bin progress\)/i, 'active'],
  [/\(planned\b|\bplanned\)/i, 'planned'],
]

/** The version a text names, and where. A word such as `dev2.0` names none. */
function versionIn(text: string): { readonly start: number; readonly end: number; readonly version: string } | null {
  const found = /(?:^|[^A-Za-z0-9_./-])(v\d+(?:\.\d+)*)(?![A-Za-z0-9_])/i.exec(text)
  if (found === null) return null
  const version = found[1] ?? ''
  const end = found.index + found[0].length
  return { start: end - version.length, end, version: version.toLowerCase() }
}

/** The sign a text begins with, and the text after it. */
export function leadingMark(text: string): { readonly mark: Mark | null; readonly rest: string } {
  const found = text.charCodeAt(0) >= FIRST_SIGN ? SIGNS.find((pair) => text.startsWith(pair[0])) : undefined
  if (found === undefined) return { mark: null, rest: text }
  const rest = text.slice(found[0].length).replace(/^\uFE0F/, '')
  return { mark: found[1], rest: rest.trimStart() }
}

/** Sign first, then a sign anywhere, then the words shipped, in progress, planned. */
export function markIn(text: string): Mark | null {
  const leading = leadingMark(text).mark
  if (leading !== null) return leading
  const sign = SIGNS.find(([found]) => text.includes(found))
  return sign?.[1] ?? WORDS.find(([word]) => word.test(text))?.[1] ?? null
}

/** Reads a heading or a summary. Bold marks and tags in it do not count. */
export function milestoneTextIn(raw: string): MilestoneText {
  const text = raw
    .replace(/<[^<>]*>/g, '')
    .replaceAll('**', '')
    .trim()
  const { rest } = leadingMark(text)
  const found = versionIn(rest)
  const before = found === null ? '' : rest.slice(0, found.start).trim()
  const after = found === null ? rest : rest.slice(found.end)
  const { name, note } = splitName(after.replace(/^\s*[:–—-]\s*/, ' ').trim())
  return {
    mark: markIn(text),
    version: found?.version ?? null,
    name,
    note,
    leading: found !== null && /^(?:milestone\b\s*:?\s*)?$/i.test(before),
  }
}

/** A name ends at a bracket, at a sign, or at a dash behind which a state or phases are told. */
function splitName(text: string): { readonly name: string | null; readonly note: string | null } {
  const bracket = text.indexOf('(')
  const signs = SIGNS.map(([sign]) => text.indexOf(sign))
  const dash = /\s[-–—]\s+(?=\S*\s?(?:shipped|archived|phases?\b|in progress|planned|complete))/i.exec(text)
  const ends = [bracket, dash?.index ?? -1, ...signs].filter((at) => at >= 0)
  const end = ends.length === 0 ? text.length : Math.min(...ends)
  const name = text.slice(0, end).trim()
  const note = text.slice(end).trim()
  return { name: name === '' ? null : name, note: note === '' ? null : note }
}
