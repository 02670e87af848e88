// adopt: a person accepts finished work of an older tool as it stands, or takes that back.

import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { displayPhaseId, type PhaseId, parsePhaseId } from '../../core/ids.js'
import { ledgerPath } from '../../core/layout.js'
import { planAdoption } from '../../core/project/adoption.js'
import { any, listOf, orNull, record, text } from '../../std/shape.js'
import { mutation } from '../verb.js'

export const adopt = mutation({
  name: 'adopt',
  about: 'Accepts finished work of an older tool as it stands',
  args: {
    phases: { type: 'list', positional: true, about: 'Phases; without names every finished one' },
    drop: { type: 'flag', about: 'Withdraw or decline instead' },
  },
  reads: [...FACT_READS],
  writes: ['ledger'],
  result: record({
    adopted: listOf(record({ id: text(), digest: text(), files: any() })),
    plans: listOf(record({ id: text(), plan: orNull(text()), summary: text() })),
    skipped: listOf(record({ id: text(), reason: text() })),
    dropped: listOf(text()),
  }),
  run({ phases, drop }, view) {
    const facts = gatherFacts(view)
    const at = new Date(view.clock.now()).toISOString()
    const named = phases.map(parsePhaseId)
    const unknown = phases.filter((_, index) => !facts.phases.some(({ id }) => id === named[index]))
    const nothing = { adopted: [], plans: [], skipped: [], dropped: [] }
    if (unknown.length > 0)
      return {
        result: nothing,
        exit: 1,
        error: {
          code: 'PHASE_NOT_FOUND',
          message: `${unknown.join(', ')}: no phase of the active milestone`,
          fix: `use ${facts.phases.map(({ id }) => displayPhaseId(id)).join(', ') || 'gsd-tools next'}`,
        },
        edits: [],
      }
    const wanted = phases.length === 0 ? null : new Set(named.filter((id): id is PhaseId => id !== null))
    if (drop) {
      const isWanted = (id: string) => wanted === null || wanted.has(id as PhaseId)
      const dropped = [...facts.adoptions.phases.keys()].filter(isWanted)
      const plans = facts.phases
        .filter(({ id }) => isWanted(id))
        .flatMap((phase) => phase.plans.map(({ id }) => id))
        .filter((id) => facts.adoptions.plans.has(id))
      // Declining is a decision too: without a line the question would come again.
      const silent = facts.adoptions.decided && dropped.length + plans.length === 0
      return {
        result: { ...nothing, dropped: [...dropped, ...plans] },
        edits: silent
          ? []
          : [{ kind: 'line', path: ledgerPath(view), payload: { kind: 'dropped', at, phases: dropped, plans } }],
      }
    }
    const plan = planAdoption(facts, wanted)
    const fresh = {
      phases: plan.phases.filter(({ id, digest }) => facts.adoptions.phases.get(id)?.digest !== digest),
      plans: plan.plans.filter(
        ({ id, plan: digest, summary }) =>
          facts.adoptions.plans.get(id)?.plan !== digest || facts.adoptions.plans.get(id)?.summary !== summary,
      ),
    }
    const silent = facts.adoptions.decided && fresh.phases.length + fresh.plans.length === 0
    return {
      result: {
        adopted: plan.phases.map(({ id, digest, files }) => ({ id, digest, files: files ?? [] })),
        plans: plan.plans,
        skipped: plan.skipped,
        dropped: [],
      },
      edits: silent
        ? []
        : inShares(fresh).map((share) => ({
            kind: 'line',
            path: ledgerPath(view),
            payload: { kind: 'adopted', at, ...share },
          })),
    }
  },
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
