// Lints planning files.
import { conflictIssues, type Kind } from '../../artifacts/codec.js'
import type { ArtifactId } from '../../artifacts/paths.js'
import { pathOfKind } from '../../artifacts/paths.js'
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { artifactOf } from '../layout.js'
import type { View } from '../view.js'

const DRAFT = /(?:^|\/)\.runtime\/drafts\/[^/]+\/(.+)$/

/** Whether the path belongs to a planning file with a codec, not to a draft. */
export const isPlanningFile = (view: View, path: string): boolean =>
  !DRAFT.test(path) && artifactOf(path, view.base) !== 'other' && view.codec(artifactOf(path, view.base)) !== null

/** Returns the kind by which to lint a file, or null; a draft is linted like its final file. */
export function kindToLint(view: View, path: string): ArtifactId | null {
  const draft = DRAFT.exec(path)?.[1]
  const id = artifactOf(draft === undefined ? path : `${view.base}/${draft}`, view.base)
  const codec = view.codec(id)
  return codec !== null && endingOf(pathOfKind(id)) === endingOf(path) ? id : null
}

const endingOf = (path: string) => path.slice(path.lastIndexOf('.'))

/** `draft`: placeholders and missing parts are errors · `placed`: they are notices · `text`: they are ignored. */
type LintAs = 'draft' | 'placed' | 'text'

/** Returns all issues of a file, sorted by position. Equal issues appear once, as an error if one of them is an error. */
export function lintSource(codec: Kind, source: Source, as: LintAs): readonly Issue[] {
  const parsed = codec.parse(source).issues
  const draftIssues = as === 'text' ? [] : (codec.checkDraft?.(source) ?? [])
  const graded = as === 'draft' ? draftIssues : draftIssues.map((issue): Issue => ({ ...issue, severity: 'notice' }))
  const worst = new Map<string, Issue>()
  // Git can leave a file of any kind unmerged; documents report that themselves.
  for (const issue of [...conflictIssues(source), ...parsed, ...graded]) {
    const key = `${issue.code}\u0000${issue.line}\u0000${issue.column}\u0000${issue.message}`
    if (worst.get(key)?.severity !== 'error') worst.set(key, issue)
  }
  return [...worst.values()].sort((a, b) => a.line - b.line || a.column - b.column)
}
