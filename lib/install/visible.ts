// Derives installed names from paths, and finds names that a client would list more than once.
import { join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../runtimes/all.js'
import { LISTED_KINDS, type ListedKind } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'
import type { Disk } from './disk.js'
import type { Roots } from './target.js'

/** The name without the extension of a prompt file. */
export const stem = (name: string): string => name.replace(/(\.agent)?\.(md|toml|ya?ml)$/, '')

/** The name of a command or agent from its path (`gsd-next/SKILL.md`, `gsd/next.toml`); null for other files. */
export function installedNameAt(path: string): string | null {
  const parts = path.split('/')
  const prefixed = parts.find((part) => part.startsWith('gsd-'))
  if (prefixed !== undefined) return stem(prefixed)
  const folder = parts.indexOf('gsd')
  const below = parts[folder + 1]
  return folder < 0 || below === undefined ? null : `gsd-${stem(below)}`
}

interface ScopeRoots {
  readonly scope: Scope
  readonly roots: Roots
}

/** Physical folders from which a client lists a kind in a scope, without duplicates. */
const foldersOf = (
  disk: Pick<Disk, 'real'>,
  { roots, scope }: ScopeRoots,
  id: RuntimeId,
  kind: ListedKind,
): readonly string[] => [
  ...new Set(
    runtimeOf(id)
      .listings[kind].filter(({ scopes }) => scopes.includes(scope))
      .map(({ root, folder }) => disk.real(join(roots[root as RuntimeId], folder))),
  ),
]

/** A name that a client would list from several files. */
export interface DuplicateName {
  readonly runtime: RuntimeId
  readonly kind: ListedKind
  readonly name: string
  readonly paths: readonly string[]
}

/** Names that a client would list more than once, over all the given scopes. */
export const duplicateNames = (
  disk: Pick<Disk, 'real' | 'list'>,
  places: readonly ScopeRoots[],
  runtimes: readonly RuntimeId[],
): readonly DuplicateName[] =>
  runtimes.flatMap((runtime) =>
    LISTED_KINDS.flatMap((kind) => {
      const seen = new Map<string, string[]>()
      for (const folder of new Set(places.flatMap((place) => foldersOf(disk, place, runtime, kind))))
        for (const entry of disk.list(folder).filter((each) => /^gsd(-|$)/.test(each)))
          seen.set(stem(entry), [...(seen.get(stem(entry)) ?? []), join(folder, entry)])
      return [...seen].filter(([, paths]) => paths.length > 1).map(([name, paths]) => ({ runtime, kind, name, paths }))
    }),
  )
