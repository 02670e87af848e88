// Gaps of an acceptance test: a YAML list, bare or fenced, or a table.
import { dataOf, isFrontList } from '../../markdown/frontmatter.js'
import { fencesOf, itemsOf, lineStart, type Range } from '../../markdown/reader.js'
import { readYaml } from '../../markdown/yaml.js'
import type { Source } from '../../ports.js'
import { type EntryOf, entryOf, mapsOf } from '../parts/front-fields.js'
import { isNothing, realText } from '../parts/placeholders.js'
import { bodyOf, sectionOf } from '../parts/prose.js'
import { type TableRow, tableRows } from '../parts/tables.js'

const UAT_GAP = entryOf('truth', {
  truth: ['truth', 'gap', 'issue'],
  status: ['status'],
  reason: ['reason'],
  test: ['test'],
})
export type UatGap = EntryOf<typeof UAT_GAP>

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

/** Skips rows with PASS. */
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
