// The user's edits of our files, kept beside the payload until they are merged. Other packs use the same folder.
import { posix } from 'node:path'
import { objectIn } from '../std/json.js'
import * as s from '../std/shape.js'
import { bytesOf, type Disk, digestOf, readText, textOf } from './disk.js'
import type { Operation, Put } from './operation.js'
import { PACK, PATCHES_FOLDER } from './target.js'

export interface Kept {
  /** Path below the root. */
  readonly path: string
  readonly mine: Uint8Array
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
const BASES = 'pristine'

/** Other packs add fields. */
const shape: s.Shape<PatchRecord> = {
  type: 'object',
  properties: { pack: s.text(), from_version: s.text(), files: s.texts(), pristine_hashes: s.mapOf(s.text()) },
  required: ['from_version', 'files', 'pristine_hashes'],
}

/** Whether a recorded path stays below its root. */
export const isBelow = (path: string): boolean =>
  !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..')

function recordAt(disk: Disk, folder: string): PatchRecord | null {
  const value: unknown = objectIn(readText(disk, `${folder}/${RECORD_NAME}`) ?? '')
  if (s.mismatches(shape, value).length > 0) return null
  const record = value as PatchRecord
  return record.files.every(isBelow) ? record : null
}

/**
 * Sets aside the user's edits under one root before its files are replaced or removed. `version`: the version that was
 * edited; `root`: its physical path.
 */
export function keepAside(
  disk: Disk,
  root: string,
  version: string,
  kept: readonly Kept[],
  pack = PACK,
): readonly Operation[] {
  if (kept.length === 0) return []
  const folder = freeFolder(disk, `${root}/${PATCHES_FOLDER}/${version}`, kept)
  const before = recordAt(disk, folder)
  const bases = kept.flatMap(({ path, base }) => (base === null ? [] : [{ path, base, hash: digestOf(base) }]))
  const hashes = { ...before?.pristine_hashes, ...Object.fromEntries(bases.map(({ path, hash }) => [path, hash])) }
  const record: PatchRecord = {
    pack,
    from_version: version,
    files: [...new Set([...(before?.files ?? []), ...kept.map(({ path }) => path)])].sort(),
    pristine_hashes: Object.fromEntries(Object.entries(hashes).sort()),
  }
  const files = new Map([
    ...kept.map(({ path, mine }) => [`${folder}/${path}`, mine] as const),
    ...bases.map(({ hash, base }) => [`${folder}/${BASES}/${hash}`, base] as const),
    [`${folder}/${RECORD_NAME}`, recordBytes(record)] as const,
  ])
  return [...files].flatMap(([path, bytes]) => putIfDifferent(disk, path, bytes))
}

/** The first folder for this version that holds no different edit of any of these files. */
function freeFolder(disk: Disk, usual: string, kept: readonly Kept[]): string {
  for (let n = 1; ; n++) {
    const folder = n === 1 ? usual : `${usual}-${n}`
    const isTaken = kept.some(({ path, mine }) => {
      const there = disk.read(`${folder}/${path}`)
      return there !== null && digestOf(there) !== digestOf(mine)
    })
    if (!isTaken) return folder
  }
}

/** The operation that writes `bytes` to `path`, or none if they are there. */
export function putIfDifferent(
  disk: Disk,
  path: string,
  bytes: Uint8Array,
  stage: Put['stage'] = 'backup',
  why: Put['why'] = 'backup',
): readonly Put[] {
  const there = disk.read(path)
  if (there !== null && digestOf(there) === digestOf(bytes)) return []
  return [{ kind: 'put', stage, path, bytes, before: there === null ? null : digestOf(there), why }]
}

/** Replaces the text of a user's settings or instructions; null removes the file. `before`: its current digest. */
export const rewritten = (path: string, text: string | null, before: string | null, why: 'cut' | 'edit'): Operation =>
  text === null
    ? { kind: 'remove', stage: 'config', path, before: before ?? '' }
    : { kind: 'put', stage: 'config', path, bytes: bytesOf(text), before, why }

/** An edit kept beside a payload. */
export interface WaitingPatch {
  /** Folder of its version, absolute. */
  readonly folder: string
  readonly version: string
  /** Path of the edited file below the root. */
  readonly path: string
  /** Null if it is not text. */
  readonly mine: string | null
  readonly base: string | null
}

/** Folders of kept edits below a physical root. */
function foldersIn(disk: Disk, root: string): readonly string[] {
  const top = `${root}/${PATCHES_FOLDER}`
  return [top, ...disk.list(top).map((name) => `${top}/${name}`)]
}

/** Every edit of our files kept below a physical root, oldest folder name first. */
export function waitingPatches(disk: Disk, root: string): readonly WaitingPatch[] {
  return foldersIn(disk, root).flatMap((folder) => {
    const record = recordAt(disk, folder)
    if (record?.pack !== PACK) return []
    return record.files.flatMap((path): readonly WaitingPatch[] => {
      const bytes = disk.read(`${folder}/${path}`)
      if (bytes === null) return []
      const { [path]: hash } = record.pristine_hashes
      const kept = disk.read(`${folder}/${BASES}/${hash}`)
      const base = kept !== null && digestOf(kept) === hash ? textOf(kept) : null
      return [{ folder, version: record.from_version, path, mine: textOf(bytes), base }]
    })
  })
}

const recordBytes = (record: PatchRecord): Uint8Array => bytesOf(`${JSON.stringify(record, null, 2)}\n`)

/** Removes handled edits, and records of edits that the user deleted, even of other packs; then folders without edits. */
export function forget(disk: Disk, root: string, done: readonly WaitingPatch[]): readonly Operation[] {
  return foldersIn(disk, root).flatMap((folder) => {
    const record = recordAt(disk, folder)
    if (record === null) return []
    const isDone = (path: string) => done.some((patch) => patch.folder === folder && patch.path === path)
    const gone = new Set(record.files.filter((path) => isDone(path) || disk.read(`${folder}/${path}`) === null))
    if (gone.size === 0) return []
    const files = record.files.filter((path) => !gone.has(path))
    const hashes = Object.fromEntries(Object.entries(record.pristine_hashes).filter(([path]) => !gone.has(path)))
    const needed = new Set(Object.values(hashes))
    const bases = disk.list(`${folder}/${BASES}`).filter((hash) => !needed.has(hash))
    const removed = [...gone, ...bases.map((hash) => `${BASES}/${hash}`), ...(files.length === 0 ? [RECORD_NAME] : [])]
    const rest: PatchRecord = { ...record, files, pristine_hashes: hashes }
    return [
      ...removed.flatMap((path) => removeNow(disk, `${folder}/${path}`)),
      ...(files.length === 0
        ? []
        : putIfDifferent(disk, `${folder}/${RECORD_NAME}`, recordBytes(rest), 'manifest', 'record')),
      ...foldersAbove(
        `${root}/${PATCHES_FOLDER}`,
        removed.map((path) => `${folder}/${path}`),
      ),
    ]
  })
}

/** Removes the file in its present state, if it exists. */
export function removeNow(disk: Disk, path: string, stage: Operation['stage'] = 'remove'): readonly Operation[] {
  const bytes = disk.read(path)
  return bytes === null ? [] : [{ kind: 'remove', stage, path, before: digestOf(bytes) }]
}

/** Removes the folders between the files and `top`, inclusive, if they are empty. */
function foldersAbove(top: string, files: readonly string[]): readonly Operation[] {
  const folders = new Set<string>()
  for (const file of files)
    for (let at = posix.dirname(file); at.length >= top.length && at.startsWith(top); at = posix.dirname(at))
      folders.add(at)
  return [...folders].map((path) => ({ kind: 'remove-directory', stage: 'tidy', path }))
}
