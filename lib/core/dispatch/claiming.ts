// The start of a unit: derivation is asked again, guards run again, the baseline is taken, and the claim exists. Pure: programs are asked for, not started.
import type { Edit } from '../../artifacts/codec.js'
import type { ErrorBody } from '../../errors.js'
import type { RunResult } from '../../ports.js'
import { slugOf } from '../../std/text.js'
import { headStep, type UnitStep } from '../builtin-steps.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type PendingAction, pendingActions } from '../derivation/triggers.js'
import { type ClaimLine, type Ledger, type OutcomeLine, readLedger } from '../history/ledger.js'
import { baselineFrom, checkSteps, projectChecks } from '../judging/checks.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { Staging } from '../writing/staging.js'
import {
  type BaselineRecord,
  type Claim,
  claimOf,
  claimPath,
  draftsFolder,
  isLive,
  leaseFrom,
  readClaims,
  renderClaim,
  tokenOf,
  unitKey,
} from './claims.js'
import {
  decideDirect,
  type ExpectedFile,
  guardHold,
  type Hold,
  type UnitDecision,
  type UnitPayload,
} from './dispatch.js'
import { nextAttempt } from './guards.js'
import { isUnitType, unitType } from './units.js'

export interface ClaimRequest {
  readonly unitType: string
  readonly unitId: string
  /** Revision of the decision it follows; null only where none is asked for. */
  readonly revision: string | null
  readonly session: string | null
  readonly isolation: string
  readonly takeOver: boolean
  /** A person closes the milestone although work in it is open. */
  readonly unfinished?: boolean
}

interface ClaimResult {
  readonly claim: string | null
  readonly dispatchId: string | null
  readonly unitType: string
  readonly unitId: string
  readonly attempt: number | null
  readonly revision: string
  readonly leaseUntil: string | null
  readonly startCommit: string | null
  readonly isolation: string
  /** Folder for the files the unit is expected to leave, under their final names. */
  readonly drafts: string | null
  readonly expects: readonly ExpectedFile[]
  readonly payload: UnitPayload
  readonly agent: string | null
  readonly pendingActions: readonly PendingAction[]
  readonly baseline: readonly BaselineRecord[]
  readonly hold: Hold | null
}

export interface ClaimAnswer {
  readonly result: ClaimResult
  readonly exit?: 0 | 1 | 3 | 4
  readonly error?: ErrorBody
  readonly edits: readonly Edit[]
  readonly unit?: string
}

const HEAD = 'claim:head'

export function claimUnit(
  view: View,
  request: ClaimRequest,
  results: ReadonlyMap<string, RunResult>,
): ClaimAnswer | { readonly more: readonly UnitStep[] } {
  const derivation = derive(view)
  const ledger = readLedger(view)
  const { revision } = derivation.state
  const found = decideDirect(derivation, request.unitType, freshId(view, request), {
    unfinished: request.unfinished === true,
  })
  if (found.kind === 'unknown')
    return refusal(request, revision, 1, { code: 'NOT_FOUND', message: found.message, fix: found.fix })
  if (request.revision === null ? needsRevision(request) : request.revision !== revision)
    return refusal(request, revision, 3, staleError(request, revision))
  if (found.kind === 'hold') return held(request, revision, found.hold)
  const { unit } = found
  const claims = readClaims(view)
  const now = view.clock.now()
  const old = claimOf(claims, unit.unitType, unit.unitId)
  if (old !== null && (isLive(old, now) || !request.takeOver))
    return refusal(request, revision, 3, claimedError(old, now))
  const hold = guardHold({ derivation, ledger, claims, now }, unit)
  if (hold !== null) return held(request, revision, hold)
  const steps = claimSteps(view, derivation, unit)
  if (steps.some(({ name }) => !results.has(name))) return { more: steps }
  return grant({ view, derivation, ledger, request, unit, old, results, pending: pendingFor(derivation, found.phase) })
}

/** Units that no derivation offers do not depend on its revision. */
const needsRevision = ({ unitType: type }: ClaimRequest): boolean =>
  isUnitType(type) && unitType(type).subject !== 'free'

/** A new quick task gets the day and three letters in front of its words, which may be any text. */
function freshId(view: View, { unitType: type, unitId }: ClaimRequest): string {
  if (type !== 'quick' || /^(?:quick:)?\d{6}-/.test(unitId)) return unitId
  const day = view.clock.today().replaceAll('-', '').slice(2)
  const mark = Number.parseInt(view.digest(`${view.clock.now()}\0${unitId}`).slice(0, 8), 16)
    .toString(36)
    .padStart(3, '0')
    .slice(-3)
  return `${day}-${mark}-${slugOf(unitId.replace(/^quick:/, ''), 40) || 'task'}`
}

/** Units that change code: what the project's checks do before is what they are held against. */
const MEASURED: ReadonlySet<UnitDecision['unitType']> = new Set(['execute-plan', 'quick'] as const)

function claimSteps(view: View, { facts }: Derivation, unit: UnitDecision): readonly UnitStep[] {
  const head = view.hasGit ? [headStep(HEAD)] : []
  return MEASURED.has(unit.unitType) ? [...head, ...checkSteps(facts, projectChecks(facts).checks)] : head
}

const pendingFor = ({ facts }: Derivation, phase: PhaseFacts | null): readonly PendingAction[] =>
  phase === null ? [] : pendingActions(facts, phase)

