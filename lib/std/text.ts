// Small pure text helpers without a better home.

/** Returns the text in double quotes, escaped for a POSIX shell. */
export const shellQuoted = (text: string): string => `"${text.replace(/[\\"$`]/g, '\\$&')}"`
/** Undoes `shellQuoted`. */
export const shellUnquoted = (quoted: string): string => quoted.replace(/^"|"$/g, '').replace(/\\([\\"$`])/g, '$1')

/** Whether a time is later than another; one instant can be written in many ways. */
export const isLater = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other)

/** Returns `1 test` or `2 tests`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns the first line ending; LF if there is none. */
export const eolOf = (text: string): '\n' | '\r\n' | '\r' => {
  const at = text.search(/[\r\n]/)
  if (at < 0 || text[at] === '\n') return '\n'
  return text[at + 1] === '\n' ? '\r\n' : '\r'
}

const MAX_LISTED = 12

/** Lists names. If there are more than `most`, lists the nearest to `meant` and the first, and counts the others. */
export function someOf(names: readonly string[], meant: string | null = null, most = MAX_LISTED): string {
  if (names.length <= most) return names.join(', ')
  const near = meant === null ? null : nearest(meant, names)
  const shown = [...new Set([...(near === null ? [] : [near]), ...names.slice(0, most)])].slice(0, most)
  return `${shown.join(', ')} and ${names.length - shown.length} more`
}

/** Returns the 1-based line and column (in UTF-16 code units) of `offset`; LF, CRLF and lone CR end a line. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let [line, start] = [1, 0]
  for (let i = 0; i < offset; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++
      start = i + 1
    }
  }
  return { line, column: offset - start + 1 }
}

/** Returns the start of the line of `offset`. CR and LF end a line. */
export function lineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !'\r\n'.includes(text[start - 1] as string)) start--
  return start
}

const ENDING = /\r\n?|\n/g

/** Returns the start of the line after `offset`; the end of the text if there is none. */
export function lineAfter(text: string, offset: number): number {
  ENDING.lastIndex = offset
  return ENDING.test(text) ? ENDING.lastIndex : text.length
}

/** The nearest candidate within `most` edits (default: a third of `word`, at least 2; never all of it), or null. */
export function nearest(word: string, candidates: Iterable<string>, most?: number): string | null {
  let best: string | null = null
  let bestDistance = Math.min(most ?? Math.max(2, Math.floor(word.length / 3)), word.length - 1) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(word, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

/** Returns text for comparison: in lower case, without Markdown marks and repeated blanks. */
export const foldedWords = (text: string): string =>
  text.replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase()

export const wordTable = (table: string): readonly string[] => table.split(/\s+/).filter((word) => word !== '')

/** Maps each spelling in a table to its word; a word maps to itself. */
export const meanings = <const W extends string>(
  table: Readonly<Record<W, readonly string[]>>,
): Readonly<Record<string, W>> =>
  Object.fromEntries(
    (Object.keys(table) as W[]).flatMap((word) => [word, ...table[word]].map((spelling) => [spelling, word])),
  )

/** Suggests up to three flags that begin with an unknown one, or else the nearest; ignores dashes and `=value`. */
export function flagsMeant(written: string, known: readonly string[]): readonly string[] {
  const word = written.replace(/^-+/, '').replace(/=.*$/s, '')
  const begun = word.length < 2 ? [] : known.filter((flag) => flag.startsWith(word))
  const near = begun.length === 0 ? nearest(word, known) : null
  return (near === null ? begun : [near]).slice(0, 3).map((flag) => `--${flag}`)
}

/** Returns the last non-empty lines of an output. */
export const lastLines = (output: string, most: number): readonly string[] =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-most)
