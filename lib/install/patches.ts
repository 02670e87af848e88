// The user's edits to the pack's files, saved in a folder of the root until they are merged. Other packs use the folder too.
import { posix } from 'node:path'
import { objectIn } from '../std/json.js'
import * as s from '../std/shape.js'
import { bytesOf, type Disk, digestOf, readText, textOf } from './disk.js'
import type { Operation, Put } from './operation.js'
import { PACK, PATCHES_FOLDER } from './target.js'

/** A file as the user edited it, to be set aside. */
export interface EditedFile {
  /** Path below the root. */
  readonly path: string
  /** The user's version. */
  readonly mine: Uint8Array
  /** The text that was edited; null if it is unknown. */
  readonly base: Uint8Array | null
}

interface PatchRecord {
  /** Pack whose files were edited. Absent if another pack wrote the record. */
  readonly pack?: string
  readonly from_version: string
  readonly files: readonly string[]
  readonly pristine_hashes: Readonly<Record<string, string>>
}
const RECORD_NAME = 'backup-meta.json'
const BASES_FOLDER = 'pristine'

/** Extra fields are allowed, because other packs add some. */
const shape: s.Shape<PatchRecord> = {
  type: 'object',
  properties: { pack: s.text(), from_version: s.text(), files: s.texts(), pristine_hashes: s.mapOf(s.text()) },
  required: ['from_version', 'files', 'pristine_hashes'],
}

/** Whether a relative path stays below its root. */
export const staysBelowRoot = (path: string): boolean =>
  !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..')

function recordAt(disk: Disk, folder: string): PatchRecord | null {
  const value: unknown = objectIn(readText(disk, `${folder}/${RECORD_NAME}`) ?? '')
  if (s.mismatches(shape, value).length > 0) return null
  const record = value as PatchRecord
  return record.files.every(staysBelowRoot) ? record : null
}

/**
 * The operations that set the user's edits aside in a `freeFolder` before the files are replaced or removed.
 * `version`: the version that was edited; `pack`: the pack whose files were edited.
 */
export function setAside(
  disk: Disk,
  folder: string,
  version: string,
  edited: readonly EditedFile[],
  pack = PACK,
): readonly Operation[] {
  if (edited.length === 0) return []
  const before = recordAt(disk, folder)
  const bases = edited.flatMap(({ path, base }) => (base === null ? [] : [{ path, base, hash: digestOf(base) }]))
  const hashes = { ...before?.pristine_hashes, ...Object.fromEntries(bases.map(({ path, hash }) => [path, hash])) }
  const record: PatchRecord = {
    pack,
    from_version: version,
    files: [...new Set([...(before?.files ?? []), ...edited.map(({ path }) => path)])].sort(),
    pristine_hashes: Object.fromEntries(Object.entries(hashes).sort()),
  }
  const files = new Map([
    ...edited.map(({ path, mine }) => [`${folder}/${path}`, mine] as const),
    ...bases.map(({ hash, base }) => [`${folder}/${BASES_FOLDER}/${hash}`, base] as const),
    [`${folder}/${RECORD_NAME}`, recordBytes(record)] as const,
  ])
  return [...files].flatMap(([path, bytes]) => putIfDifferent(disk, path, bytes))
}

/** The first folder like `usual` that no other pack uses and where none of these files has other content. */
export function freeFolder(disk: Disk, usual: string, edited: readonly EditedFile[], pack = PACK): string {
  for (let n = 1; ; n++) {
    const folder = n === 1 ? usual : `${usual}-${n}`
    const record = recordAt(disk, folder)
    if (record !== null && record.pack !== pack) continue
    const isTaken = edited.some(({ path, mine }) => {
      const existing = disk.read(`${folder}/${path}`)
      return existing !== null && digestOf(existing) !== digestOf(mine)
    })
    if (!isTaken) return folder
  }
}

/** The operation that writes `bytes` to `path`; none if the file already has these bytes. */
export function putIfDifferent(
  disk: Disk,
  path: string,
  bytes: Uint8Array,
  stage: Put['stage'] = 'backup',
  why: Put['why'] = 'backup',
): readonly Put[] {
  const existing = disk.read(path)
  if (existing !== null && digestOf(existing) === digestOf(bytes)) return []
  return [{ kind: 'put', stage, path, bytes, before: existing === null ? null : digestOf(existing), why }]
}

