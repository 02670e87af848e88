// The files a plan changes: its own list and those of its tasks.
import type { PlanFacts } from '../derivation/plan-facts.js'
import { namedPath } from './finish/repository.js'

export const pathsIn = (entries: readonly string[]) => entries.flatMap((entry) => namedPath(entry) ?? [])

/** As written; files that only a task lists come last. */
export const listedFiles = ({ filesModified, filesAppended, tasks }: PlanFacts['plan']): readonly string[] => {
  const known = new Set(pathsIn(filesModified))
  const others = pathsIn([...tasks.flatMap(({ files }) => files), ...filesAppended])
  return [...new Set([...filesModified, ...others.filter((path) => !known.has(path))])]
}
