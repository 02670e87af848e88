// What a client lists: no name of ours may reach it twice, from whichever folders it reads.
import { join, sep } from 'node:path'
import { GsdError } from '../errors.js'
import { type RuntimeId, runtimeOf } from '../runtimes/all.js'
import { LISTED, type Listed } from '../runtimes/runtime.js'
import type { Disk } from './disk.js'
import { isWithin } from './installed.js'
import type { Notice } from './operation.js'
import type { Roots } from './target.js'

/** Physical folders from which a client lists a kind, each once. */
const foldersOf = (disk: Disk, roots: Roots, id: RuntimeId, kind: Listed): readonly string[] => [
  ...new Set(runtimeOf(id).listings[kind].map(({ root, folder }) => disk.real(join(roots[root as RuntimeId], folder)))),
]

const stem = (name: string): string => name.replace(/\.(md|toml)$/, '')
const nameIn = (folder: string, path: string): string => stem(path.slice(folder.length + 1).split(sep)[0] as string)

export interface Sight {
  readonly disk: Disk
  readonly roots: Roots
  readonly runtimes: readonly RuntimeId[]
  /** Physical paths of the files that will be there, and of those that will be gone. */
  readonly wanted: Iterable<string>
  readonly isGone: (path: string) => boolean
}

/** A notice for every foreign copy a client would list beside ours. Throws when the plan itself shows a name twice. */
export function doubledNames(sight: Sight): readonly Notice[] {
  return sight.runtimes.flatMap((id) => LISTED.flatMap((kind) => doubledFor(sight, id, kind)))
}

function doubledFor({ disk, roots, wanted, isGone }: Sight, id: RuntimeId, kind: Listed): readonly Notice[] {
  const folders = foldersOf(disk, roots, id, kind)
  const ours = new Map<string, string>()
  for (const path of wanted)
    for (const folder of folders) if (isWithin(folder, path)) claim(ours, nameIn(folder, path), folder)
  return folders.flatMap((folder) =>
    disk.list(folder).flatMap((entry): readonly Notice[] => {
      const path = join(folder, entry)
      const owner = ours.get(stem(entry))
      if (owner === undefined || owner === folder || isGone(path)) return []
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
}

function claim(ours: Map<string, string>, name: string, folder: string): void {
  const other = ours.get(name)
  if (other !== undefined && other !== folder)
    throw new GsdError({
      code: 'INTERNAL',
      message: `the plan shows ${name} twice, from ${other} and ${folder}`,
      fix: 'this is a defect of the pack; nothing was written',
    })
  ours.set(name, folder)
}

export interface Double {
  readonly runtime: RuntimeId
  readonly name: string
  readonly paths: readonly string[]
}

/** Names of the family that a client lists from more than one folder now, over all the given scopes. */
export function visibleTwice(disk: Disk, scopes: readonly Roots[], runtimes: readonly RuntimeId[]): readonly Double[] {
  return runtimes.flatMap((runtime) =>
    LISTED.flatMap((kind) => {
      const seen = new Map<string, string[]>()
      for (const folder of new Set(scopes.flatMap((roots) => foldersOf(disk, roots, runtime, kind))))
        for (const entry of disk.list(folder).filter((each) => each.startsWith('gsd-')))
          seen.set(stem(entry), [...(seen.get(stem(entry)) ?? []), join(folder, entry)])
      return [...seen].filter(([, paths]) => paths.length > 1).map(([name, paths]) => ({ runtime, name, paths }))
    }),
  )
}
