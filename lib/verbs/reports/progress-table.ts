// The progress report: its fields, and the table for users.
import { DISK_STATUS } from '../../core/derivation/phase-table.js'
import { progressBar, shareText } from '../../core/derivation/progress.js'
import { statusText } from '../../core/derivation/standing.js'
import { tableRow, tableRule, widthsOf } from '../../std/columns.js'
import { bool, type Infer, int, listOf, oneOf, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'
import { unknownShape } from '../findings.js'
import { phaseStatusShape, shareShape, shippedShape } from '../standing.js'

const SCOPES = ['complete', 'truncated', 'unscoped', 'between_milestones', 'empty'] as const

export const REPORT = record({
  milestone_version: textOrNull(),
  milestone_name: textOrNull(),
  milestones: listOf(
    record({
      heading: text(),
      version: textOrNull(),
      status: oneOf(['shipped', 'open'] as const),
      phases: textOrNull('Those it counts up, as in "1-4, 2.1"'),
    }),
  ),
  phases: listOf(
    record({
      number: text('Id as in the heading'),
      name: text(),
      goal: textOrNull(),
      depends_on: textOrNull(),
      mode: textOrNull(),
      plan_count: int('Plans on disk, superseded ones left out'),
      complete_count: int('Plans that are complete by evidence'),
      summary_count: int('Plans that have a SUMMARY'),
      has_context: bool(),
      has_research: bool(),
      status: phaseStatusShape,
      disk_status: oneOf(DISK_STATUS, 'What lies on disk, whatever it is worth'),
      roadmap_complete: bool('The roadmap ticks it: a projection, not evidence'),
      done: bool('Derivation calls it done'),
      open: texts('What its VERIFICATION and UAT leave open although it is done'),
      closed: bool('It lies in a closed milestone'),
      milestone: textOrNull('Closed milestone that it belongs to'),
    }),
  ),
  phase_count: int(),
  completed_phases: int('Verified or done'),
  total_plans: int(),
  done_plans: int('By evidence'),
  percent: orNull(int('Share of the phases that are verified or done')),
  share: shareShape,
  current_phase: textOrNull('The phase that next is about'),
  next_phase: textOrNull(
    'The next one to plan: the current one while it has no plan, else the first open one behind it',
  ),
  missing_phase_details: texts('Phases that are only listed, without a section'),
  requirements_total: orNull(int('In scope now')),
  requirements_complete: orNull(int('By evidence, or by a recorded overrule')),
  status: text('One of the seven words of STATE.md'),
  step: text('The derived step'),
  shipped: shippedShape,
  graph: textOrNull('Which phases need which: 1 → 2, 3 → 4'),
  waiting: listOf(record({ text: text(), fix: text() }), 'What waits for a person'),
  scope: oneOf(SCOPES, 'How sure the phase window is'),
  unknown: unknownShape,
})
export type Report = Infer<typeof REPORT>

const named = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ')

const titleOf = ({ milestone_version: version, milestone_name: name, shipped }: Report): string =>
  shipped === null
    ? named(version, name) || 'no open milestone'
    : `no open milestone; shipped last: ${named(shipped.version, shipped.name) || 'one without a name'} (${shipped.phases} phases, ${shipped.plans} plans)`

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
    return `${titleOf(report)}: ROADMAP.md holds no phase.\ngsd-tools next says what comes first, gsd-tools health what is wrong.`
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
    ...(report.percent === null ? [] : ['', `${progressBar(report.percent)} (${shareText(report.share)})`]),
    ...(report.requirements_total === null
      ? []
      : [`Requirements: ${report.requirements_complete ?? 0}/${report.requirements_total}`]),
    ...(report.waiting.length === 0 ? [] : ['', 'Waits for you:']),
    ...report.waiting.map(({ text: what, fix }) => `- ${visibleLine(what)} (${fix})`),
  ].join('\n')
}
