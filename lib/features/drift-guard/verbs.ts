// drift-guard: which source decides about a plan here, how grave a finding is, and whether a phase may still be changed by a review.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, isComplete } from '../../core/derivation/facts.js'
import { parsePhaseId, samePhase } from '../../core/ids.js'
import { phaseMissing } from '../../core/phases/locate.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { maybe, oneOf, record, text } from '../../std/shape.js'
import { type Answer, query } from '../../verbs/verb.js'

/** The first that is there decides; what stands below it may be changed to agree. */
const AUTHORITIES = ['context', 'requirements', 'roadmap', 'plan'] as const
type Authority = (typeof AUTHORITIES)[number]
const STATUSES = ['contradicts', 'missing', 'unclear', 'agrees'] as const
type Status = (typeof STATUSES)[number]

const SEVERITY: Readonly<Record<Status, Readonly<Record<Authority, string>>>> = {
  contradicts: { context: 'blocker', requirements: 'blocker', roadmap: 'major', plan: 'minor' },
  missing: { context: 'major', requirements: 'blocker', roadmap: 'major', plan: 'minor' },
  unclear: { context: 'minor', requirements: 'minor', roadmap: 'minor', plan: 'minor' },
  agrees: { context: 'none', requirements: 'none', roadmap: 'none', plan: 'none' },
}

const PHASE_STATUS = ['open', 'executing', 'finished'] as const

function authorityOf(view: View): Authority {
  const { active, facts } = derive(view)
  if (active?.files?.context != null) return 'context'
  if (view.source(view.at('REQUIREMENTS.md')) !== null) return 'requirements'
  return facts.roadmap === null ? 'plan' : 'roadmap'
}

interface Judgement {
  readonly authority?: string
  readonly severity?: string
  readonly status?: (typeof PHASE_STATUS)[number]
}

export const driftGuard = query({
  name: 'drift-guard',
  about: 'Who decides about a plan, how grave a finding is, whether a phase may change',
  args: {
    action: {
      type: 'choice',
      values: ['authority', 'severity', 'phase-status'],
      positional: true,
      required: true,
      about: 'What to judge',
    },
    status: { type: 'choice', values: STATUSES, about: 'What the plan does to the source' },
    authority: { type: 'choice', values: AUTHORITIES, about: 'The source; the one that decides here when left out' },
    phase: { type: 'text', about: 'Phase; the active one when left out' },
  },
  result: record({ authority: maybe(text()), severity: maybe(text()), status: maybe(oneOf(PHASE_STATUS)) }),
  reads: [...FACT_READS, 'requirements'],
  run({ action, status, authority, phase }, view): Answer<Judgement> {
    if (action === 'authority') return { result: { authority: authorityOf(view) } }
    if (action === 'severity') {
      if (status === undefined) {
        const error: ErrorBody = {
          code: 'USAGE',
          message: 'severity needs --status',
          fix: `add --status ${STATUSES.join('|')}`,
        }
        return { result: {}, error }
      }
      const source = authority ?? authorityOf(view)
      return { result: { authority: source, severity: SEVERITY[status][source] } }
    }
    const { facts, active, done } = derive(view)
    const id = phase === undefined ? (active?.id ?? null) : parsePhaseId(phase)
    const found = facts.phases.find((one) => id !== null && samePhase(one.id, id))
    if (found === undefined)
      return {
        result: {},
        error: phaseMissing(
          phase ?? 'active',
          facts.phases.map((one) => one.id),
        ),
      }
    const begun = found.plans.some((plan) => isComplete(plan) || plan.evidence !== 'open')
    return { result: { status: done.has(found.id) ? 'finished' : begun ? 'executing' : 'open' } }
  },
})
