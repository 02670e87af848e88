// What is installed in a scope, read from the records below its roots.
import { dirname, join, sep } from 'node:path'
import { GsdError } from '../errors.js'
import { RUNTIME_IDS, type RuntimeId, SHARED } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { copiesAt } from './copies.js'
import { type Disk, digestOf, textOf } from './disk.js'
import { layoutOf } from './layout.js'
import { type Manifest, type OwnedFile, readManifest, splitKey } from './manifest.js'
import type { Ground } from './operation.js'
import { JOURNAL_FOLDER, MANIFEST_NAME, manifestOf, type Roots } from './target.js'

export interface Installed {
  readonly manifest: Manifest
  /** Physical place of the record. */
  readonly path: string
  /** Absolute, as people spell them, by row: where its files were put. */
  readonly roots: Roots
}

/** Files of ours in a root without a record that says which. */
export interface Unrecorded {
  readonly target: RuntimeId
  readonly scope: Scope
  /** Physical place of the record. */
  readonly path: string
  /** What is wrong with the record; `NOT_FOUND`: it is not there. */
  readonly error: GsdError
}

export interface Records {
  readonly installed: readonly Installed[]
  readonly unrecorded: readonly Unrecorded[]
}

/** Those with a record that says nothing: what is theirs can be told neither from a person's files nor from what is to be written. */
export const unusable = (unrecorded: readonly Unrecorded[]): readonly Unrecorded[] =>
  unrecorded.filter(({ error }) => error.code !== 'NOT_FOUND')

/** Throws where a record cannot be used. */
export function refuseUnusable(unrecorded: readonly Unrecorded[]): void {
  const [first] = unusable(unrecorded)
  if (first !== undefined) throw first.error
}

/** Of what lies there without a record, that which keeps a row's files, or would keep them. */
export function concerning<U extends Pick<Unrecorded, 'target'>>(
  rows: readonly RuntimeId[],
  unrecorded: readonly U[],
  scope: Scope,
): readonly U[] {
  const layout = layoutOf([...rows, ...unrecorded.map(({ target }) => target)], scope)
  const kept = new Set(rows.flatMap((id) => [id, layout.get(id)?.host, layout.get(id)?.agents]))
  return unrecorded.filter(({ target }) => kept.has(target))
}

/** Every installation of the scope, and those whose record cannot be used or is gone: each is a matter of its own. */
export function recordsAt(disk: Disk, scope: Scope, roots: Roots): Records {
  const seen = new Map<string, Manifest | null>()
  const unrecorded: Unrecorded[] = []
  const installed = RUNTIME_IDS.flatMap((id) => {
    const path = disk.real(manifestOf(roots[id]))
    if (!seen.has(path)) {
      const found = recordAt(disk, scope, id, path)
      if (found instanceof GsdError) unrecorded.push({ target: id, scope, path, error: found })
      seen.set(path, found instanceof GsdError ? null : found)
    }
    const manifest = seen.get(path) ?? null
    if (manifest === null) return []
    // One folder may be the root of two rows; the record says whose payload it is.
    if (manifest.target !== id && roots[manifest.target] === roots[id]) return []
    // In a project the folders are where the rows say; a record that travels with a repository must not point elsewhere.
    const recorded = scope === 'local' ? {} : manifest.roots
    return [{ manifest, path, roots: { ...roots, ...recorded, [id]: roots[id] } }]
  })
  return { installed, unrecorded }
}

/** Null: there is none, and nothing that was recorded in it. */
function recordAt(disk: Disk, scope: Scope, id: RuntimeId, path: string): Manifest | GsdError | null {
  const bytes = disk.read(path)
  if (bytes !== null)
    try {
      return readManifest(textOf(bytes) ?? '', path)
    } catch (error) {
      if (error instanceof GsdError) return error
      throw error
    }
  const isBrokenOff = disk.see(join(dirname(dirname(path)), JOURNAL_FOLDER)) !== null
  if (isBrokenOff || copiesAt(disk, { path }).size === 0) return null
  return new GsdError({
    code: 'NOT_FOUND',
    message: `${dirname(path)} holds files of the pack, but their record (${MANIFEST_NAME}) is gone`,
    fix: `gsd install --${scope} ${id === SHARED ? 'with the flags of your clients' : `--${id}`} records them again; gsd uninstall then takes them away`,
  })
}

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

/** The text a file of ours had when it was written (for an open conflict: the one the user's version stands on), or null when it was not kept. */
export const baseOf = (disk: Disk, installed: Installed, { base, sha256 }: OwnedFile): Uint8Array | null =>
  copiesAt(disk, installed).get(base ?? sha256) ?? null

/** The deepest of the folders that hold a path: one root may lie in another. */
export const innermost = (folders: readonly string[], path: string): string | undefined =>
  folders.filter((folder) => isWithin(folder, path)).sort((a, b) => b.length - a.length)[0]

export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
