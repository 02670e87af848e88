// Whether a phase may be delivered: proven on the present tree, and the repository in order.
import { isOpenGap } from '../../artifacts/verification/uat-gaps.js'
import { treeDigestStep } from '../../core/builtin-steps.js'
import type { Derivation } from '../../core/derivation/derive.js'
import { CLAIM_READS, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { receiptsOf } from '../../core/derivation/phase-receipts.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { UNVERIFIED } from '../../core/derivation/standing.js'
import { verificationWord } from '../../core/derivation/verification-word.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { RunResult } from '../../ports.js'
import { bool, record, texts } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { type Finding, findingsShape, verdict, where } from '../findings.js'
import { task } from '../verb.js'

const CHANGED = 'changed'
const BRANCH = 'branch'
const REMOTES = 'remotes'
const TREE = 'tree'

export const checkShipReady = task('check.ship-ready', {
  about: 'Whether a phase can be delivered: verified, committed, on a branch of its own',
  args: { phase: PHASE_OR_DIRECTORY },
  reads: CLAIM_READS,
  writes: [],
  result: record({ ready: bool(), blockers: findingsShape, warnings: texts() }),
  plan: (_args, view) =>
    view.hasGit
      ? [
          { name: CHANGED, argv: ['git', 'status', '--porcelain', '--untracked-files=normal'], looks: true },
          { name: BRANCH, argv: ['git', 'symbolic-ref', '--quiet', '--short', 'HEAD'], looks: true },
          { name: REMOTES, argv: ['git', 'remote'], looks: true },
          treeDigestStep(TREE),
        ]
      : [],
  finish({ phase: given }, view, results) {
    const found = subjectPhase(view, given)
    if ('error' in found) return { result: { ready: false, blockers: [], warnings: [] }, error: found.error }
    const { derivation, phase } = found
    const blockers = [...verificationBlockers(derivation, phase, results), ...gitBlockers(view, results)]
    const warnings = [
      ...(view.hasGit && (results.get(REMOTES)?.stdout.trim() ?? '') === ''
        ? ['the repository has no remote to push to']
        : []),
      ...(phase.elsewhere ? [`the phase is ${UNVERIFIED}: another tool finished it`] : []),
    ]
    return { ...verdict('ready', { ready: blockers.length === 0, blockers, warnings }) }
  },
})

/** Acceptance items that a person has not settled. */
function untestedIn({ inputs }: ProjectFacts, { files }: PhaseFacts): number {
  const uat = files?.uat == null ? undefined : inputs.parse('uat', files.uat)?.value
  if (uat === undefined || uat.status === 'resolved') return 0
  const open = uat.tests.filter(({ result }) => result !== 'pass')
  return Math.max(open.length, uat.gaps.filter(isOpenGap).length)
}

function verificationBlockers(
  { facts, done }: Derivation,
  phase: PhaseFacts,
  results: ReadonlyMap<string, RunResult>,
): readonly Finding[] {
  const { status, reason } = verificationWord(facts, phase)
  const open = phase.plans.filter((plan) => !isComplete(plan)).map(({ id }) => id)
  const now = results.get(TREE)
  const stored = new Set(receiptsOf(facts, phase).receipts.map(({ file }) => file.treeDigest))
  // What was left to a person was answered by them, or the phase would not be done.
  const isPassed = status === 'passed' || (status === 'human_needed' && done.has(phase.id))
  const isOther = isPassed && now?.exitCode === 0 && !stored.has(now.stdout)
  const untested = untestedIn(facts, phase)
  return [
    ...where(open.length > 0, {
      code: 'PLANS_OPEN',
      message: `not carried out: ${open.join(', ')}`,
      fix: 'execute them',
    }),
    ...where(!isPassed && !phase.elsewhere, {
      code: 'NOT_VERIFIED',
      message: `the phase is "${status}": ${reason}`,
      fix: 'verify the phase with checks that run',
    }),
    ...where(isOther, {
      code: 'TREE_CHANGED',
      message: 'the code was changed after the phase was verified',
      fix: `gsd-tools check run ${phase.id}`,
    }),
    ...where(untested > 0, {
      code: 'UAT_OPEN',
      message: `${untested} acceptance items are open`,
      fix: 'gsd-tools audit-uat lists them',
    }),
  ]
}

const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(['main', 'master', 'trunk', 'develop'])

function gitBlockers(view: View, results: ReadonlyMap<string, RunResult>): readonly Finding[] {
  if (!view.hasGit)
    return [{ code: 'NO_GIT', message: 'there is no git repository', fix: 'git init, and commit the work' }]
  const changed = (results.get(CHANGED)?.stdout ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
  const branch = results.get(BRANCH)?.stdout.trim() ?? ''
  const base = readSettings(view).get('git.base_branch')
  const isBase = typeof base === 'string' && base !== '' ? branch === base : DEFAULT_BRANCHES.has(branch)
  return [
    ...where(changed.length > 0, {
      code: 'UNCOMMITTED',
      message: `${changed.length} files are not committed: ${changed.slice(0, 5).join(', ')}`,
      fix: changed.every((path) => path.startsWith('.planning/'))
        ? 'gsd-tools commit "docs: record what was checked" --files .planning'
        : 'commit or remove them',
    }),
    ...where(branch === '', { code: 'DETACHED', message: 'HEAD is on no branch', fix: 'git switch -c <branch>' }),
    ...where(branch !== '' && isBase, {
      code: 'BASE_BRANCH',
      message: `${branch} is the branch a delivery goes to`,
      fix: 'git switch -c <branch>',
    }),
  ]
}
