// The plan as data: what will be done to which physical file, in which order, and what a person should know about it.
import { GsdError } from '../errors.js'

/** What a file is for; decides the order of writing and how an edited one is treated. */
export const FILE_KINDS = ['program', 'payload', 'entry', 'agent', 'hook', 'offer'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Fixed order: what is called before what calls it, records last. */
const STAGES = ['backup', 'payload', 'listed', 'config', 'remove', 'manifest', 'tidy'] as const
export type Stage = (typeof STAGES)[number]

interface Common {
  readonly stage: Stage
  /** Absolute and physical. */
  readonly path: string
}

/** Writes the whole file. `before` is the digest of what must still be there at the moment of writing; `null`: nothing. */
export interface Put extends Common {
  readonly kind: 'put'
  readonly bytes: Uint8Array
  readonly before: string | null
  /** Why, in one word for the report. */
  readonly why: 'new' | 'update' | 'merge' | 'backup' | 'offer' | 'record' | 'cut' | 'edit'
  /** Permission bits; the usual ones when left out. A folder made for a file that is the person's alone is theirs alone too. */
  readonly mode?: number
}
interface Remove extends Common {
  readonly kind: 'remove'
  readonly before: string
}
/** Removes a directory that we made, if nothing is left in it. */
interface RemoveDirectory extends Common {
  readonly kind: 'remove-directory'
}
export type Operation = Put | Remove | RemoveDirectory

/** Something the plan wants to say. `decide`: a person must act, so the run ends with 4. */
export interface Notice {
  readonly level: 'note' | 'decide'
  readonly path: string | null
  readonly message: string
  readonly fix: string
}

export interface Plan {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  /** Files that the plan leaves alone because they are as they are: the record of the scope, and what is right already. */
  readonly expects: readonly Expected[]
}

export interface Expected {
  readonly path: string
  /** The digest it must still have; null: nothing is there. */
  readonly before: string | null
}

const order = (operation: Operation): number => STAGES.indexOf(operation.stage)

/** Operations in the order they must be done; deeper directories are removed before those that hold them. Throws when two are planned for one file. */
export function inOrder(operations: readonly Operation[]): readonly Operation[] {
  const files = new Set<string>()
  for (const { kind, path } of operations) {
    if (kind === 'remove-directory') continue
    if (files.has(path))
      throw new GsdError({
        code: 'INTERNAL',
        message: `two operations are planned for ${path}; nothing was done`,
        fix: 'this is a defect of the pack: please report it',
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
