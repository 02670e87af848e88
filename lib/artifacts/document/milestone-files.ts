// What is kept of milestones: the log of what shipped, the audit before closing.
import { milestoneTextIn } from '../roadmap/milestone-text.js'
import { documentKind } from './document.js'
import { dayField, recordsField, textField, treeField } from './document-fields.js'
import { prosePart } from './document-parts.js'
import { type LogEntry, type LogSpec, logKind } from './log-file.js'
import { tablePart } from './table-part.js'

export const MILESTONES: LogSpec = {
  id: 'milestone',
  about: 'What shipped, newest first',
  title: 'Milestones',
  newest: 'first',
  ruled: true,
}
export const milestone = logKind(MILESTONES)

/** What an entry of MILESTONES.md says in its heading. */
export interface ShippedMilestone {
  /** `v1.0`; null where the heading names none. */
  readonly version: string | null
  readonly name: string | null
  /** Day in `(Shipped: …)` or `(Backfilled: …)`. */
  readonly day: string | null
}

const DAY = /\d{4}-\d{2}-\d{2}/

export function shippedMilestone({ title }: LogEntry): ShippedMilestone {
  const { version, name, note } = milestoneTextIn(title)
  return { version, name, day: note === null ? null : (DAY.exec(note)?.[0] ?? null) }
}

/** An entry of MILESTONES.md as we write it. */
export function milestoneEntry(entry: {
  readonly version: string
  readonly name: string
  readonly shipped: string
  readonly phases: number | null
  readonly plans: number | null
  readonly tasks: number | null
  readonly accomplishments: readonly string[]
  /** Day of the back-filling, for milestones that shipped before there was a log. */
  readonly backfilled?: string
}): LogEntry {
  const counts = [
    [entry.phases, 'phases'],
    [entry.plans, 'plans'],
    [entry.tasks, 'tasks'],
  ].flatMap(([count, word]) => (count === null ? [] : [`${count} ${word}`]))
  const parts = [
    ...(entry.backfilled === undefined ? [] : [`Backfilled: ${entry.backfilled}`]),
    ...(counts.length === 0 ? [] : [`**Phases completed:** ${counts.join(', ')}`]),
    ...(entry.accomplishments.length === 0
      ? []
      : [`**Key accomplishments:**\n\n${entry.accomplishments.map((text) => `- ${text}`).join('\n')}`]),
  ]
  return { title: `${entry.version} ${entry.name} (Shipped: ${entry.shipped})`, text: parts.join('\n\n') }
}

export const milestoneAudit = documentKind({
  id: 'milestone-audit',
  about: 'What an audit found before a milestone is closed',
  heading: '[vX.Y Name: milestone audit]',
  front: {
    milestone: textField(['milestone'], { required: true }),
    audited: dayField(['audited'], { required: true }),
    status: textField(['status'], { words: ['passed', 'gaps_found', 'tech_debt'], required: true }),
    requirementScore: textField(['scores.requirements'], { about: 'N/M' }),
    phaseScore: textField(['scores.phases'], { about: 'N/M' }),
    integrationScore: textField(['scores.integration'], { about: 'N/M' }),
    flowScore: textField(['scores.flows'], { about: 'N/M' }),
    requirementGaps: recordsField(
      ['gaps.requirements'],
      ['id', 'status', 'phase', 'claimed_by_plans', 'completed_by_plans', 'verification_status', 'evidence'],
    ),
    integrationGaps: treeField(['gaps.integration']),
    flowGaps: treeField(['gaps.flows']),
    techDebt: treeField(['tech_debt']),
    nyquist: treeField(['nyquist']),
  },
  parts: {
    requirements: prosePart(['Requirements Coverage', 'Requirements'], {
      hint: '[Each requirement: its phase, its plans, what shows that it is met]',
    }),
    integration: prosePart(['Cross-Phase Integration', 'Integration', 'Wiring'], {
      hint: '[What one phase provides and another uses, and whether it is wired]',
    }),
    flows: prosePart(['End-to-End Flows', 'E2E Flows', 'Flows', 'User Flows'], {
      hint: '[Each flow of a user, from start to end]',
    }),
    debt: prosePart(['Tech Debt', 'Technical Debt'], { hint: '[What was left, by phase]' }),
  },
  needs: ['milestone', 'status'],
})

export const continueHere = documentKind({
  id: 'continue-here',
  about: 'Where somebody stopped, in prose',
  heading: '[Continue here]',
  front: {
    context: textField(['context']),
    phase: textField(['phase'], { required: true }),
    task: textField(['task'], { required: true }),
    totalTasks: textField(['total_tasks'], { required: true }),
    status: textField(['status'], { required: true }),
    lastUpdated: dayField(['last_updated'], { required: true }),
  },
  parts: {
    antiPatterns: tablePart(['Critical Anti-Patterns', 'Anti-Patterns'], {
      pattern: ['Pattern'],
      description: ['Description'],
      severity: ['Severity'],
      prevention: ['Prevention', 'Prevention Mechanism'],
    }),
    currentState: prosePart(['Current State'], { tag: 'current_state', hint: '[Where exactly the work stands]' }),
    completedWork: prosePart(['Completed Work'], { tag: 'completed_work', hint: '[What is done]' }),
    remainingWork: prosePart(['Remaining Work'], { tag: 'remaining_work', hint: '[What is left]' }),
    decisionsMade: prosePart(['Decisions Made'], { tag: 'decisions_made', hint: '[What was decided, and why]' }),
    blockers: prosePart(['Blockers'], { tag: 'blockers', hint: '[What stands in the way, and a way around it]' }),
    notes: prosePart(['Context'], { tag: 'context', hint: '[What no other notes say]' }),
    nextAction: prosePart(['Next Action'], { tag: 'next_action', hint: '[The very first step]' }),
  },
  needs: ['status', 'nextAction'],
})
