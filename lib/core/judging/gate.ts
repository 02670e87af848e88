// A gate: the checks of plans are run on the present tree, each once, and not at all where this machine saw it pass on exactly this tree.
import type { RunResult } from '../../ports.js'
import type { UnitStep } from '../builtin-steps.js'
import type { ProjectFacts } from '../derivation/facts.js'
import type { Check } from './check.js'
import { checkSteps, type StepOf, stepName, treeStateStep } from './checks.js'
import { readReceipt } from './proof.js'
import { type Receipt, runKey } from './receipts.js'

export type Results = ReadonlyMap<string, RunResult>

const BEFORE = 'gate:before'
const ROUNDS = ['gate:after', 'gate:after-all'] as const

export interface Gate {
  /** What is still to be run; empty when the gate can judge. */
  readonly steps: readonly UnitStep[]
  /** Digest of the tree that the checks saw; null where it cannot be taken. */
  readonly tree: string | null
  /** Tracked files differ since before the checks. */
  readonly changed: boolean
  /** By `runKey`: what is answered from an earlier receipt. */
  readonly reused: ReadonlyMap<string, Receipt>
}

/** Digest of the whole tree, and of the part that no check may change. */
interface TreeState {
  readonly tree: string
  readonly tracked: string
}

function stateIn(results: Results, name: string): TreeState | null {
  const found = results.get(name)
  const [tree = '', tracked = ''] = found?.exitCode === 0 ? found.stdout.trim().split(' ') : []
  return tree === '' ? null : { tree, tracked }
}

/** The digest that a step of the tree printed, alone or with a second one. */
export const treeIn = (results: Results, name: string): string | null => stateIn(results, name)?.tree ?? null

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
  if (!results.has(BEFORE)) return { steps: [treeStateStep(BEFORE)], tree: null, changed: false, reused: new Map() }
  const before = stateIn(results, BEFORE)
  const known = again || before === null ? new Map<string, Receipt>() : passedOn(facts, before.tree)
  const missing = (one: Check) => !results.has(stepName(one))
  const toRun = checks.filter((check) => missing(check) && !known.has(runKey(check)))
  const ran = checks.some((check) => !missing(check))
  if (toRun.length > 0 && !results.has(ROUNDS[0]))
    return {
      steps: [...checkSteps(facts, toRun, stepOf), treeStateStep(ROUNDS[0])],
      tree: null,
      changed: false,
      reused: known,
    }
  if (!ran) return { steps: [], tree: before?.tree ?? null, changed: false, reused: known }
  const after = stateIn(results, ROUNDS[1]) ?? stateIn(results, ROUNDS[0])
  // What was seen on the tree before says nothing about the one that the checks left.
  const rest = after?.tree === before?.tree ? [] : checks.filter(missing)
  if (rest.length > 0)
    return {
      steps: [...checkSteps(facts, rest, stepOf), treeStateStep(ROUNDS[1])],
      tree: null,
      changed: false,
      reused: new Map(),
    }
  return {
    steps: [],
    tree: after?.tree ?? null,
    changed: before !== null && after !== null && before.tracked !== after.tracked,
    reused: known,
  }
}

/** Checks that this machine saw pass on exactly this tree, by `runKey`. */
function passedOn(facts: ProjectFacts, tree: string): ReadonlyMap<string, Receipt> {
  const { view } = facts
  const ledger = facts.inputs.ledger()
  const paths = new Set<string>()
  for (const line of ledger.lines)
    if (line.kind === 'receipt' && line.tree === tree && ledger.sealed(line)) {
      const path = line.plan === null ? quickPath(facts, line.unit) : planPath(facts, line.plan)
      if (path !== null) paths.add(path)
    }
  const found = new Map<string, Receipt>()
  for (const path of paths) {
    const stored = readReceipt(view, path)
    if (stored === null || stored.origin !== 'here') continue
    for (const receipt of stored.file.receipts)
      if (receipt.outcome === 'pass' && receipt.treeDigest === tree && (receipt.expect ?? 0) === receipt.exitCode)
        found.set(runKey(receipt), receipt)
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
