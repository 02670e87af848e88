// Which of the offered units may run in parallel.
import { isOn, type ProjectFacts } from '../derivation/facts.js'
import { planNamed } from '../derivation/unknown.js'
import { phaseOfUnit } from '../ids.js'
import { listedFiles, pathsIn } from './finish/repository.js'
import type { UnitDecision } from './unit-shapes.js'

type Named = Pick<UnitDecision, 'unitType' | 'unitId'>

/** Paths that a unit's plan changes, and paths that it only appends to. */
type Touched = { readonly [Of in 'files' | 'appended']: ReadonlySet<string> }

/** `lane`: a merge lane joins additions to one file · `tree`: all units write to one worktree. */
type Together = 'lane' | 'tree'

/** Units of `free` that may run beside each other and `taken`. Two may share a file only if both just append to it. */
export function sideBySide<U extends Named>(
  facts: ProjectFacts,
  free: readonly U[],
  taken: readonly Named[],
  together: Together = 'lane',
): readonly U[] {
  if (!isOn(facts, 'parallelization.enabled')) return free.slice(0, 1)
  const busy = taken.map((unit) => ({ unit, touched: touchedBy(facts, unit) }))
  return free.filter((unit) => {
    const touched = touchedBy(facts, unit)
    if (busy.some((other) => isApart(facts, other.unit, unit) || meet(other.touched, touched, together))) return false
    busy.push({ unit, touched })
    return true
  })
}

/** Whether both are plans of one phase, in a project that runs such plans one by one. */
const isApart = (facts: ProjectFacts, a: Named, b: Named): boolean =>
  !isOn(facts, 'parallelization.plan_level') &&
  isPlan(a) &&
  isPlan(b) &&
  phaseOfUnit(a.unitId) === phaseOfUnit(b.unitId)

const isPlan = ({ unitType }: Named): boolean => unitType === 'execute-plan'

const meet = (a: Touched, b: Touched, together: Together): boolean => {
  const isJoined = (path: string) => together === 'lane' && a.appended.has(path) && b.appended.has(path)
  return [...a.files].some((path) => b.files.has(path) && !isJoined(path))
}

function touchedBy(facts: ProjectFacts, unit: Named): Touched {
  const plan = isPlan(unit) ? planNamed(facts, unit.unitId)?.plan.plan : undefined
  if (plan === undefined) return { files: new Set(), appended: new Set() }
  return { files: new Set(pathsIn(listedFiles(plan))), appended: new Set(pathsIn(plan.filesAppended)) }
}
