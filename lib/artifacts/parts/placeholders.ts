// Placeholders: text of a template that nobody has replaced yet, and words that mean "nothing".
import type { Issue } from '../../errors.js'
import type { Range } from '../../markdown/reader.js'
import { spansOf } from '../../markdown/reader.js'
import type { SpanKind } from '../../markdown/spans.js'
import type { Source } from '../../ports.js'
import { issueAt } from './issues.js'

/** Brackets around words, not around a tick or a number: templates have them. Braces and words like TBD are text. */
const BRACKETED = /^\[(?=[^\]]*?[A-Za-z\u00aa-\uffff])[^\][]*\][.!]?$/
/** Bracketed words that somebody said. */
const ANSWER =
  /^\[(?:to be planned|tbd|todo|pending|x|none|none yet|n\/a|resolved|testing complete|(?:verified|cited|assumed)\b[^\]]*)\][.!]?$/i
const NOTHING = /^\[?(?:none(?: yet)?|n\/a|na|nil|nothing|no pending actions|-|–|—)\]?[.!]?$/i
/** Longer text does not match NOTHING. */
const MAX_WORD = 24

const DECORATION = '*_`"\' \t\n'

/** Without emphasis, code marks and quotes around it. */
function bareOf(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && DECORATION.includes(text[start] as string)) start++
  while (end > start && DECORATION.includes(text[end - 1] as string)) end--
  return text.slice(start, end)
}

/** The whole text is `[words]` of a template. */
export function isPlaceholder(text: string): boolean {
  const bare = bareOf(text)
  return bare.startsWith('[') && BRACKETED.test(bare) && !ANSWER.test(bare)
}

/** The whole text says that there is nothing. */
export function isNothing(text: string): boolean {
  const bare = bareOf(text)
  return bare.length <= MAX_WORD && NOTHING.test(bare)
}

/** Somebody said something with it. */
export const isSaid = (text: string): boolean => text !== '' && !isNothing(text) && !isPlaceholder(text)

/** An entry that is somebody's value by its form: quoted, with a number, a file's ending, or a folder's slash at an end. */
const VALUE = /^(["']).+\1$|^[^\s,]*(?:\d[^\s,]*|\w\.\w+|\w\/)$|^\.{0,2}\/[^\s,]+$/
const PLAIN_WORD = /^[^\s,]+$/

/** A flow list of YAML with somebody's values, as `[src/a.ts, Makefile]`: the words of a placeholder have blanks between them and neither numbers nor endings. */
export function isFlowList(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false
  const entries = text
    .slice(1, -1)
    .split(',')
    .map((entry) => entry.trim())
  if (!entries.every((entry) => VALUE.test(entry) || PLAIN_WORD.test(entry))) return false
  return entries.some((entry) => VALUE.test(entry) || (entries.length > 1 && entry.includes('/')))
}

/** Text of a field: null for nothing at all and for a placeholder. */
export const realText = (text: string): string | null => (text === '' || isPlaceholder(text) ? null : text)

interface Line extends Range {
  readonly text: string
}

/** Lines in `range` without what is in fences, comments and front matter; the range begins outside of those. */
export const visibleLines = (source: Source, range: Range): Generator<Line> =>
  linesWithout(source, range, ['fence', 'comment', 'frontMatter'])

/** Lines in `range` without the spans of these kinds. */
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

/** One error for every line of the range that still holds a placeholder. */
export function placeholderIssues(source: Source, range: Range): readonly Issue[] {
  const issues: Issue[] = []
  for (const line of visibleLines(source, range)) {
    const found = placeholderIn(line.text)
    if (found !== null)
      issues.push(
        issueAt(source, line.start, {
          code: 'PLACEHOLDER',
          severity: 'error',
          expected: 'real content',
          received: found.slice(0, 80),
          message: `a placeholder was left: ${found.slice(0, 80)}`,
          fix: 'Replace it with what is true, or remove the line.',
        }),
      )
  }
  return issues
}
