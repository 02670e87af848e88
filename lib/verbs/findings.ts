// What several verbs share: shapes of findings, unknown values and notices; verdicts; required planning files.
import type { ArtifactValues } from '../artifacts/all.js'
import type { Answer } from '../core/verb.js'
import type { View } from '../core/view.js'
import { type Issue, refuse } from '../errors.js'
import { type Infer, int, listOf, maybe, record, text } from '../std/shape.js'

const findingShape = record({
  code: text(),
  message: text(),
  fix: text('How to fix it'),
  path: maybe(text()),
  line: maybe(int('1-based; absent for the whole file')),
})
export type Finding = Infer<typeof findingShape>

export const findingsShape = listOf(findingShape)

export const findingOf = ({ code, message, fix, path, line }: Issue): Finding => ({
  code,
  message,
  fix,
  path,
  ...(line > 0 ? { line } : {}),
})

/** A value that cannot be computed, and the reason. */
const unknown = record({ path: text('Field of the result'), code: text(), reason: text() })
export type Unknown = Infer<typeof unknown>
export const unknownShape = listOf(unknown)
/** Notices for the user, in addition to the answer. */
export const noticesShape = listOf(record({ code: text(), message: text(), fix: text() }))

/** Returns an answer whose exit code depends on a key of the result: 0 if true, 1 if false or null. */
export const verdict = <const K extends string, R extends { readonly [N in K]: boolean | null }>(
  key: K,
  result: R,
): Answer<R> => (result[key] === true ? { result } : { result, exit: 1 })

const requireFile = <K extends keyof ArtifactValues>(view: View, kind: K, name: string): ArtifactValues[K] =>
  view.parse(kind, view.at(name))?.value ??
  refuse({
    code: 'FILE_NOT_FOUND',
    message: `${view.at(name)} does not exist`,
    fix: 'run gsd-tools next, which shows how to create it',
  })

export const requireRoadmap = (view: View) => requireFile(view, 'roadmap', 'ROADMAP.md')
export const requireRequirements = (view: View) => requireFile(view, 'requirements', 'REQUIREMENTS.md')
