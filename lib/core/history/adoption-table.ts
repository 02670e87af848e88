// Where the lines of a large ledger lie that say which phases and plans somebody adopted.
import { partTable } from '../../std/part-table.js'

/** Key of lines that count for every phase. */
export const FOR_ALL = '*'
/** Key of what changes the ids of phases: whoever finds one reads the whole. */
export const RENUMBERED = '!'

/**
 * What a line of a kind holds, and the keys that it is found by: those in it, of which a few too many do no harm. Nothing is parsed, and no word begins with what
 * stands everywhere: there are millions of characters.
 */
const KINDS: readonly (readonly [word: string, keys: string | RegExp])[] = [
  ['renumbered"', RENUMBERED],
  ['undone"', FOR_ALL],
  ['moved"', FOR_ALL],
  ['dropped"', /"([\w.-]+)"/g],
  ['adopted"', /"id"\s*:\s*"([\w.-]+)"/g],
]

/** By the phase each is about. */
export const adoptionTable = (text: string): string =>
  partTable(
    text,
    KINDS.flatMap(([word, keys]) =>
      linesWith(text, word).flatMap((range) =>
        (typeof keys === 'string' ? [keys] : phasesIn(text.slice(...range), keys)).map((key) => ({ key, range })),
      ),
    ),
  )

function linesWith(text: string, word: string): readonly (readonly [from: number, to: number])[] {
  const lines: (readonly [number, number])[] = []
  for (let at = text.indexOf(word); at >= 0; ) {
    const end = text.indexOf('\n', at) + 1
    // Without its newline a line was never committed.
    if (end === 0) break
    lines.push([text.lastIndexOf('\n', at) + 1, end])
    at = text.indexOf(word, end)
  }
  return lines
}

/** A plan begins with its phase, which may hold dashes itself. */
function phasesIn(line: string, ids: RegExp): readonly string[] {
  const found = new Set<string>()
  for (const [, id = ''] of line.matchAll(ids))
    for (let end = id.length; end > 0; end = id.lastIndexOf('-', end - 1)) found.add(id.slice(0, end))
  return [...found]
}
