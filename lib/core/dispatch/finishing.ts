// Ends a unit: checks the artifacts, runs the gates, stamps the fields that the CLI owns and writes everything at once.
import type { Edit } from '../../artifacts/codec.js'
import { METRICS_PATH, metricOf } from '../captures/metrics.js'
import { derive } from '../derivation/derive.js'
import { extensionFindings, storeStates } from '../extensions/finishing.js'
import { stageReceipts } from '../judging/plan-receipts.js'
import type { Receipt } from '../judging/receipts.js'
import type { ClosingChoices } from '../milestones/milestone-closing.js'
import { phaseLine } from '../usage/phase-line.js'
import type { Ctx, Results } from '../verb.js'
import type { View } from '../view.js'
import { refreshProjections } from '../writing/projections.js'
import { Staging } from '../writing/staging.js'
import { atDraft, withCharter } from './charter/expand.js'
import { type Claim, hasEnded, isOurClaim, readClaims } from './claims.js'
import { checkArtifact, gatherArtifacts, missingFinding } from './drafts.js'
import {
  claimLost,
  endClaim,
  extensionHold,
  type FinishAnswer,
  fencedAnswer,
  foreignClaim,
  refuse,
  refuseGate,
  resultOf,
  unitOf,
} from './finish/answers.js'
import { type InlineSummary, inlineDraft, inlineFindings } from './finish/inline-summary.js'
import { approvalsFor } from './finish/own-commands.js'
import { type GateVerdict, NOTHING_WRONG, textOf, type Work } from './finish/work.js'
import { releaseRemote, renewRemote } from './team.js'
import { subjectsOf } from './unit-decisions.js'
import { finding, type UnitFinding } from './unit-finding.js'
import { isUnitType, unitCode, unitType } from './units/all.js'
import type { UnitCode } from './units/unit.js'

export interface FinishRequest {
  readonly claim: string
  readonly status: 'completed' | 'failed' | 'cancelled'
  /** A summary given on the command line instead of a draft. */
  readonly inline?: InlineSummary | null
  /** The user's choices for closing a milestone; only `milestone complete` sets them. */
  readonly closing?: ClosingChoices
}

export async function finishUnit(c: Ctx, request: FinishRequest): Promise<FinishAnswer> {
  const { view } = c
  const claim = readClaims(view).find(({ token }) => token === request.claim)
  if (claim === undefined || !isUnitType(claim.unitType) || hasEnded(view, claim))
    return fencedAnswer(view, request.claim)
  if (request.status === 'completed' && !isOurClaim(view, claim)) return foreignClaim(claim)
  const lost = request.status === 'completed' ? await renewRemote(c, claim) : null
  if (lost !== null) return claimLost(view, claim, lost)
  const answer = await endUnit(c, claim, request)
  // A null status means that the claim stays open.
  if (answer.result.status === null) return answer
  const row: Edit = { kind: 'line', path: METRICS_PATH, payload: metricOf(claim, view.clock.now()) }
  const isClosed = claim.unitType === 'transition' && answer.result.status === 'completed'
  const result = isClosed ? { ...answer.result, took: phaseLine(view, claim.unitId) } : answer.result
  return { ...answer, result, edits: [...answer.edits, row], after: () => releaseRemote(c, claim) }
}

async function endUnit(c: Ctx, claim: Claim, request: FinishRequest): Promise<FinishAnswer> {
  const { view, results } = c
  const unit = unitType(claim.unitType)
  if (request.status !== 'completed') return endUnaccepted(view, claim, request.status)
  const code = await unitCode(unit.id)
  const opened = withCharter(workOf(view, claim, request, results), unit.charter, code.expand)
  const { work } = opened
  const inlineProblems = inlineFindings(work, request.inline ?? null)
  const drafted = inlineProblems.length > 0 ? inlineProblems : opened.findings
  const first = drafted.length > 0 ? drafted : artifactFindings(work, code)
  if (first.length > 0) return refuse(work, first)
  const { findings, failed, hold } = await extensionFindings(work)
  if (hold !== null) return extensionHold(claim, hold)
  if (findings.length > 0) return refuse(work, findings)
  const verdict = (await code.check?.(work, c)) ?? NOTHING_WRONG
  if (verdict.findings.length > 0)
    return refuseGate(work, { ...verdict, findings: verdict.findings.map((found) => atDraft(work, found)) })
  return accept(work, code, verdict, failed)
}

