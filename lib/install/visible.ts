// What a client lists: a name of ours that reaches it twice, from whichever folders it reads, is told.
import { basename, dirname, join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../runtimes/all.js'
import { LISTED, type Listed } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'
import type { Disk } from './disk.js'
import { stem } from './names.js'
import type { Notice } from './operation.js'
import type { Roots } from './target.js'

/** Physical folders from which a client lists a kind in a scope, each once. */
const foldersOf = (disk: Disk, roots: Roots, scope: Scope, id: RuntimeId, kind: Listed): readonly string[] => [
  ...new Set(
    runtimeOf(id)
      .listings[kind].filter(({ scopes }) => scopes.includes(scope))
      .map(({ root, folder }) => disk.real(join(roots[root as RuntimeId], folder))),
  ),
]

export interface Sight {
  readonly disk: Disk
  readonly roots: Roots
  readonly scope: Scope
  readonly runtimes: readonly RuntimeId[]
  /** Physical paths of the files that will be there, and of those that will be gone. */
  readonly wanted: Iterable<string>
  readonly isGone: (path: string) => boolean
}

/** A notice for every name a client will list twice: foreign copies beside ours, and copies of ours that another client needs where they are. */
export function doubledNames(sight: Sight): readonly Notice[] {
  const { disk, roots, scope, runtimes, wanted } = sight
  const listings = runtimes.flatMap((id) =>
    LISTED.map((kind) => ({ id, kind, folders: foldersOf(disk, roots, scope, id, kind) })),
  )
  const names = namesIn(new Set(listings.flatMap(({ folders }) => folders)), wanted)
  return listings.flatMap((listing) => doubledFor(sight, listing, names))
}

interface Listing {
  readonly id: RuntimeId
  readonly kind: Listed
  readonly folders: readonly string[]
}

/** What each of the folders will list of these files: a file of ours may lie deep in what is listed. */
function namesIn(folders: ReadonlySet<string>, wanted: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const path of wanted)
    for (let [at, folder] = [path, dirname(path)]; at !== folder; [at, folder] = [folder, dirname(folder)])
      if (folders.has(folder)) names.set(folder, (names.get(folder) ?? new Set()).add(stem(basename(at))))
  return names
}

function doubledFor(
  { disk, isGone }: Sight,
  { id, kind, folders }: Listing,
  names: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Notice[] {
  const ours = new Map<string, Set<string>>()
  for (const folder of folders)
    for (const name of names.get(folder) ?? []) ours.set(name, (ours.get(name) ?? new Set()).add(folder))
  const foreign = folders.flatMap((folder) =>
    disk.list(folder).flatMap((entry): readonly Notice[] => {
      const path = join(folder, entry)
      const owners = ours.get(stem(entry))
      if (owners === undefined || owners.has(folder) || isGone(path)) return []
      return [
        {
          level: 'decide',
          path,
          message: `${runtimeOf(id).title} would list ${stem(entry)} twice, once from here`,
          fix: `remove or rename it if you do not need it: mv "${path}" "${path}.off"`,
        },
      ]
    }),
  )
  return [...foreign, ...twiceOurs(id, kind, [...ours.values()])]
}

/** Two clients that need their copies where they are, and a third that reads both places. */
function twiceOurs(id: RuntimeId, kind: Listed, places: readonly ReadonlySet<string>[]): readonly Notice[] {
  const doubled = places.filter(({ size }) => size > 1)
  if (doubled.length === 0) return []
  const folders = [...new Set(doubled.flatMap((each) => [...each]))].sort()
  return [
    {
      level: 'note',
      path: null,
      message: `${runtimeOf(id).title} reads ${folders.join(' and ')}, and lists ${doubled.length} ${kind}s from both`,
      fix: `do without one of the clients that need them there, or without ${runtimeOf(id).title}: gsd uninstall --${id}`,
    },
  ]
}

export interface Double {
  readonly runtime: RuntimeId
  readonly name: string
  readonly paths: readonly string[]
}

/** Names of the family that a client lists from more than one folder now, over all the given scopes. */
export function visibleTwice(
  disk: Disk,
  scopes: readonly { readonly scope: Scope; readonly roots: Roots }[],
  runtimes: readonly RuntimeId[],
): readonly Double[] {
  return runtimes.flatMap((runtime) =>
    LISTED.flatMap((kind) => {
      const seen = new Map<string, string[]>()
      for (const folder of new Set(scopes.flatMap(({ scope, roots }) => foldersOf(disk, roots, scope, runtime, kind))))
        for (const entry of disk.list(folder).filter((each) => /^gsd(-|$)/.test(each)))
          seen.set(stem(entry), [...(seen.get(stem(entry)) ?? []), join(folder, entry)])
      return [...seen].filter(([, paths]) => paths.length > 1).map(([name, paths]) => ({ runtime, name, paths }))
    }),
  )
}
