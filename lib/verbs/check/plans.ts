// Verbs about the checks that plans name: whether they can run, whether they can fail, and whether one was seen to fail first.

import { vacuousReason } from '../../artifacts/plan/vacuous-checks.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, type PhaseFacts, type PlanFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { parsePlanId, samePlan } from '../../core/ids.js'
import { projectChecks } from '../../core/judging/checks.js'
import { scriptsIn } from '../../core/judging/knowledge.js'
import { indicatorsOf } from '../../core/judging/phase-kinds.js'
import { readReceipt } from '../../core/judging/proof.js'
import type { Receipt } from '../../core/judging/receipts.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import { insidePath, isThere } from '../../core/project/project-files.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, orNull, record, text, texts } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { unknownShape } from '../findings.js'
import { query } from '../verb.js'

const planMissing = (given: string, facts: ProjectFacts): ErrorBody => ({
  code: 'PLAN_NOT_FOUND',
  message: `"${given}" is no plan of the active milestone`,
  fix: `name one of ${facts.phases.flatMap(({ plans }) => plans.map(({ id }) => id)).join(', ') || '(there is none)'}`,
})

function planOf(facts: ProjectFacts, given: string): PlanFacts | null {
  const plans = facts.phases.flatMap((phase) => phase.plans)
  const path = given.replace(/^\.\//, '')
  const id = parsePlanId(path)
  return (
    plans.find(({ file }) => file.path === path) ??
    (id === null ? null : (plans.find((plan) => samePlan(plan.id, id)) ?? null))
  )
}

export const checkTddRedEvidence = query({
  name: 'check.tdd-red-evidence',
  about: 'Whether a check of a plan was seen to fail before it passed',
  args: { plan: { type: 'text', positional: true, required: true, about: 'Plan, or its file' } },
  result: record({
    present: bool(),
    receipts: texts('Ids of the passing receipts that failed before'),
    reason: text(),
  }),
  reads: FACT_READS,
  run({ plan: given }, view) {
    const { facts } = derive(view)
    const plan = planOf(facts, given)
    if (plan === null)
      return {
        result: { present: false, receipts: [], reason: 'there is no such plan' },
        error: planMissing(given, facts),
      }
    const stored = plan.file.receipt === null ? null : readReceipt(view, plan.file.receipt)
    const no = (reason: string) => ({ result: { present: false, receipts: [], reason }, exit: 1 as const })
    if (stored === null) return no(`plan ${plan.id} has no receipt: check run stores one, also of a run that fails`)
    const { file, origin, sha256 } = stored
    if (facts.receipts.said.get(plan.id)?.sha256 !== sha256)
      return no('the receipt is not the one that the ledger records')
    if (origin === 'elsewhere')
      return no('the receipt is from elsewhere: what failed first was not seen on this machine for this plan')
    const failedBefore = namesFailedBefore(facts, plan, file.at)
    const red = file.receipts.filter(
      ({ outcome, baseline, name }) => outcome === 'pass' && (baseline === 'fail' || failedBefore.has(name)),
    )
    return red.length === 0
      ? no('no check that passes now was recorded as failing before; what a text says about it is no evidence')
      : {
          result: {
            present: true,
            receipts: red.map(({ id }: Receipt) => id),
            reason: `failed before, pass now: ${red.map(({ name }) => name).join(', ')}`,
          },
        }
  },
})

/** Checks of the plan that earlier receipts recorded as failing. */
const namesFailedBefore = (facts: ProjectFacts, { id }: PlanFacts, at: string): ReadonlySet<string> =>
  new Set(
    facts.inputs
      .ledger()
      .lines.flatMap((line) =>
        line.kind === 'receipt' && line.plan === id && line.at < at ? (line.failed ?? []) : [],
      ),
  )

const PROGRAM_PATH = /^(?:\.{1,2}\/)?(?:[\w@.-]+\/)+[\w@.-]+$/
const SCRIPT = /^[\w@.-]+\.(?:js|mjs|cjs|ts|mts|cts|tsx|jsx|py|sh|rb|php|go|rs|java|kt|ps1|json|ya?ml|toml)$/

/** Words of a call that name a file of the project. Options, addresses and patterns name none. */
const pathsIn = (argv: readonly string[]): readonly string[] =>
  argv
    .map((word) => word.replace(/^--?[\w-]+=/, ''))
    .filter((word) => !word.startsWith('-') && !/[*?{}[\]$]|:\/\//.test(word))
    .filter((word) => PROGRAM_PATH.test(word) || SCRIPT.test(word))
    .filter((word) => !word.startsWith('@') && !word.startsWith('node_modules/'))

export const checkVerifyCommandPaths = query({
  name: 'check.verify-command-paths',
  about: 'Whether the files that checks of plans name are there or will be',
  args: { phase: PHASE_OR_DIRECTORY },
  result: record({
    passed: orNull(bool()),
    checked: int('Checks that were looked at'),
    missing: listOf(record({ plan: text(), argv: texts(), path: text() })),
    unknown: unknownShape,
  }),
  reads: FACT_READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    const none = { passed: null, checked: 0, missing: [] }
    if ('error' in found) return { result: { ...none, unknown: [] }, error: found.error }
    const { phase, derivation } = found
    const checks = checksIn(derivation.facts, phase)
    if (checks.length === 0) return { result: { ...none, unknown: [nothingToCheck] }, exit: 1 as const }
    const promised = new Set(phase.plans.flatMap(filesOf))
    const missing = checks.flatMap(({ plan, argv, cwd }) =>
      pathsIn(argv)
        .filter((path) => !isComing(view, joined(cwd, path), promised))
        .map((path) => ({ plan, argv: [...argv], path })),
    )
    return {
      result: { passed: missing.length === 0, checked: checks.length, missing, unknown: [] },
      exit: missing.length === 0 ? 0 : 1,
    }
  },
})

const nothingToCheck = { path: 'passed', code: 'NOTHING_TO_CHECK', reason: 'no plan of the phase has a check' }

/** As the plans write them, also those that cannot be run; then the project's own, once. */
const checksIn = (facts: ProjectFacts, phase: PhaseFacts) => {
  const named = phase.plans.flatMap((plan) =>
    plan.plan.verify.map(({ argv, expect }) => ({ plan: plan.id as string, argv, cwd: '.', expect })),
  )
  const common = phase.plans.length === 0 ? [] : projectChecks(facts).checks
  return [
    ...named,
    ...common.map(({ argv, cwd, expect }) => ({
      plan: 'verification.commands',
      argv: argv as readonly string[],
      cwd,
      expect,
    })),
  ]
}

const filesOf = ({ plan }: PlanFacts): readonly string[] =>
  [
    ...plan.filesModified,
    ...plan.tasks.flatMap(({ files }) => files),
    ...plan.mustHaves.artifacts.map(({ path }) => path),
  ].flatMap((path) => insidePath(path) ?? [])

const joined = (cwd: string, path: string): string => insidePath(cwd === '.' ? path : `${cwd}/${path}`) ?? path

/** There, or promised by a plan; a folder is promised by a file in it. */
const isComing = (view: View, path: string, promised: ReadonlySet<string>): boolean =>
  isThere(view, path) || promised.has(path) || [...promised].some((file) => file.startsWith(`${path}/`))

export const checkVerifyFailureDirections = query({
  name: 'check.verify-failure-directions',
  about: 'Whether the checks of plans can fail at all',
  args: { phase: PHASE_OR_DIRECTORY },
  result: record({
    passed: orNull(bool()),
    checked: int(),
    suspicious: listOf(record({ plan: text(), argv: texts(), reason: text() })),
    unknown: unknownShape,
  }),
  reads: FACT_READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    const none = { passed: null, checked: 0, suspicious: [] }
    if ('error' in found) return { result: { ...none, unknown: [] }, error: found.error }
    const checks = checksIn(found.derivation.facts, found.phase)
    if (checks.length === 0) return { result: { ...none, unknown: [nothingToCheck] }, exit: 1 as const }
    const suspicious = checks.flatMap(({ plan, argv, cwd, expect }) => {
      const reason = vacuousReason(argv, { scripts: scriptsIn(view), folder: cwd, expect }) ?? hushed(argv)
      return reason === null ? [] : [{ plan, argv: [...argv], reason }]
    })
    return {
      result: { passed: suspicious.length === 0, checked: checks.length, suspicious, unknown: [] },
      exit: suspicious.length === 0 ? 0 : 1,
    }
  },
})