/** The operation that rewrites a user's file; a null text removes it. `before`: the file's present digest. */
export const rewriteOperation = (
  path: string,
  text: string | null,
  before: string | null,
  why: 'cut' | 'edit',
): Operation =>
  text === null
    ? { kind: 'remove', stage: 'config', path, before: before ?? '' }
    : { kind: 'put', stage: 'config', path, bytes: bytesOf(text), before, why }

/** A saved edit that waits to be reapplied. */
export interface WaitingPatch {
  /** Absolute path of the folder that contains the edit. */
  readonly folder: string
  readonly version: string
  /** Path of the edited file, below the root. */
  readonly path: string
  /** The user's version; null if it is not UTF-8. */
  readonly mine: string | null
  /** The text that was edited; null if it is unknown. */
  readonly base: string | null
}

/** Folders below a physical root that may contain saved edits. */
function patchFolders(disk: Disk, root: string): readonly string[] {
  const top = `${root}/${PATCHES_FOLDER}`
  return [top, ...disk.list(top).map((name) => `${top}/${name}`)]
}

/** Every saved edit to our files below a physical root, in the order of folder names. */
export function waitingPatches(disk: Disk, root: string): readonly WaitingPatch[] {
  return patchFolders(disk, root).flatMap((folder) => {
    const record = recordAt(disk, folder)
    if (record?.pack !== PACK) return []
    return record.files.flatMap((path): readonly WaitingPatch[] => {
      const bytes = disk.read(`${folder}/${path}`)
      if (bytes === null) return []
      const { [path]: hash } = record.pristine_hashes
      const stored = disk.read(`${folder}/${BASES_FOLDER}/${hash}`)
      const base = stored !== null && digestOf(stored) === hash ? textOf(stored) : null
      return [{ folder, version: record.from_version, path, mine: textOf(bytes), base }]
    })
  })
}

const recordBytes = (record: PatchRecord): Uint8Array => bytesOf(`${JSON.stringify(record, null, 2)}\n`)

/**
 * The operations that remove handled edits, and folders that this empties. Edits that the user deleted are removed from the
 * records too, even from those of other packs.
 */
export function removalOfHandled(disk: Disk, root: string, handled: readonly WaitingPatch[]): readonly Operation[] {
  return patchFolders(disk, root).flatMap((folder) => {
    const record = recordAt(disk, folder)
    if (record === null) return []
    const isHandled = (path: string) => handled.some((patch) => patch.folder === folder && patch.path === path)
    const dropped = new Set(record.files.filter((path) => isHandled(path) || disk.read(`${folder}/${path}`) === null))
    if (dropped.size === 0) return []
    const files = record.files.filter((path) => !dropped.has(path))
    const hashes = Object.fromEntries(Object.entries(record.pristine_hashes).filter(([path]) => !dropped.has(path)))
    const needed = new Set(Object.values(hashes))
    const bases = disk.list(`${folder}/${BASES_FOLDER}`).filter((hash) => !needed.has(hash))
    const removed = [
      ...dropped,
      ...bases.map((hash) => `${BASES_FOLDER}/${hash}`),
      ...(files.length === 0 ? [RECORD_NAME] : []),
    ]
    const rest: PatchRecord = { ...record, files, pristine_hashes: hashes }
    return [
      ...removed.flatMap((path) => removalOf(disk, `${folder}/${path}`)),
      ...(files.length === 0
        ? []
        : putIfDifferent(disk, `${folder}/${RECORD_NAME}`, recordBytes(rest), 'manifest', 'record')),
      ...tidyOperations(
        `${root}/${PATCHES_FOLDER}`,
        removed.map((path) => `${folder}/${path}`),
      ),
    ]
  })
}

/** The operation that removes the file as it is now; none if it does not exist. */
export function removalOf(disk: Disk, path: string, stage: Operation['stage'] = 'remove'): readonly Operation[] {
  const bytes = disk.read(path)
  return bytes === null ? [] : [{ kind: 'remove', stage, path, before: digestOf(bytes) }]
}

/** The operations that remove empty folders from the files up to `top`, inclusive. */
function tidyOperations(top: string, files: readonly string[]): readonly Operation[] {
  const folders = new Set<string>()
  for (const file of files)
    for (let at = posix.dirname(file); at.length >= top.length && at.startsWith(top); at = posix.dirname(at))
      folders.add(at)
  return [...folders].map((path) => ({ kind: 'remove-directory', stage: 'tidy', path }))
}
