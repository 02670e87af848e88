// What all phases left to build on, read file by file: nothing of a finished file is kept but what the answer holds.
import { type SummaryFront, summaryFront } from '../../artifacts/summary/summary.js'
import {
  listArchivedDirectories,
  listPhaseDirectories,
  listPhaseFiles,
  type PhaseDirectory,
  summariesIn,
} from '../layout.js'
import type { View } from '../view.js'

export interface PhaseHistory {
  /** Phase id; with its milestone in front where another phase has the same. */
  readonly key: string
  readonly id: string
  readonly name: string
  readonly fronts: readonly SummaryFront[]
}

/** The last `limit` phases that left a SUMMARY, oldest first: archives in their order, then live directories. */
export function readHistory(
  view: View,
  limit: number | null,
): { readonly phases: readonly PhaseHistory[]; readonly total: number } {
  const taken = new Set<string>()
  const found = newestFirst(view).flatMap((directory) => {
    const paths = summariesIn(listPhaseFiles(view, directory))
    if (paths.length === 0) return []
    const plain = !taken.has(directory.id)
    taken.add(directory.id)
    return [{ directory, paths, key: plain ? directory.id : `${directory.archive ?? directory.name}/${directory.id}` }]
  })
  const chosen = (limit === null ? found : found.slice(0, limit)).reverse()
  const frontsAt = (path: string): readonly SummaryFront[] => {
    const source = view.source(path)
    return source === null || source.text === null ? [] : [summaryFront(source)]
  }
  const phases = chosen.map(({ directory, paths, key }) => ({
    key,
    id: directory.id,
    name: directory.slug.replaceAll('-', ' '),
    fronts: paths.flatMap(frontsAt),
  }))
  return { phases, total: found.length }
}

const newestFirst = (view: View): readonly PhaseDirectory[] => {
  const archived = listArchivedDirectories(view)
  const archives = [...new Set(archived.map(({ archive }) => archive))]
  return [
    ...[...listPhaseDirectories(view)].reverse(),
    ...archives.flatMap((archive) => archived.filter((directory) => directory.archive === archive).reverse()),
  ]
}
