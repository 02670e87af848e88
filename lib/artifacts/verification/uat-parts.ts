// Reads a UAT file: tests (`### N. Name` with labelled lines), and gaps (a YAML list, bare or fenced, or a table).
import { dataOf, isFrontList } from '../../markdown/frontmatter.js'
import { fencesOf, fullLabel, itemsOf, labelNamed, labelsOf, type Range, tablesOf } from '../../markdown/reader.js'
import { readYaml } from '../../markdown/yaml.js'
import type { Source } from '../../ports.js'
import { lineAfter, lineStart, meanings } from '../../std/text.js'
import { type TableRow, tableRows } from '../parts/draft.js'
import { type EntryOf, entryOf, mapsOf } from '../parts/front-fields.js'
import { hasContent, isNothing, isPlaceholder, realText } from '../parts/placeholders.js'
import { allSections, bodyOf, dedent, itemText, sectionOf, topItems } from '../parts/prose.js'

type UatResult = 'pending' | 'pass' | 'issue' | 'skipped' | 'blocked' | 'other'

export interface UatTest {
  /** The number in the test's heading, e.g. `1`. */
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

/** Matches blank and indented lines. */
const BLOCK = /^(?:[ \t]*(?:\r\n?|\n)|[ \t]+[^\r\n]*(?:\r\n?|\n|$))*/

/** Values of `label: value` lines by label in lower case; a value may continue on indented or adjacent lines. */
function labelValues(source: Source, range: Range): ReadonlyMap<string, string> {
  const text = source.text ?? ''
  const labels = labelsOf(source, range)
  const found = new Map<string, string>()
  let done = range.start
  labels.forEach((label, index) => {
    if (label.start < done) return
    const below = lineAfter(text, label.end)
    const block = (BLOCK.exec(text.slice(below, range.end))?.[0] ?? '').trimEnd()
    const isBlock = /^(?:[|>][-+]?)?$/.test(label.value)
    const next = labels[index + 1]
    const until = next === undefined ? range.end : lineStart(text, next.start)
    const whole = isBlock ? label : fullLabel(source, label, until)
    done = isBlock ? below + block.length : whole.end
    const name = label.name.toLowerCase().replaceAll('_', ' ')
    if (!found.has(name)) found.set(name, isBlock ? dedent(block) : unquoted(whole.value))
  })
  return found
}

function unquoted(text: string): string {
  const { root } = readYaml(text)
  const isQuoted = root.kind === 'value' && (root.style === 'single' || root.style === 'double')
  return isQuoted ? String(root.data) : text
}

const TEST_HEADING = /^(\d+[a-z]?)\s*[.):–—-]\s*(.*)$/i

export function readTests(source: Source): readonly UatTest[] {
  const section = sectionOf(source, 'tests')
  const range: Range = section === null ? { start: 0, end: (source.text ?? '').length } : bodyOf(section)
  return allSections(source).flatMap(({ heading, start, bodyStart, end }) => {
    const found = TEST_HEADING.exec(heading.text)
    if (found === null || heading.level < 3 || start < range.start || start >= range.end) return []
    if (isPlaceholder(found[2] as string)) return []
    const fields = labelValues(source, { start: bodyStart, end })
    return [testOf(found[1] as string, found[2] as string, (name) => fields.get(name) ?? null)]
  })
}

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

