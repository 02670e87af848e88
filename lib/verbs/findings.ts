// The form in which verbs report what is wrong: one record per finding, the same keys everywhere.

import type { Answer } from '../core/verb.js'
import type { Issue } from '../errors.js'
import { bool, type Infer, int, listOf, maybe, record, text } from '../std/shape.js'

const findingShape = record({
  code: text(),
  message: text(),
  fix: text('What a person can do about it'),
  path: maybe(text()),
  line: maybe(int('1-based; absent where the whole file is meant')),
  repairable: maybe(bool()),
})
export type Finding = Infer<typeof findingShape>

export const findingsShape = listOf(findingShape)

/** The finding, if what it says holds. */
export const where = (holds: boolean, found: Finding): readonly Finding[] => (holds ? [found] : [])

export const findingOf = ({ code, message, fix, path, line }: Issue): Finding => ({
  code,
  message,
  fix,
  path,
  ...(line > 0 ? { line } : {}),
})

/** A value that cannot be computed, and why. */
const unknown = record({ path: text('Field of the result'), code: text(), reason: text() })
export type Unknown = Infer<typeof unknown>
export const unknownShape = listOf(unknown)
/** What a person should hear of beside the answer. */
export const noticesShape = listOf(record({ code: text(), message: text(), fix: text() }))

/** The answer of a verb that judges: the key of its result that says "well" decides its exit code. Null is no yes. */
export const verdict = <const K extends string, R extends { readonly [N in K]: boolean | null }>(
  key: K,
  result: R,
): Answer<R> => (result[key] === true ? { result } : { result, exit: 1 })
