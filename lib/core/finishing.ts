// The end of a unit: its artifacts are checked, its gates run, the CLI's own fields are stamped, everything is placed at once. Pure: programs are asked for, not started.
import type { Edit } from '../artifacts/codec.js'
import type { ErrorBody } from '../errors.js'
import type { RunResult } from '../ports.js'
import { commitsStep, TREE_DIGEST, treeDigestStep, type UnitStep } from './builtin-steps.js'
import {
  gateSteps,
  hasGateResults,
  type PlanReceipt,
  projectChecks,
  receiptsFrom,
  stageReceipts,
  treeIn,
} from './checks.js'
import { type Claim, claimPath, readClaims, renderClaim, unitKey } from './claims.js'
import { type Derivation, derive } from './derive.js'
import { decideNext, type ExpectedFile, expectedFiles, type NextDecision } from './dispatch.js'
import {
  type Artifact,
  checkArtifact,
  filesBelow,
  type Gathered,
  gatherArtifacts,
  missingFinding,
  type UnitFinding,
} from './drafts.js'
import {
  isComplete,
  isOn,
  type PhaseFacts,
  type PlanFacts,
  phaseDirectoryPath,
  receiptsOf,
  summariesDigest,
} from './facts.js'
import { type PlanId, parsePhaseId, parsePlanStem, phaseOfPlan, samePhase, samePlan } from './ids.js'
import { Inputs } from './inputs.js'
import { LEDGER_PATH } from './layout.js'
import { type OutcomeLine, readLedger, type UnitStatus } from './ledger.js'
import { completeNewProject } from './new-project.js'
import { newProjectFindings } from './new-project-check.js'
import { derivePhase } from './phase-rules.js'
import { refreshProjections } from './projections.js'
import { failureDigest, type Receipt } from './receipts.js'
import { renderReplans } from './replan-record.js'
import { renderInto, Staging } from './staging.js'
import { openTriggers, replansOf } from './triggers.js'
import { unitType } from './units.js'
import type { View } from './view.js'
import { planWaves } from './waves.js'

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

export interface NextStep {
  readonly kind: 'dispatch' | 'hold'
  readonly unitType: string | null
  readonly unitId: string | null
  readonly step: string
}

export interface FinishAnswer {
  readonly result: FinishResult
  readonly exit?: 0 | 1 | 3 | 4
  readonly error?: ErrorBody
  readonly edits: readonly Edit[]
  readonly unit?: string
}

export type Finish = FinishAnswer | { readonly more: readonly UnitStep[] }

type Results = ReadonlyMap<string, RunResult>

const COMMITS = 'finish:commits'
const TREE = `finish:${TREE_DIGEST}`

/** Everything a finish works with; `staging` collects what will be written. */
interface Work {
  readonly view: View
  readonly derivation: Derivation
  readonly claim: Claim
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
  readonly expects: readonly ExpectedFile[]
  readonly gathered: Gathered
  readonly staging: Staging
  readonly results: Results
  readonly at: string
}

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

const isOver = (view: View, claim: Claim): boolean =>
  readLedger(view).lines.some((line) => line.kind === 'outcome' && line.dispatchId === claim.dispatchId)

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

const finding = (code: string, message: string, path: string, fix: string): UnitFinding => ({
  code,
  message,
  path,
  line: 0,
  fix,
})

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

/** What a unit type adds to the common path. */
interface FinishRule {
  /** Further demands on the artifacts, before anything runs. */
  readonly inspect?: (work: Work) => readonly UnitFinding[]
  /** Programs whose results the check needs. */
  readonly steps?: (work: Work) => readonly UnitStep[]
  readonly check?: (work: Work) => GateVerdict
  /** The text to place, with the fields only the CLI writes. */
  readonly stamp?: (work: Work, artifact: Artifact) => string
  /** Further files, after the artifacts are placed. */
  readonly complete?: (work: Work) => void
  /** The transition marks its phase complete. */
  readonly closes?: true
}

