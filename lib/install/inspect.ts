// Compares an installation with its record, file by file.
import { join } from 'node:path'
import type { RuntimeId } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { type Disk, digestOf, isBlank, readText } from './disk.js'
import { editorOf, stateOf } from './edits/editors.js'
import { type Installed, physical, usedRoots } from './installed.js'
import type { OwnedFile } from './manifest.js'
import { holds } from './merge.js'
import { type WaitingPatch, waitingPatches } from './patches.js'

/** `damaged`: an emptied file or a changed program, which is not an edit worth keeping. */
type FileState = 'clean' | 'edited' | 'damaged' | 'deleted' | 'conflict' | 'unreadable' | 'entry changed' | 'entry gone'

interface Drift {
  readonly path: string
  readonly state: FileState
  /** The entry concerned, if any. */
  readonly edit?: string
}

export interface TargetState {
  readonly scope: Scope
  /** Physical folder of the record. */
  readonly record: string
  readonly version: string
  readonly profile: readonly string[]
  readonly runtimes: readonly RuntimeId[]
  readonly files: number
  /** Every modified file of ours, and every modified entry in the user's files. */
  readonly drift: readonly Drift[]
  /** Edits that wait to be reapplied, without those an update merged. */
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
    scope: manifest.scope as Scope,
    record: path,
    version: manifest.version,
    profile: manifest.profile,
    runtimes: manifest.runtimes,
    files: Object.keys(manifest.files).length,
    drift: [...drift, ...editDrift(disk, installed)],
    waiting: usedRoots(disk, installed).flatMap((root) =>
      waitingPatches(disk, root)
        .filter((patch) => !isInForce(patch, readText(disk, disk.real(join(root, patch.path)))))
        .map((patch) => `${patch.folder}/${patch.path}`),
    ),
  }
}

/** The installed text contains all changes of the edit. */
const isInForce = ({ base, mine }: WaitingPatch, there: string | null): boolean =>
  mine !== null && there !== null && (mine === there || (base !== null && holds(base, mine, there)))

function fileState(bytes: Uint8Array | null, { base, sha256, kind }: OwnedFile): FileState {
  if (bytes === null) return 'deleted'
  if (isBlank(bytes)) return 'damaged'
  if (base !== undefined) return 'conflict'
  return digestOf(bytes) === sha256 ? 'clean' : kind === 'program' ? 'damaged' : 'edited'
}

const editDrift = (disk: Disk, { manifest, roots }: Installed): readonly Drift[] =>
  manifest.edits.flatMap(({ file, format, edits }) => {
    const path = physical(disk, roots, file)
    const text = readText(disk, path)
    if (disk.see(path) !== null && (text === null || 'problem' in editorOf(format).read(text)))
      return [{ path, state: 'unreadable' }]
    return edits.flatMap((edit): readonly Drift[] => {
      const state = text === null ? 'gone' : stateOf(format, text, edit)
      return state === 'present' ? [] : [{ path, state: `entry ${state}`, edit: edit.key }]
    })
  })
