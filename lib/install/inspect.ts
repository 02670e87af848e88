// Compares an installation with its manifest, file by file.
import { join } from 'node:path'
import type { RuntimeId } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { type Disk, digestOf, isBlank, readText } from './disk.js'
import { editorOf, stateOf } from './edits/editors.js'
import { type Installed, physicalPath, usedRoots } from './installed.js'
import type { OwnedFile } from './manifest.js'
import { containsChanges } from './merge.js'
import { type WaitingPatch, waitingPatches } from './patches.js'

/** `damaged` is an emptied file or a changed program, which is not an edit worth keeping. */
type FileState = 'clean' | 'edited' | 'damaged' | 'deleted' | 'conflict' | 'unreadable' | 'entry changed' | 'entry gone'

/** A difference between the disk and the manifest. */
interface Drift {
  readonly path: string
  readonly state: FileState
  /** Key of the entry, if the difference is in a file of the user's. */
  readonly edit?: string
}

export interface TargetState {
  readonly scope: Scope
  /** Physical path of the manifest. */
  readonly record: string
  readonly version: string
  readonly profile: readonly string[]
  readonly runtimes: readonly RuntimeId[]
  readonly files: number
  /** Every file of ours, and every entry in the user's files, that is not as recorded. */
  readonly drift: readonly Drift[]
  /** Saved edits that are still to be reapplied. */
  readonly waiting: readonly string[]
}

export function inspect(disk: Disk, installed: Installed): TargetState {
  const { manifest, path, roots } = installed
  const drift = Object.entries(manifest.files).flatMap(([key, file]) => {
    const installedPath = physicalPath(disk, roots, key)
    const state = fileState(disk.read(installedPath), file)
    return state === 'clean' ? [] : [{ path: installedPath, state }]
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
        .filter((patch) => !isApplied(patch, readText(disk, disk.real(join(root, patch.path)))))
        .map((patch) => `${patch.folder}/${patch.path}`),
    ),
  }
}

/** Whether the installed text contains every change of the edit. */
const isApplied = ({ base, mine }: WaitingPatch, present: string | null): boolean =>
  mine !== null && present !== null && (mine === present || (base !== null && containsChanges(base, mine, present)))

function fileState(bytes: Uint8Array | null, { base, sha256, kind }: OwnedFile): FileState {
  if (bytes === null) return 'deleted'
  if (isBlank(bytes)) return 'damaged'
  if (base !== undefined) return 'conflict'
  return digestOf(bytes) === sha256 ? 'clean' : kind === 'program' ? 'damaged' : 'edited'
}

const editDrift = (disk: Disk, { manifest, roots }: Installed): readonly Drift[] =>
  manifest.edits.flatMap(({ file, format, edits }) => {
    const path = physicalPath(disk, roots, file)
    const text = readText(disk, path)
    if (disk.stat(path) !== null && (text === null || 'problem' in editorOf(format).read(text)))
      return [{ path, state: 'unreadable' }]
    return edits.flatMap((edit): readonly Drift[] => {
      const state = text === null ? 'gone' : stateOf(format, text, edit)
      return state === 'present' ? [] : [{ path, state: `entry ${state}`, edit: edit.key }]
    })
  })
