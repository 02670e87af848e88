// Edits a user made to our files: merging them hunk by hunk into another text, and keeping them beside the payload until they are merged.
import { posix } from 'node:path'
import { diff3Merge, diffIndices } from 'node-diff3'
import { eolOf } from '../std/text.js'
import { bytesOf, type Disk, digestOf, readText } from './disk.js'
import type { Operation, Put } from './operation.js'
import { PACK, PATCHES_FOLDER } from './target.js'

type HunkState = 'applied' | 'already-upstream' | 'target-gone' | 'conflict'

export interface Hunk {
  readonly state: HunkState
  /** 1-based first line in the base. */
  readonly line: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

export interface Merge {
  /** `theirs` with every hunk that could be applied. */
  readonly text: string
  readonly hunks: readonly Hunk[]
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The text with the line ending of `like`, so that an editor that changed all of them does not make every line differ. */
const spelledLike = (text: string, like: string): string =>
  eolOf(like) === '\r\n' ? text.replace(/\r?\n/g, '\r\n') : text

/** Applies each hunk of base → mine to `theirs` on its own, so that one that fails does not take the others with it. */
export function mergeByHunk(base: string, mine: string, theirs: string): Merge {
  const old = linesOf(spelledLike(base, mine))
  const own = linesOf(mine)
  let result = linesOf(spelledLike(theirs, mine))
  const hunks = diffIndices(old, own).map((change): Hunk => {
    const [start, length] = change.buffer1
    const alone = [...old.slice(0, start), ...change.buffer2Content, ...old.slice(start + length)]
    const regions = diff3Merge(alone, old, result, { excludeFalseConflicts: true })
    const hunk = { line: start + 1, removed: change.buffer1Content, added: change.buffer2Content }
    const conflict = regions.find((region) => region.conflict !== undefined)?.conflict
    if (conflict !== undefined) return { ...hunk, state: conflict.b.length === 0 ? 'target-gone' : 'conflict' }
    const merged = regions.flatMap((region) => region.ok ?? [])
    const same = merged.join('') === result.join('')
    result = merged
    return { ...hunk, state: same ? 'already-upstream' : 'applied' }
  })
  return { text: result.join(''), hunks }
}

export const isClean = ({ hunks }: Merge): boolean =>
  hunks.every(({ state }) => state === 'applied' || state === 'already-upstream')

interface Kept {
  /** Below the root. */
  readonly path: string
  readonly mine: Uint8Array
  readonly base: Uint8Array | null
}

interface PatchRecord {
  /** Whose files were edited; edits of another pack's files are kept, but nothing of ours can take them up. */
  readonly pack: string
  readonly from_version: string
  readonly files: readonly string[]
  readonly pristine_hashes: Readonly<Record<string, string>>
}
const RECORD_NAME = 'backup-meta.json'
const BASES = 'pristine'

const isRecord = (value: unknown): value is PatchRecord =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as PatchRecord).pack === 'string' &&
  typeof (value as PatchRecord).from_version === 'string' &&
  Array.isArray((value as PatchRecord).files) &&
  (value as PatchRecord).files.every(
    (file) => typeof file === 'string' && !posix.isAbsolute(file) && !file.split('/').includes('..'),
  ) &&
  typeof (value as PatchRecord).pristine_hashes === 'object'

function recordAt(disk: Disk, folder: string): PatchRecord | null {
  const text = readText(disk, `${folder}/${RECORD_NAME}`)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** What must be put aside in one root before its files are replaced or removed. */
export class PatchBox {
  readonly #disk: Disk
  /** Physical root. */
  readonly #root: string
  readonly #pack: string
  readonly #kept = new Map<string, Kept[]>()

  constructor(disk: Disk, root: string, pack = PACK) {
    this.#disk = disk
    this.#root = root
    this.#pack = pack
  }

  keep(version: string, kept: Kept): void {
    const list = this.#kept.get(version) ?? []
    list.push(kept)
    this.#kept.set(version, list)
  }

  operations(): readonly Operation[] {
    return [...this.#kept].flatMap(([version, kept]) =>
      this.#folderOperations(this.#freeFolder(version, kept), version, kept),
    )
  }

  /** The first folder of this version that holds no other edit of these files. */
  #freeFolder(version: string, kept: readonly Kept[]): string {
    for (let n = 1; ; n++) {
      const folder = `${this.#root}/${PATCHES_FOLDER}/${version}${n === 1 ? '' : `-${n}`}`
      const taken = kept.some(({ path, mine }) => {
        const there = this.#disk.read(`${folder}/${path}`)
        return there !== null && digestOf(there) !== digestOf(mine)
      })
      if (!taken) return folder
    }
  }

  #folderOperations(folder: string, version: string, kept: readonly Kept[]): readonly Operation[] {
    const before = recordAt(this.#disk, folder)
    const hashes: Record<string, string> = { ...before?.pristine_hashes }
    const bases = new Map<string, Uint8Array>()
    for (const { path, base } of kept)
      if (base !== null) {
        hashes[path] = digestOf(base)
        bases.set(digestOf(base), base)
      }
    const record: PatchRecord = {
      pack: this.#pack,
      from_version: version,
      files: [...new Set([...(before?.files ?? []), ...kept.map(({ path }) => path)])].sort(),
      pristine_hashes: Object.fromEntries(Object.entries(hashes).sort()),
    }
    return [
      ...kept.map(({ path, mine }) => [`${folder}/${path}`, mine] as const),
      ...[...bases].map(([hash, base]) => [`${folder}/${BASES}/${hash}`, base] as const),
      [`${folder}/${RECORD_NAME}`, bytesOf(`${JSON.stringify(record, null, 2)}\n`)] as const,
    ].flatMap(([path, bytes]) => putIfDifferent(this.#disk, path, bytes))
  }
}

/** The put that makes `path` hold `bytes`, or nothing where it does. */
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

/** An edit that waits beside a payload. */
export interface WaitingPatch {
  /** Folder of its version, absolute. */
  readonly folder: string
  readonly version: string
  /** Of the file it belongs to, below the root. */
  readonly path: string
  readonly mine: string
  readonly base: string | null
}

/** Every edit kept below a physical root, oldest folder name first. Folders that hold another pack's files are left alone. */
export function waitingPatches(disk: Disk, root: string): readonly WaitingPatch[] {
  return disk.list(`${root}/${PATCHES_FOLDER}`).flatMap((name) => {
    const folder = `${root}/${PATCHES_FOLDER}/${name}`
    const record = recordAt(disk, folder)
    if (record?.pack !== PACK) return []
    return record.files.flatMap((path): readonly WaitingPatch[] => {
      const mine = readText(disk, `${folder}/${path}`)
      if (mine === null) return []
      const hash = record.pristine_hashes[path]
      const base = hash === undefined ? null : readText(disk, `${folder}/${BASES}/${hash}`)
      return [{ folder, version: record.from_version, path, mine, base }]
    })
  })
}

/** Takes merged edits out of their folders; a folder in which nothing waits any more goes as a whole. */
export function forget(disk: Disk, root: string, done: readonly WaitingPatch[]): readonly Operation[] {
  return [...new Set(done.map(({ folder }) => folder))].flatMap((folder) => {
    const record = recordAt(disk, folder)
    if (record === null) return []
    const gone = new Set(done.filter((patch) => patch.folder === folder).map(({ path }) => path))
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
        : putIfDifferent(
            disk,
            `${folder}/${RECORD_NAME}`,
            bytesOf(`${JSON.stringify(rest, null, 2)}\n`),
            'manifest',
            'record',
          )),
      ...foldersAbove(
        `${root}/${PATCHES_FOLDER}`,
        removed.map((path) => `${folder}/${path}`),
      ),
    ]
  })
}

/** The removal of a file as it is now; nothing where it is absent. */
export function removeNow(disk: Disk, path: string, stage: Operation['stage'] = 'remove'): readonly Operation[] {
  const bytes = disk.read(path)
  return bytes === null ? [] : [{ kind: 'remove', stage, path, before: digestOf(bytes) }]
}

/** Every folder between the given files and `top`, `top` included; they go if they are empty then. */
export function foldersAbove(top: string, files: readonly string[]): readonly Operation[] {
  const folders = new Set<string>()
  for (const file of files)
    for (let at = posix.dirname(file); at.length >= top.length && at.startsWith(top); at = posix.dirname(at))
      folders.add(at)
  return [...folders].map((path) => ({ kind: 'remove-directory', stage: 'tidy', path }))
}
