// Reads the state of a unit that subagents report as done: an open claim, how the last attempt ended, or a halted task.
import type { ProjectFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { attemptLines, readLedger } from '../history/ledger.js'
import { findClaim, isOurClaim, readClaims } from './claims.js'
import { existingFiles } from './drafts.js'
import { subjectsOf } from './unit-decisions.js'
import type { UnitState } from './unit-shapes.js'

export function unitStateOf(facts: ProjectFacts, type: string, id: string): UnitState {
  const { view } = facts
  const claim = findClaim(readClaims(view), type, id)
  const last = attemptLines(readLedger(view), type, id).findLast(({ kind }) => kind === 'outcome')
  const status = claim === null && last?.kind === 'outcome' ? last.status : null
  return {
    status,
    claim: claim?.token ?? null,
    // Findings in a claim that another machine wrote are not shown.
    findings: claim !== null && isOurClaim(view, claim) ? (claim.refused ?? []) : [],
    halted: status === 'completed' ? haltReasons(facts, type, id) : [],
  }
}

function haltReasons(facts: ProjectFacts, type: string, id: string): readonly string[] {
  const { view } = facts
  const { expects } = subjectsOf(facts, type, id)
  const paths = expects.filter(({ schema }) => schema === 'summary').flatMap((file) => existingFiles(view, file))
  return paths.flatMap((path) => {
    const source = view.source(path)
    const summary = source === null ? null : (view.codec('summary')?.parse(source).value as PlanFacts['summary'])
    if (summary?.status !== 'halted') return []
    const why = [...summary.blockers, ...summary.pendingActions].filter((text) => text.trim() !== '')
    return why.length > 0 ? why : ['the summary gives no reason']
  })
}