function workOf(view: View, claim: Claim, request: FinishRequest, results: Results): Work {
  const derivation = derive(view)
  const { phase, plan, expects } = subjectsOf(derivation.facts, claim.unitType, claim.unitId)
  const charter = unitType(claim.unitType).charter?.name ?? null
  return {
    view,
    derivation,
    claim,
    phase,
    plan,
    expects,
    charter,
    gathered: gatherArtifacts(
      view,
      expects,
      claim.drafts,
      charter,
      inlineDraft(expects, claim, request.inline ?? null),
    ),
    staging: new Staging(view),
    results,
    at: new Date(view.clock.now()).toISOString(),
    closing: request.closing ?? null,
  }
}

function artifactFindings(work: Work, { inspect }: UnitCode): readonly UnitFinding[] {
  const { view, claim, gathered, phase } = work
  const { subject, charter: form = null } = unitType(claim.unitType)
  const cancelIt = `run gsd-tools unit finish --claim ${claim.token} --status cancelled`
  if ((subject === 'phase' || subject === 'plan') && phase === null)
    return [finding('PHASE_NOT_FOUND', `${claim.unitId} is no longer in ROADMAP.md`, view.at('ROADMAP.md'), cancelIt)]
  return [
    ...gathered.missing.map((expected) => missingFinding(expected, claim.drafts, gathered.foreign, form)),
    ...gathered.artifacts.flatMap((artifact) =>
      checkArtifact(view, artifact).map((found) => {
        if (artifact.rendered === true) return atDraft(work, found)
        return artifact.draft === null ? found : { ...found, path: artifact.draft }
      }),
    ),
    ...(inspect?.(work) ?? []).map((found) => atDraft(work, found)),
  ]
}

async function endUnaccepted(view: View, claim: Claim, status: 'failed' | 'cancelled'): Promise<FinishAnswer> {
  const staging = new Staging(view)
  endClaim(staging, claim, status)
  const { failed, hold } = await storeStates(staging, { claim, artifacts: [] }, status)
  // Cancelling always works; problems are only reported.
  if (hold !== null && status !== 'cancelled') return extensionHold(claim, hold)
  const result = resultOf(claim, { findings: failed, status, verdict: 'accept' })
  return { result, edits: staging.edits(), unit: unitOf(claim) }
}

/** Returns a check's name, with the number of passed tests if it is known: `npm test (34 passed)`. */
const checkText = ({ name, tests }: Receipt): string =>
  tests.passed === null ? name : `${name} (${tests.passed} passed)`

async function accept(
  work: Work,
  code: UnitCode,
  { receipts }: GateVerdict,
  notices: readonly UnitFinding[],
): Promise<FinishAnswer> {
  const { claim, staging, gathered, phase } = work
  const paths = gathered.artifacts.map((artifact) => {
    const path = code.finalPath?.(work, artifact) ?? artifact.path
    if (path !== artifact.path) staging.remove(artifact.path)
    staging.put(path, code.stamp?.(work, artifact) ?? textOf(artifact))
    return path
  })
  code.complete?.(work)
  work.record?.(staging)
  stageReceipts(staging, receipts, phase)
  const accepted = gathered.artifacts.flatMap(({ draft }) =>
    draft?.startsWith(`${claim.drafts}/`) && work.view.source(draft) !== null ? [draft] : [],
  )
  endClaim(staging, claim, 'completed', { accepted: [...new Set(accepted)] })
  const { subject, closes = false } = unitType(claim.unitType)
  const isProjectWide = subject === 'project' || subject === 'milestone'
  const activity = `Finished ${claim.unitType}${isProjectWide ? '' : ` ${claim.unitId}`}`
  const ofPhase = phase === null ? {} : { phase: phase.id, plansBefore: phase.plans }
  refreshProjections(staging, { ...ofPhase, close: closes, activity })
  const { failed, hold } = await storeStates(staging, { claim, artifacts: gathered.artifacts }, 'completed')
  if (hold !== null) return extensionHold(claim, hold)
  const ran = receipts.flatMap(({ file }) => file.receipts)
  return {
    result: resultOf(claim, {
      status: 'completed',
      verdict: 'accept',
      artifacts: paths,
      receipts: ran.map(({ id }) => id),
      checks: ran.map(checkText),
      findings: [...notices, ...failed],
    }),
    edits: staging.edits(),
    agrees: approvalsFor(work),
    unit: unitOf(claim),
  }
}
