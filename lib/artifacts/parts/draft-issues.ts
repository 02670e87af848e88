// Shared checks of drafts by models.
import type { Issue } from '../../errors.js'
import { type FrontValue, isFrontList, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { issueAt } from './issues.js'
import { isPlaceholder } from './placeholders.js'

/** Something the whole file lacks; `message` explains a contradiction. */
export const draftIssue = (source: Source, code: string, expected: string, fix: string, message?: string): Issue =>
  issueAt(source, null, {
    code,
    severity: 'error',
    expected,
    received: 'none',
    message: message ?? `${source.path} lacks ${expected}`,
    fix,
  })

/** A requirement of a draft; `message` explains a contradiction. */
export type Need<V> = readonly [
  code: string,
  expected: string,
  fix: string,
  isMissing: (value: V, source: Source) => boolean,
  message?: string,
]

export const missingIn = <V>(needs: readonly Need<V>[], source: Source, value: V): readonly Issue[] =>
  needs
    .filter(([, , , isMissing]) => isMissing(value, source))
    .map(([code, expected, fix, , message]) => draftIssue(source, code, expected, fix, message))

/** In a draft every oddity of the front matter is an error: it costs the model one line to fix. */
export function frontDraftIssues(source: Source): readonly Issue[] {
  const front = readFrontMatter(source)
  const odd = front.issues.map((issue): Issue => ({ ...issue, severity: 'error' }))
  const left = front.keys
    .filter(({ path }) => path.length === 1)
    .filter(({ path }) => holdsPlaceholder(front.data[path[0] ?? '']))
    .map((key) =>
      issueAt(source, key.start, {
        code: 'PLACEHOLDER',
        severity: 'error',
        expected: 'a real value',
        received: (source.text ?? '').slice(key.valueStart, Math.min(key.valueEnd, key.valueStart + 80)),
        message: `a placeholder was left in ${key.path.join('.')}`,
        fix: 'Replace it with a real value, or remove the key.',
      }),
    )
  return [...odd, ...left]
}

const MAX_DEPTH = 8

function holdsPlaceholder(value: FrontValue | undefined, depth = 0): boolean {
  if (value === undefined || depth > MAX_DEPTH) return false
  if (typeof value === 'string') return isPlaceholder(value)
  const parts = isFrontList(value) ? value : Object.values(value)
  return parts.some((part) => holdsPlaceholder(part, depth + 1))
}
