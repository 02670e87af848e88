// The installation in a scope, read from its manifest.
import { join, normalize, sep } from 'node:path'
import { gsdError } from '../errors.js'
import { type RuntimeId, SHARED } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { UPDATE } from '../std/set-up.js'
import { compareVersions } from '../std/version.js'
import { copiesAt } from './copies.js'
import { type Disk, digestOf, textOf } from './disk.js'
import { type Manifest, type OwnedFile, readManifest, splitKey } from './manifest.js'
import type { Expected } from './operation.js'
import { manifestOf, type Roots } from './target.js'

export interface Installed {
  readonly manifest: Manifest
  /** Physical path of the manifest. */
  readonly path: string
  /** The absolute path of each row's root, as the user spells it. */
  readonly roots: Roots
}

/** Null if nothing is installed. Throws if the manifest, which alone tells our files from the user's, is unusable. */
export function installedAt(disk: Disk, scope: Scope, roots: Roots): Installed | null {
  const path = disk.real(manifestOf(roots))
  const bytes = disk.read(path)
  if (bytes === null) return null
  const manifest = readManifest(textOf(bytes) ?? '', path)
  // In a project only the rows decide on folders: a manifest that came with a clone must not point elsewhere.
  const recorded = scope === 'local' ? [] : Object.entries(manifest.roots)
  const moved = recorded.filter(([id, root]) => id !== SHARED && !isSameFolder(root, roots[id as RuntimeId]))
  return { manifest, path, roots: { ...roots, ...Object.fromEntries(moved) } }
}

/** Whether the paths name one folder: on Windows they may differ in case. */
const isSameFolder = (a: string, b: string): boolean => a === b || (sep === '\\' && normalized(a) === normalized(b))

const normalized = (path: string): string => normalize(path).normalize('NFC').toLowerCase()

/** Throws if a newer version than `version` is installed. */
export function refuseOlder(installed: Installed | null, version: string): void {
  if (installed === null || compareVersions(installed.manifest.version, version) <= 0) return
  throw gsdError(
    'INSTALL_REFUSED',
    `${installed.manifest.version} is installed (${installed.path}), but this is the older ${version}; nothing was done`,
    `update the pack, ${UPDATE}; or add --allow-downgrade to return to ${version}`,
  )
}

/** Physical path of a recorded file or folder. */
export const physicalPath = (disk: Disk, roots: Roots, key: string): string => {
  const { root, path } = splitKey(key)
  return disk.real(join(roots[root as RuntimeId], path))
}

/** The manifest's present digest, as a precondition of a plan. */
export function expectedManifest(disk: Disk, roots: Roots): readonly Expected[] {
  const path = disk.real(manifestOf(roots))
  const bytes = disk.read(path)
  return [{ path, before: bytes === null ? null : digestOf(bytes) }]
}

/** Physical roots of an installation, the payload's first. */
export const usedRoots = (disk: Disk, { manifest, roots }: Installed): readonly string[] => [
  ...new Set([SHARED, ...Object.keys(manifest.roots)].map((id) => disk.real(roots[id as RuntimeId]))),
]

/** The text we wrote to a file or, in an open conflict, the base of the user's version; null if no copy is stored. */
export const baseOf = (disk: Disk, installed: Installed, { base, sha256 }: OwnedFile): Uint8Array | null =>
  copiesAt(disk, installed.path).get(base ?? sha256) ?? null

/** The deepest of the folders that contain a path; roots may be nested. */
export const innermostFolder = (folders: readonly string[], path: string): string | undefined =>
  folders.filter((folder) => isWithin(folder, path)).sort((a, b) => b.length - a.length)[0]

/** Whether the path is below the folder, not the folder itself. */
export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
