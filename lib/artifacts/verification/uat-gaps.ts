// Gaps of an acceptance test: a YAML list, bare or fenced, or a table where a list was meant.
import { dataOf, type FrontValue } from '../../markdown/frontmatter.js'
import { fencesOf, itemsOf, type Range } from '../../markdown/reader.js'
import { readYaml } from '../../markdown/yaml.js'
import type { Source } from '../../ports.js'
import { type Infer, listOf, record, text, textOrNull, texts } from '../../std/shape.js'
import { lineStart } from '../parts/draft.js'
import { entryText, mapsOf, partOf, textOf } from '../parts/front-fields.js'
import { isNothing, realText } from '../parts/placeholders.js'
import { bodyOf, sectionOf } from '../parts/prose.js'
import { type TableRow, tableRows } from '../parts/table-rows.js'
import { GAP_ARTIFACT, gapIn } from './gap-artifacts.js'

export const UAT_GAP = record({
  truth: text(),
  status: textOrNull(),
  reason: textOrNull(),
  /** blocker, major, minor, cosmetic, or any other word as written. */
  severity: textOrNull(),
  test: textOrNull(),
  rootCause: textOrNull(),
  artifacts: listOf(GAP_ARTIFACT),
  missing: texts(),
  debugSession: textOrNull(),
})
export type UatGap = Infer<typeof UAT_GAP>

const CLOSED = /^(?:resolved|closed|fixed|pass(?:ed)?|done|✓|✅)\b/i

/** Nobody has closed it yet. */
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
  return mapsOf(root.kind === 'list' ? dataOf(root) : undefined).flatMap((item) => gapOf(item) ?? [])
}

function yamlRange(source: Source, range: Range): Range | null {
  const [fence] = fencesOf(source, range)
  if (fence !== undefined) return { start: fence.contentStart, end: fence.contentEnd }
  const [first] = itemsOf(source, range)
  return first === undefined ? null : { start: lineStart(source.text ?? '', first.start), end: range.end }
}

function gapOf(value: FrontValue): UatGap | null {
  const truth = entryText(value, 'truth', 'gap', 'issue')
  if (truth === null || isNothing(truth)) return null
  return {
    truth,
    ...gapIn(value),
    severity: textOf(partOf(value, 'severity')),
    test: textOf(partOf(value, 'test')),
    rootCause: textOf(partOf(value, 'root_cause', 'root-cause')),
    debugSession: textOf(partOf(value, 'debug_session', 'debug-session')),
  }
}

/** A row that says PASS is no gap. */
function rowGap(row: TableRow): UatGap | null {
  const cell = (...names: readonly string[]): string | null => realText(row.cell(...names) ?? '')
  const status = cell('status', 'result')
  const truth = cell('truth', 'gap', 'issue', 'description', 'item') ?? realText(row.first)
  if (truth === null || isNothing(truth) || (status !== null && /^(?:pass(?:ed)?|ok|✓|✅)\b/i.test(status))) return null
  return {
    truth,
    status,
    reason: cell('reason', 'evidence', 'details'),
    severity: cell('severity', 'priority'),
    test: cell('test', '#'),
    rootCause: cell('root cause', 'root_cause', 'cause'),
    artifacts: [],
    missing: [],
    debugSession: cell('debug session', 'debug_session'),
  }
}
