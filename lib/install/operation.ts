// A plan as data: operations on physical files, their order, and notices for the user.
import { GsdError } from '../errors.js'

/** The role of a file; decides its place in the order and the handling of edits. */
export const FILE_KINDS = ['program', 'payload', 'entry', 'agent', 'hook', 'offer'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Fixed order: callees before callers, records last. */
const STAGES = ['backup', 'payload', 'listed', 'config', 'remove', 'manifest', 'tidy'] as const
export type Stage = (typeof STAGES)[number]

interface Common {
  readonly stage: Stage
  /** Absolute and physical. */
  readonly path: string
}

/** Writes a whole file. `before`: digest the file must still have when it is written; `null`: no file. */
export interface Put extends Common {
  readonly kind: 'put'
  readonly bytes: Uint8Array
  readonly before: string | null
  /** Why, in one word for the report. */
  readonly why: 'new' | 'update' | 'merge' | 'backup' | 'offer' | 'record' | 'cut' | 'edit'
  /** Permission bits, default by umask. A folder created for a private file is private too. */
  readonly mode?: number
}
interface Remove extends Common {
  readonly kind: 'remove'
  readonly before: string
}
/** Removes a directory that we created, if it is empty. */
interface RemoveDirectory extends Common {
  readonly kind: 'remove-directory'
}
export type Operation = Put | Remove | RemoveDirectory

/** A notice of the plan. `decide`: the user must act, so the run exits with 4. */
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
  /** Preconditions: files the plan does not write but relies on, such as the record. */
  readonly expects: readonly Expected[]
}

export const extended = <P extends Plan>(plan: P, more: readonly Operation[]): P => ({
  ...plan,
  operations: inOrder([...plan.operations, ...more]),
})

export interface Expected {
  readonly path: string
  /** The digest it must still have; null for no file. */
  readonly before: string | null
}

const order = (operation: Operation): number => STAGES.indexOf(operation.stage)

/** Operations in execution order, nested directories removed first. Throws if a file has two operations. */
export function inOrder(operations: readonly Operation[]): readonly Operation[] {
  const files = new Set<string>()
  for (const { kind, path } of operations) {
    if (kind === 'remove-directory') continue
    if (files.has(path))
      throw new GsdError({
        code: 'INTERNAL',
        message: `two operations are planned for ${path}; nothing was done`,
        fix: 'this is a bug: please report it',
      })
    files.add(path)
  }
  return [...operations].sort(
    (a, b) =>
      order(a) - order(b) ||
      (a.kind === 'remove-directory' && b.kind === 'remove-directory' ? b.path.length - a.path.length : 0) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  )
}
