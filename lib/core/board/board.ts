// The whole project as one value, which page, report and terminal show in their own ways.

import { type Knot, levelsOf, longestOf } from '../../std/knots.js'
import { isOpen, readDecisions } from '../captures/decisions.js'
import { readMetrics } from '../captures/metrics.js'
import { reportMetrics } from '../captures/metrics-report.js'
import { waitingTodos } from '../captures/notes.js'
import type { Derivation } from '../derivation/derive.js'
import { CLAIM_READS } from '../derivation/facts.js'
import { fulfilmentOf } from '../derivation/fulfilment.js'
import { type PhaseRow, phaseTable, shownMilestone } from '../derivation/phase-table.js'
import { isComplete, type PlanFacts } from '../derivation/plan-facts.js'
import { planStatus, requirementStatus } from '../derivation/standing.js'
import { dueText } from '../derivation/state-word.js'
import { verificationWord } from '../derivation/verification-word.js'
import { waitingIn } from '../dispatch/waiting.js'
import { readLedger } from '../history/ledger.js'
import { deciderIn } from '../history/ledger-says.js'
import { phaseKey } from '../ids.js'
import { projectTitle } from '../project/project-title.js'
import type { View } from '../view.js'
import { proofOf } from './proof-of.js'
import type { Board, BoardPhase, BoardPlan, BoardRequirement } from './shown.js'
import { timelineOf } from './timeline.js'
import { type Workers, workersOn } from './workers.js'

/** What has to be declared to look at all of it. */
export const BOARD_READS = [
  ...new Set([...CLAIM_READS, 'requirements', 'state', 'decision', 'capture', 'journal'] as const),
]

export function boardOf(view: View, derivation: Derivation): Board {
  const { state, facts, reason } = derivation
  const phases = phasesOf(derivation, workersOn(view))
  const open = phases.filter(({ wave }) => wave !== null)
  return {
    project: projectTitle(view).title,
    at: new Date(view.clock.now()).toISOString(),
    milestone: shownMilestone(derivation),
    next: dueText(derivation),
    reason,
    blockers: state.blockers.map(({ text }) => text),
    waiting: waitingIn(derivation),
    leftovers: state.pendingActions.map(({ text }) => text),
    progress: { share: state.progress.share, plans: state.progress.plans, percent: state.progress.percent },
    phases,
    waves: Math.max(0, ...open.map(({ wave }) => wave ?? 0)),
    requirements: requirementsOf(view, derivation, phases),
    timeline: timelineOf(view),
    questions: questionsOf(view),
    captures: waitingTodos(view).map(({ id, class: kind, phase, text }) => ({ id, kind, phase: phase ?? '', text })),
    costs: { phase: costsBy(view, 'phase'), agent: costsBy(view, 'agent'), model: costsBy(view, 'model') },
    scope: facts.scope,
  }
}

function questionsOf(view: View): Board['questions'] {
  const deciders = deciderIn(readLedger(view))
  return readDecisions(view).map((one) => ({ ...one, open: isOpen(one), by: deciders(one.id, one.choice) }))
}

const costsBy = (view: View, by: 'phase' | 'agent' | 'model') => reportMetrics(readMetrics(view), by).rows

function phasesOf(derivation: Derivation, workers: Workers): readonly BoardPhase[] {
  const rows = phaseTable(derivation)
  const known = new Map(rows.flatMap(({ facts }) => (facts === null ? [] : [[phaseKey(facts.id), facts.id] as const])))
  const afterOf = ({ facts }: PhaseRow): readonly string[] =>
    facts === null ? [] : [...new Set(facts.dependsOn.flatMap((id) => known.get(phaseKey(id)) ?? []))]
  const knots = rows
    .filter(({ done, closed }) => !done && !closed)
    .map((row): Knot => ({ id: row.id, weight: Math.max(1, row.plans - row.complete), after: afterOf(row) }))
  const levels = levelsOf(knots)
  const critical = new Set(longestOf(knots))
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    title: row.name,
    goal: row.section.goal,
    status: row.status,
    done: row.done,
    closed: row.closed,
    open: row.open,
    after: afterOf(row),
    wave: levels.get(row.id) ?? null,
    critical: critical.has(row.id),
    requirements: row.section.requirements,
    plans: { done: row.complete, total: row.plans },
    verification: verificationIn(derivation, row),
    worker: workers.onPhase(row.id),
    work: workOf(derivation, row, workers),
  }))
}

function verificationIn({ facts }: Derivation, row: PhaseRow): BoardPhase['verification'] {
  if (row.facts === null) return null
  const { status, reason } = verificationWord(facts, row.facts)
  return { word: status, reason }
}

function workOf({ facts }: Derivation, row: PhaseRow, workers: Workers): readonly BoardPlan[] {
  if (row.facts === null) return []
  const waves = new Map(row.facts.waves.plans.map((plan) => [plan.id, plan]))
  return row.facts.plans.map((plan) => ({
    id: plan.id,
    wave: waves.get(plan.id)?.wave ?? null,
    after: waves.get(plan.id)?.dependsOn ?? [],
    status: planStatus(plan),
    halted: plan.evidence === 'halted',
    done: isComplete(plan),
    requirements: carriedBy(plan),
    worker: workers.onPlan(plan.id),
    proof: proofOf(facts, plan),
  }))
}

/** A file that cannot be read counts as empty. */
const carriedBy = (plan: PlanFacts): readonly string[] => (plan.cut === null ? plan.plan.requirements : [])

function requirementsOf(view: View, { facts }: Derivation, phases: readonly BoardPhase[]): readonly BoardRequirement[] {
  const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
  const carriers = carriersIn(phases)
  return (value?.requirements ?? []).map((requirement) => ({
    id: requirement.id,
    text: requirement.text,
    scope: requirement.scope,
    standing: requirementStatus(facts, requirement),
    reason: fulfilmentOf(facts, requirement.id).reason,
    ...(carriers.get(requirement.id) ?? NOWHERE),
  }))
}

const NOWHERE = { phases: [], plans: [] }

/** The phases of each requirement, and their plans that carry it, in one pass over all phases. */
function carriersIn(phases: readonly BoardPhase[]): ReadonlyMap<string, Pick<BoardRequirement, 'phases' | 'plans'>> {
  const found = new Map<string, { readonly phases: string[]; readonly plans: string[] }>()
  for (const { id, requirements, work } of phases)
    for (const name of new Set(requirements)) {
      const at = found.get(name) ?? { phases: [], plans: [] }
      found.set(name, at)
      at.phases.push(id)
      at.plans.push(...work.filter((plan) => plan.requirements.includes(name)).map((plan) => plan.id))
    }
  return found
}
