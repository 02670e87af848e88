// The progress report: its fields, and the table for users.
import { DISK_STATUS } from '../../core/derivation/phase-table.js'
import { phaseProgressText, progressBar, statusText } from '../../core/derivation/statuses.js'
import { tableRow, tableRule, widthsOf } from '../../std/columns.js'
import { bool, type Infer, int, listOf, oneOf, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'
import { unknownShape } from '../findings.js'
import { phaseStatusShape, shareShape, shippedShape } from '../status-shapes.js'

const SCOPES = ['complete', 'truncated', 'unscoped', 'between_milestones', 'empty'] as const

export const REPORT = record({
  milestone_version: textOrNull(),
  milestone_name: textOrNull(),
  milestones: listOf(
    record({
      heading: text(),
      version: textOrNull(),
      status: oneOf(['shipped', 'open'] as const),
      phases: textOrNull('Phases it lists, as in "1-4, 2.1"'),
    }),
  ),
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
      has_research: bool(),
      status: phaseStatusShape,
      disk_status: oneOf(DISK_STATUS, 'Files on disk, judged or not'),
      roadmap_complete: bool('Ticked in the roadmap: a projection, not evidence'),
      done: bool('Verified or done'),
      open: texts('Open items of its VERIFICATION and UAT, although done'),
      closed: bool('In a closed milestone'),
      milestone: textOrNull('Its closed milestone'),
    }),
  ),
  phase_count: int(),
  completed_phases: int('Verified or done'),
  total_plans: int(),
  done_plans: int('By evidence'),
  percent: orNull(int('PhaseProgress of verified or done phases')),
  share: shareShape,
  current_phase: textOrNull('The phase of the next step'),
  next_phase: textOrNull('The next phase to plan: the current one without a plan, else the first open one after it'),
  missing_phase_details: texts('Listed phases without a section'),
  requirements_total: orNull(int('In scope now')),
  requirements_complete: orNull(int('By evidence, or by a recorded overrule')),
  status: text('One of the seven words of STATE.md'),
  step: text('The derived step'),
  shipped: shippedShape,
  graph: textOrNull('Which phases need which: 1 → 2, 3 → 4'),
  waiting: listOf(record({ text: text(), fix: text() }), 'Items waiting for the user'),
  scope: oneOf(SCOPES, 'How sure the phase window is'),
  unknown: unknownShape,
})
export type Report = Infer<typeof REPORT>

const named = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ')

/** A roadmap without versions is one milestone, which needs no name. */
const titleOf = ({ milestone_version: version, milestone_name: name, shipped, phases }: Report): string =>
  shipped === null
    ? named(version, name) || (phases.length === 0 ? 'no open milestone' : 'All phases')
    : `no open milestone; last shipped: ${named(shipped.version, shipped.name) || 'an unnamed one'} (${shipped.phases} phases, ${shipped.plans} plans)`

/** Between milestones, the phases of the last one: a roadmap lists all there ever were. */
function ofMilestone({ phases, shipped }: Report): Report['phases'] {
  const own = phases.filter(({ milestone }) => milestone !== null && milestone === shipped?.version)
  return own.length === 0 ? phases : own
}

export function tableOf(report: Report): string {
  const phases = ofMilestone(report)
  const rows = phases.map(({ number, name, plan_count: plans, complete_count: done, summary_count, status, open }) => [
    `${number}. ${name}`,
    plans === 0 ? '' : `${done}/${plans}`,
    [
      statusText(status, report.shipped !== null),
      ...(summary_count > done ? [`${counted(summary_count - done, 'result')} not accepted`] : []),
      ...(open.length === 0 ? [] : [`${open.length} open`]),
    ].join('; '),
  ])
  if (rows.length === 0 && report.shipped === null)
    return `${titleOf(report)}: ROADMAP.md has no phase.\ngsd-tools next shows the first step, gsd-tools health the faults.`
  const head = ['Phase', 'Plans', 'Status']
  const widths = widthsOf([head, ...rows])
  const line = (cells: readonly string[]) => tableRow(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
  const open = phases.flatMap((phase) => phase.open.map((what) => `- phase ${phase.number}: ${what}`))
  const earlier = report.phases.length - phases.length
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
    ...(report.requirements_total === null
      ? []
      : [`Requirements: ${report.requirements_complete ?? 0}/${report.requirements_total}`]),
    ...(report.waiting.length === 0 ? [] : ['', 'Waiting for you:']),
    ...report.waiting.map(({ text: what, fix }) => `- ${visibleLine(what)} (${fix})`),
  ].join('\n')
}