interface GateVerdict {
  readonly findings: readonly UnitFinding[]
  readonly receipts: readonly PlanReceipt[]
  /** Set when the gate itself failed: equal for two failures that are alike. */
  readonly failure: string | null
}
const NOTHING_WRONG: GateVerdict = { findings: [], receipts: [], failure: null }

const textOf = ({ source }: Artifact): string => source.text ?? ''

const ownName = (phase: PhaseFacts, work: Work): string => {
  const path = phaseDirectoryPath(work.derivation.facts, phase)
  return path.slice(path.lastIndexOf('/') + 1)
}

// -- plan-phase --------------------------------------------------------------------------------------------------

interface PlanDraft {
  readonly artifact: Artifact
  readonly id: PlanId
  readonly stem: string
}

const planDrafts = (work: Work): readonly PlanDraft[] =>
  work.gathered.artifacts
    .filter(({ expected, draft }) => expected.schema === 'plan' && draft !== null)
    .map((artifact) => {
      const stem = artifact.path.slice(artifact.path.lastIndexOf('/') + 1, -'-PLAN.md'.length)
      return { artifact, id: parsePlanStem(stem), stem }
    })

function inspectPlans(work: Work): readonly UnitFinding[] {
  const { phase, view } = work
  if (phase === null) return []
  const drafts = planDrafts(work)
  const done = drafts.flatMap(({ id, artifact }) =>
    phase.plans.some((plan) => samePlan(plan.id, id) && isComplete(plan))
      ? [
          finding(
            'PLAN_DONE',
            `plan ${id} is carried out and must not change`,
            artifact.path,
            'give the new plan the next free number',
          ),
        ]
      : [],
  )
  const unchecked =
    projectChecks(work.derivation.facts).checks.length > 0
      ? []
      : drafts
          .filter(
            ({ artifact }) =>
              planValue(view, artifact).verify.length === 0 && planValue(view, artifact).status !== 'superseded',
          )
          .map(({ id, artifact }) =>
            finding(
              'PLAN_NO_CHECKS',
              `plan ${id} names no check that could prove it`,
              artifact.path,
              'add verify: [{run: ["npm", "test"]}] to its front matter, or set verification.commands in config.json',
            ),
          )
  return [...done, ...unchecked, ...waveFindings(work, drafts), ...replanFindings(work, drafts)]
}

const planValue = (view: View, { source }: Artifact) => {
  const codec = view.codec('plan')
  if (codec === null) throw new Error('no codec of "plan" was declared')
  return codec.parse(source).value as PlanFacts['plan']
}

/** Waves over the plans as they will be. */
function futureWaves(work: Work, drafts: readonly PlanDraft[]) {
  const { phase, view } = work
  const kept = (phase?.plans ?? []).filter(({ id }) => !drafts.some((draft) => samePlan(draft.id, id)))
  const values = drafts.map((draft) => ({ ...draft, value: planValue(view, draft.artifact) }))
  return planWaves(phase?.id ?? ('' as PhaseFacts['id']), [
    ...kept.map(({ id, file, plan }) => ({ id, stem: file.stem, dependsOn: plan.dependsOn, declaredWave: plan.wave })),
    ...values
      .filter(({ value }) => value.status !== 'superseded')
      .map(({ id, stem, value }) => ({ id, stem, dependsOn: value.dependsOn, declaredWave: null })),
  ])
}

function waveFindings(work: Work, drafts: readonly PlanDraft[]): readonly UnitFinding[] {
  const { cycle, plans } = futureWaves(work, drafts)
  const pathOf = (id: PlanId) => drafts.find((draft) => draft.id === id)?.artifact.path ?? ''
  const circle =
    cycle === null
      ? []
      : [
          finding(
            'PLAN_CYCLE',
            `plans depend on each other in a circle: ${[...cycle, cycle[0]].join(' → ')}`,
            pathOf(cycle[0] as PlanId),
            'take one depends_on out',
          ),
        ]
  const unresolved = plans.flatMap(({ id, unresolved: refs }) =>
    refs.map((ref) =>
      finding(
        'PLAN_DEPENDENCY',
        `plan ${id} depends on "${ref}", which is no plan`,
        pathOf(id),
        `use one of ${plans.map((plan) => plan.id).join(', ')}`,
      ),
    ),
  )
  return [...circle, ...unresolved]
}

