// Verbs that list what is open: items beside the plan, and debt of acceptance tests and verifications.
import { decide, isRefused, YES } from '../../core/consent.js'
import {
  type DebtItem,
  debtInUat,
  debtInVerification,
  debtShape,
  isTested,
} from '../../core/derivation/acceptance-debt.js'
import {
  OPEN_CATEGORIES,
  OPEN_READS,
  type OpenCategory,
  type OpenItem,
  openItems,
  shortDigest,
} from '../../core/derivation/open-items.js'
import { readLedger } from '../../core/history/ledger.js'
import type { AcknowledgedLine } from '../../core/history/ledger-lines.js'
import { acknowledgedIn } from '../../core/history/ledger-says.js'
import {
  ledgerPath,
  listArchivedDirectories,
  listPhaseDirectories,
  listPhaseFiles,
  type PhaseDirectory,
} from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import { baseName } from '../../std/paths.js'
import * as s from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { unknownShape } from '../findings.js'
import { arg, mutation, query } from '../verb.js'

const COUNTS = s.record({
  ...(Object.fromEntries(OPEN_CATEGORIES.map((category) => [category, s.int()])) as Record<
    OpenCategory,
    s.Shape<number>
  >),
  total: s.int(),
})

function countsOf(items: readonly OpenItem[]) {
  const of = (category: OpenCategory) =>
    items.reduce((sum, item) => sum + (item.category === category ? item.count : 0), 0)
  const counts = Object.fromEntries(OPEN_CATEGORIES.map((category) => [category, of(category)])) as Record<
    OpenCategory,
    number
  >
  return { ...counts, total: items.reduce((sum, { count }) => sum + count, 0) }
}

const OPEN_ITEMS = s.record({
  scanned_at: s.text(),
  has_open_items: s.bool(),
  has_scan_errors: s.bool(),
  counts: COUNTS,
  acknowledged: COUNTS,
  items: s.mapOf(s.listOf(s.mapOf(s.any())), 'By kind'),
  unknown: unknownShape,
  passed: s.maybe(s.texts('Files of the items that pass from now on')),
})

/** What is open, and apart from it what a person let pass. */
function lookedAt(view: View, all: readonly OpenItem[], seen: ReadonlySet<string>): s.Infer<typeof OPEN_ITEMS> {
  const open = all.filter(({ key }) => !seen.has(key))
  const unreadable = all.filter(({ path }) => view.source(path)?.text === null)
  return {
    scanned_at: new Date(view.clock.now()).toISOString(),
    has_open_items: open.length > 0,
    has_scan_errors: unreadable.length > 0,
    counts: countsOf(open),
    acknowledged: countsOf(all.filter(({ key }) => seen.has(key))),
    items: Object.fromEntries(
      OPEN_CATEGORIES.map((category) => [
        category,
        open.filter((item) => item.category === category).map(({ shown }) => shown),
      ]),
    ),
    unknown: unreadable.map(({ path }) => ({ path, code: 'UNREADABLE', reason: 'the file is no UTF-8 text' })),
  }
}

export const auditOpen = mutation('audit-open', {
  about: 'What is open beside the plan, by kind; or lets some of it pass as a milestone closes',
  args: {
    acknowledge: arg.list('Kinds of items that a person lets pass, e.g. todos; all for every one', { greedy: true }),
    milestone: arg.text('Milestone that closes with them'),
    yes: YES,
  },
  result: OPEN_ITEMS,
  reads: [...OPEN_READS, 'ledger'],
  writes: ['ledger'],
  onlyLooks: ({ acknowledge }) => acknowledge.length === 0,
  run({ acknowledge, milestone, yes }, view) {
    const all = openItems(view)
    const seen = acknowledgedIn(readLedger(view))
    const result = lookedAt(view, all, seen)
    const wanted = acknowledge.flatMap((word) => word.split(',')).filter((word) => word !== '')
    if (acknowledge.length === 0) return { result }
    const bad = wanted.find((word) => word !== 'all' && !(OPEN_CATEGORIES as readonly string[]).includes(word))
    if (wanted.length === 0 || bad !== undefined) return { result, error: categoryError(bad) }
    if (milestone === undefined)
      return {
        result,
        error: {
          code: 'USAGE',
          message: 'expected --milestone, which closes with these items',
          fix: `gsd-tools audit-open --acknowledge ${wanted.join(' ')} --milestone <version>`,
        },
      }
    const items = all.filter(
      (item) => !seen.has(item.key) && (wanted.includes('all') || wanted.includes(item.category)),
    )
    if (items.length === 0) return { result: { ...result, passed: [] } }
    const by = decide(
      view,
      {
        question: `Let ${items.length} open ${items.length === 1 ? 'item' : 'items'} pass when ${milestone} closes (${[...new Set(items.map(({ path }) => path))].slice(0, 5).join(', ')}${items.length > 5 ? ' …' : ''})?`,
        call: `gsd-tools audit-open --acknowledge ${wanted.join(' ')} --milestone ${milestone}`,
      },
      yes,
    )
    if (isRefused(by)) return { result, exit: 4, error: by }
    const line: AcknowledgedLine = {
      kind: 'acknowledged',
      at: new Date(view.clock.now()).toISOString(),
      milestone,
      items: items.map(({ key }) => key),
      by,
    }
    const staging = new Staging(view)
    staging.append(ledgerPath(view), line)
    const after = lookedAt(view, all, new Set([...seen, ...line.items]))
    return { result: { ...after, passed: items.map(({ path }) => path) }, edits: staging.edits() }
  },
  pretty: ({ counts, acknowledged, items }) =>
    counts.total === 0
      ? `nothing is open${acknowledged.total === 0 ? '' : `; ${acknowledged.total} acknowledged`}`
      : [
          `${counts.total} open`,
          ...OPEN_CATEGORIES.filter((category) => counts[category] > 0).flatMap((category) => [
            `${category.replaceAll('_', ' ')}: ${counts[category]}`,
            ...(items[category] ?? []).map(
              (item) =>
                `  - ${Object.values(item)
                  .flat()
                  .filter((value) => value !== '')
                  .join(' · ')}`,
            ),
          ]),
          ...(acknowledged.total === 0 ? [] : [`${acknowledged.total} acknowledged`]),
        ].join('\n'),
})

