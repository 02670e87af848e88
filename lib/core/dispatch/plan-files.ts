// Which files a plan changes: those that it lists, and those that its tasks list.
import type { PlanFacts } from '../derivation/plan-facts.js'
import { namedPath } from './finish/repository.js'

export const pathsIn = (entries: readonly string[]) => entries.flatMap((entry) => namedPath(entry) ?? [])

/** As they are written; a file that only a task lists stands behind the others. */
export const listedFiles = ({ filesModified, filesAppended, tasks }: PlanFacts['plan']): readonly string[] => {
  const known = new Set(pathsIn(filesModified))
  const others = pathsIn([...tasks.flatMap(({ files }) => files), ...filesAppended])
  return [...new Set([...filesModified, ...others.filter((path) => !known.has(path))])]
}
