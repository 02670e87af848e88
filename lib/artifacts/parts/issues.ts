// Builds issues from offsets in a file's text.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'

export type Finding = Omit<Issue, 'path' | 'line' | 'column'>

type Placed = Pick<Source, 'path' | 'text'>

/** Line offsets, computed once: a file may have as many issues as lines. */
const startsOf = onceOf((source: Placed): readonly number[] => {
  const text = source.text ?? ''
  const found = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) found.push(at + 1)
  }
  return found
})

/** `offset` null for the file as a whole. */
export function issueAt(source: Placed, offset: number | null, finding: Finding): Issue {
  if (offset === null) return { ...finding, path: source.path, line: 0, column: 0 }
  const starts = startsOf(source)
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle
  }
  return { ...finding, path: source.path, line: low + 1, column: offset - (starts[low] as number) + 1 }
}

/** An unchanged file: the place to edit is ambiguous or missing. */
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

/** The issue of a file that is not UTF-8; every kind reads it as empty. */
export const notText = (source: Source): Issue =>
  issueAt(source, null, {
    code: 'NOT_UTF8',
    severity: 'error',
    expected: 'UTF-8 text',
    received: 'other bytes',
    message: `${source.path} is not UTF-8`,
    fix: `Save ${source.path} as UTF-8.`,
  })
