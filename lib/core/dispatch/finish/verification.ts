// Checks for finishing verify-phase and transition: a passing verdict needs receipts of the current tree.
import { Doc } from '../../../artifacts/doc.js'
import type { Proof } from '../../../artifacts/verification/proof.js'
import {
  deferredInput,
  gapInput,
  humanInput,
  overrideInput,
  proofOf,
} from '../../../artifacts/verification/verification.js'
import type { FrontInput } from '../../../markdown/frontmatter-edit.js'
import { foldedWords, shellQuoted } from '../../../std/text.js'
import { TREE_DIGEST, treeDigestStep } from '../../builtin-steps.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import { receiptsOf } from '../../derivation/phase-receipts.js'
import { coveredDigest } from '../../derivation/plan-facts.js'
import { agreedIn } from '../../history/ledger.js'
import { displayPhaseId, parsePhaseId, samePhase } from '../../ids.js'
import { checkKey, checksOf } from '../../judging/check.js'
import { outputOf } from '../../judging/gate.js'
import { receiptsFrom } from '../../judging/plan-receipts.js'
import { doubtsIn, isProof, type Receipt } from '../../judging/receipts.js'
import type { Programs } from '../../verb.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { keyPaths, repositorySteps, uncommittedFindings } from './repository.js'
import { coverageFindings, OVERRIDE, overrideKey, verdictOf } from './verdict.js'
import { type GateVerdict, gateVerdict, NOTHING_WRONG, phaseFolderName, textOf, type Work } from './work.js'

export const TREE = `finish:${TREE_DIGEST}`

type Verification = NonNullable<PhaseFacts['verification']>['value']

/** Returns the VERIFICATION, if there is one, with the verdict of its lines or, if it has none, of its front matter. */
export function verificationIn(work: Work) {
  const artifact = work.gathered.artifacts.find(({ expected }) => expected.schema === 'verification')
  const codec = work.view.codec('verification')
  if (artifact === undefined || codec === null) return null
  const submitted = codec.parse(artifact.source).value as Verification
  const lines = proofOf(artifact.source, submitted)
  const value: Verification = lines === null ? submitted : { ...submitted, ...verdictOf(lines, work) }
  return { artifact, value, lines }
}

/** Returns the lines from which the verdict is derived; null if only the front matter states a verdict. */
export const proofIn = (work: Work): Proof | null => verificationIn(work)?.lines ?? null

export function inspectVerification(work: Work): readonly UnitFinding[] {
  const found = verificationIn(work)
  if (found === null) return []
  const { artifact, value, lines } = found
  const { path } = artifact
  const refused = (code: string, message: string, fix: string) => [finding(code, message, path, fix)]
  const isStale = artifact.draft === null && work.phase !== null && work.phase.verification?.isCurrent !== true
  const fresh = `write the new verdict to ${work.claim.drafts}/`
  if (isStale)
    return refused('VERIFICATION_STALE', `${path} was written for other SUMMARYs, criteria or must-haves`, fresh)
  const missing = lines === null ? [] : coverageFindings(artifact, work.phase)
  if (missing.length > 0) return missing
  const { status, statusText, gaps } = value
  if (status === 'other' || status === null || (status === 'gaps_found' && gaps.length === 0)) {
    const message = `the status is "${statusText ?? ''}"${status === 'gaps_found' ? ', and no gap is listed' : ''}`
    return refused('VERIFICATION_STATUS', message, 'set status: passed, human_needed, or gaps_found with its gaps')
  }
  return status === 'gaps_found' ? [] : [...overrideFindings(work, path, value), ...deferralFindings(work, path, value)]
}

/** Reports failed must-haves that the report accepts without the user's consent. */
function overrideFindings({ derivation, phase }: Work, path: string, { overrides }: Verification) {
  if (phase === null || overrides.length === 0) return []
  const agreed = agreedIn(derivation.facts.inputs.ledger(), OVERRIDE)
  const unapproved = overrides.filter(({ mustHave }) => !agreed.has(overrideKey(phase.id, mustHave)))
  return unapproved.map(({ mustHave }) => {
    const message = `the report overrides "${mustHave}" without the user's consent on this machine`
    const call = `gsd-tools verification status ${displayPhaseId(phase.id)} --override ${shellQuoted(mustHave)} --reason "<why>"`
    return finding(
      'OVERRIDE_UNSAID',
      message,
      path,
      `write status: gaps_found and list the must-have as a gap; or, with the user's consent: ${call}`,
    )
  })
}

