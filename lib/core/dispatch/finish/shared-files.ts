// Plans of one wave run side by side: a file that two of them name would be changed by both at once, and one would commit what the other has half done.
import { isOn, type ProjectFacts } from '../../derivation/facts.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import type { PlanId } from '../../ids.js'
import type { View } from '../../view.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { isThere } from './changes.js'
import { namedPath } from './repository.js'

interface WavePlan {
  readonly id: PlanId
  readonly wave: number | null
  readonly value: PlanFacts['plan']
  /** Of its draft; null for one that stays as it is. */
  readonly path: string | null
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)]
const pathsIn = (entries: readonly string[]) => entries.flatMap((entry) => namedPath(entry) ?? [])

/** What a plan lists, completed by what its tasks list. */
export const listedFiles = ({ filesModified, tasks }: PlanFacts['plan']): readonly string[] => {
  const known = new Set(pathsIn(filesModified))
  return unique([...filesModified, ...pathsIn(tasks.flatMap(({ files }) => files)).filter((path) => !known.has(path))])
}

const PATH = /(?<![\w./@~:-])(?:\.\/)?([\w@][\w@.-]*(?:\/[\w@.-]+)*\.\w{1,8})(?![\w/-])/g

/** Paths that the words of its tasks name; one that is only read stands where reading is listed. */
function spokenFiles({ tasks, contextRefs }: PlanFacts['plan'], view: View, listed: ReadonlySet<string>) {
  const read = new Set(pathsIn([...contextRefs, ...tasks.flatMap(({ readFirst }) => readFirst)]))
  const words = tasks.map(({ name, action, behavior }) => `${name ?? ''}\n${action ?? ''}\n${behavior ?? ''}`)
  const spoken = words.flatMap((text) => [...text.matchAll(PATH)].map(([, path = '']) => path))
  return spoken.filter((path) => !read.has(path) && (listed.has(path) || path.includes('/') || isThere(view, path)))
}

export function sharedFindings(facts: ProjectFacts, plans: readonly WavePlan[]): readonly UnitFinding[] {
  const isParallel = isOn(facts, 'parallelization.enabled') && isOn(facts, 'parallelization.plan_level')
  if (!isParallel || plans.length < 2) return []
  const listed = new Map(plans.map(({ id, value }) => [id, pathsIn(listedFiles(value))]))
  const all = new Set([...listed.values()].flat())
  const named = new Map(
    plans.map(({ id, value }) => [id, unique([...(listed.get(id) ?? []), ...spokenFiles(value, facts.view, all)])]),
  )
  return plans.flatMap((plan, index) =>
    plans.slice(0, index).flatMap((other) => {
      const theirs = new Set(named.get(other.id))
      const shared = (named.get(plan.id) ?? []).filter((path) => theirs.has(path))
      const path = plan.path ?? other.path
      if (plan.wave === null || plan.wave !== other.wave || path === null || shared.length === 0) return []
      return [
        finding(
          'PLAN_FILES_SHARED',
          `plans ${other.id} and ${plan.id} may run side by side, and both name ${shared.slice(0, 5).join(', ')}`,
          path,
          `let one wait for the other ("after: ${other.id}" in a draft, depends_on: ["${other.id}"] in a PLAN), or put the file into one of them; what a plan only reads stands on its line "read:" (<read_first> of a task)`,
        ),
      ]
    }),
  )
}
