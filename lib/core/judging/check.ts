// A check is a program that proves something: its notation in plans and settings, its identity, and the one place that
// turns checks into programs to run.
import { SHELL_WORD } from '../../artifacts/parts/command-line.js'
import { firstOfEach } from '../../std/grouped.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { type ProjectFacts, settingOf } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { type NamedStep, treeStep } from '../trust.js'

/** A program with an argument list, which runs without a shell. */
export interface Check {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  /** Exit code of success. */
  readonly expect: number
  /** Whether the check is a plan's own, which must pass. A check of the project must only not get worse. */
  readonly own: boolean
}

export interface CheckProblem {
  readonly at: string
  readonly expected: string
  readonly received: string
}

/** Reads checks: `["npm","test"]`, or `{run: […], expect?, cwd?}`. */
export function readChecks(value: unknown, own: boolean) {
  const checks: Check[] = []
  const problems: CheckProblem[] = []
  if (Array.isArray(value))
    value.forEach((item: unknown, index) => {
      const found = readCheck(item, own)
      if ('expected' in found) problems.push({ ...found, at: `/${index}${found.at}` })
      else checks.push(found)
    })
  else if (value != null) problems.push({ at: '', expected: 'a list of checks', received: typeof value })
  return { checks, problems }
}

function readCheck(item: unknown, own: boolean): Check | CheckProblem {
  const fields: JsonObject = Array.isArray(item) ? { run: item as readonly Json[] } : isJsonObject(item) ? item : {}
  const run = fields['run']
  if (!Array.isArray(run) || run.length === 0 || !run.every((word) => typeof word === 'string' && word !== ''))
    return { at: '/run', expected: 'an argument list such as ["npm", "test"]', received: JSON.stringify(run ?? item) }
  const argv = run as unknown as [string, ...string[]]
  const shell = argv.find((word) => SHELL_WORD.test(word))
  if (shell !== undefined || (argv.length === 1 && /\s/.test(argv[0])))
    return { at: '/run', expected: 'plain arguments, one word each: no shell runs them', received: shell ?? argv[0] }
  const cwd = typeof fields['cwd'] === 'string' ? fields['cwd'] : '.'
  if (cwd.startsWith('/') || cwd.split('/').includes('..'))
    return { at: '/cwd', expected: 'a folder inside the project', received: cwd }
  const expect = fields['expect'] === undefined ? 0 : Number(fields['expect'])
  if (!Number.isInteger(expect) || expect < 0 || expect > 255)
    return { at: '/expect', expected: 'an exit code from 0 to 255', received: JSON.stringify(fields['expect']) }
  const place = cwd === '.' ? '' : ` in ${cwd}`
  const name = `${argv.join(' ')}${place}${expect === 0 ? '' : ` (expecting ${expect})`}`
  return { name, argv, cwd, expect, own }
}

export interface Program {
  readonly argv: readonly string[]
  readonly cwd: string
}

/** Returns a key for a program in a folder, which is the same for all aliases of a package runner's `test`. */
export const runKey = ({ argv, cwd }: Program): string => JSON.stringify([cwd, ...withoutAliases(argv)])

/** Returns a key that two checks share if program, folder and expected exit code are equal. */
export const checkKey = (check: Program & { readonly expect: number }): string =>
  `${runKey(check)}${check.expect === 0 ? '' : `=${check.expect}`}`

const TEST_WORDS = new Set(['test', 't', 'tst'])

/** `npm t` and `npm run test` become `npm test`. */
function withoutAliases(argv: readonly string[]): readonly string[] {
  const [program, verb = '', script, ...rest] = argv
  if (program !== 'npm' && program !== 'pnpm' && program !== 'yarn') return argv
  if (TEST_WORDS.has(verb)) return [program, 'test', ...argv.slice(2)]
  return (verb === 'run' || verb === 'run-script') && script === 'test' ? [program, 'test', ...rest] : argv
}

export const projectChecks = (facts: ProjectFacts) => readChecks(settingOf(facts, 'verification.commands'), false)

function readPlanChecks({ verify }: Pick<PlanFacts['plan'], 'verify'>) {
  const entries = verify.map(({ argv, expect }) => ({ run: [...argv], expect }))
  return readChecks(entries, true)
}

export const ownChecks = (plan: Pick<PlanFacts['plan'], 'verify'>): readonly Check[] => readPlanChecks(plan).checks

/** Returns invalid check entries of plan and settings, because nobody would notice if they were skipped silently. */
export const badChecks = (facts: ProjectFacts, plan: PlanFacts['plan'] | null): readonly CheckProblem[] => [
  ...(plan === null ? [] : readPlanChecks(plan).problems),
  ...projectChecks(facts).problems,
]

/** Returns the plan's own checks, then the project's other ones. */
export const checksOf = (facts: ProjectFacts, plan: Pick<PlanFacts['plan'], 'verify'> | null): readonly Check[] =>
  firstOfEach([...(plan === null ? [] : ownChecks(plan)), ...projectChecks(facts).checks], checkKey)

export const stepName = (check: Program): string => `check:${runKey(check)}`

/** Chooses the function that makes a check's step, and so the trust that the step needs; by default `treeStep`. */
export type StepOf = (check: Check) => typeof treeStep

interface CheckStepOptions {
  readonly stepOf?: StepOf | undefined
  /** Commit to run at, in a scratch worktree; `name` distinguishes the result from the current tree's. */
  readonly commit?: string
  readonly name?: (check: Check) => string
}

/** Returns one step per program, in order of first mention. Every check that project files name passes through here. */
export function checkSteps(
  facts: ProjectFacts,
  checks: readonly Check[],
  { stepOf = () => treeStep, commit, name = stepName }: CheckStepOptions = {},
): readonly NamedStep[] {
  const seconds = settingOf(facts, 'workflow.test_gate_timeout')
  const limit = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 600_000
  const at = commit === undefined ? {} : { commit }
  return firstOfEach(checks, name).map((check) => {
    const { argv, cwd } = check
    return stepOf(check)({ name: name(check), argv, cwd, timeoutMs: limit, ...at })
  })
}
