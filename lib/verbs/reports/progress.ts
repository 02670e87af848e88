// How far the milestone is: phases with their plans, shares, and for statistics the requirements and the repository.
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { fulfilmentOf } from '../../core/derivation/fulfilment.js'
import {
  isBetween,
  type PhaseRow,
  phaseTable,
  type ShippedReport,
  shippedReport,
  shownMilestone,
} from '../../core/derivation/phase-table.js'
import { progressBar, shareText } from '../../core/derivation/progress.js'
import { statusText } from '../../core/derivation/standing.js'
import { waitingIn } from '../../core/dispatch/waiting.js'
import { displayPhaseId, type PhaseId } from '../../core/ids.js'
import type { View } from '../../core/view.js'
import { tableRow, tableRule, widthsOf } from '../../std/columns.js'
import type { Infer } from '../../std/shape.js'
import { either, int, listOf, maybe, orNull, record, text, textOrNull } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'
import { unknownShape } from '../findings.js'
import { look, out, type Results, worked } from '../git/steps.js'
import { phaseStatusShape, shareShape, shippedShape } from '../standing.js'
import { lastActivity, readState } from '../state/reading.js'
import { query, task } from '../verb.js'

const PHASES = listOf(
  record({
    number: text('Padded id'),
    name: text('As ROADMAP.md says'),
    plans: int(),
    done_plans: int('By evidence'),
    summaries: int('Plans with a SUMMARY'),
    status: phaseStatusShape,
    milestone: textOrNull('Closed milestone that it belongs to'),
    open: listOf(text(), 'What its VERIFICATION and UAT leave open although it is done'),
  }),
)

const TEXT = record({ text: text() })

const FORMAT = { type: 'choice', positional: true, about: 'Form of the answer; json unless given' } as const

const shown = (row: PhaseRow) => ({
  number: row.id,
  name: row.name,
  plans: row.plans,
  done_plans: row.complete,
  summaries: row.summaries,
  status: row.status,
  milestone: row.milestone,
  open: row.open,
})

const sum = (rows: readonly PhaseRow[], key: 'plans' | 'complete' | 'summaries'): number =>
  rows.reduce((total, row) => total + row[key], 0)

function headOf(derivation: Derivation, rows: readonly PhaseRow[]) {
  const { state, facts } = derivation
  const { percent, share } = state.progress
  const between = isBetween({ facts })
  const milestone = shownMilestone(derivation)
  const shipped = shippedReport(derivation, rows)
  return {
    head: { milestone_version: milestone?.id ?? null, milestone_name: milestone?.title ?? null },
    phases: rows.map(shown),
    totals: {
      total_plans: sum(rows, 'plans'),
      done_plans: sum(rows, 'complete'),
      total_summaries: sum(rows, 'summaries'),
      percent,
      share,
      shipped,
      waiting: waitingIn(derivation),
    },
    unknown: [
      ...(milestone?.id == null
        ? [
            {
              path: 'milestone_version',
              code: between ? 'BETWEEN_MILESTONES' : 'MILESTONE_UNNAMED',
              reason: between ? 'every milestone is closed' : 'ROADMAP.md names no open milestone',
            },
          ]
        : []),
      ...(percent === null
        ? [
            {
              path: 'percent',
              code: between ? 'BETWEEN_MILESTONES' : 'NOTHING_TO_COUNT',
              reason: between ? 'every milestone is closed' : 'the milestone has no phase',
            },
          ]
        : []),
    ],
  }
}

const REPORT = {
  milestone_version: textOrNull(),
  milestone_name: textOrNull(),
  phases: PHASES,
  total_plans: int(),
  done_plans: int('By evidence'),
  total_summaries: int(),
  percent: orNull(int('Share of the phases that are verified or done')),
  share: shareShape,
  shipped: shippedShape,
  waiting: listOf(record({ text: text(), fix: text() }), 'What waits for a person'),
  phase_scope: text('How sure the phase window is'),
  unknown: unknownShape,
} as const
const reportShape = record(REPORT)

