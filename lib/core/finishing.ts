// The end of a unit: its artifacts are checked, its gates run, the CLI's own fields are stamped, everything is placed at once. Pure: programs are asked for, not started.
import type { Edit } from '../artifacts/codec.js'
import type { ErrorBody } from '../errors.js'
import type { UnitStep } from './builtin-steps.js'
import { type PlanReceipt, stageReceipts, treeIn } from './checks.js'
import { type Claim, claimPath, readClaims, renderClaim, unitKey } from './claims.js'
import { derive } from './derive.js'
import { decideNext, expectedFiles, type NextDecision } from './dispatch.js'
import { checkArtifact, filesBelow, gatherArtifacts, missingFinding, type UnitFinding } from './drafts.js'
import { RULES } from './finish/rules.js'
import { TREE } from './finish/verification.js'
import { finding, type GateVerdict, isOver, NOTHING_WRONG, type Results, textOf, type Work } from './finish/work.js'
import { type PlanId, parsePhaseId, phaseOfPlan, samePhase, samePlan } from './ids.js'
import { LEDGER_PATH } from './layout.js'
import { type OutcomeLine, readLedger, type UnitStatus } from './ledger.js'
import { refreshProjections } from './projections.js'
import { Staging } from './staging.js'
import { openTriggers } from './triggers.js'
import { unitType } from './units.js'
import type { View } from './view.js'

export interface FinishRequest {
  readonly claim: string
  readonly status: 'completed' | 'failed' | 'cancelled'
  /** Final path or name → file with the text, both relative to the project root. */
  readonly artifacts: Readonly<Record<string, string>>
}

export interface FinishResult {
  readonly status: UnitStatus | null
  readonly verdict: 'accept' | 'rework' | 'hold'
  readonly dispatchId: string | null
  readonly unitType: string | null
  readonly unitId: string | null
  readonly attempt: number | null
  readonly artifacts: readonly {
    readonly path: string
    readonly exists: boolean
    readonly valid: boolean
    readonly sha256: string | null
  }[]
  readonly foreign: readonly { readonly path: string; readonly code: 'FOREIGN_ARTIFACT' }[]
  readonly findings: readonly UnitFinding[]
  readonly receipts: readonly string[]
  readonly replan: { readonly key: string; readonly result: string } | null
  readonly next: NextStep | null
}

interface NextStep {
  readonly kind: 'dispatch' | 'hold'
  readonly unitType: string | null
  readonly unitId: string | null
  readonly step: string
}

interface FinishAnswer {
  readonly result: FinishResult
  readonly exit?: 0 | 1 | 3 | 4
  readonly error?: ErrorBody
  readonly edits: readonly Edit[]
  readonly unit?: string
}

export type Finish = FinishAnswer | { readonly more: readonly UnitStep[] }

export function finishUnit(view: View, request: FinishRequest, results: Results): Finish {
  const claim = readClaims(view).find(({ token }) => token === request.claim)
  if (claim === undefined || isOver(view, claim)) return fenced(request.claim)
  if (request.status !== 'completed') return close(view, claim, request.status)
  const work = workOf(view, claim, request, results)
  const findings = artifactFindings(work)
  if (findings.length > 0) return refuse(work, findings)
  const rule = RULES[claim.unitType]
  const steps = rule.steps?.(work) ?? []
  const missing = steps.filter(({ name }) => !results.has(name))
  if (missing.length > 0) return { more: steps }
  const verdict = rule.check?.(work) ?? NOTHING_WRONG
  if (verdict.findings.length > 0) return refuseGate(work, verdict)
  return accept(work, verdict.receipts)
}

function fenced(token: string): FinishAnswer {
  return {
    result: { ...NO_RESULT, verdict: 'hold' },
    exit: 3,
    error: {
      code: 'FENCED',
      message: `the claim "${token}" is not, or no longer, the one that counts`,
      fix: 'ask what is next and claim it: gsd-tools next',
    },
    edits: [],
  }
}

const NO_RESULT: FinishResult = {
  status: null,
  verdict: 'rework',
  dispatchId: null,
  unitType: null,
  unitId: null,
  attempt: null,
  artifacts: [],
  foreign: [],
  findings: [],
  receipts: [],
  replan: null,
  next: null,
}

function workOf(view: View, claim: Claim, request: FinishRequest, results: Results): Work {
  const derivation = derive(view)
  const { facts } = derivation
  const { subject } = unitType(claim.unitType)
  const phaseId =
    subject === 'phase' ? parsePhaseId(claim.unitId) : subject === 'plan' ? phaseOfPlan(claim.unitId as PlanId) : null
  const phase = phaseId === null ? null : (facts.phases.find(({ id }) => samePhase(id, phaseId)) ?? null)
  const plan = subject === 'plan' ? (phase?.plans.find(({ id }) => samePlan(id, claim.unitId as PlanId)) ?? null) : null
  const expects = expectedFiles(facts, claim.unitType, {
    ...(phase === null ? {} : { phase }),
    ...(plan === null ? {} : { plan }),
    milestone: claim.unitId,
    id: claim.unitId,
  })
  return {
    view,
    derivation,
    claim,
    phase,
    plan,
    expects,
    gathered: gatherArtifacts(view, expects, claim.drafts, request.artifacts),
    staging: new Staging(view),
    results,
    at: new Date(view.clock.now()).toISOString(),
  }
}

