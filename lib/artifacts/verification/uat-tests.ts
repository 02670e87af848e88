// Tests of an acceptance file: `### N. Name` with labelled lines, or table rows.
import { labelsOf, lineAfter, type Range } from '../../markdown/reader.js'
import { readYaml } from '../../markdown/yaml.js'
import type { Source } from '../../ports.js'
import { meanings } from '../../std/text.js'
import { isPlaceholder, realText } from '../parts/placeholders.js'
import { allSections, BEGINS_BLOCK, bodyOf, dedent, sectionOf } from '../parts/prose.js'
import { tableRows } from '../parts/tables.js'

type UatResult = 'pending' | 'pass' | 'issue' | 'skipped' | 'blocked' | 'other'

export interface UatTest {
  /** As in its heading, e.g. `1`. */
  readonly number: string
  readonly name: string
  readonly expected: string | null
  readonly result: UatResult
  /** The word as written, without brackets; null if none. */
  readonly resultText: string | null
  readonly reported: string | null
  readonly reason: string | null
  readonly blockedBy: string | null
}

/** `label: value` lines by lower-case label; a value may continue on indented or adjacent lines. */
function labelled(source: Source, range: Range): ReadonlyMap<string, string> {
  const text = source.text ?? ''
  const labels = labelsOf(source, range)
  const found = new Map<string, string>()
  let done = range.start
  labels.forEach((label, index) => {
    if (label.start < done) return
    const next = lineAfter(text, label.end)
    const limit = labels[index + 1]?.start ?? range.end
    const block = /^[|>][-+]?$/.test(label.value) || label.value === ''
    const rest = block ? blockLines(text, next, range.end) : plainLines(text, next, Math.min(limit, range.end))
    done = rest.end
    const name = label.name.toLowerCase().replaceAll('_', ' ')
    const value = block ? dedent(rest.text) : unquoted([label.value, rest.text].filter((part) => part !== '').join(' '))
    if (!found.has(name)) found.set(name, value)
  })
  return found
}

const lineOf = (text: string, at: number): string => text.slice(at, lineAfter(text, at)).replace(/[\r\n]+$/, '')

function blockLines(text: string, from: number, limit: number): { readonly text: string; readonly end: number } {
  let end = from
  for (let at = from; at < limit; at = lineAfter(text, at)) {
    const line = lineOf(text, at)
    if (line.trim() !== '' && !/^[ \t]/.test(line)) break
    if (line.trim() !== '') end = lineAfter(text, at)
  }
  return { text: text.slice(from, Math.min(end, limit)), end }
}

/** Continuation lines: up to a blank line, another block or `limit`. */
function plainLines(text: string, from: number, limit: number): { readonly text: string; readonly end: number } {
  const lines: string[] = []
  let at = from
  for (; at < limit; at = lineAfter(text, at)) {
    const line = lineOf(text, at)
    if (line.trim() === '' || BEGINS_BLOCK.test(line)) break
    lines.push(line.trim())
  }
  return { text: lines.join(' '), end: at }
}

function unquoted(text: string): string {
  if (!/^["']/.test(text)) return text
  const { root, problems } = readYaml(text)
  return root.kind === 'value' && typeof root.data === 'string' && problems.length === 0 ? root.data : text
}

const TEST_HEADING = /^(\d+[a-z]?)\s*[.):–—-]\s*(.*)$/i

export function readTests(source: Source): readonly UatTest[] {
  const section = sectionOf(source, 'tests')
  const range: Range = section === null ? { start: 0, end: (source.text ?? '').length } : bodyOf(section)
  const headed = allSections(source).flatMap(({ heading, start, bodyStart, end }) => {
    const found = TEST_HEADING.exec(heading.text)
    if (found === null || heading.level < 3 || start < range.start || start >= range.end) return []
    if (isPlaceholder(found[2] as string)) return []
    const fields = labelled(source, { start: bodyStart, end })
    return [testOf(found[1] as string, found[2] as string, (name) => fields.get(name) ?? null)]
  })
  if (headed.length > 0 || section === null) return headed
  return tableRows(source, range).map((row, index) => {
    const name = row.cell('test', 'name', 'scenario') ?? row.first
    return testOf(row.cell('#', 'no', 'no.', 'n') ?? String(index + 1), name, (field) =>
      row.cell(...(CELLS[field] ?? [field])),
    )
  })
}

const CELLS: Readonly<Record<string, readonly string[]>> = { result: ['result', 'status'], reason: ['reason', 'notes'] }

function testOf(number: string, name: string, field: (name: string) => string | null): UatTest {
  const text = (key: string): string | null => realText(field(key) ?? '')
  const resultText =
    field('result')
      ?.replace(/^\[(.*)\]$/, '$1')
      .trim() || null
  return {
    number,
    name: name.trim(),
    expected: text('expected'),
    result: resultOf(resultText),
    resultText,
    reported: text('reported'),
    reason: text('reason'),
    blockedBy: text('blocked by'),
  }
}

const RESULT_WORDS: Readonly<Record<string, UatResult>> = meanings({
  pending: [],
  pass: ['passed'],
  issue: ['fail', 'failed'],
  skipped: ['skip'],
  blocked: [],
})

/** No result means pending. */
function resultOf(text: string | null): UatResult {
  if (text === null) return 'pending'
  // A fixed issue counts as passed.
  if (/^(?:issue|fail(?:ed)?)\s*[([–—:,-]+\s*(?:fixed|resolved)\b/i.test(text)) return 'pass'
  const word = /^[a-z]+/.exec(text.toLowerCase())?.[0] ?? ''
  return RESULT_WORDS[word] ?? 'other'
}
