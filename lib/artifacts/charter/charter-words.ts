// Words of one entry of a charter: what stands in front and behind, in every form in which it is written. Pure text.
import { lineAfter, type Range } from '../../markdown/reader.js'
import { argumentList } from '../parts/command-line.js'
import type { Entry } from './charter-lines.js'

/** `01` is `1`. */
export function canonical(id: string): string {
  let at = 0
  while (id[at] === '0' && id[at + 1] !== undefined && id[at + 1] !== '.') at++
  return id.slice(at)
}

export function* linesOf(text: string, range: Range): Generator<{ readonly text: string; readonly start: number }> {
  for (let start = range.start; start < range.end; ) {
    const next = Math.min(range.end, lineAfter(text, start))
    yield { text: text.slice(start, next).trimEnd(), start }
    start = next
  }
}

/** Lines without empty ones at either end, and without the marks of a fence around them. */
export function trimmed(lines: readonly string[]): string {
  return lines
    .filter((line) => !line.trimStart().startsWith('```') && !line.trimStart().startsWith('~~~'))
    .join('\n')
    .trim()
}

export const withoutDot = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text).trim()

export const wordsOf = ({ text, cells }: Entry): string =>
  cells.length === 0 ? text : cells.filter((cell) => cell !== '').join(': ')

interface Head {
  /** The first word, marks and what separates it taken off. */
  readonly head: string
  readonly rest: string
}

/** `**CAT-01**: text`, `CAT-01 - text`, `| CAT-01 | text |`. */
export function headIn({ text, cells }: Entry): Head {
  const [cell, ...more] = cells
  if (cell !== undefined) {
    const { head, rest } = headOf(cell)
    return { head, rest: [rest, ...more].filter((part) => part !== '').join(' ') }
  }
  return headOf(text)
}

function headOf(text: string): Head {
  const plain = text.startsWith('**') ? withoutFirstBold(text) : text
  let at = 0
  while (at < plain.length && !' \t:(['.includes(plain[at] as string)) at++
  return { head: plain.slice(0, at).replaceAll('`', ''), rest: plain.slice(at).trim() }
}

function withoutFirstBold(text: string): string {
  const end = text.indexOf('**', 2)
  return end < 0 ? text.slice(2) : text.slice(2, end) + text.slice(end + 2)
}

/** What stands in the bracket at the beginning, and what follows. */
export function bracketIn(text: string): { readonly inside: string; readonly rest: string } {
  const close = text[0] === '(' ? text.indexOf(')') : text[0] === '[' ? text.indexOf(']') : -1
  return close < 0 ? { inside: '', rest: text } : { inside: text.slice(1, close).trim(), rest: text.slice(close + 1) }
}

/** Without the colon or dash in front. */
export function separated(text: string): string {
  let at = 0
  while (at < text.length && ' \t:-–—'.includes(text[at] as string)) at++
  return text.slice(at).trim()
}

export function cutAt(text: string, word: string): { readonly before: string; readonly after: string } {
  const at = text.toLowerCase().indexOf(word)
  return at < 0
    ? { before: text, after: '' }
    : { before: text.slice(0, at).trim(), after: text.slice(at + word.length).trim() }
}

/** `D-01`, `D1` and `d-1` are the same. */
export function decisionId(word: string): string | null {
  const plain = word.toUpperCase()
  const number = plain.startsWith('D-') ? plain.slice(2) : plain.startsWith('D') ? plain.slice(1) : ''
  const isNumber = number !== '' && number.length < 5 && [...number].every((char) => char >= '0' && char <= '9')
  return isNumber ? `D-${String(Number(number)).padStart(2, '0')}` : null
}

const BETWEEN = [': ', ' — ', ' – ', ' - ', ' because '] as const

/** What is left out, and why: `**What**: why`, `What - why`. */
export function featureIn(text: string): { readonly before: string; readonly after: string } {
  if (text.startsWith('**')) {
    const end = text.indexOf('**', 2)
    if (end > 0) {
      const name = text.slice(2, end).trim()
      return { before: name.endsWith(':') ? name.slice(0, -1) : name, after: separated(text.slice(end + 2)) }
    }
  }
  const cuts = BETWEEN.map((word) => ({ word, at: text.indexOf(word) })).filter(({ at }) => at > 0)
  const first = cuts.sort((a, b) => a.at - b.at)[0]
  return first === undefined
    ? { before: text, after: '' }
    : { before: text.slice(0, first.at).trim(), after: text.slice(first.at + first.word.length).trim() }
}

export type Command = string | readonly string[]

/** The commands a line holds: an argument list, or what stands in backticks. */
export function commandsIn(text: string): readonly Command[] {
  const list = argumentList(text.startsWith('`') && text.endsWith('`') ? text.slice(1, -1) : text)
  if (list !== null) return [list]
  const parts = text.split('`')
  // An even number of parts: a backtick stays open.
  return parts.length % 2 === 0 ? [] : parts.filter((_, index) => index % 2 === 1).map((part) => part.trim())
}

export const plainWord = (text: string): string =>
  withoutDot(text.replaceAll('`', '').replaceAll('"', '').replaceAll('*', ''))