interface Grant {
  readonly view: View
  readonly derivation: Derivation
  readonly ledger: Ledger
  readonly request: ClaimRequest
  readonly unit: UnitDecision
  readonly old: Claim | null
  readonly results: ReadonlyMap<string, RunResult>
  readonly pending: readonly PendingAction[]
}

function grant({ view, derivation, ledger, request, unit, old, results, pending }: Grant): ClaimAnswer {
  const now = view.clock.now()
  const at = new Date(now).toISOString()
  const { facts, state } = derivation
  const attempt = nextAttempt(ledger, unit.unitType, unit.unitId)
  const key = unitKey(unit.unitType, unit.unitId)
  const dispatchId = `${unit.unitType}-${unit.unitId}-${attempt}-${view.digest(`${key}\0${at}`).slice(0, 6)}`
  const head = results.get(HEAD)
  const claim: Claim = {
    v: 1,
    token: tokenOf({ dispatchId, at, revision: state.revision }, view.digest),
    dispatchId,
    unitType: unit.unitType,
    unitId: unit.unitId,
    attempt,
    revision: state.revision,
    milestone: facts.milestone?.id ?? null,
    at,
    leaseUntil: leaseFrom(now),
    startCommit: head?.exitCode === 0 ? head.stdout.trim() : null,
    isolation: request.isolation,
    session: request.session,
    mode: unit.payload.mode ?? null,
    drafts: draftsFolder(view, dispatchId),
    baseline: MEASURED.has(unit.unitType) ? baselineFrom(projectChecks(facts).checks, results) : [],
  }
  const staging = new Staging(view)
  if (old !== null) staging.append(ledgerPath(staging), timedOut(old, at))
  staging.append(ledgerPath(staging), claimLine(claim, old))
  staging.put(claimPath(staging, claim.unitType, claim.unitId), renderClaim(claim))
  staging.put(`${claim.drafts}/.keep`, '')
  return {
    result: {
      claim: claim.token,
      dispatchId,
      unitType: claim.unitType,
      unitId: claim.unitId,
      attempt,
      revision: claim.revision,
      leaseUntil: claim.leaseUntil,
      startCommit: claim.startCommit,
      isolation: claim.isolation,
      drafts: claim.drafts,
      expects: unit.expects,
      payload: unit.payload,
      agent: unit.agent ?? null,
      pendingActions: pending,
      baseline: claim.baseline,
      hold: null,
    },
    edits: staging.edits(),
    unit: key,
  }
}

const claimLine = (claim: Claim, old: Claim | null): ClaimLine => ({
  kind: 'claim',
  at: claim.at,
  dispatchId: claim.dispatchId,
  unitType: claim.unitType,
  unitId: claim.unitId,
  revision: claim.revision,
  attempt: claim.attempt,
  cause: old !== null || claim.attempt > 1 ? 'retry' : 'default',
  milestone: claim.milestone,
  startCommit: claim.startCommit,
})

const timedOut = (old: Claim, at: string): OutcomeLine => ({
  kind: 'outcome',
  at,
  dispatchId: old.dispatchId,
  unitType: old.unitType,
  unitId: old.unitId,
  revision: old.revision,
  status: 'timed-out',
  failure: null,
})

const refused = (request: ClaimRequest, revision: string, hold: Hold | null): ClaimResult => ({
  claim: null,
  dispatchId: null,
  unitType: request.unitType,
  unitId: request.unitId,
  attempt: null,
  revision,
  leaseUntil: null,
  startCommit: null,
  isolation: request.isolation,
  drafts: null,
  expects: [],
  payload: {},
  agent: null,
  pendingActions: [],
  baseline: [],
  hold,
})

const refusal = (request: ClaimRequest, revision: string, exit: 1 | 3 | 4, error: ErrorBody): ClaimAnswer => ({
  result: refused(request, revision, null),
  exit,
  error,
  edits: [],
})

const held = (request: ClaimRequest, revision: string, hold: Hold): ClaimAnswer => ({
  result: refused(request, revision, hold),
  exit: 4,
  error: { code: hold.code === 'ADOPT' ? 'ADOPT' : 'HOLD', message: hold.reason, fix: hold.resume },
  edits: [],
})

const staleError = ({ unitType: type, unitId, revision }: ClaimRequest, now: string): ErrorBody => ({
  code: 'STALE_DECISION',
  message:
    revision === null
      ? `no revision was given: a claim rests on what next answered; the project is at ${now}`
      : `the decision rests on revision ${revision}, the project is at ${now}`,
  fix: `ask again: gsd-tools next; or, if ${type} ${unitId} is still right, claim it with --revision ${now}`,
})

const claimedError = (old: Claim, now: number): ErrorBody => ({
  code: 'CLAIMED',
  message: isLive(old, now)
    ? `${unitKey(old.unitType, old.unitId)} is being worked on since ${old.at}, until ${old.leaseUntil}`
    : `${unitKey(old.unitType, old.unitId)} was claimed at ${old.at} and its lease ended ${old.leaseUntil}; its drafts are in ${old.drafts}`,
  fix: isLive(old, now)
    ? `wait; if nobody works on it any more: gsd-tools unit finish --claim ${old.token} --status cancelled`
    : 'if nobody works on it any more, claim it with --take-over',
})
