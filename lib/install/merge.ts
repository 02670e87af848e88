// Merges the user's changes to a text into another version of that text.
import { changesOf, mergedLines } from '../std/line-changes.js'
import { eolOf } from '../std/text.js'

/** The lines of a text, each with its line ending. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Converts line endings to CRLF if `like` has them, so that they alone do not make every line differ. */
const withEolOf = (text: string, like: string): string =>
  eolOf(like) === '\r\n' ? text.replace(/\r?\n/g, '\r\n') : text

/** Makes in `theirs` the changes that turn `base` into `mine`; null on a conflict. */
export function mergedText(base: string, mine: string, theirs: string): string | null {
  const [mineLines, baseLines, theirLines] = [
    linesOf(mine),
    linesOf(withEolOf(base, mine)),
    linesOf(withEolOf(theirs, mine)),
  ]
  const text = mergedLines(mineLines, baseLines, theirLines)?.join('') ?? null
  return text !== null && containsChanges(base, mine, text) ? text : null
}

const contains = (lines: readonly string[], run: readonly string[]): boolean =>
  run.length === 0 || lines.some((_, at) => run.every((line, index) => lines[at + index] === line))

/**
 * Whether `text` contains every change from `base` to `mine`, at any place. Added lines must be consecutive. For a
 * removal, the lines around it must be neighbours, or the old lines and their neighbours must not occur.
 */
export function containsChanges(base: string, mine: string, text: string): boolean {
  const mineLines = linesOf(mine)
  const baseLines = linesOf(withEolOf(base, mine))
  const lines = linesOf(text)
  const around = (kept: readonly string[], all: readonly string[], start: number, length: number) => [
    ...all.slice(Math.max(0, start - 1), start),
    ...kept,
    ...all.slice(start + length, start + length + 1),
  ]
  return changesOf(baseLines, mineLines).every(
    ({ buffer1: [from, removed], buffer1Content, buffer2: [at, added], buffer2Content }) =>
      added > 0
        ? contains(lines, buffer2Content)
        : contains(lines, around([], mineLines, at, added)) ||
          !contains(lines, around(buffer1Content, baseLines, from, removed)),
  )
}

/** Merges two changes of `base`; if both add lines at one place, `mine` comes first. Null on a conflict. */
export function mergedWithBoth(base: string, mine: string, theirs: string): string | null {
  const out = mergedLines(linesOf(mine), linesOf(base), linesOf(theirs), { both: true })
  if (out === null) return null
  // A file's last line may have no line ending.
  return out.map((line, at) => (line.endsWith('\n') || at === out.length - 1 ? line : `${line}\n`)).join('')
}
