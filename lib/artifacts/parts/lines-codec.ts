// What drafts made of lines share.
import type { Issue } from '../../errors.js'
import { fencesOf, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { parsedJson } from '../../std/json.js'
import type { Kind, Parsed } from '../codec.js'
import { issueAt, notText } from './issues.js'
import { conflictIssues } from './merge-marks.js'
import { placeholderIssues } from './placeholders.js'

interface DraftFile<V> extends Pick<Kind<V>, 'id' | 'about' | 'shape'> {
  readonly empty: V
  /** What else the reader tells is not for whoever parses. */
  read(source: Source): Parsed<V>
  /** What a draft must not be without. */
  lacks(source: Source, value: V): readonly Issue[]
  /** It holds words that are nobody's to judge, and reports placeholders itself. */
  readonly quotes?: true
}

export function draftKind<V>({ read, lacks, quotes, ...file }: DraftFile<V>) {
  return {
    ...file,
    parse(source: Source): Parsed<V> {
      if (source.text === null) return { value: file.empty, issues: [notText(source)] }
      const { value, issues } = read(source)
      return { value, issues }
    },
    checkDraft(source: Source): readonly Issue[] {
      if (source.text === null) return [notText(source)]
      const fence = openingFence(source)
      if (fence !== null) return [fencedIssue(source, fence)]
      if (/^\s*[{[]/.test(source.text) && typeof parsedJson(source.text) === 'object') return [jsonIssue(source)]
      const { value, issues } = read(source)
      return [
        ...conflictIssues(source),
        ...issues,
        ...(quotes === true ? [] : placeholderIssues(source, { start: 0, end: source.text.length })),
        ...lacks(source, value),
      ]
    },
  }
}

/** Where a fence opens the draft, or holds most of it behind a greeting: whatever is in it would be nobody's words. */
export function openingFence(source: Source): number | null {
  const text = source.text ?? ''
  const start = /\S/.exec(text.replace('\uFEFF', ' '))?.index ?? 0
  const isAround = ({ start: from, end }: Range): boolean =>
    from === start || (end - from > text.length / 2 && text.slice(start, from).split('\n').length <= MOST_GREETING)
  return fencesOf(source).find(isAround)?.start ?? null
}

/** Lines before a fence that are no draft yet. */
const MOST_GREETING = 4

export const fencedIssue = (source: Source, at: number): Issue =>
  lineIssue(source, at, 'DRAFT_FENCED', {
    expected: 'the draft itself',
    received: 'a draft inside a code fence',
    fix: 'Remove the line of backticks or tildes before it and the one after it, and change nothing else.',
  })

const jsonIssue = (source: Source): Issue =>
  lineIssue(source, 0, 'DRAFT_JSON', {
    expected: 'lines of text in the form of the brief',
    received: 'JSON',
    fix: 'Write each fact of it as a line below the label that the form has for it.',
  })

/** Something at a place of a charter that keeps it from being read. */
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

/** A row of a table, where every fact has a line of its own. */
export const tableIssue = (source: Source, offset: number, row: string, form: string): Issue =>
  lineIssue(source, offset, 'DRAFT_TABLE', {
    expected: 'lines',
    received: `a table: ${row}`,
    fix: `Write one fact per line instead of the table: ${form}.`,
  })

/** The line of an offset, for what is said of a file that was rendered from it. */
export const lineAt = (source: Source, offset: number): number =>
  lineIssue(source, offset, 'LINE', { expected: '', received: '', fix: '' }).line
