// Starts a unit (derives the state, checks the guards, measures the baseline, writes a claim) or resumes an interrupted one.
import { type ErrorBody, gsdError } from '../../errors.js'
import { slugOf } from '../../std/slug.js'
import { headStep } from '../builtin-steps.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type ClaimLine, type OutcomeLine, readLedger, revisionMark } from '../history/ledger.js'
import { quickMark } from '../ids.js'
import { changedTestSteps, changedTestsIn } from '../judging/changed-tests.js'
import { type Check, checkKey, checksOf, projectChecks, runKey } from '../judging/check.js'
import { runGate } from '../judging/gate.js'
import { baselineFrom, phaseStart } from '../judging/plan-receipts.js'
import { commandDigest, laterStep } from '../trust.js'
import type { Ctx, Edited } from '../verb.js'
import type { View } from '../view.js'
import { Staging } from '../writing/staging.js'
import {
  type BaselineRecord,
  type Claim,
  claimedReason,
  claimPath,
  claimState,
  draftsFolder,
  findClaim,
  hasEnded,
  isFresh,
  isOurClaim,
  leaseFrom,
  readClaims,
  renderClaim,
  tokenOf,
  unitKey,
} from './claims.js'
import { type DirectDecision, decideClaim, dispatchInput, guardHold } from './dispatch.js'
import { nextAttempt } from './guards.js'
import { type Hold, holdError } from './holds.js'
import { outlineOf } from './outline.js'
import { acquireRemote } from './team.js'
import type { ClaimResult, UnitDecision } from './unit-shapes.js'
import { isUnitType, unitType } from './units/all.js'

export interface ClaimRequest {
  readonly unitType: string
  readonly unitId: string
  /** Revision of the decision that the claim follows; null if none was given, which only units with a free subject allow. */
  readonly revision: string | null
  /** Set if the user closes the milestone although work in it is open. */
  readonly unfinished?: boolean
}

type ClaimAnswer = Edited<ClaimResult>

const HEAD_STEP = 'claim:head'
const VERIFY_PHASE: string = 'verify-phase'

export async function claimUnit(c: Ctx, request: ClaimRequest): Promise<ClaimAnswer> {
  const { view } = c
  const derivation = derive(view)
  const { revision } = derivation.state
  const input = dispatchInput(view, derivation)
  const found = await decideClaim(derivation, request.unitType, freshId(view, request), request.unfinished)
  if (found.kind === 'unknown')
    return refusal(request, 1, { code: 'NOT_FOUND', message: found.message, fix: found.fix })
  if (request.revision === null ? needsRevision(request) : request.revision !== revision)
    return refusal(request, 3, staleError(request, revision))
  if (found.kind === 'hold') return holdAnswer(request, found.hold)
  const { unit } = found
  const { claims } = input
  const old = findClaim(claims, unit.unitType, unit.unitId)
  const state = old === null ? 'free' : claimState(view, old)
  const blocking = input.allClaims.find((claim) => {
    const now = claim.unitType === unit.unitType && claim.unitId === unit.unitId ? input.stateOf(claim) : 'free'
    return now === 'held' || (now === 'mine' && isFresh(view, claim))
  })
  if (blocking !== undefined) {
    const { reason, resume } = claimedReason(blocking, input.stateOf(blocking), claims)
    return refusal(request, 3, { code: 'CLAIMED', message: reason, fix: resume })
  }
  // An expired claim's holder may still be running, so its token is replaced. Another machine's baseline is not reused.
  const isTrusted = old !== null && isOurClaim(view, old)
  const canResume = old !== null && isTrusted && state !== 'expired' && !hasEnded(view, old)
  const hold = canResume ? null : guardHold(input, unit)
  if (hold !== null) return holdAnswer(request, hold)
  await askTrust(c, derivation, found)
  const shared = await acquireRemote(c, unit)
  if (shared !== null && typeof shared !== 'string') return refusal(request, shared.exit, shared.error)
  const remote = shared === null ? {} : { remote: shared }
  if (canResume) return resume(view, unit, old, remote)
  await c.run(() => [
    ...(view.hasGit ? [headStep(HEAD_STEP)] : []),
    ...(unit.unitType === VERIFY_PHASE ? changedTestSteps(startOfPhase(derivation, found.phase)) : []),
  ])
  const measure = await measureBaseline(c, derivation, unit)
  return grant(c, derivation, request, found, { old: isTrusted ? old : null, remote, measure })
}

type Found = Extract<DirectDecision, { readonly kind: 'unit' }>