function replanFindings({ claim, view }: Work, drafts: readonly PlanDraft[]): readonly UnitFinding[] {
  return claim.mode === 'gaps' &&
    drafts.length > 0 &&
    drafts.every(({ artifact }) => view.source(artifact.path) !== null)
    ? [
        finding(
          'GAPS_NEED_PLANS',
          'the gaps need at least one new plan',
          drafts[0]?.artifact.path ?? '',
          'write a plan with the next free number and gap_closure: true',
        ),
      ]
    : []
}

function stampPlan(work: Work, artifact: Artifact): string {
  if (artifact.expected.schema !== 'plan' || artifact.draft === null || work.phase === null) return textOf(artifact)
  const drafts = planDrafts(work)
  const own = drafts.find((draft) => draft.artifact.path === artifact.path)
  const value = planValue(work.view, artifact)
  const wave = futureWaves(work, drafts).plans.find(({ id }) => id === own?.id)?.wave ?? value.wave
  const stamped = {
    ...value,
    phase: value.phase ?? ownName(work.phase, work),
    plan: value.plan ?? own?.id.slice(own.id.lastIndexOf('-') + 1) ?? null,
    wave,
  }
  return renderInto(work.view, 'plan', stamped, artifact.path, artifact.source)
}

/** Notes in XX-REPLAN.md which triggers the new plans answer. */
function recordReplan(work: Work): void {
  const { phase, claim, derivation, staging, at } = work
  if (phase === null || claim.mode !== 'replan') return
  const open = openTriggers(derivation.facts, phase)
  if (open.length === 0) return
  const changed = planDrafts(work).map(({ id }) => id)
  const entries = open.map(({ key, kind, source }) => ({
    key,
    kind,
    source,
    at,
    result: 'replanned',
    plansChanged: changed,
  }))
  const path = phase.files?.replan ?? `${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-REPLAN.md`
  staging.put(path, renderReplans(phase.id, [...replansOf(derivation.facts, phase), ...entries]))
}

// -- check-plan --------------------------------------------------------------------------------------------------

interface CheckDraft {
  readonly verdict: 'passed' | 'issues'
  readonly issues: readonly unknown[]
}

const CHECK_WORDS: Readonly<Record<string, CheckDraft['verdict']>> = {
  passed: 'passed',
  pass: 'passed',
  issues: 'issues',
  issues_found: 'issues',
}

function readCheckDraft(text: string): CheckDraft | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `expected JSON: ${(error as Error).message}`
  }
  if (typeof value !== 'object' || value === null) return 'expected an object'
  const { verdict, issues } = value as { verdict?: unknown; issues?: unknown }
  const word = typeof verdict === 'string' ? CHECK_WORDS[verdict] : undefined
  if (word === undefined) return `expected "verdict": "passed" or "issues", received ${JSON.stringify(verdict)}`
  const list = Array.isArray(issues) ? issues : []
  return word === 'issues' && list.length === 0
    ? 'the verdict is "issues", but none is listed'
    : { verdict: word, issues: list }
}

const inspectCheck = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const read = readCheckDraft(textOf(artifact))
    return typeof read === 'string'
      ? [finding('CHECK_RECORD', read, artifact.path, 'write {"verdict": "passed", "issues": []}')]
      : []
  })

