// What is installed in a scope, read from the records below its roots.
import { dirname, join, sep } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, SHARED } from '../runtimes/all.js'
import { FORMER_HOMES } from '../runtimes/former.js'
import type { Scope } from '../runtimes/terms.js'
import { type Disk, digestOf, textOf } from './disk.js'
import { type Manifest, type OwnedFile, readManifest, splitKey } from './manifest.js'
import type { Ground } from './operation.js'
import { manifestOf, type Roots } from './target.js'

export interface Installed {
  readonly manifest: Manifest
  /** Physical place of the record. */
  readonly path: string
  /** Absolute, as people spell them, by row: where its files were put. */
  readonly roots: Roots
}

/** Every installation of the scope. Throws when a record cannot be trusted. */
export function installedAt(disk: Disk, scope: Scope, roots: Roots): readonly Installed[] {
  const seen = new Map<string, Manifest>()
  return RUNTIME_IDS.flatMap((id) => {
    const path = disk.real(manifestOf(roots[id]))
    const bytes = disk.read(path)
    if (bytes === null) return []
    const manifest = seen.get(path) ?? readManifest(textOf(bytes) ?? '', path)
    seen.set(path, manifest)
    // One folder may be the root of two rows; the record says whose payload it is.
    if (manifest.target !== id && roots[manifest.target] === roots[id]) return []
    // In a project the folders are where the rows say; a record that travels with a repository must not point elsewhere.
    // A place the row itself had before is no other place.
    const recorded = scope === 'local' ? formerPlaces(manifest.roots, roots) : manifest.roots
    return [{ manifest, path, roots: { ...roots, ...recorded, [id]: roots[id] } }]
  })
}

const formerPlaces = (recorded: Readonly<Record<string, string>>, roots: Roots): Partial<Roots> =>
  Object.fromEntries(
    FORMER_HOMES.filter(({ runtime, scope, path }) => scope === 'local' && recorded[runtime] === path).map(
      ({ runtime, path }) => [runtime, join(dirname(roots[SHARED]), path)],
    ),
  )

/** Physical place of a recorded file or folder. */
export const physical = (disk: Disk, roots: Roots, key: string): string => {
  const { root, path } = splitKey(key)
  return disk.real(join(roots[root as RuntimeId], path))
}

/** The records of the given rows' roots as they are now. */
export const groundsOf = (disk: Disk, roots: Roots): readonly Ground[] =>
  [...new Set(RUNTIME_IDS.map((id) => disk.real(manifestOf(roots[id]))))].map((path) => {
    const bytes = disk.read(path)
    return { path, before: bytes === null ? null : digestOf(bytes) }
  })

/** Physical roots an installation has files in, its own first. */
export const usedRoots = (disk: Disk, { manifest, roots }: Installed): readonly string[] => [
  ...new Set([manifest.target, ...Object.keys(manifest.roots)].map((id) => disk.real(roots[id as RuntimeId]))),
]

const pristineFolder = ({ path }: Pick<Installed, 'path'>): string => join(dirname(path), 'pristine')

/** Where the payload keeps the untouched copy of a text. */
export const pristinePath = (installed: Pick<Installed, 'path'>, digest: string): string =>
  join(pristineFolder(installed), digest)

/** The text a file of ours had when it was written (for an open conflict: the one the user's version stands on), or null when it was not kept. */
export function baseOf(disk: Disk, installed: Installed, file: OwnedFile): Uint8Array | null {
  const digest = file.base ?? file.sha256
  const bytes = disk.read(pristinePath(installed, digest))
  return bytes !== null && digestOf(bytes) === digest ? bytes : null
}

/** Untouched copies that are what their names say. */
export const pristineCopies = (disk: Disk, installed: Installed): readonly string[] =>
  disk.list(pristineFolder(installed)).filter((name) => {
    const bytes = disk.read(pristinePath(installed, name))
    return bytes !== null && digestOf(bytes) === name
  })

/** The deepest of the folders that hold a path: one root may lie in another. */
export const innermost = (folders: readonly string[], path: string): string | undefined =>
  folders.filter((folder) => isWithin(folder, path)).sort((a, b) => b.length - a.length)[0]

export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