/** Refuses a claim whose finish would run unapproved commands: it is better to ask before the work than afterwards. */
async function askTrust(c: Ctx, { facts }: Derivation, found: Found): Promise<void> {
  const { caller, digest } = facts.view
  const checks = checksAtFinish(facts, found).filter((check) => caller.trustedBy(commandDigest(digest, check)) === null)
  const steps = checks.map((check) => laterStep({ name: `trust:${runKey(check)}`, argv: check.argv, cwd: check.cwd }))
  await c.run(() => steps)
}

function checksAtFinish(facts: Derivation['facts'], { unit, phase, plan }: Found): readonly Check[] {
  if (plan !== null) return checksOf(facts, plan.plan)
  if (unit.unitType === 'verify-phase') return phase?.plans.flatMap((one) => checksOf(facts, one.plan)) ?? []
  return unitType(unit.unitType).changesCode ? projectChecks(facts).checks : []
}

/** Whether the claim must name a revision. Units with a free subject do not depend on the revision. */
const needsRevision = ({ unitType: type }: ClaimRequest): boolean =>
  isUnitType(type) && unitType(type).subject !== 'free'

/** Returns the unit id. A new quick task gets an id of the date, three characters and the beginning of the task's first line. */
function freshId(view: View, { unitType: type, unitId }: ClaimRequest): string {
  if (type !== 'quick' || /^(?:quick:)?\d{6}-/.test(unitId)) return unitId
  const [words = ''] = unitId.replace(/^quick:/, '').split('\n')
  const slug = slugOf(words, 40) || 'task'
  const day = view.clock.today().replaceAll('-', '').slice(2)
  const mark = quickMark(view.digest(`${view.clock.now()}\0${unitId}`))
  return `${day}-${mark}-${slug}`
}

type Measure = Pick<Claim, 'baseline' | 'tree'>

const isPassing = ({ outcome }: BaselineRecord): boolean => outcome === 'pass' || outcome === 'checked'

/** Runs the project's checks before work that changes code; reuses passing results of this machine for the same tree. */
async function measureBaseline(c: Ctx, { facts }: Derivation, unit: UnitDecision): Promise<Measure> {
  const common = unitType(unit.unitType).changesCode ? projectChecks(facts).checks : []
  if (common.length === 0) return { baseline: [], tree: null }
  const { tree } = await runGate(c, facts, [])
  const same = readClaims(facts.view).filter(
    (claim) => claim.tree != null && claim.tree === tree && isOurClaim(facts.view, claim),
  )
  const earlier = same.flatMap((claim) => claim.baseline).filter(isPassing)
  const known = new Set(earlier.map(({ key }) => key))
  const toRun = common.filter((check) => !known.has(checkKey(check)))
  const gate = await runGate(c, facts, toRun)
  return { baseline: baselineFrom(common, c.results, gate.reused, earlier), tree: gate.tree }
}

const startOfPhase = ({ facts }: Derivation, phase: PhaseFacts | null): string | null =>
  phase === null || !facts.view.hasGit ? null : phaseStart(facts, phase)

interface GrantInput {
  /** This machine's earlier claim of the unit, which has expired or ended; null if there is none. */
  readonly old: Claim | null
  readonly remote: Pick<Claim, 'remote'>
  readonly measure: Measure
}

function grant(
  { view, results }: Ctx,
  derivation: Derivation,
  request: ClaimRequest,
  { unit, phase }: Found,
  { old, remote, measure }: GrantInput,
): ClaimAnswer {
  const now = view.clock.now()
  const at = new Date(now).toISOString()
  const { facts, state } = derivation
  const attempt = nextAttempt(readLedger(view), unit.unitType, unit.unitId)
  const key = unitKey(unit.unitType, unit.unitId)
  const dispatchId = `${unit.unitType}-${unit.unitId}-${attempt}-${view.digest(`${key}\0${at}`).slice(0, 6)}`
  const head = results.get(HEAD_STEP)
  const token = tokenOf({ dispatchId, at, revision: state.revision }, view.digest)
  const changed = unit.unitType === VERIFY_PHASE ? changedTestsIn(startOfPhase(derivation, phase), results) : null
  const drafts = draftsFolder(view, dispatchId)
  const staging = new Staging(view)
  // A second attempt means that the outline was not enough.
  const isOutlined = phase !== null && unit.unitType === 'plan-phase' && attempt === 1
  const outline = isOutlined ? outlineOf(facts, phase) : null
  if (outline !== null) staging.put(`${drafts}/${unit.unitId}-01-PLAN.md`, outline)
  const claim: Claim = {
    v: 1,
    token,
    machine: machineMark(view),
    dispatchId,
    unitType: unit.unitType,
    unitId: unit.unitId,
    attempt,
    revision: state.revision,
    milestone: facts.milestone?.id ?? null,
    at,
    leaseUntil: leaseFrom(now),
    startCommit: head?.exitCode === 0 ? head.stdout.trim() : null,
    ...remote,
    ...(unitType(unit.unitType).leavesCode ? { leavesCode: true } : {}),
    ...holderOf(view),
    mode: unit.payload.mode ?? null,
    drafts,
    ...measure,
    ...(changed === null ? {} : { changedTests: changed }),
    ...taskOf(request, unit),
  }
  if (old !== null && !hasEnded(view, old)) staging.append(timedOut(old, at))
  staging.append(claimLine(claim))
  staging.put(claimPath(staging.view, claim.unitType, claim.unitId), renderClaim(claim))
  staging.put(`${claim.drafts}/.keep`, '')
  return claimAnswer(claim, staging, { outlined: outline !== null, expects: unit.expects })
}

