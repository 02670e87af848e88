// What is installed, file by file against its record, and what a client would see twice.
import { join } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../runtimes/all.js'
import { LISTED, type Scope } from '../runtimes/runtime.js'
import { type Disk, digestOf } from './disk.js'
import { waitingPatches } from './patches.js'
import { type Installed, physical } from './plan.js'
import type { Roots } from './target.js'

export const FILE_STATES = ['clean', 'modified', 'deleted', 'conflict'] as const
export type FileState = (typeof FILE_STATES)[number]

export interface TargetState {
  readonly target: RuntimeId
  readonly scope: Scope
  /** Folder of the record, physical. */
  readonly record: string
  readonly version: string
  readonly profile: readonly string[]
  readonly runtimes: readonly RuntimeId[]
  readonly files: number
  /** Every file that is not clean. */
  readonly drift: readonly { readonly path: string; readonly state: FileState }[]
  /** Edits that wait to be brought back. */
  readonly waiting: readonly string[]
}

export function inspect(disk: Disk, { manifest, path, roots }: Installed): TargetState {
  const drift = Object.entries(manifest.files).flatMap(([key, file]) => {
    const place = physical(disk, roots, key)
    const bytes = disk.read(place)
    const state: FileState =
      bytes === null
        ? 'deleted'
        : file.base !== undefined
          ? 'conflict'
          : digestOf(bytes) === file.sha256
            ? 'clean'
            : 'modified'
    return state === 'clean' ? [] : [{ path: place, state }]
  })
  const used = new Set([manifest.target, ...Object.keys(manifest.roots)].map((id) => disk.real(roots[id as RuntimeId])))
  return {
    target: manifest.target,
    scope: manifest.scope as Scope,
    record: path,
    version: manifest.version,
    profile: manifest.profile,
    runtimes: manifest.runtimes,
    files: Object.keys(manifest.files).length,
    drift,
    waiting: [...used].flatMap((root) => waitingPatches(disk, root).map((patch) => `${patch.folder}/${patch.path}`)),
  }
}

export interface Double {
  readonly runtime: RuntimeId
  readonly name: string
  readonly paths: readonly string[]
}

const stem = (name: string): string => name.replace(/\.(md|toml)$/, '')

/** Names of ours that a client lists from more than one folder, over all the given scopes. */
export function doubles(disk: Disk, scopes: readonly Roots[], runtimes: readonly RuntimeId[]): readonly Double[] {
  return RUNTIME_IDS.filter((id) => runtimes.includes(id)).flatMap((runtime) =>
    LISTED.flatMap((kind) => {
      const folders = scopes.flatMap((roots) =>
        runtimeOf(runtime).listings[kind].map(({ root, folder }) => disk.real(join(roots[root as RuntimeId], folder))),
      )
      const seen = new Map<string, string[]>()
      for (const folder of new Set(folders))
        for (const name of disk.list(folder))
          if (name.startsWith('gsd-')) seen.set(stem(name), [...(seen.get(stem(name)) ?? []), join(folder, name)])
      return [...seen].filter(([, paths]) => paths.length > 1).map(([name, paths]) => ({ runtime, name, paths }))
    }),
  )
}
