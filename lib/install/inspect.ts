// What is installed, file by file against its record.
import type { RuntimeId } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { type Disk, digestOf, isBlank, readText } from './disk.js'
import { stateOf } from './edits/editors.js'
import { type Installed, physical, usedRoots } from './installed.js'
import type { OwnedFile } from './manifest.js'
import { waitingPatches } from './patches.js'

/** `damaged`: emptied, or a program that is not ours any more; neither is an edit of a person's that could count. */
type FileState = 'clean' | 'modified' | 'damaged' | 'deleted' | 'conflict' | 'edit changed' | 'edit gone'

interface Drift {
  readonly path: string
  readonly state: FileState
  /** Which edit, where it is about one. */
  readonly edit?: string
}

export interface TargetState {
  readonly target: RuntimeId
  readonly scope: Scope
  /** Folder of the record, physical. */
  readonly record: string
  readonly version: string
  readonly profile: readonly string[]
  readonly runtimes: readonly RuntimeId[]
  readonly files: number
  /** Every file that is not clean, and every edit of the user's files that is not as it was made. */
  readonly drift: readonly Drift[]
  /** Edits that wait to be brought back. */
  readonly waiting: readonly string[]
}

export function inspect(disk: Disk, installed: Installed): TargetState {
  const { manifest, path, roots } = installed
  const drift = Object.entries(manifest.files).flatMap(([key, file]) => {
    const place = physical(disk, roots, key)
    const state = fileState(disk.read(place), file)
    return state === 'clean' ? [] : [{ path: place, state }]
  })
  return {
    target: manifest.target,
    scope: manifest.scope as Scope,
    record: path,
    version: manifest.version,
    profile: manifest.profile,
    runtimes: manifest.runtimes,
    files: Object.keys(manifest.files).length,
    drift: [...drift, ...editDrift(disk, installed)],
    waiting: usedRoots(disk, installed).flatMap((root) =>
      waitingPatches(disk, root).map((patch) => `${patch.folder}/${patch.path}`),
    ),
  }
}

function fileState(bytes: Uint8Array | null, { base, sha256, kind }: OwnedFile): FileState {
  if (bytes === null) return 'deleted'
  if (isBlank(bytes)) return 'damaged'
  if (base !== undefined) return 'conflict'
  return digestOf(bytes) === sha256 ? 'clean' : kind === 'program' ? 'damaged' : 'modified'
}

const editDrift = (disk: Disk, { manifest, roots }: Installed): readonly Drift[] =>
  manifest.edits.flatMap(({ file, format, undos }) => {
    const path = physical(disk, roots, file)
    const text = readText(disk, path)
    return undos.flatMap((undo): readonly Drift[] => {
      const state = text === null ? 'gone' : stateOf(format, text, undo)
      return state === 'present' ? [] : [{ path, state: `edit ${state}`, edit: undo.edit.key }]
    })
  })