/** The plans it speaks about are stamped by their digests, so that a later change asks for a new check. */
function stampCheck({ phase, derivation, at }: Work, artifact: Artifact): string {
  const read = readCheckDraft(textOf(artifact)) as CheckDraft
  const plans = Object.fromEntries(
    (phase?.plans ?? []).map(({ id, file }) => [id, derivation.facts.inputs.digestOf(file.path)]),
  )
  return `${JSON.stringify({ plans, verdict: read.verdict, issues: read.issues, at }, null, 2)}\n`
}

// -- execute-plan, quick -----------------------------------------------------------------------------------------

const summaryValue = (view: View, { source }: Artifact) => {
  const codec = view.codec('summary')
  if (codec === null) throw new Error('no codec of "summary" was declared')
  return codec.parse(source).value as NonNullable<PlanFacts['summary']>
}

const summaryOf = (work: Work): Artifact | undefined =>
  work.gathered.artifacts.find(({ expected }) => expected.schema === 'summary')

const isHalted = (work: Work): boolean => {
  const artifact = summaryOf(work)
  return artifact !== undefined && summaryValue(work.view, artifact).status === 'halted'
}

function executionSteps(work: Work): readonly UnitStep[] {
  if (isHalted(work)) return []
  const commits = work.view.hasGit ? [commitsStep(work.claim.startCommit, COMMITS)] : []
  if (work.plan === null) return commits
  return [...commits, ...gateSteps(work.derivation.facts, [work.plan])]
}

function commitFindings(work: Work): readonly UnitFinding[] {
  const artifact = summaryOf(work)
  if (artifact === undefined || !work.view.hasGit || isHalted(work)) return []
  const result = work.results.get(COMMITS)
  const known = (result?.exitCode === 0 ? result.stdout : '').split('\n').filter((hash) => hash !== '')
  const named = summaryValue(work.view, artifact).commits
  const unknown = named.filter((hash) => !known.some((full) => full.startsWith(hash)))
  if (known.length === 0)
    return [
      finding(
        'NO_COMMIT',
        'no commit was made since the unit was claimed',
        artifact.path,
        'commit the work, name the hashes under "## Task Commits", and finish again; if the plan cannot be carried out, write status: halted and say why under blockers',
      ),
    ]
  return named.length > 0 && unknown.length === named.length
    ? [
        finding(
          'UNKNOWN_COMMIT',
          `the SUMMARY names ${unknown.join(', ')}, which are no commits since the unit was claimed`,
          artifact.path,
          `name the real ones: ${known
            .slice(0, 5)
            .map((hash) => hash.slice(0, 10))
            .join(', ')}`,
        ),
      ]
    : []
}

/** Other plans at work in the same tree: then a failing check of the whole project may be theirs. */
const hasSiblings = ({ view, claim }: Work): boolean =>
  readClaims(view).some(
    (other) => other.unitType === 'execute-plan' && other.unitId !== claim.unitId && !isOver(view, other),
  )

function checkExecution(work: Work): GateVerdict {
  const commits = commitFindings(work)
  if (commits.length > 0) return { ...NOTHING_WRONG, findings: commits }
  if (work.plan === null || work.phase === null || !hasGateResults(work.results)) return NOTHING_WRONG
  const receipts = receiptsFrom({
    facts: work.derivation.facts,
    phase: work.phase,
    plans: [work.plan],
    results: work.results,
    claimed: work.claim.baseline,
    at: work.at,
  })
  const lenient = hasSiblings(work)
  const all = receipts.flatMap(({ file }) => file.receipts).filter((receipt) => receipt.own || !lenient)
  return gateVerdict(work, receipts, all)
}

