// Plans the record of an installation, its untouched copies and its folders.
import { join } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../runtimes/all.js'
import { keepCopies, removeCopies } from '../copies.js'
import { absentAbove, afterwards, bytesOf } from '../disk.js'
import type { EditsPlan } from '../edits/planned.js'
import { isWithin, physical } from '../installed.js'
import { keyOf, type Manifest, manifestText, splitKey } from '../manifest.js'
import { putIfDifferent, removeNow } from '../patches.js'
import { manifestOf } from '../target.js'
import type { Draft, Ledger, Scene } from './order.js'

export interface Contents extends Pick<Manifest, 'version' | 'profile' | 'regenerable'> {
  readonly ledger: Ledger
  readonly edits: Pick<Manifest, 'offers' | 'extras'> & Pick<EditsPlan, 'edits' | 'images'>
  /** Folders of another pack that this run removes; ours may be created in their place. */
  readonly theirFolders: ReadonlySet<string>
}

/** The record after this run. When no client is left, it is removed with its folders. */
export function keepRecord(scene: Scene, draft: Draft, contents: Contents): void {
  const { choice, disk, before, runtimes } = scene
  if (before === null && runtimes.length === 0) return
  const record = disk.real(manifestOf(choice.roots))
  const { version, profile, regenerable, ledger, edits } = contents
  const keys = runtimes.length === 0 ? [] : [...Object.keys(ledger.files), ...edits.edits.map(({ file }) => file)]
  const gone = (before?.manifest.regenerable ?? []).filter((key) => runtimes.length === 0 || !regenerable.includes(key))
  for (const key of gone) draft.operations.push(...removeNow(disk, physical(disk, choice.roots, key)))
  const kept = keptFolders(scene, draft, keys)
  if (runtimes.length === 0) {
    draft.operations.push(...removeCopies(disk, record), ...removeNow(disk, record, 'manifest'))
    return
  }
  for (const [digest, bytes] of edits.images) if (!ledger.pristine.has(digest)) ledger.pristine.set(digest, bytes)
  draft.operations.push(...keepCopies(disk, record, ledger.pristine))
  const made = madeFolders(scene, keys, contents.theirFolders)
  const rootOf = (id: RuntimeId) => (choice.scope === 'local' ? runtimeOf(id).home.local : choice.roots[id])
  const text = manifestText({
    version,
    scope: choice.scope,
    runtimes,
    profile,
    roots: Object.fromEntries([SHARED, ...runtimes].map((id) => [id, rootOf(id)])),
    files: ledger.files,
    suppressed: ledger.suppressed,
    created_dirs: eachOnce(scene, [...kept, ...made]),
    regenerable,
    offers: edits.offers,
    extras: edits.extras,
    edits: edits.edits,
  })
  draft.operations.push(...putIfDifferent(disk, record, bytesOf(text), 'manifest', 'record'))
}

/** Our remaining folders. Unneeded ones are removed if they end up empty. */
function keptFolders({ disk, before }: Scene, { operations }: Draft, keys: readonly string[]): readonly string[] {
  if (before === null) return []
  const at = (key: string) => physical(disk, before.roots, key)
  const used = keys.map(at)
  const left = afterwards(disk, operations)
  const isUsed = (folder: string) => used.some((path) => isWithin(folder, path))
  const there = before.manifest.created_dirs.filter((key) => disk.see(at(key)) !== null)
  const unused = new Set(there.map(at).filter((folder) => !isUsed(folder)))
  for (const path of unused) operations.push({ kind: 'remove-directory', stage: 'tidy', path })
  // The user's files in it may be gone by the next run.
  return there.filter((key) => !unused.has(at(key)) || left(at(key)).length > 0)
}

/** Keys of missing folders. */
function madeFolders({ disk, choice }: Scene, keys: readonly string[], theirs: ReadonlySet<string>): readonly string[] {
  const isMade = (place: string) => disk.see(place) === null || theirs.has(disk.real(place))
  return keys.flatMap((key) => {
    const { root, path } = splitKey(key)
    const base = choice.roots[root as RuntimeId]
    const parts = path.split('/').slice(0, -1)
    const inside = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    const above = absentAbove(disk, base).map((_, index) => `${'../'.repeat(index)}..`)
    const outside = disk.see(base) === null ? ['', ...above] : []
    return [...outside, ...inside.filter((folder) => isMade(join(base, folder)))].map((folder) => keyOf(root, folder))
  })
}

/** Roots may be shared or nested, but a folder is recorded once. */
function eachOnce({ choice: { roots }, disk }: Scene, keys: readonly string[]): readonly string[] {
  const ofFirst = (key: string): string => {
    const { root, path } = splitKey(key)
    return keyOf(RUNTIME_IDS.find((id) => roots[id] === roots[root as RuntimeId]) ?? root, path)
  }
  return [...new Map(keys.map((key) => [physical(disk, roots, key), ofFirst(key)] as const)).values()]
}
