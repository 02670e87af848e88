// progress: shows the milestone's phases and progress; between milestones, those of the last shipped milestone.
import { graphLine } from '../../core/derivation/dependences.js'
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { type PhaseFacts, POSITION_READS } from '../../core/derivation/facts.js'
import {
  isBetween,
  type PhaseRow,
  phaseTable,
  type ShippedReport,
  shippedReport,
  shownMilestone,
} from '../../core/derivation/phase-table.js'
import { statusOf } from '../../core/derivation/state-word.js'
import {
  isFinished,
  isRequirementMet,
  ownRequirements,
  phaseProgressText,
  progressBar,
  statusText,
} from '../../core/derivation/statuses.js'
import { waitingIn } from '../../core/dispatch/waiting.js'
import { displayPhaseId } from '../../core/ids.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { tableRow, tableRule, widthsOf } from '../../std/columns.js'
import { bool, type Infer, int, listOf, oneOf, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'
import { type Unknown, unknownShape } from '../findings.js'
import { phaseStatusShape, shareShape } from '../status-shapes.js'

const [BETWEEN, EMPTY] = ['between_milestones', 'empty'] as const
const SCOPES = ['complete', 'truncated', 'unscoped', BETWEEN, EMPTY] as const

const SHIPPED = {
  version: textOrNull(),
  name: textOrNull(),
  phases: int(),
  plans: int('Plans on disk'),
  archived: texts('Files and folders'),
}

export const REPORT = record({
  milestone_version: textOrNull(),
  milestone_name: textOrNull(),
  phases: listOf(
    record({
      number: text('Id as in the heading'),
      name: text(),
      goal: textOrNull(),
      depends_on: textOrNull(),
      mode: textOrNull(),
      plan_count: int('Plans on disk, without superseded ones'),
      complete_count: int('Plans complete by evidence'),
      summary_count: int('Plans with a SUMMARY'),
      has_context: bool(),
      status: phaseStatusShape,
      done: bool('Verified or done'),
      open: texts('Open items of the VERIFICATION and UAT of a done phase'),
      closed: bool('In a closed milestone'),
      milestone: textOrNull('The closed milestone'),
    }),
  ),
  phase_count: int(),
  completed_phases: int('Phases that are verified or done'),
  total_plans: int(),
  done_plans: int('Plans complete by evidence'),
  percent: orNull(int('Share of phases that are verified or done')),
  share: shareShape,
  current_phase: textOrNull('The phase of the next step'),
  next_phase: textOrNull('The current phase if it has no plan, otherwise the first other open phase'),
  requirements_total: orNull(int('Requirements that are in scope now')),
  requirements_complete: orNull(int('Requirements that are met: by evidence, or between milestones by their boxes')),
  status: text('One of the seven words of STATE.md'),
  step: text('The derived step'),
  shipped: orNull(record(SHIPPED, 'Last shipped milestone, if none is open')),
  graph: textOrNull('Which phases need which: 1 → 2, 3 → 4'),
  waiting: listOf(record({ text: text(), fix: text() }), 'Items waiting for the user'),
  scope: oneOf(SCOPES, "How reliably the milestone's phases were found"),
  unknown: unknownShape,
})
export type Report = Infer<typeof REPORT>

const joinParts = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ')

/** Returns the heading. A roadmap without versions is one milestone, which needs no name. */
const titleOf = ({ milestone_version: version, milestone_name: name, shipped, phases }: Report): string =>
  shipped === null
    ? joinParts(version, name) || (phases.length === 0 ? 'no open milestone' : 'All phases')
    : `no open milestone; last shipped: ${joinParts(shipped.version, shipped.name) || 'an unnamed milestone'} (${shipped.phases} phases, ${shipped.plans} plans)`

/** Returns the phases to show: between milestones, the last milestone's, because a roadmap lists all phases. */
function milestonePhases({ phases, shipped }: Report): Report['phases'] {
  const shippedPhases = phases.filter(({ milestone }) => milestone !== null && milestone === shipped?.version)
  return shippedPhases.length === 0 ? phases : shippedPhases
}

export function tableOf(report: Report): string {
  const phases = milestonePhases(report)
  const rows = phases.map(({ number, name, plan_count: plans, complete_count: done, summary_count, status, open }) => {
    const statusParts = [statusText(status, report.shipped !== null)]
    if (summary_count > done) statusParts.push(`${counted(summary_count - done, 'result')} not accepted`)
    if (open.length > 0) statusParts.push(`${open.length} open`)
    return [`${number}. ${name}`, plans === 0 ? '' : `${done}/${plans}`, statusParts.join('; ')]
  })
  if (rows.length === 0 && report.shipped === null)
    return `${titleOf(report)}: ROADMAP.md has no phase.\ngsd-tools next shows the first step, gsd-tools health lists problems.`
  const head = ['Phase', 'Plans', 'Status']
  const widths = widthsOf([head, ...rows])
  const line = (cells: readonly string[]) => tableRow(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
  const open = phases.flatMap((phase) => phase.open.map((what) => `- phase ${phase.number}: ${what}`))
  const earlier = report.phases.length - phases.length
  const total = report.requirements_total
  return [
    titleOf(report),
    '',
    line(head),
    tableRule(widths),
    ...rows.map(line),
    ...(open.length === 0 ? [] : ['', 'Open:', ...open]),
    ...(earlier === 0 ? [] : ['', `and ${counted(earlier, 'phase')} of earlier milestones`]),
    ...(report.graph === null ? [] : ['', `Order: ${report.graph}`]),
    ...(report.percent === null ? [] : ['', `${progressBar(report.percent)} (${phaseProgressText(report.share)})`]),
    ...(total === null ? [] : [`Requirements: ${report.requirements_complete ?? 0}/${total}`]),
    ...(report.waiting.length === 0 ? [] : ['', 'Waiting for you:']),
    ...report.waiting.map(({ text: what, fix }) => `- ${visibleLine(what)} (${fix})`),
  ].join('\n')
}

const shownRow = ({ section, files, ...row }: PhaseRow) => ({
  number: row.number,
  name: section.title,
  goal: section.goal,
  depends_on: section.dependsOn,
  mode: section.mode,
  plan_count: row.plans,
  complete_count: row.complete,
  summary_count: row.summaries,
  has_context: files?.context != null,
  status: row.status,
  done: isFinished(row.status),
  open: row.open,
  closed: row.facts === null,
  milestone: row.milestone,
})

export const progress = verb('progress', {
  about: 'Show the phases and plans of the milestone, and its progress',
  result: REPORT,
  reads: POSITION_READS,
  run({ view }) {
    const derivation = derive(view)
    const { facts, active, state } = derivation
    const { roadmap } = facts
    const rows = phaseTable(derivation)
    const next = nextPhase(derivation)
    const milestone = shownMilestone(derivation)
    const shipped = shippedReport(derivation, rows)
    const report = {
      milestone_version: milestone?.id ?? null,
      milestone_name: milestone?.title ?? null,
      phases: rows.map(shownRow),
      phase_count: rows.length,
      completed_phases: rows.filter(({ status }) => isFinished(status)).length,
      total_plans: sum(rows.map((row) => row.plans)),
      done_plans: sum(rows.map((row) => row.complete)),
      percent: state.progress.percent,
      share: state.progress.share,
      current_phase: active === null ? null : displayPhaseId(active.id),
      next_phase: next === null ? null : displayPhaseId(next.id),
      ...requirementCounts(view, derivation, shipped),
      status: statusOf(derivation),
      step: state.step,
      shipped,
      waiting: waitingIn(derivation),
      graph: facts.phases.length === 0 ? null : graphLine(facts),
      scope: isBetween(derivation) ? BETWEEN : roadmap === null ? EMPTY : facts.scope,
    }
    return { result: { ...report, unknown: unknowns(report, isBetween(derivation), derivation.reason) } }
  },
  pretty: tableOf,
})

function nextPhase({ facts, done, active }: Derivation): PhaseFacts | null {
  if (active === null || active.plans.length === 0) return active
  return facts.phases.find((phase) => !done.has(phase.id) && phase !== active) ?? null
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Counts the open milestone's requirements; between milestones, those of the last one, from its archive if it has one. */
function requirementCounts(view: View, { facts }: Derivation, shipped: ShippedReport | null) {
  const archive = shipped?.archived.find((path) => path.endsWith('-REQUIREMENTS.md'))
  const value = view.parse('requirements', archive ?? view.at('REQUIREMENTS.md'))?.value
  if (value === undefined) return { requirements_total: null, requirements_complete: null }
  const scope =
    shipped === null ? ownRequirements(facts, value) : value.requirements.filter((one) => one.scope === 'v1')
  const met = scope.filter(({ id, done }) => (shipped === null ? isRequirementMet(facts, id) : done))
  return { requirements_total: scope.length, requirements_complete: met.length }
}

function unknowns(report: Omit<Report, 'unknown'>, isBetweenMilestones: boolean, reason: string): readonly Unknown[] {
  const over = 'every milestone is closed; to start a new one, run gsd-tools brief new-milestone'
  const closed = { code: 'BETWEEN_MILESTONES', reason: over }
  const why = (code: string, words: string) => (isBetweenMilestones ? closed : { code, reason: words })
  const rows = {
    milestone_version: why('MILESTONE_UNNAMED', 'ROADMAP.md names no open milestone'),
    percent: why('NOTHING_TO_COUNT', 'the milestone has no phase'),
    current_phase: why('NO_OPEN_PHASE', reason),
    ...(report.current_phase === null ? { next_phase: why('NO_OPEN_PHASE', reason) } : {}),
    requirements_total: { code: 'FILE_NOT_FOUND', reason: 'there is no REQUIREMENTS.md' },
  }
  return Object.entries(rows).flatMap(([path, row]) =>
    report[path as keyof typeof report] === null ? [{ path, ...row }] : [],
  )
}