/** Reports must-haves that are deferred, but not to a later open phase, and a report that defers everything. */
function deferralFindings({ derivation, phase }: Work, path: string, { deferred }: Verification) {
  if (phase === null || deferred.length === 0) return []
  const { phases } = derivation.facts
  const later = phases.slice(phases.indexOf(phase) + 1).filter(({ id }) => !derivation.done.has(id))
  const namesLaterPhase = (words: string | null) =>
    (words?.match(/\d(?:[\w.-]*\w)?/g) ?? []).some((word) => {
      const id = parsePhaseId(word)
      return id !== null && later.some((one) => samePhase(one.id, id))
    })
  const { successCriteria: criteria } = phase.section
  const deferredTruths = new Set(deferred.map(({ truth }) => foldedWords(truth)))
  const promised = criteria.length > 0 ? criteria : phase.plans.flatMap(({ plan }) => plan.mustHaves.truths)
  if (promised.every((text) => deferredTruths.has(foldedWords(text)))) {
    const fix = 'say for each whether it holds; if all the work moved to another phase, run gsd-tools phase remove'
    return [finding('DEFERRED_ALL', 'everything is deferred, so nothing of this phase is verified', path, fix)]
  }
  const open = later.map(({ id }) => displayPhaseId(id)).join(', ') || 'none is open'
  const fix = `name the later phase that covers it (${open}), or mark it as failed and say what is missing`
  const messageFor = (truth: string, to: string | null) =>
    `"${truth}" is deferred${to === null ? '' : ` to ${to}`}, but not to a later open phase`
  return deferred
    .filter(({ addressedIn }) => !namesLaterPhase(addressedIn))
    .map(({ truth, addressedIn: to }) => finding('DEFERRED_NOWHERE', messageFor(truth, to), path, fix))
}

/** Whether the unit submits a passing verdict, with or without open human tests. */
export const claimsSuccess = (work: Work): boolean => {
  const status = verificationIn(work)?.value.status
  return status === 'passed' || status === 'human_needed'
}

/** Reports uncommitted files that the phase's plans and SUMMARYs name. */
function uncommittedWork(work: Work): readonly UnitFinding[] {
  const { phase } = work
  if (phase === null) return []
  const named = phase.plans.flatMap(({ plan, summary }) => keyPaths(plan, summary))
  return uncommittedFindings(work, named, phase.directory?.path ?? '')
}

function hasFreshReceipts({ derivation, phase, results }: Work): boolean {
  if (phase === null) return false
  const { receipts, whyWeak } = receiptsOf(derivation.facts, phase)
  const tree = outputOf(results, TREE)
  if (whyWeak !== null || tree === null || !receipts.every(({ file }) => file.treeDigest === tree)) return false
  // A check that was added later has not run.
  return phase.plans.every((plan) => {
    const ran = new Set(receipts.find(({ file }) => file.plan === plan.id)?.file.receipts.map(checkKey))
    return plan.evidence === 'done' || checksOf(derivation.facts, plan.plan).every((check) => ran.has(checkKey(check)))
  })
}

interface GateOptions {
  readonly path: string
  readonly needsReceipts: boolean
  readonly isVerdict: boolean
}

/** Reports uncommitted work first. Then reruns the checks if receipts are needed and the stored receipts are stale. */
export async function phaseGate(
  work: Work,
  c: Programs,
  phase: PhaseFacts,
  { path, needsReceipts, isVerdict }: GateOptions,
) {
  await c.run(() => [...(needsReceipts ? [treeDigestStep(TREE)] : []), ...repositorySteps(work)])
  const findings = uncommittedWork(work)
  if (findings.length > 0) return { ...NOTHING_WRONG, findings }
  if (!needsReceipts || hasFreshReceipts(work)) return NOTHING_WRONG
  const { derivation, at } = work
  const receipts = await receiptsFrom(c, { facts: derivation.facts, phase, plans: phase.plans, at })
  if (receipts.length === 0) return noCheckVerdict(path)
  const all = receipts.flatMap(({ file }) => file.receipts)
  const verdict = gateVerdict(work, receipts, all)
  return verdict.findings.length > 0 || !isVerdict ? verdict : { ...verdict, findings: unprovenFindings(all, path) }
}

/** Reports that nothing is proven, if no passing check is known to be able to fail. */
export function unprovenFindings(receipts: readonly Receipt[], path: string): readonly UnitFinding[] {
  if (receipts.some(isProof)) return []
  const fix = 'add a check that fails without this work, such as a test, to verify: of a plan, commit, and finish again'
  return [finding('CHECK_INCONCLUSIVE', `nothing is proven: ${doubtsIn(receipts).join('; ')}`, path, fix)]
}

export function noCheckVerdict(path: string): GateVerdict {
  const fix = 'set verification.commands in config.json, or add verify: to a plan, and run gsd-tools check run'
  return {
    ...NOTHING_WRONG,
    findings: [finding('NO_CHECK', 'nothing can be verified, because no check is defined', path, fix)],
  }
}

export function stampVerification(work: Work, artifact: Artifact): string {
  const found = verificationIn(work)
  if (artifact.expected.schema !== 'verification' || found === null) return textOf(artifact)
  const { value, lines } = found
  const { status, score, gaps, humanVerification, overrides, deferred } = value
  const listed = (items: readonly FrontInput[]) => (items.length === 0 ? null : items)
  const doc = new Doc(artifact.source)
  doc.setFront({
    phase: value.phase ?? (work.phase === null ? 'quick' : phaseFolderName(work.phase, work)),
    verified: work.at,
    ...(lines === null
      ? {}
      : {
          status,
          score,
          gaps: listed(gaps.map(gapInput)),
          human_verification: listed(humanVerification.map(humanInput)),
          overrides: listed(overrides.map(overrideInput)),
          deferred: listed(deferred.map(deferredInput)),
        }),
    ...(work.phase?.files == null ? {} : { covers: coveredDigest(work.phase.files, work.phase.section, work.view) }),
  })
  return doc.editedText()
}
