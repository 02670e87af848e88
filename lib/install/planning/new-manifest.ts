// Plans the manifest of an installation, its pristine copies and its folders.
import { join } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../runtimes/all.js'
import { copiesRemoval, copiesUpdate } from '../copies.js'
import { bytesOf, listAfter, missingFoldersAbove } from '../disk.js'
import type { EditsPlan } from '../edits/planned.js'
import { isWithin, physicalPath } from '../installed.js'
import { keyOf, type Manifest, manifestText, splitKey } from '../manifest.js'
import { putIfDifferent, removalOf } from '../patches.js'
import { manifestOf } from '../target.js'
import type { InstallContext, NewManifest, PlanBuilder } from './request.js'

export interface ManifestContents extends Pick<Manifest, 'version' | 'profile' | 'regenerable'> {
  readonly newManifest: NewManifest
  readonly edits: Pick<Manifest, 'offers' | 'extras'> & Pick<EditsPlan, 'edits' | 'images'>
  /** Folders of another pack that this run removes; we may create folders in their place. */
  readonly foreignFolders: ReadonlySet<string>
}

/** Plans the manifest as it is after this run. If no client is left, it is removed together with the folders. */
export function planManifest(context: InstallContext, builder: PlanBuilder, contents: ManifestContents): void {
  const { choice, disk, before, runtimes } = context
  if (before === null && runtimes.length === 0) return
  const path = disk.real(manifestOf(choice.roots))
  const { version, profile, regenerable, newManifest, edits } = contents
  const keys = runtimes.length === 0 ? [] : [...Object.keys(newManifest.files), ...edits.edits.map(({ file }) => file)]
  const obsolete = (before?.manifest.regenerable ?? []).filter(
    (key) => runtimes.length === 0 || !regenerable.includes(key),
  )
  for (const key of obsolete) builder.operations.push(...removalOf(disk, physicalPath(disk, choice.roots, key)))
  const remaining = remainingFolders(context, builder, keys)
  if (runtimes.length === 0) {
    builder.operations.push(...copiesRemoval(disk, path), ...removalOf(disk, path, 'manifest'))
    return
  }
  for (const [digest, bytes] of edits.images)
    if (!newManifest.pristine.has(digest)) newManifest.pristine.set(digest, bytes)
  builder.operations.push(...copiesUpdate(disk, path, newManifest.pristine))
  const created = createdFolders(context, keys, contents.foreignFolders)
  const rootOf = (id: RuntimeId) => (choice.scope === 'local' ? runtimeOf(id).home.local : choice.roots[id])
  const text = manifestText({
    version,
    scope: choice.scope,
    runtimes,
    profile,
    roots: Object.fromEntries([SHARED, ...runtimes].map((id) => [id, rootOf(id)])),
    files: newManifest.files,
    suppressed: newManifest.suppressed,
    created_dirs: uniqueFolders(context, [...remaining, ...created]),
    regenerable,
    offers: edits.offers,
    extras: edits.extras,
    edits: edits.edits,
  })
  builder.operations.push(...putIfDifferent(disk, path, bytesOf(text), 'manifest', 'record'))
}

/** Keys of our folders that remain. Adds the removal of folders that are not needed and end up empty. */
function remainingFolders(
  { disk, before }: InstallContext,
  { operations }: PlanBuilder,
  keys: readonly string[],
): readonly string[] {
  if (before === null) return []
  const pathOf = (key: string) => physicalPath(disk, before.roots, key)
  const used = keys.map(pathOf)
  const namesAfter = listAfter(disk, operations)
  const isUsed = (folder: string) => used.some((path) => isWithin(folder, path))
  const existing = before.manifest.created_dirs.filter((key) => disk.stat(pathOf(key)) !== null)
  const unused = new Set(existing.map(pathOf).filter((folder) => !isUsed(folder)))
  for (const path of unused) operations.push({ kind: 'remove-directory', stage: 'tidy', path })
  // A folder with files of the user's may be empty at the next run.
  return existing.filter((key) => !unused.has(pathOf(key)) || namesAfter(pathOf(key)).length > 0)
}

/** Keys of the folders that this run creates. */
function createdFolders(
  { disk, choice }: InstallContext,
  keys: readonly string[],
  foreign: ReadonlySet<string>,
): readonly string[] {
  const isCreated = (folder: string) => disk.stat(folder) === null || foreign.has(disk.real(folder))
  // Most files share their folder with others: one file of each is enough.
  const samples = new Map(keys.map((key) => [key.slice(0, key.lastIndexOf('/')), key])).values()
  return [...samples].flatMap((key) => {
    const { root, path } = splitKey(key)
    const base = choice.roots[root as RuntimeId]
    const parts = path.split('/').slice(0, -1)
    const inside = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    const above = missingFoldersAbove(disk, base).map((_, index) => `${'../'.repeat(index)}..`)
    const outside = disk.stat(base) === null ? ['', ...above] : []
    return [...outside, ...inside.filter((folder) => isCreated(join(base, folder)))].map((folder) =>
      keyOf(root, folder),
    )
  })
}

/** Keys of different folders: roots may be shared or nested, but a folder is recorded once. */
function uniqueFolders({ choice: { roots }, disk }: InstallContext, keys: readonly string[]): readonly string[] {
  const keyInFirstRow = (key: string): string => {
    const { root, path } = splitKey(key)
    return keyOf(RUNTIME_IDS.find((id) => roots[id] === roots[root as RuntimeId]) ?? root, path)
  }
  return [...new Map(keys.map((key) => [physicalPath(disk, roots, key), keyInFirstRow(key)] as const)).values()]
}
