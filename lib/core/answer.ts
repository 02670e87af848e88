// What a verb and the code behind it answer: a result, what went wrong, and the edits that belong to it.
import type { Edit } from '../artifacts/codec.js'
import type { ErrorBody } from '../errors.js'
import type { Agreed } from '../ports.js'

export interface Answer<R> {
  readonly result: R
  /** 1 for a negative verdict or a miss, 3 for a conflict, 4 when a human must decide. Absent: 0. */
  readonly exit?: 0 | 1 | 3 | 4
  /** Printed beside the result as `error`: for lookups that found nothing and for holds. */
  readonly error?: ErrorBody
  /** The result has a `text` that is printed as it is, whatever the verb prints else. */
  readonly output?: 'markdown'
  /** `null` is the right answer because nothing is there; `--default` replaces it. */
  readonly absent?: boolean
}

export interface Change<R> extends Answer<R> {
  /** Absent: nothing changes. */
  readonly edits?: readonly Edit[]
  /** The unit the change belongs to (`execute-plan/01-01`), for the journal. */
  readonly unit?: string
  /** Ids of the journal entries the change takes back. */
  readonly undoes?: readonly string[]
  /** Commands that are trusted on this machine once the change is made. */
  readonly agrees?: readonly Agreed[]
  /** Digests of commands that are trusted no more; `all`: whatever was agreed to for this project, also what nothing names any more. */
  readonly forgets?: readonly string[] | 'all'
  /** Goes on once the change is written; what it answers is the answer. */
  readonly goesOn?: ((written: Answer<R>) => Promise<Answer<unknown>>) | undefined
}

/** A change that always says its edits, so that others can be laid over them. */
export interface Edited<R> extends Change<R> {
  readonly edits: readonly Edit[]
}