function gateVerdict({ view }: Work, receipts: readonly PlanReceipt[], judged: readonly Receipt[]): GateVerdict {
  const names = new Set(judged.map(({ name }) => name))
  const findings = receipts.flatMap(({ file, path }) => [
    ...file.newFailures
      .filter((name) => names.has(name))
      .map((name) =>
        finding('CHECK_FAILED', `the check "${name}" fails`, path, `run it, mend what fails, and finish again`),
      ),
    ...file.skippedRequired
      .filter((name) => names.has(name))
      .map((name) =>
        finding(
          'CHECK_INCONCLUSIVE',
          `the check "${name}" did not run: ${reasonOf(file.receipts, name)}`,
          path,
          'install what it needs, or mend its command in the plan',
        ),
      ),
  ])
  return { findings, receipts, failure: findings.length === 0 ? null : failureDigest(judged, view.digest) }
}

const reasonOf = (receipts: readonly Receipt[], name: string) =>
  receipts.find((receipt) => receipt.name === name)?.reason ?? 'unknown'

function stampSummary(work: Work, artifact: Artifact): string {
  if (artifact.expected.schema !== 'summary') return textOf(artifact)
  const value = summaryValue(work.view, artifact)
  const { plan, phase } = work
  const stamped = {
    ...value,
    phase: value.phase ?? (phase === null ? null : ownName(phase, work)),
    plan: value.plan ?? (plan === null ? null : plan.id.slice(plan.id.lastIndexOf('-') + 1)),
    completed: value.completed ?? work.view.clock.today(),
    completedAt: work.at,
  }
  return renderInto(work.view, 'summary', stamped, artifact.path, artifact.source)
}

// -- verify-phase ------------------------------------------------------------------------------------------------

const verificationValue = (work: Work) => {
  const artifact = work.gathered.artifacts.find(({ expected }) => expected.schema === 'verification')
  const codec = work.view.codec('verification')
  if (artifact === undefined || codec === null) return null
  return { artifact, value: codec.parse(artifact.source).value as NonNullable<PhaseFacts['verification']>['value'] }
}

function inspectVerification(work: Work): readonly UnitFinding[] {
  const found = verificationValue(work)
  if (found === null) return []
  const { artifact, value } = found
  if (artifact.draft === null && work.phase?.verification?.covers !== true)
    return [
      finding(
        'VERIFICATION_STALE',
        `${artifact.path} speaks about older SUMMARYs`,
        artifact.path,
        `write the new verdict to ${work.claim.drafts}/`,
      ),
    ]
  if (value.status === 'other' || value.status === null)
    return [
      finding(
        'VERIFICATION_STATUS',
        `expected status: passed, gaps_found or human_needed, received "${value.statusText ?? ''}"`,
        artifact.path,
        'use one of the three words',
      ),
    ]
  if (value.status === 'gaps_found' && value.gaps.length === 0)
    return [
      finding(
        'VERIFICATION_GAPS',
        'the status is gaps_found, but no gap is listed',
        artifact.path,
        'list the gaps in the front matter',
      ),
    ]
  return []
}

const claimsSuccess = (work: Work): boolean => {
  const status = verificationValue(work)?.value.status
  return status === 'passed' || status === 'human_needed'
}

/** The receipts are of the present tree, or the checks run once more. */
function verificationSteps(work: Work): readonly UnitStep[] {
  if (!claimsSuccess(work) || work.phase === null) return []
  const look = treeDigestStep(TREE)
  return !work.results.has(TREE) || hasFreshReceipts(work)
    ? [look]
    : [look, ...gateSteps(work.derivation.facts, work.phase.plans)]
}

function hasFreshReceipts({ derivation, phase, results }: Work): boolean {
  if (phase === null) return false
  const { receipts, weak } = receiptsOf(derivation.facts, phase)
  const tree = treeIn(results, TREE)
  return weak === null && tree !== null && receipts.every(({ file }) => file.treeDigest === tree)
}

