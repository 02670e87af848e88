// Making issues: the position is worked out from an offset, so that no codec counts lines.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import { positionOf } from '../std/text.js'

export type Finding = Pick<Issue, 'code' | 'severity' | 'expected' | 'received' | 'message' | 'fix'>

/** `offset` null: the file as a whole. */
export function issueAt(source: Source, offset: number | null, finding: Finding): Issue {
  const { line, column } = offset === null ? { line: 0, column: 0 } : positionOf(source.text ?? '', offset)
  return { ...finding, path: source.path, line, column }
}

/** What `render` answers when the place of a change cannot be found with certainty. */
export const refusal = (
  path: string,
  expected: string,
  received: string,
  fix: string,
): { readonly refused: Issue } => ({
  refused: {
    code: 'WRITE_REFUSED',
    severity: 'error',
    path,
    line: 0,
    column: 0,
    expected,
    received,
    message: `${path} was not changed: expected ${expected}, found ${received}`,
    fix,
  },
})

/** The issue of a file whose bytes are not UTF-8; every codec reads it as empty. */
export const notText = (source: Source): Issue =>
  issueAt(source, null, {
    code: 'NOT_UTF8',
    severity: 'error',
    expected: 'UTF-8 text',
    received: 'other bytes',
    message: `${source.path} is not UTF-8`,
    fix: `Save ${source.path} as UTF-8.`,
  })
