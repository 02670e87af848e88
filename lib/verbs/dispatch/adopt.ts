// adopt: a person accepts finished work of an older tool as it stands, or takes that back.

import { DECIDERS, type Decision, decide, isRefused, YES } from '../../core/consent.js'
import { FACT_READS, gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { unknownPhase } from '../../core/derivation/unknown.js'
import { displayPhaseId, type PhaseId, parsePhaseId } from '../../core/ids.js'
import { ledgerPath } from '../../core/layout.js'
import { type AdoptionPlan, isClosedElsewhere, planAdoption } from '../../core/project/adoption.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { any, type Infer, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { arg, type Change, mutation } from '../verb.js'

const RESULT = record({
  adopted: listOf(record({ id: text(), digest: text(), files: any() })),
  plans: listOf(record({ id: text(), plan: orNull(text()), summary: text() })),
  skipped: listOf(record({ id: text(), reason: text() })),
  dropped: listOf(text()),
  by: orNull(oneOf(DECIDERS, 'Who decided; null where nothing had to be decided')),
})
type Result = Infer<typeof RESULT>

const NOTHING: Result = { adopted: [], plans: [], skipped: [], dropped: [], by: null }

export const adopt = mutation('adopt', {
  about: 'Accepts finished work of an older tool as it stands',
  args: {
    phases: arg.list('Phases; without names every finished one', { positional: true, names: 'phase' }),
    drop: arg.flag('Withdraw or decline instead'),
    yes: YES,
  },
  reads: FACT_READS,
  writes: ['ledger'],
  result: RESULT,
  run({ phases, drop, yes }, view): Change<Result> {
    const facts = gatherFacts(view)
    const named = phases.map(parsePhaseId)
    const unknown = phases.find((_, index) => !facts.phases.some(({ id }) => id === named[index]))
    if (unknown !== undefined) return refused(1, unknownPhase(facts, unknown))
    const wanted = phases.length === 0 ? null : new Set(named.filter((id): id is PhaseId => id !== null))
    const call = ['gsd-tools adopt', ...(drop ? ['--drop'] : []), ...phases].join(' ')
    return drop ? dropping({ facts, wanted, call, yes }) : accepting({ facts, wanted, call, yes })
  },
})

interface Asked {
  readonly facts: ProjectFacts
  /** Null: all. */
  readonly wanted: ReadonlySet<PhaseId> | null
  readonly call: string
  readonly yes: boolean
}

const refused = (exit: 1 | 4, error: ErrorBody, result: Result = NOTHING): Change<Result> => ({
  result,
  exit,
  error,
})

const lineAt = (view: View) => ({
  kind: 'line' as const,
  path: ledgerPath(view),
  at: new Date(view.clock.now()).toISOString(),
})

function accepting({ facts, wanted, call, yes }: Asked): Change<Result> {
  const { adoptions, view } = facts
  const plan = planAdoption(facts, wanted)
  const fresh = {
    phases: plan.phases.filter(({ id, digest }) => adoptions.phases.get(id)?.digest !== digest),
    plans: plan.plans.filter(
      ({ id, plan: digest, summary }) =>
        adoptions.plans.get(id)?.plan !== digest || adoptions.plans.get(id)?.summary !== summary,
    ),
  }
  const isEmpty = fresh.phases.length + fresh.plans.length === 0
  const by = isEmpty ? null : decide(view, acceptance(fresh, call), yes)
  if (by !== null && isRefused(by)) return refused(4, by, { ...NOTHING, skipped: plan.skipped })
  const { path, at } = lineAt(view)
  const said = by === null ? {} : { by }
  return {
    result: {
      adopted: plan.phases.map(({ id, digest, files }) => ({ id, digest, files: files ?? [] })),
      plans: plan.plans,
      skipped: plan.skipped,
      dropped: [],
      by,
    },
    edits:
      adoptions.decided && isEmpty
        ? []
        : inShares(fresh).map((share) => ({ kind: 'line', path, payload: { kind: 'adopted', at, ...said, ...share } })),
  }
}

const list = (what: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [] : [`${what}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`]

const acceptance = ({ phases, plans }: Pick<AdoptionPlan, 'phases' | 'plans'>, call: string): Decision => ({
  question: `Count ${[
    ...list(
      'phase',
      phases.map(({ id }) => displayPhaseId(id as PhaseId)),
    ),
    ...list(
      'plan',
      plans.map(({ id }) => id),
    ),
  ].join(
    ' and ',
  )} as done as ${phases.length + plans.length === 1 ? 'it stands, though no check of it' : 'they stand, though no check of them'} ran in this folder?`,
  call,
})

function dropping({ facts, wanted, call, yes }: Asked): Change<Result> {
  const { adoptions, view } = facts
  const isWanted = (id: string) => wanted === null || wanted.has(id as PhaseId)
  const ofPhases = facts.phases.filter(({ id }) => isWanted(id))
  const plansIn = (among: { has(id: string): boolean }) =>
    ofPhases.flatMap((phase) => phase.plans.map(({ id }) => id)).filter((id) => among.has(id))
  const phases = [...adoptions.phases.keys()].filter(isWanted)
  const plans = plansIn(adoptions.plans)
  const standing = [...phases, ...plans]
  const declined = ofPhases.filter((phase) => isClosedElsewhere(facts, phase)).map(({ id }): string => id)
  const by = standing.length === 0 ? null : decide(view, withdrawal(phases, plans, call), yes)
  if (by !== null && isRefused(by)) return refused(4, by)
  const isSilent = adoptions.decided && standing.length + declined.length === 0
  const { kind, path, at } = lineAt(view)
  const payload = {
    kind: 'dropped',
    at,
    ...(by === null ? {} : { by }),
    phases: [...phases, ...declined],
    plans,
  }
  return { result: { ...NOTHING, dropped: standing, by }, edits: isSilent ? [] : [{ kind, path, payload }] }
}

const withdrawal = (phases: readonly string[], plans: readonly string[], call: string): Decision => ({
  question: `Take back that a person accepted ${[...list('phase', phases), ...list('plan', plans)].join(' and ')}, so that the work is open again?`,
  call,
})

/** Phases and plans of one line: whoever asks about one phase later reads its line alone. */
const PER_LINE = 16

/** What is adopted, in shares of a line each; one share even where there is nothing, because that is an answer too. */
function inShares<P, Q>(all: { readonly phases: readonly P[]; readonly plans: readonly Q[] }) {
  const lines = Math.max(1, Math.ceil(Math.max(all.phases.length, all.plans.length) / PER_LINE))
  return Array.from({ length: lines }, (_, n) => ({
    phases: all.phases.slice(n * PER_LINE, (n + 1) * PER_LINE),
    plans: all.plans.slice(n * PER_LINE, (n + 1) * PER_LINE),
  }))
}