function categoryError(bad: string | undefined) {
  const near = bad === undefined ? null : nearest(bad, OPEN_CATEGORIES)
  return {
    code: 'USAGE' as const,
    message:
      bad === undefined
        ? 'expected --acknowledge with at least one kind of items'
        : `there are no items of the kind "${bad}"`,
    fix: near === null ? `--acknowledge ${OPEN_CATEGORIES.join(',')} or all` : `did you mean ${near}?`,
  }
}

const DEBT_FILE = s.record({
  phase: s.text(),
  phase_dir: s.text(),
  file: s.text(),
  file_path: s.text(),
  type: s.oneOf(['uat', 'verification']),
  status: s.text(),
  items: s.listOf(debtShape),
})

type DebtFile = s.Infer<typeof DEBT_FILE> & {
  readonly archive: string | null
  /** The file says that something is open, but no item could be read. */
  readonly gap: boolean
}

export const auditUat = query('audit-uat', {
  about: 'Debt of acceptance tests and verifications, item by item',
  args: { all: arg.flag('Phases of closed milestones too') },
  result: s.record({
    results: s.listOf(DEBT_FILE),
    summary: s.record({
      total_files: s.int(),
      total_items: s.int(),
      by_category: s.mapOf(s.int()),
      by_phase: s.mapOf(s.int()),
      parse_gap_files: s.int('Files that say something is open without an item that could be read'),
      current_milestone: s.record({ files: s.int(), items: s.int() }),
      archived: s.record({ files: s.int(), items: s.int(), by_milestone: s.mapOf(s.int()) }),
    }),
    acknowledged_files: s.int(),
  }),
  reads: ['roadmap', 'uat', 'verification', 'ledger'],
  run({ all }, view) {
    const live = listPhaseDirectories(view).flatMap((directory) => debtFiles(view, directory))
    const archived = all ? listArchivedDirectories(view).flatMap((directory) => debtFiles(view, directory)) : []
    const seen = acknowledgedIn(readLedger(view))
    const isSeen = ({ file_path, type }: DebtFile) =>
      seen.has(`${type === 'uat' ? 'uat_gaps' : 'verification_gaps'}:${file_path}#${shortDigest(view, file_path)}`)
    const open = [...live, ...archived].filter((file) => !isSeen(file))
    const items = open.flatMap((file) => file.items)
    const own = open.filter(({ archive }) => archive === null)
    const old = open.filter(({ archive }) => archive !== null)
    const sum = (files: readonly DebtFile[]) => files.reduce((total, file) => total + file.items.length, 0)
    return {
      result: {
        results: open.map(({ archive: _archive, gap: _gap, ...file }) => file),
        summary: {
          total_files: open.length,
          total_items: items.length,
          by_category: counted(items.map(({ category }) => [category, 1])),
          by_phase: counted(open.map((file) => [file.phase, file.items.length])),
          parse_gap_files: open.filter(({ gap }) => gap).length,
          current_milestone: { files: own.length, items: sum(own) },
          archived: {
            files: old.length,
            items: sum(old),
            by_milestone: counted(old.map((file) => [file.archive ?? '', file.items.length])),
          },
        },
        acknowledged_files: live.length + archived.length - open.length,
      },
    }
  },
})

function counted(rows: readonly (readonly [string, number])[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [key, count] of rows) counts[key] = (counts[key] ?? 0) + count
  return counts
}

function debtFiles(view: View, directory: PhaseDirectory): readonly DebtFile[] {
  const { uat, verification } = listPhaseFiles(view, directory)
  const row = (
    type: DebtFile['type'],
    path: string,
    status: string,
    items: readonly DebtItem[],
    gap: boolean,
  ): DebtFile => ({
    phase: directory.id,
    phase_dir: directory.path,
    file: baseName(path),
    file_path: path,
    type,
    status,
    items,
    archive: directory.archive,
    gap,
  })
  const tests = uat === null ? undefined : view.parse('uat', uat)?.value
  const verdict = verification === null ? undefined : view.parse('verification', verification)?.value
  const inTests = tests === undefined ? [] : debtInUat(tests)
  const inVerdict = verdict === undefined ? [] : debtInVerification(verdict)
  const saysOpen = (verdict?.status === 'human_needed' && !isTested(tests)) || verdict?.status === 'gaps_found'
  const testsOpen =
    tests !== undefined && tests.tests.length === 0 && (tests.status === 'testing' || tests.status === 'partial')
  return [
    ...(uat !== null && tests !== undefined && (inTests.length > 0 || testsOpen)
      ? [row('uat', uat, tests.statusText ?? 'unknown', inTests, inTests.length === 0)]
      : []),
    ...(verification !== null && verdict !== undefined && saysOpen
      ? [row('verification', verification, verdict.statusText ?? 'unknown', inVerdict, inVerdict.length === 0)]
      : []),
  ]
}