function machineMark({ caller }: View): string {
  if (caller.mark !== null) return caller.mark
  throw gsdError(
    'IO',
    'a claim needs the id of this machine, but ~/.gsd is not writable',
    'make ~/.gsd writable, or run gsd install once outside the sandbox',
  )
}

const timedOut = (old: Claim, at: string): OutcomeLine => ({
  kind: 'outcome',
  at,
  dispatchId: old.dispatchId,
  unitType: old.unitType,
  unitId: old.unitId,
  status: 'timed-out',
})

/** Returns the caller as holder; empty if the system cannot identify the caller. */
const holderOf = ({ presence }: View): Pick<Claim, 'holder'> =>
  presence.holder === null ? {} : { holder: presence.holder }

/** Returns the text of a new quick task, of which the id has only a part, or the request of an extension; otherwise nothing. */
function taskOf({ unitId: words }: ClaimRequest, unit: UnitDecision): Pick<Claim, 'task'> {
  const isNew = unit.unitType === 'quick' && words.replace(/^quick:/, '') !== unit.unitId
  const task = isNew ? words : unit.prompt.vars['task']
  return task === undefined ? {} : { task }
}

/** Moves the claim to another holder. Token, drafts, baseline and attempt stay: an interruption is not a failure. */
function resume(view: View, unit: UnitDecision, old: Claim, remote: Pick<Claim, 'remote'>): ClaimAnswer {
  const { holder: _holder, paused: _paused, ...rest } = old
  const claim: Claim = {
    ...rest,
    ...remote,
    leaseUntil: leaseFrom(view.clock.now()),
    ...holderOf(view),
    mode: unit.payload.mode ?? null,
    cuts: (old.cuts ?? 0) + 1,
  }
  const staging = new Staging(view)
  staging.put(claimPath(staging.view, claim.unitType, claim.unitId), renderClaim(claim))
  return claimAnswer(claim, staging, { expects: unit.expects })
}

type Rest = Partial<Pick<ClaimResult, 'outlined' | 'expects' | 'hold'>>

const resultOf = (claim: Pick<Claim, 'unitType' | 'unitId'> & Partial<Claim>, rest: Rest): ClaimResult => ({
  claim: claim.token ?? null,
  dispatchId: claim.dispatchId ?? null,
  unitType: claim.unitType,
  unitId: claim.unitId,
  attempt: claim.attempt ?? null,
  startCommit: claim.startCommit ?? null,
  drafts: claim.drafts ?? null,
  outlined: false,
  expects: [],
  hold: null,
  ...rest,
})

const claimAnswer = (claim: Claim, staging: Staging, rest: Rest): ClaimAnswer => ({
  result: resultOf(claim, rest),
  edits: staging.edits(),
  unit: unitKey(claim.unitType, claim.unitId),
})

const claimLine = (claim: Claim): ClaimLine => ({
  kind: 'claim',
  at: claim.at,
  dispatchId: claim.dispatchId,
  unitType: claim.unitType,
  unitId: claim.unitId,
  revision: revisionMark(claim.revision),
  attempt: claim.attempt,
  ...(claim.milestone === null ? {} : { milestone: claim.milestone }),
  startCommit: claim.startCommit,
})

const refusal = (
  { unitType: type, unitId }: ClaimRequest,
  exit: 1 | 3 | 4,
  error: ErrorBody,
  hold: Hold | null = null,
) => ({ result: resultOf({ unitType: type, unitId }, { hold }), exit, error, edits: [] })

const holdAnswer = (request: ClaimRequest, hold: Hold): ClaimAnswer => refusal(request, 4, holdError(hold), hold)

const staleError = ({ unitType: type, unitId, revision }: ClaimRequest, now: string): ErrorBody => ({
  code: 'STALE_DECISION',
  message:
    revision === null
      ? `no revision was given, but a claim needs the revision that gsd-tools next prints; the project is at ${now}`
      : `revision ${revision} is stale: the project is at ${now}`,
  fix: `run gsd-tools next again; or, if ${type} ${unitId} is still the right unit, claim it with --revision ${now}`,
})