function artifactFindings(work: Work): readonly UnitFinding[] {
  const { view, claim, gathered, phase } = work
  const { subject } = unitType(claim.unitType)
  if ((subject === 'phase' || subject === 'plan') && phase === null)
    return [
      finding(
        'PHASE_NOT_FOUND',
        `${claim.unitId} is no longer in ROADMAP.md`,
        view.at('ROADMAP.md'),
        'finish with --status cancelled',
      ),
    ]
  return [
    ...gathered.missing.map((expected) => missingFinding(expected, claim.drafts)),
    ...gathered.artifacts.flatMap((artifact) => checkArtifact(view, artifact)),
    ...(RULES[claim.unitType].inspect?.(work) ?? []),
  ]
}

const outcomeLine = (claim: Claim, at: string, status: UnitStatus, failure: string | null): OutcomeLine => ({
  kind: 'outcome',
  at,
  dispatchId: claim.dispatchId,
  unitType: claim.unitType,
  unitId: claim.unitId,
  revision: claim.revision,
  status,
  failure,
})

/** Ends the claim: outcome line, claim file and, unless they are kept for a look, drafts. */
function endClaim(staging: Staging, claim: Claim, line: OutcomeLine, keepDrafts: boolean): void {
  staging.append(LEDGER_PATH, line)
  staging.remove(claimPath(claim.unitType, claim.unitId))
  if (keepDrafts) return
  for (const name of filesBelow(staging.view, claim.drafts)) staging.remove(`${claim.drafts}/${name}`)
  staging.remove(`${claim.drafts}/.keep`)
}

const resultOf = (work: Work, rest: Partial<FinishResult>): FinishResult => ({
  ...NO_RESULT,
  dispatchId: work.claim.dispatchId,
  unitType: work.claim.unitType,
  unitId: work.claim.unitId,
  attempt: work.claim.attempt,
  foreign: work.gathered.foreign.map((path) => ({ path, code: 'FOREIGN_ARTIFACT' as const })),
  ...rest,
})

function artifactRows({ gathered, view }: Work, invalid: ReadonlySet<string>): FinishResult['artifacts'] {
  return [
    ...gathered.artifacts.map(({ path, source }) => ({
      path,
      exists: true,
      valid: !invalid.has(path),
      sha256: view.digest(source.text ?? ''),
    })),
    ...gathered.missing.map(({ path }) => ({ path, exists: false, valid: false, sha256: null })),
  ]
}

const errorOf = (findings: readonly UnitFinding[]): ErrorBody => {
  const [first] = findings
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return {
    code: first?.code === 'PHASE_VERIFICATION_INCOMPLETE' ? 'PHASE_VERIFICATION_INCOMPLETE' : 'ARTIFACT_INVALID',
    message: `${first?.message ?? 'the unit is not finished'}${more}`,
    fix: first?.fix ?? 'gsd-tools next',
  }
}

