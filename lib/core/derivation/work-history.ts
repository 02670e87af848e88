// What all phases left to build on, read file by file: nothing of a finished file is kept but what the answer holds.
import { type SummaryFront, summaryFront } from '../../artifacts/summary/summary.js'
import type { Source } from '../../ports.js'
import {
  listArchivedDirectories,
  listPhaseDirectories,
  listPhaseFiles,
  type PhaseDirectory,
  summariesIn,
} from '../layout.js'
import type { View } from '../view.js'
import { memorySource } from '../writing/staging.js'

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
    const paths = summaryPaths(view, directory)
    if (paths.length === 0) return []
    const plain = !taken.has(directory.id)
    taken.add(directory.id)
    return [{ directory, paths, key: plain ? directory.id : `${directory.archive ?? directory.name}/${directory.id}` }]
  })
  const chosen = (limit === null ? found : found.slice(0, limit)).reverse()
  const fronts = frontsOf(
    view,
    chosen.flatMap(({ paths }) => paths),
  )
  const phases = chosen.map(({ directory, paths, key }) => ({
    key,
    id: directory.id,
    name: directory.slug.replaceAll('-', ' '),
    fronts: paths.flatMap((path) => fronts.get(path) ?? []),
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

const summaryPaths = (view: View, directory: PhaseDirectory): readonly string[] =>
  summariesIn(listPhaseFiles(view, directory))

function frontsOf(view: View, paths: readonly string[]): ReadonlyMap<string, SummaryFront> {
  view.prefetch(paths)
  const found = new Map<string, SummaryFront>()
  for (const path of paths) {
    const source = view.source(path)
    if (source !== null && source.text !== null) found.set(path, summaryFront(headOf(source, view)))
  }
  return found
}

/** The file up to the end of its front matter: the body needs no scanning. */
function headOf(source: Source, view: View): Source {
  const text = source.text ?? ''
  if (!/^\uFEFF?---[ \t]*[\r\n]/.test(text.slice(0, 40))) return source
  const close = /[\r\n]---[ \t]*(?:\r\n|\r|\n|$)/g
  close.lastIndex = 4
  const end = close.exec(text)
  return end === null ? source : memorySource(source.path, text.slice(0, end.index + end[0].length), view.digest)
}
