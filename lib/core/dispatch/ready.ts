// Chooses the offered units that may run in parallel.
import { isOn, type ProjectFacts } from '../derivation/facts.js'
import { planNamed } from '../derivation/unknown.js'
import { phaseOfUnit } from '../ids.js'
import { listedFiles, pathsIn } from './finish/repository.js'
import type { UnitDecision } from './unit-shapes.js'

type Named = Pick<UnitDecision, 'unitType' | 'unitId'>

/** `files`: all paths that a unit's plan changes; `appended`: those among them to which it only appends. */
type TouchedPaths = { readonly [Of in 'files' | 'appended']: ReadonlySet<string> }

/** `lane`: a merge lane combines additions to one file · `tree`: all units write to one worktree. */
type Sharing = 'lane' | 'tree'

/**
 * Returns the units of `free` that may run in parallel with each other and with `taken`; if parallelization is off, only the
 * first of them. Two units may share a file only if both just append to it and a merge lane combines the additions.
 */
export function parallelUnits<U extends Named>(
  facts: ProjectFacts,
  free: readonly U[],
  taken: readonly Named[],
  sharing: Sharing = 'lane',
): readonly U[] {
  const busy = taken.map((unit) => ({ unit, touched: touchedPaths(facts, unit) }))
  const compatible = free.filter((unit) => {
    const touched = touchedPaths(facts, unit)
    if (busy.some((other) => mustRunOneByOne(facts, other.unit, unit) || conflict(other.touched, touched, sharing)))
      return false
    busy.push({ unit, touched })
    return true
  })
  return isOn(facts, 'parallelization.enabled') ? compatible : compatible.slice(0, 1)
}

/** Whether both are plans of one phase, in a project that runs such plans one by one. */
const mustRunOneByOne = (facts: ProjectFacts, a: Named, b: Named): boolean =>
  !isOn(facts, 'parallelization.plan_level') &&
  isPlan(a) &&
  isPlan(b) &&
  phaseOfUnit(a.unitId) === phaseOfUnit(b.unitId)

const isPlan = ({ unitType }: Named): boolean => unitType === 'execute-plan'

const conflict = (a: TouchedPaths, b: TouchedPaths, sharing: Sharing): boolean => {
  const isMergeable = (path: string) => sharing === 'lane' && a.appended.has(path) && b.appended.has(path)
  return [...a.files].some((path) => b.files.has(path) && !isMergeable(path))
}

function touchedPaths(facts: ProjectFacts, unit: Named): TouchedPaths {
  const plan = isPlan(unit) ? planNamed(facts, unit.unitId)?.plan.plan : undefined
  if (plan === undefined) return { files: new Set(), appended: new Set() }
  return { files: new Set(pathsIn(listedFiles(plan))), appended: new Set(pathsIn(plan.filesAppended)) }
}
