// Issues of single lines of a draft.
import type { Issue } from '../../errors.js'
import { fencesOf, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { issueAt } from './issues.js'

/** A fence that opens the draft, or encloses most of it after a greeting: its content would be lost. */
export function openingFence(source: Source): number | null {
  const text = source.text ?? ''
  const start = /\S/.exec(text.replace('\uFEFF', ' '))?.index ?? 0
  const isAround = ({ start: from, end }: Range): boolean =>
    from === start || (end - from > text.length / 2 && text.slice(start, from).split('\n').length <= MOST_GREETING)
  return fencesOf(source).find(isAround)?.start ?? null
}

/** Most lines of a greeting before a fence. */
const MOST_GREETING = 4

export const fencedIssue = (source: Source, at: number): Issue =>
  lineIssue(source, at, 'DRAFT_FENCED', {
    expected: 'the draft itself',
    received: 'a draft inside a code fence',
    fix: 'Remove the line of backticks or tildes before it and the one after it, and change nothing else.',
  })

/** An unreadable place of a draft; `offset` null for the whole file. */
export const lineIssue = (
  source: Source,
  offset: number | null,
  code: string,
  { expected, received, fix }: { readonly expected: string; readonly received: string; readonly fix: string },
): Issue =>
  issueAt(source, offset, {
    code,
    severity: 'error',
    expected,
    received: received.slice(0, 120) || 'nothing',
    message: `expected ${expected}, found ${received.slice(0, 120) || 'nothing'}`,
    fix,
  })

/** A table row where each fact needs its own line. */
export const tableIssue = (source: Source, offset: number, row: string, form: string): Issue =>
  lineIssue(source, offset, 'DRAFT_TABLE', {
    expected: 'lines',
    received: `a table: ${row}`,
    fix: `Write one fact per line instead of the table: ${form}.`,
  })
