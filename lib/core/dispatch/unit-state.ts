// The state of a unit reported as done: claim still open, attempt without a result, or task halted.
import type { ProjectFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { attemptLines, readLedger } from '../history/ledger.js'
import { claimOf, isOurClaim, readClaims } from './claims.js'
import { filesAt } from './drafts.js'
import { subjectsOf } from './unit-decisions.js'
import type { UnitState } from './unit-shapes.js'

export function unitStateOf(facts: ProjectFacts, type: string, id: string): UnitState {
  const { view } = facts
  const claim = claimOf(readClaims(view), type, id)
  const last = attemptLines(readLedger(view), type, id).findLast(({ kind }) => kind === 'outcome')
  const status = claim === null && last?.kind === 'outcome' ? last.status : null
  return {
    status,
    claim: claim?.token ?? null,
    // Do not show findings from a claim that another machine wrote.
    findings: claim !== null && isOurClaim(view, claim) ? (claim.refused ?? []) : [],
    halted: status === 'completed' ? haltedBy(facts, type, id) : [],
  }
}

function haltedBy(facts: ProjectFacts, type: string, id: string): readonly string[] {
  const { view } = facts
  const { expects } = subjectsOf(facts, type, id)
  const paths = expects.filter(({ schema }) => schema === 'summary').flatMap((file) => filesAt(view, file))
  return paths.flatMap((path) => {
    const source = view.source(path)
    const summary = source === null ? null : (view.codec('summary')?.parse(source).value as PlanFacts['summary'])
    if (summary?.status !== 'halted') return []
    const why = [...summary.blockers, ...summary.pendingActions].filter((text) => text.trim() !== '')
    return why.length > 0 ? why : ['its summary gives no reason']
  })
}