/** Options with which a runner succeeds although it ran nothing, or although something failed. */
const HUSH: Readonly<Record<string, string>> = {
  '--passWithNoTests': 'it passes without a test',
  '--pass-with-no-tests': 'it passes without a test',
  '--exit-zero': 'it never fails',
  '--no-fail': 'it never fails',
  '--if-present': 'it passes where there is no such script',
  '--allowEmpty': 'it passes without a file',
  '--no-error-on-unmatched-pattern': 'it passes without a file',
}

function hushed(argv: readonly string[]): string | null {
  const option = argv.find((word) => Object.hasOwn(HUSH, word))
  if (option !== undefined) return `with ${option} ${HUSH[option]}`
  const script = argv.find((word) => /(?:\|\||;)\s*(?:true|:|exit 0)\s*$/.test(word))
  return script === undefined ? null : `"${script.slice(-30)}" swallows the failure`
}

export const checkUiPlanGate = query({
  name: 'check.ui-plan-gate',
  about: 'Whether a phase with screens has its design contract before it is planned',
  args: { phase: PHASE_OR_DIRECTORY },
  result: record({ passed: bool(), reason: text(), indicators: texts() }),
  reads: FACT_READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    if ('error' in found)
      return { result: { passed: false, reason: found.error.message, indicators: [] }, error: found.error }
    const { phase } = found
    const settings = readSettings(view)
    if (settings.problem !== null)
      return { result: { passed: false, reason: settings.problem.message, indicators: [] }, error: settings.problem }
    const off = ['workflow.ui_phase', 'workflow.ui_safety_gate'].find((key) => settings.get(key) === false)
    if (off !== undefined) return { result: { passed: true, reason: `${off} is off`, indicators: [] } }
    const indicators = indicatorsOf('frontend', phase.section, phase.plans.flatMap(filesOf))
    if (indicators.length === 0)
      return { result: { passed: true, reason: 'nothing shows that the phase has screens', indicators } }
    const contract = (phase.directory === null ? [] : view.list(phase.directory.path)).find(
      ({ name }) => name === 'UI-SPEC.md' || name.endsWith('-UI-SPEC.md'),
    )
    return contract === undefined
      ? { result: { passed: false, reason: 'the phase has screens, but no design contract', indicators }, exit: 1 }
      : { result: { passed: true, reason: `${contract.name} is there`, indicators } }
  },
})
