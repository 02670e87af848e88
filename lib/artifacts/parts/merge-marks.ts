// Git conflict markers: a file with them cannot be trusted.
import type { Issue } from '../../errors.js'
import { lineAfter } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { issueAt } from './issues.js'

const CONFLICT = /^(?:<{7}|>{7}|={7}|\|{7})(?:[ \t].*)?$/

export function conflictIssues(source: Source): readonly Issue[] {
  const text = source.text ?? ''
  if (!text.includes('<<<<<<<')) return []
  for (let at = 0; at < text.length; at = lineAfter(text, at)) {
    if (text[at] !== '<' || !CONFLICT.test(text.slice(at, lineAfter(text, at)).trimEnd())) continue
    return [
      issueAt(source, at, {
        code: 'MERGE_CONFLICT',
        severity: 'error',
        expected: 'a file without merge conflict markers',
        received: '<<<<<<<',
        message: `${source.path} has unresolved merge conflict markers`,
        fix: 'Resolve the merge: keep one side of each conflict and remove the markers.',
      }),
    ]
  }
  return []
}
