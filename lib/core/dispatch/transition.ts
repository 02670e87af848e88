// The transition of a phase in one call: claimed and finished by the code every other unit goes through.

import type { Edit } from '../../artifacts/codec.js'
import type { ErrorBody } from '../../errors.js'
import type { Edited } from '../answer.js'
import type { Ctx } from '../context.js'
import { derive } from '../derivation/derive.js'
import { isComplete } from '../derivation/plan-facts.js'
import { unknownPhase } from '../derivation/unknown.js'
import { displayPhaseId, type PhaseId, parsePhaseId, samePhase } from '../ids.js'
import type { View } from '../view.js'
import { layEdits } from '../writing/staging.js'
import { claimUnit } from './claiming.js'
import { finishUnit } from './finishing.js'
import type { FinishResult, TransitionResult } from './unit-results.js'

/** Twice is once: a phase that is done answers with its facts and changes nothing. */
export async function completePhase(c: Ctx, text: string): Promise<Edited<TransitionResult>> {
  const { view } = c
  const derivation = derive(view)
  const id = parsePhaseId(text)
  const phase = id === null ? undefined : derivation.facts.phases.find((candidate) => samePhase(candidate.id, id))
  if (phase === undefined)
    return answer(view, text, [], {
      exit: 1,
      error: unknownPhase(derivation.facts, text),
    })
  if (derivation.done.has(phase.id))
    return answer(view, phase.id, [], { warnings: ['it was closed before: nothing was to be done'] })
  const request = {
    unitType: 'transition',
    unitId: phase.id,
    revision: derivation.state.revision,
  }
  const claimed = await claimUnit(c, request)
  if (claimed.result.claim === null) {
    const held = claimed.error ?? {
      code: 'HOLD' as const,
      message: 'the phase cannot be completed now',
      fix: 'gsd-tools next',
    }
    const incomplete = claimed.result.hold?.code === 'STEP'
    return answer(view, phase.id, [], {
      exit: incomplete ? 1 : (claimed.exit ?? 1),
      error: incomplete ? { ...held, code: 'PHASE_VERIFICATION_INCOMPLETE' } : held,
    })
  }
  const after = { ...c, view: view.over((files) => layEdits(files, claimed.edits, view)) }
  const finished = await finishUnit(after, { claim: claimed.result.claim, status: 'completed', artifacts: {} })
  // A claim that would stay open is not taken at all: the next call takes its own.
  const open = finished.result.status === null
  const edits = open ? [] : joinedEdits(claimed.edits, finished.edits)
  return answer(view, phase.id, edits, {
    ...(finished.exit === undefined ? {} : { exit: finished.exit }),
    ...(finished.error === undefined ? {} : { error: finished.error }),
    finish: finished.result,
  })
}

/** What the claim wrote and the finish removed again is no edit; lines of both stay in order. */
export function joinedEdits(first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  const later = new Set(second.flatMap((edit) => (edit.kind === 'line' ? [] : [edit.path])))
  const created = new Set(first.flatMap((edit) => (edit.kind === 'text' ? [edit.path] : [])))
  return [
    ...first.filter((edit) => edit.kind === 'line' || !later.has(edit.path)),
    ...second.filter((edit) => edit.kind !== 'remove' || !created.has(edit.path)),
  ]
}

interface Rest {
  readonly exit?: 0 | 1 | 3 | 4
  readonly error?: ErrorBody
  readonly finish?: FinishResult
  readonly warnings?: readonly string[]
}

function answer(
  view: View,
  id: string,
  edits: readonly Edit[],
  { exit, error, finish, warnings = [] }: Rest,
): Edited<TransitionResult> {
  const { facts } = derive(view)
  const index = facts.phases.findIndex((phase) => phase.id === id)
  const phase = facts.phases[index]
  const following = index < 0 ? undefined : facts.phases[index + 1]
  const touched = (name: string) => edits.some((edit) => edit.path.endsWith(`/${name}`))
  const told = [...warnings, ...(finish?.findings ?? []).map(({ message }) => message)]
  return {
    result: {
      completed_phase: phase === undefined ? id : displayPhaseId(phase.id as PhaseId),
      phase_name: phase?.title ?? null,
      plans_executed: phase === undefined ? '0/0' : `${phase.plans.filter(isComplete).length}/${phase.plans.length}`,
      next_phase: following === undefined ? null : displayPhaseId(following.id),
      next_phase_name: following?.title ?? null,
      is_last_phase: index >= 0 && following === undefined,
      date: view.clock.today(),
      roadmap_updated: touched('ROADMAP.md'),
      state_updated: touched('STATE.md'),
      requirements_updated: touched('REQUIREMENTS.md'),
      auto_pruned: false,
      warnings: told,
      has_warnings: told.length > 0,
      receipts: finish?.receipts ?? [],
      next: finish?.next ?? null,
      unknown:
        following === undefined && index >= 0
          ? [{ path: 'next_phase', code: 'LAST_PHASE', reason: 'it is the last phase of the active milestone' }]
          : [],
    },
    ...(exit === undefined ? {} : { exit }),
    ...(error === undefined ? {} : { error }),
    edits,
    unit: `transition/${id}`,
  }
}
