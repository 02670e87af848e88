// A plan as data: operations on physical files, their order, and notices for the user.
import { gsdError } from '../errors.js'

/** The role of a file, which decides when it is written and how edits are handled. */
export const FILE_KINDS = ['program', 'payload', 'entry', 'agent', 'hook', 'offer'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Stages of a run, in order: what is called before what calls it, and the manifest after the files. */
const STAGES = ['backup', 'payload', 'listed', 'config', 'remove', 'manifest', 'tidy'] as const
export type Stage = (typeof STAGES)[number]

interface Common {
  readonly stage: Stage
  /** Absolute physical path. */
  readonly path: string
}

/** Writes a whole file. `before`: digest that the file must still have then; null if there must be no file. */
export interface Put extends Common {
  readonly kind: 'put'
  readonly bytes: Uint8Array
  readonly before: string | null
  /** Reason for the write, for the report. */
  readonly why: 'new' | 'update' | 'merge' | 'backup' | 'offer' | 'record' | 'cut' | 'edit'
  /** Permission bits, by default the replaced file's or umask's. A new folder that receives only private files is private. */
  readonly mode?: number
}
interface Remove extends Common {
  readonly kind: 'remove'
  readonly before: string
}
/** Removes a directory if it is empty. */
interface RemoveDirectory extends Common {
  readonly kind: 'remove-directory'
}
export type Operation = Put | Remove | RemoveDirectory

/** A message of a plan for the user. `decide`: the user must act, so the run exits with code 4. */
export interface Notice {
  readonly level: 'note' | 'decide'
  readonly path: string | null
  readonly message: string
  readonly fix: string
}

/** `path`: the user's edited file; `isOffered`: whether the new text is in the `.new` file next to it. */
export const conflictNotice = (path: string, reason: string, isOffered: boolean): Notice => ({
  level: 'decide',
  path,
  message: isOffered
    ? `${reason}; your version is in use, and the new text is in ${path}.new`
    : `${reason}; your version is in use, and the new text was not written, because a file of yours was at ${path}.new`,
  fix: isOffered
    ? `merge the new text into yours, delete ${path}.new, then run: gsd reapply-patches`
    : `move ${path}.new away if it is still there, then install again`,
})

export interface Plan {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  /** Preconditions: files that the plan relies on, such as the manifest. */
  readonly expects: readonly Expected[]
}

/** Adds operations to a plan. */
export const withOperations = <P extends Plan>(plan: P, added: readonly Operation[]): P => ({
  ...plan,
  operations: inExecutionOrder([...plan.operations, ...added]),
})

export interface Expected {
  readonly path: string
  /** The digest that the file must still have; null if there must be no file. */
  readonly before: string | null
}

const stageIndex = (operation: Operation): number => STAGES.indexOf(operation.stage)

/** Sorts operations for execution; inner directories are removed first. Throws if a file has two operations. */
export function inExecutionOrder(operations: readonly Operation[]): readonly Operation[] {
  const files = new Set<string>()
  for (const { kind, path } of operations) {
    if (kind === 'remove-directory') continue
    if (files.has(path))
      throw gsdError(
        'INTERNAL',
        `two operations are planned for ${path}; nothing was done`,
        'this is a bug: please report it',
      )
    files.add(path)
  }
  return [...operations].sort(
    (a, b) =>
      stageIndex(a) - stageIndex(b) ||
      (a.kind === 'remove-directory' && b.kind === 'remove-directory' ? b.path.length - a.path.length : 0) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  )
}
