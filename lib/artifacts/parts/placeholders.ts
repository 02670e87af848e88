// Recognizes unfilled placeholders of templates, and words that mean "nothing".
import type { Issue } from '../../errors.js'
import { type Range, spansOf } from '../../markdown/reader.js'
import type { SpanKind } from '../../markdown/spans.js'
import type { Source } from '../../ports.js'
import { issueAt } from '../codec.js'

/** Matches bracketed words, but not a box or a number. Braces and words like TBD are ordinary text. */
const BRACKETED = /^\[(?=[^\]]*?[A-Za-z\u00aa-\uffff])[^\][]*\][.!]?$/
/** Bracketed words that are answers, not placeholders. */
const ANSWER =
  /^\[(?:to be planned|tbd|todo|pending|x|none|none yet|n\/a|resolved|testing complete|(?:verified|cited|assumed)\b[^\]]*)\][.!]?$/i
const NOTHING = /^\[?(?:none(?: yet)?|n\/a|na|nil|nothing|no pending actions|-|–|—)\]?[.!]?$/i
/** Longer text cannot match NOTHING. */
const MAX_WORD = 24

const DECORATION = '*_`"\' \t\n'

function bareOf(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && DECORATION.includes(text[start] as string)) start++
  while (end > start && DECORATION.includes(text[end - 1] as string)) end--
  return text.slice(start, end)
}

/** Whether the whole text is a placeholder of a template, such as `[the goal]`. */
export function isPlaceholder(text: string): boolean {
  const bare = bareOf(text)
  return bare.startsWith('[') && BRACKETED.test(bare) && !ANSWER.test(bare)
}

export function isNothing(text: string): boolean {
  const bare = bareOf(text)
  return bare.length <= MAX_WORD && NOTHING.test(bare)
}

export const hasContent = (text: string): boolean => text !== '' && !isNothing(text) && !isPlaceholder(text)

/** Matches a list entry that must be a value: quoted, with a digit, a file extension or a slash at one end. */
const VALUE = /^(["']).+\1$|^[^\s,]*(?:\d[^\s,]*|\w\.\w+|\w\/)$|^\.{0,2}\/[^\s,]+$/
const PLAIN_WORD = /^[^\s,]+$/

/** Whether a text is a YAML list such as `[src/a.ts, Makefile]`, not a placeholder such as `[the files]`. */
export function isFlowList(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false
  const entries = text
    .slice(1, -1)
    .split(',')
    .map((entry) => entry.trim())
  if (!entries.every((entry) => VALUE.test(entry) || PLAIN_WORD.test(entry))) return false
  return entries.some((entry) => VALUE.test(entry) || (entries.length > 1 && entry.includes('/')))
}

/** The text; null if it is empty or a placeholder. */
export const realText = (text: string): string | null => (text === '' || isPlaceholder(text) ? null : text)

interface Line extends Range {
  readonly text: string
}

/** Lines outside fences, comments and front matter; the range must begin outside them. */
export const visibleLines = (source: Source, range: Range): Generator<Line> =>
  linesWithout(source, range, ['fence', 'comment', 'frontMatter'])

export function* linesWithout(source: Source, range: Range, kinds: readonly SpanKind[]): Generator<Line> {
  const text = source.text ?? ''
  const hidden = [...spansOf(source, null, range)].filter(({ kind }) => kinds.includes(kind))
  let next = 0
  for (let start = range.start; start < range.end; ) {
    let end = start
    while (end < range.end && text[end] !== '\n' && text[end] !== '\r') end++
    while (next < hidden.length && (hidden[next]?.end ?? 0) <= start) next++
    let shown = ''
    let at = start
    for (let i = next; i < hidden.length && (hidden[i]?.start ?? 0) < end; i++) {
      shown += text.slice(at, Math.max(at, hidden[i]?.start ?? at))
      at = Math.min(end, Math.max(at, hidden[i]?.end ?? at))
    }
    shown += text.slice(at, end)
    yield { start, end, text: shown }
    start = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
  }
}

const MARKER = /^\s*(?:(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+|<[\w-]+[^>]*>\s*)*/
const CLOSING_TAG = /<\/[\w-]+>\s*$/
const LABEL = /^(?:\*\*[^*]{1,60}(?::\*\*|\*\*\s*:)|[A-Za-z_][\w -]{0,40}:)\s+/

function placeholderIn(line: string): string | null {
  if (line.length > 400) return null
  if (line.trimStart().startsWith('|'))
    return (
      line
        .split('|')
        .map((cell) => cell.trim())
        .find(isPlaceholder) ?? null
    )
  const bare = line.replace(MARKER, '').replace(CLOSING_TAG, '').trim()
  if (isPlaceholder(bare)) return bare
  const value = bare.replace(LABEL, '')
  return value !== bare && isPlaceholder(value) && !isFlowList(value) ? value : null
}

export function placeholderIssues(source: Source, range: Range): readonly Issue[] {
  const issues: Issue[] = []
  for (const line of visibleLines(source, range)) {
    const found = placeholderIn(line.text)
    if (found !== null)
      issues.push(
        issueAt(source, line.start, {
          code: 'PLACEHOLDER',
          expected: 'real content',
          received: found.slice(0, 80),
          message: `a placeholder was left: ${found.slice(0, 80)}`,
          fix: 'Replace it with real content, or remove the line.',
        }),
      )
  }
  return issues
}
