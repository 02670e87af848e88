// Finishing verify-phase and the transition: what is called verified has receipts of the tree as it is.
import { TREE_DIGEST, treeDigestStep, type UnitStep } from '../../builtin-steps.js'
import { isOn, type PhaseFacts, receiptsOf, summariesDigest } from '../../derivation/facts.js'
import { Inputs } from '../../derivation/inputs.js'
import { derivePhase } from '../../derivation/phase-rules.js'
import { gateSteps, receiptsFrom, treeIn } from '../../judging/checks.js'
import { renderInto } from '../../writing/staging.js'
import type { Artifact, UnitFinding } from '../drafts.js'
import { filesOf, noGitNotice, repositorySteps, uncommittedFindings } from './repository.js'
import { finding, type GateVerdict, gateVerdict, NOTHING_WRONG, ownName, textOf, type Work } from './work.js'

export const TREE = `finish:${TREE_DIGEST}`

const verificationValue = (work: Work) => {
  const artifact = work.gathered.artifacts.find(({ expected }) => expected.schema === 'verification')
  const codec = work.view.codec('verification')
  if (artifact === undefined || codec === null) return null
  return { artifact, value: codec.parse(artifact.source).value as NonNullable<PhaseFacts['verification']>['value'] }
}

export function inspectVerification(work: Work): readonly UnitFinding[] {
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
export function verificationSteps(work: Work): readonly UnitStep[] {
  return claimsSuccess(work) ? gatedSteps(work, true) : []
}

/** First a look at the tree; the checks run only where it is committed and their receipts are of another one. */
function gatedSteps(work: Work, gated: boolean): readonly UnitStep[] {
  if (work.phase === null) return []
  const looks = [...(gated ? [treeDigestStep(TREE)] : []), ...repositorySteps(work)]
  const looked = looks.every(({ name }) => work.results.has(name))
  return !looked || !gated || hasFreshReceipts(work) || openWork(work).length > 0
    ? looks
    : [...looks, ...gateSteps(work.derivation.facts, work.phase.plans)]
}

/** Files that a plan of the phase or its SUMMARY names, changed since the last commit. */
function openWork(work: Work): readonly UnitFinding[] {
  const { phase } = work
  if (phase === null) return []
  const named = phase.plans.flatMap(({ plan, summary }) => filesOf(plan, summary))
  return uncommittedFindings(work, named, phase.directory?.path ?? '')
}

const notCommitted = (work: Work): GateVerdict => ({ ...NOTHING_WRONG, findings: openWork(work) })
const nothingWrong = (work: Work): GateVerdict => ({
  ...NOTHING_WRONG,
  notices: noGitNotice(work, work.phase?.directory?.path ?? ''),
})

function hasFreshReceipts({ derivation, phase, results }: Work): boolean {
  if (phase === null) return false
  const { receipts, weak } = receiptsOf(derivation.facts, phase)
  const tree = treeIn(results, TREE)
  return weak === null && tree !== null && receipts.every(({ file }) => file.treeDigest === tree)
}

export function checkVerification(work: Work): GateVerdict {
  const { phase, derivation } = work
  if (!claimsSuccess(work) || phase === null) return NOTHING_WRONG
  if (openWork(work).length > 0) return notCommitted(work)
  if (hasFreshReceipts(work)) return nothingWrong(work)
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

export function stampVerification(work: Work, artifact: Artifact): string {
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

export function inspectTransition({ derivation, phase }: Work): readonly UnitFinding[] {
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

export function transitionSteps(work: Work): readonly UnitStep[] {
  return gatedSteps(work, needsReceipts(work))
}

/** The tree may have changed since the verification: then its checks ran once more, and they decide. */
export function checkTransition(work: Work): GateVerdict {
  const { phase, derivation } = work
  if (phase === null) return NOTHING_WRONG
  if (openWork(work).length > 0) return notCommitted(work)
  if (!needsReceipts(work) || hasFreshReceipts(work)) return nothingWrong(work)
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
