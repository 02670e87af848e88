// What is installed in a scope, read from its record.
import { dirname, join, normalize, sep } from 'node:path'
import { GsdError } from '../errors.js'
import { type RuntimeId, SHARED } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { copiesAt } from './copies.js'
import { type Disk, digestOf, textOf } from './disk.js'
import { type Manifest, type OwnedFile, readManifest, splitKey } from './manifest.js'
import type { Expected } from './operation.js'
import { folded } from './spelling.js'
import { MANIFEST_NAME, manifestOf, type Roots } from './target.js'

export interface Installed {
  readonly manifest: Manifest
  /** Physical place of the record. */
  readonly path: string
  /** Absolute, as people spell them, by row: where its files were put. */
  readonly roots: Roots
}

/** Files of ours without a record that says which. */
export interface Unrecorded {
  readonly scope: Scope
  /** Physical place of the record. */
  readonly path: string
  /** What is wrong with the record; `NOT_FOUND`: it is not there. */
  readonly error: GsdError
}

export interface Records {
  readonly installed: Installed | null
  readonly unrecorded: Unrecorded | null
}

/** Throws where there is a record that says nothing: what is ours can then not be told from what is a person's. */
export function refuseUnusable(unrecorded: Unrecorded | null): void {
  if (unrecorded !== null && unrecorded.error.code !== 'NOT_FOUND') throw unrecorded.error
}

/** What is installed in a scope. */
export function recordsAt(disk: Disk, scope: Scope, roots: Roots): Records {
  const path = disk.real(manifestOf(roots))
  const found = recordAt(disk, scope, path)
  if (found === null) return { installed: null, unrecorded: null }
  if (found instanceof GsdError) return { installed: null, unrecorded: { scope, path, error: found } }
  // In a project the folders are where the rows say; a record that travels with a repository must not point elsewhere.
  const recorded = scope === 'local' ? [] : Object.entries(found.roots)
  const moved = recorded.filter(([id, root]) => id !== SHARED && !isOneFolder(root, roots[id as RuntimeId]))
  return {
    installed: { manifest: found, path, roots: { ...roots, ...Object.fromEntries(moved) } },
    unrecorded: null,
  }
}

/** Windows may answer a physical path in the spelling it was asked in. */
const isOneFolder = (a: string, b: string): boolean =>
  a === b || (sep === '\\' && folded(normalize(a)) === folded(normalize(b)))

/** Null: there is none, and nothing that was recorded in it. */
function recordAt(disk: Disk, scope: Scope, path: string): Manifest | GsdError | null {
  const bytes = disk.read(path)
  if (bytes !== null)
    try {
      return readManifest(textOf(bytes) ?? '', path)
    } catch (error) {
      if (error instanceof GsdError) return error
      throw error
    }
  if (copiesAt(disk, { path }).size === 0) return null
  return new GsdError({
    code: 'NOT_FOUND',
    message: `${dirname(path)} holds files of the pack, but their record (${MANIFEST_NAME}) is gone`,
    fix: `gsd install --${scope} with the flags of your clients records them again; gsd uninstall then takes them away`,
  })
}

/** Physical place of a recorded file or folder. */
export const physical = (disk: Disk, roots: Roots, key: string): string => {
  const { root, path } = splitKey(key)
  return disk.real(join(roots[root as RuntimeId], path))
}

/** The record of a scope as it is now, for a plan that counts on it. */
export function expectedRecord(disk: Disk, roots: Roots): readonly Expected[] {
  const path = disk.real(manifestOf(roots))
  const bytes = disk.read(path)
  return [{ path, before: bytes === null ? null : digestOf(bytes) }]
}

/** Physical roots an installation has files in, that of the payload first. */
export const usedRoots = (disk: Disk, { manifest, roots }: Installed): readonly string[] => [
  ...new Set([SHARED, ...Object.keys(manifest.roots)].map((id) => disk.real(roots[id as RuntimeId]))),
]

/** The text a file of ours had when it was written (for an open conflict: the one the user's version stands on), or null when it was not kept. */
export const baseOf = (disk: Disk, installed: Installed, { base, sha256 }: OwnedFile): Uint8Array | null =>
  copiesAt(disk, installed).get(base ?? sha256) ?? null

/** The deepest of the folders that hold a path: one root may lie in another. */
export const innermost = (folders: readonly string[], path: string): string | undefined =>
  folders.filter((folder) => isWithin(folder, path)).sort((a, b) => b.length - a.length)[0]

export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
