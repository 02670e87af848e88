// Merges the user's edit of a text into another version of it.
import { changesOf, mergedLines } from '../std/line-changes.js'
import { eolOf } from '../std/text.js'

/** Lines with their endings. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The text with the line endings of `like`, so that converted line endings do not make every line differ. */
const spelledLike = (text: string, like: string): string =>
  eolOf(like) === '\r\n' ? text.replace(/\r?\n/g, '\r\n') : text

/** `theirs` with the changes from `base` to `mine`; null if both change the same lines. */
export function merged(base: string, mine: string, theirs: string): string | null {
  const [own, old, next] = [linesOf(mine), linesOf(spelledLike(base, mine)), linesOf(spelledLike(theirs, mine))]
  const text = mergedLines(own, old, next)?.join('') ?? null
  return text !== null && holds(base, mine, text) ? text : null
}

const contains = (lines: readonly string[], run: readonly string[]): boolean =>
  run.length === 0 || lines.some((_, at) => run.every((line, index) => lines[at + index] === line))

/**
 * Whether `text` contains every change from `base` to `mine`, anywhere: an addition if its lines are consecutive, a
 * removal if the lines around it are, or the removed ones are not.
 */
export function holds(base: string, mine: string, text: string): boolean {
  const own = linesOf(mine)
  const old = linesOf(spelledLike(base, mine))
  const lines = linesOf(text)
  const around = (kept: readonly string[], all: readonly string[], start: number, length: number) => [
    ...all.slice(Math.max(0, start - 1), start),
    ...kept,
    ...all.slice(start + length, start + length + 1),
  ]
  return changesOf(old, own).every(({ buffer1: [from, gone], buffer1Content, buffer2: [at, come], buffer2Content }) =>
    come > 0
      ? contains(lines, buffer2Content)
      : contains(lines, around([], own, at, come)) || !contains(lines, around(buffer1Content, old, from, gone)),
  )
}

/** Merges both changes of `base`; additions at one place in the order mine, theirs. Null on a conflict. */
export function bothAdded(base: string, mine: string, theirs: string): string | null {
  const out = mergedLines(linesOf(mine), linesOf(base), linesOf(theirs), { both: true })
  if (out === null) return null
  // A file's last line may have no line ending.
  return out.map((line, at) => (line.endsWith('\n') || at === out.length - 1 ? line : `${line}\n`)).join('')
}