/** Artifacts are missing or wrong: the claim stays open, unless there is no sign of any work at all. */
function refuse(work: Work, findings: readonly UnitFinding[]): FinishAnswer {
  const { gathered, claim, staging, at } = work
  const invalid = new Set(findings.map(({ path }) => path))
  const rows = artifactRows(work, invalid)
  const untouched = gathered.artifacts.every(({ draft }) => draft === null) && gathered.foreign.length === 0
  const nothing = untouched && gathered.missing.length > 0
  if (!nothing)
    return {
      result: resultOf(work, { artifacts: rows, findings }),
      exit: 1,
      error: errorOf(findings),
      edits: [],
      unit: unitOf(claim),
    }
  const failure = work.view.digest(JSON.stringify(findings.map(({ code, path }) => [code, path]))).slice(0, 16)
  endClaim(staging, claim, outcomeLine(claim, at, 'failed', failure), true)
  return {
    result: resultOf(work, { status: 'failed', artifacts: rows, findings, next: nextOf(staging) }),
    exit: 1,
    error: errorOf(findings),
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

const unitOf = (claim: Claim) => unitKey(claim.unitType, claim.unitId)

/** A gate failed: once is rework, the same failure again ends the attempt and asks for a person. */
function refuseGate(work: Work, verdict: GateVerdict): FinishAnswer {
  const { claim, staging, at } = work
  const base = { findings: verdict.findings, artifacts: artifactRows(work, new Set()), receipts: [] }
  if (claim.unitType === 'transition') return refuseTransition(work, verdict)
  if (verdict.failure === null)
    return { result: resultOf(work, base), exit: 1, error: errorOf(verdict.findings), edits: [], unit: unitOf(claim) }
  const seen = claim.failures ?? []
  if (seen.includes(verdict.failure)) {
    endClaim(staging, claim, outcomeLine(claim, at, 'failed', verdict.failure), true)
    return {
      result: resultOf(work, { ...base, status: 'failed', verdict: 'hold', next: nextOf(staging) }),
      exit: 4,
      error: {
        code: 'HOLD',
        message: `the same checks failed twice: ${verdict.findings.map(({ message }) => message).join('; ')}`,
        fix: `look into it, then claim ${unitOf(claim)} again`,
      },
      edits: staging.edits(),
      unit: unitOf(claim),
    }
  }
  staging.put(claimPath(claim.unitType, claim.unitId), renderClaim({ ...claim, failures: [...seen, verdict.failure] }))
  return {
    result: resultOf(work, base),
    exit: 1,
    error: errorOf(verdict.findings),
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

/** The checks fail on the present tree: that is recorded, so that derivation asks for a verification again. */
function refuseTransition(work: Work, verdict: GateVerdict): FinishAnswer {
  const { claim, staging, at, phase } = work
  if (phase !== null)
    staging.append(LEDGER_PATH, {
      kind: 'receipt',
      at,
      phase: phase.id,
      plan: null,
      tree: treeIn(work.results, TREE),
      sha256: null,
      stale: true,
    })
  endClaim(staging, claim, outcomeLine(claim, at, 'failed', verdict.failure), false)
  return {
    result: resultOf(work, { status: 'failed', findings: verdict.findings, next: nextOf(staging) }),
    exit: 1,
    error: errorOf([
      finding(
        'PHASE_VERIFICATION_INCOMPLETE',
        `the tree has changed since the verification, and ${verdict.findings.map(({ message }) => message).join('; ')}`,
        phase?.directory?.path ?? '',
        'gsd-tools next',
      ),
    ]),
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

function close(view: View, claim: Claim, status: 'failed' | 'cancelled'): FinishAnswer {
  const staging = new Staging(view)
  const at = new Date(view.clock.now()).toISOString()
  endClaim(staging, claim, outcomeLine(claim, at, status, null), true)
  return {
    result: {
      ...NO_RESULT,
      status,
      verdict: 'accept',
      dispatchId: claim.dispatchId,
      unitType: claim.unitType,
      unitId: claim.unitId,
      attempt: claim.attempt,
      next: nextOf(staging),
    },
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

function accept(work: Work, receipts: readonly PlanReceipt[]): FinishAnswer {
  const { claim, staging, gathered, phase, at } = work
  const rule = RULES[claim.unitType]
  for (const artifact of gathered.artifacts)
    staging.put(artifact.path, rule.stamp?.(work, artifact) ?? textOf(artifact))
  rule.complete?.(work)
  if (phase !== null) stageReceipts(staging, phase, receipts)
  const replan = replanOf(work)
  endClaim(staging, claim, outcomeLine(claim, at, 'completed', null), false)
  refreshProjections(staging, {
    ...(phase === null ? {} : { phase: phase.id }),
    ...(rule.closes === true ? { close: true } : {}),
    activity: activityOf(claim),
  })
  const rows = gathered.artifacts.map(({ path }) => ({
    path,
    exists: true,
    valid: true,
    sha256: staging.view.source(path)?.sha256 ?? null,
  }))
  const ids = receipts.flatMap(({ file }) => file.receipts.map(({ id }) => id))
  return {
    result: resultOf(work, {
      status: 'completed',
      verdict: 'accept',
      artifacts: rows,
      receipts: ids,
      replan,
      next: nextOf(staging),
    }),
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

const replanOf = ({ claim, phase, derivation }: Work): FinishResult['replan'] => {
  const first = claim.mode === 'replan' && phase !== null ? openTriggers(derivation.facts, phase)[0] : undefined
  return first === undefined ? null : { key: first.key, result: 'replanned' }
}

const ACTIVITY: Readonly<Partial<Record<Claim['unitType'], string>>> = {
  'new-project': 'Project created',
  'new-milestone': 'Milestone opened',
  'discuss-phase': 'Discussed phase',
  'research-phase': 'Researched phase',
  'plan-phase': 'Planned phase',
  'check-plan': 'Checked the plans of phase',
  'execute-plan': 'Finished plan',
  'verify-phase': 'Verified phase',
  'verify-work': 'Tested phase',
  transition: 'Completed phase',
}

function activityOf({ unitType: type, unitId }: Claim): string {
  const words = ACTIVITY[type] ?? `Finished ${type}`
  return unitType(type).subject === 'project' ? words : `${words} ${unitId}`
}

/** What `next` would answer once everything staged is written. */
function nextOf(staging: Staging): NextStep {
  const derivation = derive(staging.view)
  const decision: NextDecision = decideNext({
    derivation,
    ledger: readLedger(staging.view),
    claims: readClaims(staging.view),
    now: staging.view.clock.now(),
  })
  const { step } = derivation.state
  return decision.kind === 'hold'
    ? { kind: 'hold', unitType: null, unitId: null, step }
    : { kind: 'dispatch', unitType: decision.unit.unitType, unitId: decision.unit.unitId, step }
}