type Report = Omit<Infer<typeof reportShape>, 'phase_scope' | 'unknown'>

const named = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ')

const titleOf = ({ milestone_version: version, milestone_name: name, shipped }: Report): string =>
  shipped === null
    ? named(version, name) || 'no open milestone'
    : `no open milestone; shipped last: ${named(shipped.version, shipped.name) || 'one without a name'} (${shipped.phases} phases, ${shipped.plans} plans)`

const barOf = (report: Report): string =>
  report.percent === null
    ? `${titleOf(report)}: nothing to count`
    : `${progressBar(report.percent)} (${shareText(report.share)})`

function tableOf(report: Report): string {
  const phases = ofMilestone(report)
  const rows = phases.map(({ number, name, plans, done_plans: done, summaries, status, open }) => [
    `${displayPhaseId(number as PhaseId)}. ${name}`,
    plans === 0 ? '' : `${done}/${plans}`,
    [
      statusText(status, report.shipped !== null),
      ...(summaries > done ? [`${counted(summaries - done, 'result')} not accepted`] : []),
      ...(open.length === 0 ? [] : [`${open.length} open`]),
    ].join('; '),
  ])
  if (rows.length === 0 && report.shipped === null)
    return `${titleOf(report)}: ROADMAP.md holds no phase.\ngsd-tools next says what comes first, gsd-tools health what is wrong.`
  const head = ['Phase', 'Plans', 'Status']
  const widths = widthsOf([head, ...rows])
  const line = (cells: readonly string[]) => tableRow(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
  return [
    titleOf(report),
    '',
    line(head),
    tableRule(widths),
    ...rows.map(line),
    ...openOf(phases),
    ...endOf(report, report.phases.length - phases.length),
  ].join('\n')
}

/** What stays open in phases, a line each: a cell of the table would cut it. */
function openOf(phases: Report['phases']): readonly string[] {
  const lines = phases.flatMap(({ number, open }) =>
    open.map((what) => `- phase ${displayPhaseId(number as PhaseId)}: ${what}`),
  )
  return lines.length === 0 ? [] : ['', 'Open:', ...lines]
}

/** The bar, where there is something to count, and what waits. */
const endOf = (report: Report, earlier: number): readonly string[] => [
  ...(earlier === 0 ? [] : ['', `and ${counted(earlier, 'phase')} of earlier milestones (gsd-tools roadmap analyze)`]),
  ...(report.percent === null ? [] : ['', barOf(report)]),
  ...(report.waiting.length === 0 ? [] : ['', 'Waits for you:']),
  ...report.waiting.map(({ text: what, fix }) => `- ${visibleLine(what)} (${fix})`),
]

/** Between milestones those of the last one: a roadmap names all that ever were. */
function ofMilestone({ phases, shipped }: Report): Report['phases'] {
  const own = phases.filter(({ milestone }) => milestone !== null && milestone === shipped?.version)
  return own.length === 0 ? phases : own
}

const isText = (result: object): result is { readonly text: string } => 'text' in result

export const progress = query('progress', {
  about: 'Phases of the milestone with their plans, and how far it is',
  args: { format: { ...FORMAT, values: ['json', 'table', 'bar'] } },
  result: either(reportShape, TEXT),
  reads: POSITION_READS,
  run({ format }, view) {
    const derivation = derive(view)
    const { head, phases, totals, unknown } = headOf(derivation, phaseTable(derivation))
    const report = { ...head, phases, ...totals, phase_scope: derivation.facts.scope, unknown }
    if (format === 'table') return { result: { text: tableOf(report) } }
    if (format === 'bar') return { result: { text: barOf(report) } }
    return { result: report }
  },
  pretty: (result) => (isText(result) ? result.text : tableOf(result)),
})

const statsShape = record({
  ...REPORT,
  phases_completed: int('Verified or done'),
  phases_total: int(),
  plan_percent: orNull(int('Share of the plans alone')),
  requirements_total: orNull(int('In scope now')),
  requirements_complete: orNull(int('By evidence, or by a recorded overrule')),
  git_commits: orNull(int()),
  git_first_commit_date: textOrNull('Day of the first commit'),
  last_activity: textOrNull('As STATE.md says'),
  text: maybe(text('The table, where it was asked for')),
})

const HISTORY = [
  look('commits', ['rev-list', '--count', 'HEAD']),
  look('first', ['log', '--max-parents=0', '--format=%as', 'HEAD']),
]

export const stats = task('stats', {
  about: 'Numbers of the milestone: phases, plans, requirements, commits',
  args: { format: { ...FORMAT, values: ['json', 'table'] } },
  result: statsShape,
  reads: POSITION_READS,
  writes: [],
  async run({ format }, { view, results, run }) {
    await run(() => (view.hasGit ? HISTORY : []))
    const derivation = derive(view)
    const rows = phaseTable(derivation)
    const { head, phases, totals, unknown } = headOf(derivation, rows)
    const { plans } = derivation.state.progress
    const requirements = requirementCounts(view, derivation, totals.shipped)
    const repository = repositoryOf(results)
    const report = {
      ...head,
      phases,
      ...totals,
      phase_scope: derivation.facts.scope,
      phases_completed: rows.filter(({ done }) => done).length,
      phases_total: rows.length,
      plan_percent: plans.total === 0 ? null : Math.round((100 * plans.done) / plans.total),
      ...requirements,
      ...repository,
      last_activity: lastActivity(readState(view)),
      unknown: [
        ...unknown,
        ...(plans.total === 0
          ? [{ path: 'plan_percent', code: 'NOTHING_TO_COUNT', reason: 'the milestone has no plan' }]
          : []),
        ...(requirements.requirements_total === null
          ? REQUIREMENT_FIELDS.map((path) => ({ path, code: 'FILE_NOT_FOUND', reason: 'there is no REQUIREMENTS.md' }))
          : []),
        ...(repository.git_commits === null
          ? GIT_FIELDS.map((path) => ({ path, code: 'NO_COMMITS', reason: 'there is no git history here' }))
          : []),
      ],
    }
    return { result: format === 'table' ? { ...report, text: statsText(report) } : report }
  },
  pretty: (result) => statsText(result),
})

const REQUIREMENT_FIELDS = ['requirements_total', 'requirements_complete'] as const
const GIT_FIELDS = ['git_commits', 'git_first_commit_date'] as const

/** Between milestones those of the archive, as it was closed. */
function requirementCounts(view: View, { facts }: Derivation, shipped: ShippedReport | null) {
  const archive = shipped?.archived.find((path) => path.endsWith('-REQUIREMENTS.md'))
  const value = view.parse('requirements', archive ?? view.at('REQUIREMENTS.md'))?.value
  if (value === undefined) return { requirements_total: null, requirements_complete: null }
  const scope = value.requirements.filter((requirement) => requirement.scope === 'v1')
  const isMet = archive === undefined ? ({ id }: Met) => fulfilmentOf(facts, id).complete : ({ done }: Met) => done
  return { requirements_total: scope.length, requirements_complete: scope.filter(isMet).length }
}
type Met = RequirementsValue['requirements'][number]

function repositoryOf(results: Results) {
  const count = worked(results, 'commits') ? out(results, 'commits') : ''
  const days = out(results, 'first').split('\n').sort()
  return {
    git_commits: /^\d+$/.test(count) ? Number(count) : null,
    git_first_commit_date: worked(results, 'first') && days[0] !== '' ? (days[0] ?? null) : null,
  }
}

type Statistics = Infer<typeof statsShape>

const statsText = (report: Statistics): string =>
  [
    tableOf(report),
    '',
    `Phases: ${report.phases_completed}/${report.phases_total}`,
    ...(report.requirements_total === null
      ? []
      : [`Requirements: ${report.requirements_complete ?? 0}/${report.requirements_total}`]),
    ...(report.git_commits === null
      ? []
      : [
          `Commits: ${report.git_commits}${report.git_first_commit_date === null ? '' : ` since ${report.git_first_commit_date}`}`,
        ]),
  ].join('\n')
