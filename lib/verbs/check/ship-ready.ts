// Whether a phase is ready to ship: proven on the present tree, in a clean repository.
import { treeDigestStep } from '../../core/builtin-steps.js'
import { openAcceptance } from '../../core/derivation/acceptance-debt.js'
import type { Derivation } from '../../core/derivation/derive.js'
import { CLAIM_READS, type PhaseFacts } from '../../core/derivation/facts.js'
import { receiptsOf } from '../../core/derivation/phase-receipts.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { UNVERIFIED } from '../../core/derivation/statuses.js'
import { verificationWord } from '../../core/derivation/verification-word.js'
import { subjectPhase } from '../../core/phases/subject.js'
import { readSettings } from '../../core/project/settings.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { bool, orNull, record, text, texts } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { type Finding, findingsShape, verdict, where } from '../findings.js'
import { look, out, type Results } from '../git/steps.js'

const CHANGED = 'changed'
const BRANCH = 'branch'
const REMOTES = 'remotes'
const TREE = 'tree'
const REMOTE_HEAD = 'remote-head'
const BRANCHES = 'branches'
const LOOKS = [
  look(CHANGED, ['status', '--porcelain', '--untracked-files=normal']),
  look(BRANCH, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
  look(REMOTES, ['remote']),
  look(REMOTE_HEAD, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']),
  look(BRANCHES, ['for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes/origin']),
  treeDigestStep(TREE),
]
/** Usual names of base branches, if no setting names one. */
const USUAL: readonly string[] = ['main', 'master', 'trunk', 'develop']

export const checkShipReady = verb('check.ship-ready', {
  about: 'Check that a phase can ship: verified, committed, on its own branch',
  args: { phase: PHASE_OR_DIRECTORY },
  needs: ['programs'],
  reads: CLAIM_READS,
  writes: [],
  result: record({
    ready: bool(),
    base: orNull(text('Target branch; null if no setting, origin or usual name gives one')),
    ref: orNull(text('Base for counting commits: the one of origin, else the local one')),
    blockers: findingsShape,
    warnings: texts(),
  }),
  async run({ view, results, run }, { phase: given }) {
    await run(() => (view.hasGit ? LOOKS : []))
    const { derivation, phase } = subjectPhase(view, given)
    const target = targetOf(view, results)
    const blockers = [...verificationBlockers(derivation, phase, results), ...gitBlockers(view, results, target.base)]
    const warnings = [
      ...(view.hasGit && (results.get(REMOTES)?.stdout.trim() ?? '') === ''
        ? ['the repository has no remote to push to']
        : []),
      ...(phase.elsewhere ? [`the phase is ${UNVERIFIED}: another tool finished it`] : []),
    ]
    return { ...verdict('ready', { ready: blockers.length === 0, ...target, blockers, warnings }) }
  },
})

function verificationBlockers({ facts, done }: Derivation, phase: PhaseFacts, results: Results): readonly Finding[] {
  const { status, reason } = verificationWord(facts, phase)
  const open = phase.plans.filter((plan) => !isComplete(plan)).map(({ id }) => id)
  const now = results.get(TREE)
  const stored = new Set(receiptsOf(facts, phase).receipts.map(({ file }) => file.treeDigest))
  // A phase whose verification needs the user is done only after the user's answer.
  const isPassed = status === 'passed' || (status === 'human_needed' && done.has(phase.id))
  const isOther = isPassed && now?.exitCode === 0 && !stored.has(now.stdout)
  const untested = openAcceptance(facts, phase).length
  return [
    ...where(open.length > 0, {
      code: 'PLANS_OPEN',
      message: `not finished: ${open.join(', ')}`,
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
      message: `${untested} acceptance tests are open`,
      fix: 'gsd-tools open --kind uat lists them',
    }),
  ]
}

/** The branch to ship to. */
function targetOf(view: View, results: Results): { readonly base: string | null; readonly ref: string | null } {
  const configured = readSettings(view).get('git.base_branch')
  const branches = out(results, BRANCHES).split('\n')
  const head = out(results, REMOTE_HEAD).replace(/^origin\//, '')
  const usual = USUAL.filter((name) => branches.includes(name))
  const named = typeof configured === 'string' ? configured : head
  const base = named !== '' ? named : usual.length === 1 ? (usual[0] ?? null) : null
  return { base, ref: branches.includes(`origin/${base}`) ? `origin/${base}` : base }
}

function gitBlockers(view: View, results: Results, base: string | null): readonly Finding[] {
  if (!view.hasGit)
    return [{ code: 'NO_GIT', message: 'there is no git repository', fix: 'git init, and commit the work' }]
  const changed = (results.get(CHANGED)?.stdout ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
  const branch = results.get(BRANCH)?.stdout.trim() ?? ''
  const isBase = base === null ? USUAL.includes(branch) : branch === base
  return [
    ...where(changed.length > 0, {
      code: 'UNCOMMITTED',
      message: `${changed.length} files are not committed: ${changed.slice(0, 5).join(', ')}`,
      fix: changed.every((path) => path.startsWith('.planning/'))
        ? 'gsd-tools commit "docs: record what was checked"'
        : 'commit or remove them',
    }),
    ...where(branch === '', { code: 'DETACHED', message: 'HEAD is on no branch', fix: 'git switch -c <branch>' }),
    ...where(branch !== '' && isBase, {
      code: 'BASE_BRANCH',
      message: `${branch} is the target branch`,
      fix: 'git switch -c <branch>',
    }),
  ]
}
