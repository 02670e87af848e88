// Where the lines of a large ledger lie that say which phases and plans somebody adopted.
import { partTable } from '../../std/part-table.js'

/** Key of lines that count for every phase. */
export const FOR_ALL = '*'
/** Key of what changes the ids of phases: whoever finds one reads the whole. */
export const RENUMBERED = '!'

const KINDS: ReadonlyMap<unknown, string | null> = new Map([
  ['adopted', null],
  ['dropped', null],
  ['moved', FOR_ALL],
  ['undone', FOR_ALL],
  ['renumbered', RENUMBERED],
])
/** As they stand in every line of these kinds. */
const WORDS = [...KINDS.keys()].map((kind) => `"${kind}"`)

/** By the phase each is about. */
export function adoptionTable(text: string): string {
  let at = 0
  const parts = text.split('\n').flatMap((line) => {
    const start = at
    at += line.length + 1
    // Without its newline a line was never committed.
    if (at > text.length || !WORDS.some((word) => line.includes(word))) return []
    return keysOf(line).map((key) => ({ key, range: [start, at] as const }))
  })
  return partTable(text, parts)
}

function keysOf(line: string): readonly string[] {
  try {
    const { kind, phases, plans } = JSON.parse(line.slice(line.indexOf('\t') + 1))
    const key = KINDS.get(kind)
    if (key !== null) return key === undefined ? [] : [key]
    const ids = [...phases, ...plans].map((about): string => (typeof about === 'string' ? about : about.id))
    return [...new Set(ids.flatMap(prefixes))].filter((id) => !/\s/.test(id))
  } catch {
    // Such a line counts nowhere.
    return []
  }
}

/** A plan begins with its phase, which may hold dashes itself. */
const prefixes = (id: string): readonly string[] =>
  id.split('-').map((_, index, words) => words.slice(0, index + 1).join('-'))