function checkVerification(work: Work): GateVerdict {
  const { phase, derivation } = work
  if (!claimsSuccess(work) || phase === null || hasFreshReceipts(work)) return NOTHING_WRONG
  const path = verificationValue(work)?.artifact.path ?? phase.directory?.path ?? ''
  const receipts = receiptsFrom({
    facts: derivation.facts,
    phase,
    plans: phase.plans,
    results: work.results,
    at: work.at,
  })
  if (receipts.length === 0)
    return {
      ...NOTHING_WRONG,
      findings: [
        finding(
          'NO_CHECK',
          'nothing can be called verified: no check is defined',
          path,
          'set verification.commands in config.json, or add verify: to a plan, and run gsd-tools check run',
        ),
      ],
    }
  return gateVerdict(
    work,
    receipts,
    receipts.flatMap(({ file }) => file.receipts),
  )
}

function stampVerification(work: Work, artifact: Artifact): string {
  const found = verificationValue(work)
  if (artifact.expected.schema !== 'verification' || found === null || work.phase?.files == null)
    return textOf(artifact)
  const stamped = {
    ...found.value,
    phase: found.value.phase ?? ownName(work.phase, work),
    verified: work.at,
    covers: summariesDigest(work.phase.files, new Inputs(work.view)),
  }
  return renderInto(work.view, 'verification', stamped, artifact.path, artifact.source)
}

// -- transition --------------------------------------------------------------------------------------------------

function inspectTransition({ derivation, phase }: Work): readonly UnitFinding[] {
  if (phase === null) return []
  const { rule, trace } = derivePhase(derivation.facts, phase)
  return rule === 'D18'
    ? []
    : [
        finding(
          'PHASE_VERIFICATION_INCOMPLETE',
          `phase ${phase.id}: ${trace.at(-1)?.reason}`,
          phase.directory?.path ?? '',
          'gsd-tools next',
        ),
      ]
}

const needsReceipts = ({ derivation, phase }: Work): boolean =>
  phase !== null && isOn(derivation.facts, 'workflow.verifier') && phase.verification !== null

function transitionSteps(work: Work): readonly UnitStep[] {
  if (!needsReceipts(work) || work.phase === null) return []
  const look = treeDigestStep(TREE)
  return !work.results.has(TREE) || hasFreshReceipts(work)
    ? [look]
    : [look, ...gateSteps(work.derivation.facts, work.phase.plans)]
}

/** The tree may have changed since the verification: then its checks ran once more, and they decide. */
function checkTransition(work: Work): GateVerdict {
  const { phase, derivation } = work
  if (!needsReceipts(work) || phase === null || hasFreshReceipts(work)) return NOTHING_WRONG
  const receipts = receiptsFrom({
    facts: derivation.facts,
    phase,
    plans: phase.plans,
    results: work.results,
    at: work.at,
  })
  return gateVerdict(
    work,
    receipts,
    receipts.flatMap(({ file }) => file.receipts),
  )
}

// -- the rules ---------------------------------------------------------------------------------------------------

const RULES: Readonly<Record<Claim['unitType'], FinishRule>> = {
  'new-project': {
    inspect: ({ view, gathered }) => newProjectFindings(view, gathered.artifacts),
    complete: ({ staging, derivation, at }) => completeNewProject(staging, derivation.facts, at),
  },
  'new-milestone': {},
  'discuss-phase': {},
  'research-phase': {},
  'plan-phase': { inspect: inspectPlans, stamp: stampPlan, complete: recordReplan },
  'check-plan': { inspect: inspectCheck, stamp: stampCheck },
  'execute-plan': { steps: executionSteps, check: checkExecution, stamp: stampSummary },
  'verify-phase': {
    inspect: inspectVerification,
    steps: verificationSteps,
    check: checkVerification,
    stamp: stampVerification,
  },
  'verify-work': {},
  transition: { inspect: inspectTransition, steps: transitionSteps, check: checkTransition, closes: true },
  'audit-milestone': {},
  'complete-milestone': {},
  quick: { steps: executionSteps, check: checkExecution, stamp: stampSummary },
  'map-codebase': {},
  'triage-captures': {},
  debug: {},
}

// -- outcomes ----------------------------------------------------------------------------------------------------

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
export function nextOf(staging: Staging): NextStep {
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
