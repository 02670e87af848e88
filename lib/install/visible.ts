// Names of the family that a client would list more than once.
import { join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../runtimes/all.js'
import { LISTED, type Listed } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'
import type { Disk } from './disk.js'
import { stem } from './names.js'
import type { Roots } from './target.js'

interface ScopeRoots {
  readonly scope: Scope
  readonly roots: Roots
}

/** Physical folders a client lists a kind from in a scope, without duplicates. */
const foldersOf = (
  disk: Pick<Disk, 'real'>,
  { roots, scope }: ScopeRoots,
  id: RuntimeId,
  kind: Listed,
): readonly string[] => [
  ...new Set(
    runtimeOf(id)
      .listings[kind].filter(({ scopes }) => scopes.includes(scope))
      .map(({ root, folder }) => disk.real(join(roots[root as RuntimeId], folder))),
  ),
]

export interface Double {
  readonly runtime: RuntimeId
  readonly kind: Listed
  readonly name: string
  readonly paths: readonly string[]
}

/** Over all the given places. */
export const visibleTwice = (
  disk: Pick<Disk, 'real' | 'list'>,
  places: readonly ScopeRoots[],
  runtimes: readonly RuntimeId[],
): readonly Double[] =>
  runtimes.flatMap((runtime) =>
    LISTED.flatMap((kind) => {
      const seen = new Map<string, string[]>()
      for (const folder of new Set(places.flatMap((place) => foldersOf(disk, place, runtime, kind))))
        for (const entry of disk.list(folder).filter((each) => /^gsd(-|$)/.test(each)))
          seen.set(stem(entry), [...(seen.get(stem(entry)) ?? []), join(folder, entry)])
      return [...seen].filter(([, paths]) => paths.length > 1).map(([name, paths]) => ({ runtime, kind, name, paths }))
    }),
  )
