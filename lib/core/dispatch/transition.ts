// Begins and ends a unit in one call, with the same code as every other unit.
import type { Edit } from '../../artifacts/codec.js'
import type { ErrorBody } from '../../errors.js'
import { derive } from '../derivation/derive.js'
import { receiptsOf } from '../derivation/phase-receipts.js'
import { phaseNamed, unknownPhase } from '../derivation/unknown.js'
import { displayPhaseId } from '../ids.js'
import type { Ctx, Edited } from '../verb.js'
import type { View } from '../view.js'
import { withEdits } from '../writing/staging.js'
import { type ClaimRequest, claimUnit } from './claiming.js'
import { type Claim, findClaim, isOurClaim, isTaken, readClaims } from './claims.js'
import { type FinishRequest, finishUnit } from './finishing.js'
import type { FinishResult, TransitionResult } from './unit-shapes.js'

interface WholeUnitAnswer extends Partial<Pick<Edited<FinishResult>, 'exit' | 'error'>> {
  readonly finish: FinishResult | null
  readonly isEarly: boolean
  /** Edits of claim and finish; empty if the claim would stay open, because the next call claims the unit again. */
  readonly edits: readonly Edit[]
}

const isHeldElsewhere = (view: View, claim: Claim): boolean =>
  !isOurClaim(view, claim) || (claim.holder !== undefined && view.presence.stateOf(claim.holder) === 'elsewhere')

/** Claims and finishes a unit. Continues an earlier claim of this machine that is in use, but not by another process. */
export async function claimAndFinish(
  c: Ctx,
  request: ClaimRequest,
  options: Pick<FinishRequest, 'closing'> = {},
): Promise<WholeUnitAnswer> {
  const { view } = c
  const earlierClaim = findClaim(readClaims(view), request.unitType, request.unitId)
  const canContinue = earlierClaim !== null && isTaken(view, earlierClaim) && !isHeldElsewhere(view, earlierClaim)
  const claimed = canContinue ? null : await claimUnit(c, request)
  const claim = canContinue ? earlierClaim.token : (claimed?.result.claim ?? null)
  const before = claimed?.edits ?? []
  if (claim === null) {
    const error: ErrorBody = claimed?.error ?? {
      code: 'HOLD',
      message: `${request.unitType} is not possible now`,
      fix: 'run gsd-tools next',
    }
    const isEarly = claimed?.result.hold?.code === 'STEP'
    return { finish: null, isEarly, exit: claimed?.exit ?? 1, error, edits: [] }
  }
  const after = { ...c, view: view.withTree((files) => withEdits(files, before, view)) }
  const { result, edits, exit, error } = await finishUnit(after, { claim, status: 'completed', ...options })
  return {
    finish: result,
    isEarly: false,
    edits: result.status === null ? [] : mergedEdits(view, before, edits),
    ...(exit === undefined ? {} : { exit }),
    ...(error === undefined ? {} : { error }),
  }
}

/** Merges the edits of claim and finish; drops files that the claim created and the finish removed. */
function mergedEdits(view: View, first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  const later = new Set(second.flatMap((edit) => (edit.kind === 'line' ? [] : [edit.path])))
  return [
    ...first.filter((edit) => edit.kind === 'line' || !later.has(edit.path)),
    ...second.filter((edit) => edit.kind !== 'remove' || view.source(edit.path) !== null),
  ]
}

/** Closes a phase. If the phase is closed already, changes nothing, and returns the stored receipts with a warning. */
export async function completePhase(c: Ctx, text: string): Promise<Edited<TransitionResult>> {
  const { facts, done, state } = derive(c.view)
  const phase = phaseNamed(facts, text)
  if (phase === null) {
    const result = { phase: text, warnings: [], receipts: [] }
    return { result, exit: 1, error: unknownPhase(facts, text), edits: [] }
  }
  const stored = receiptsOf(facts, phase).receipts.flatMap(({ file }) => file.receipts.map(({ id: one }) => one))
  const result = { phase: displayPhaseId(phase.id), warnings: [], receipts: stored }
  const unit = `transition/${phase.id}`
  if (done.has(phase.id)) return { result: { ...result, warnings: ['the phase was already closed'] }, edits: [], unit }
  const request = { unitType: 'transition', unitId: phase.id, revision: state.revision }
  const { finish, isEarly, edits, exit, error } = await claimAndFinish(c, request)
  const { findings = [], receipts = [] } = finish ?? {}
  const warnings = findings.map(({ message }) => message)
  return {
    result: { ...result, warnings, receipts: receipts.length === 0 ? stored : receipts },
    ...(exit === undefined ? {} : { exit: isEarly ? 1 : exit }),
    ...(error === undefined ? {} : { error: isEarly ? { ...error, code: 'PHASE_VERIFICATION_INCOMPLETE' } : error }),
    edits,
    unit,
  }
}