/** The result that the first word stands for: `pending` without a word, `other` for an unknown one. */
function resultOf(text: string | null): UatResult {
  if (text === null) return 'pending'
  // A fixed issue counts as passed.
  if (/^(?:issue|fail(?:ed)?)\s*[([–—:,-]+\s*(?:fixed|resolved)\b/i.test(text)) return 'pass'
  const word = /^[a-z]+/.exec(text.toLowerCase())?.[0] ?? ''
  return RESULT_WORDS[word] ?? 'other'
}

const UAT_GAP = entryOf('truth', {
  truth: ['truth', 'gap', 'issue'],
  status: ['status'],
  reason: ['reason'],
  test: ['test'],
})
type UatGap = EntryOf<typeof UAT_GAP>

const CLOSED = /^(?:resolved|closed|fixed|pass(?:ed)?|done|✓|✅)\b/i

export const isOpenGap = ({ status }: UatGap): boolean => status === null || !CLOSED.test(status)

export function readGaps(source: Source): readonly UatGap[] {
  const section = sectionOf(source, 'gaps', 'gaps summary')
  if (section === null) return []
  const range = bodyOf(section)
  const rows = tableRows(source, range)
  if (rows.length > 0) return rows.flatMap((row) => rowGap(row) ?? [])
  const yaml = yamlRange(source, range)
  if (yaml === null) return []
  const { root } = readYaml(source.text ?? '', yaml.start, yaml.end)
  return mapsOf(isFrontList(dataOf(root)) ? dataOf(root) : undefined)
    .flatMap((item) => UAT_GAP.read(item) ?? [])
    .filter(({ truth }) => !isNothing(truth))
}

function yamlRange(source: Source, range: Range): Range | null {
  const [fence] = fencesOf(source, range)
  if (fence !== undefined) return { start: fence.contentStart, end: fence.contentEnd }
  const [first] = itemsOf(source, range)
  return first === undefined ? null : { start: lineStart(source.text ?? '', first.start), end: range.end }
}

/** The gap in a table row; null if the row has passed or names no gap. */
function rowGap(row: TableRow): UatGap | null {
  const cell = (...names: readonly string[]): string | null => realText(row.cell(...names) ?? '')
  const status = cell('status', 'result')
  const truth = cell('truth', 'gap', 'issue', 'description', 'item') ?? realText(row.first)
  if (truth === null || isNothing(truth) || (status !== null && /^(?:pass(?:ed)?|ok|✓|✅)\b/i.test(status))) return null
  return {
    truth,
    status,
    reason: cell('reason', 'evidence', 'details'),
    test: cell('test', '#'),
  }
}

export const HUMAN_TEST = entryOf('test', {
  test: ['test', 'name', 'what', 'item'],
  expected: ['expected'],
  whyHuman: ['why_human', 'why-human', 'why', 'reason'],
})
export type HumanTest = EntryOf<typeof HUMAN_TEST>

/** Maximum characters of a bullet that is too short to be a test. */
const MAX_REMARK_LENGTH = 10
const NUMBERED = /^\d+[.)]?\s*/

/** The tests below `## Human Verification` (`_` counts as a blank, `Required` may follow). */
export function humanTestsIn(source: Source): readonly HumanTest[] {
  const section = sectionOf(source, 'human verification', 'human verification required')
  if (section === null) return []
  const range = bodyOf(section)
  const testSections = allSections(source).filter(
    ({ start, heading }) => start > section.start && start < section.end && heading.level === section.heading.level + 1,
  )
  if (testSections.length > 0)
    return testSections.flatMap(({ heading, bodyStart, end }) =>
      testUnderHeading(heading.text, source, { start: bodyStart, end }),
    )
  const rows = tablesOf(source, range).flatMap(({ rows }) =>
    rows
      .filter(({ cells }) => /^\d+$/.test(cells[0]?.text ?? ''))
      .map(({ cells }) => cells.slice(1).map(({ text }) => text)),
  )
  if (rows.length > 0)
    return rows.flatMap(([test = '', expected = '', whyHuman = '']) =>
      hasContent(test) ? [{ test, expected: realText(expected), whyHuman: realText(whyHuman) }] : [],
    )
  return topItems(source, range).flatMap((item) => {
    const test = itemText(source, item)
    if (!hasContent(test) || (!item.ordered && test.length <= MAX_REMARK_LENGTH)) return []
    return [{ test, expected: null, whyHuman: null }]
  })
}

/** Reads a test under a heading `### 1. Name`, with labelled lines below it. */
function testUnderHeading(title: string, source: Source, range: Range): readonly HumanTest[] {
  const label = (name: string) => realText(labelNamed(source, name, range)?.value ?? '')
  const name = title.replace(NUMBERED, '').trim()
  const test = label('Test') ?? name
  return hasContent(test) ? [{ test, expected: label('Expected'), whyHuman: label('Why human') ?? label('Why') }] : []
}
