// A gate: the checks of plans run on the present tree, each once, and not again where a receipt says that it proved something on exactly this tree.
import type { RunResult } from '../../ports.js'
import { headStep, lookStep, treeDigestStep, type UnitStep } from '../builtin-steps.js'
import type { ProjectFacts } from '../derivation/facts.js'
import { type Check, runKey } from './check.js'
import { checkSteps, type StepOf, stepName } from './checks.js'
import { type Receipt, readReceipt } from './receipts.js'

export type Results = ReadonlyMap<string, RunResult>

const BEFORE = 'gate:before'
const AFTER = 'gate:after'
const HEAD = 'gate:head'
const WHO = 'gate:who'

/** Where and by whom checks were run. */
interface Ran {
  readonly tree: string | null
  readonly commit: string | null
  readonly by: string | null
}

export interface Gate extends Ran {
  /** What is still to be run; empty when the gate can judge. */
  readonly steps: readonly UnitStep[]
  /** By `runKey`: what is answered by an earlier receipt. */
  readonly reused: ReadonlyMap<string, Receipt>
}

/** What a look printed; null where it failed, or nobody looked. */
export function saidBy(results: Results, name: string): string | null {
  const found = results.get(name)
  return found?.exitCode === 0 && found.stdout.trim() !== '' ? found.stdout.trim() : null
}

export interface GateOptions {
  /** Run everything, whatever was seen before. */
  readonly again?: boolean
  readonly stepOf?: StepOf | undefined
}

/** Where a gate stands: it is asked again with each new result until it has no steps left. */
export function gateAt(
  facts: ProjectFacts,
  checks: readonly Check[],
  results: Results,
  { again = false, stepOf }: GateOptions = {},
): Gate {
  const before = saidBy(results, BEFORE)
  const reused = again || before === null ? new Map<string, Receipt>() : provenOn(facts, before)
  const { hasGit } = facts.view
  const steps = !results.has(BEFORE)
    ? [
        treeDigestStep(BEFORE),
        ...(hasGit ? [headStep(HEAD), lookStep(WHO, ['git', 'config', '--get', 'user.name'])] : []),
      ]
    : stepsFor(checks.filter((check) => !results.has(stepName(check)) && !reused.has(runKey(check))))
  return {
    steps,
    reused,
    tree: saidBy(results, AFTER) ?? before,
    commit: saidBy(results, HEAD),
    by: saidBy(results, WHO),
  }

  function stepsFor(toRun: readonly Check[]): readonly UnitStep[] {
    return toRun.length === 0 ? [] : [...checkSteps(facts, toRun, { stepOf }), treeDigestStep(AFTER)]
  }
}

/** Checks that proved something on exactly this tree, by `runKey`. */
function provenOn(facts: ProjectFacts, tree: string): ReadonlyMap<string, Receipt> {
  const found = new Map<string, Receipt>()
  for (const line of facts.inputs.ledger().lines)
    if (line.kind === 'receipt' && line.tree === tree) {
      const path = line.plan === null ? quickPath(facts, line.unit) : planPath(facts, line.plan)
      const file = readReceipt(facts.view, path)
      if (file?.treeDigest !== tree) continue
      for (const receipt of file.receipts) if (receipt.outcome === 'pass') found.set(runKey(receipt), receipt)
    }
  return found
}

const planPath = (facts: ProjectFacts, id: string): string | null =>
  facts.phases.flatMap(({ plans }) => plans).find((plan) => plan.id === id)?.file.receipt ?? null

const quickPath = ({ view }: ProjectFacts, unit: string | undefined): string | null => {
  if (unit?.startsWith('quick/') !== true) return null
  const folder = view.at(unit)
  const name = view.list(folder).find((entry) => entry.name.endsWith('-VERIFY.json'))?.name
  return name === undefined ? null : `${folder}/${name}`
}
