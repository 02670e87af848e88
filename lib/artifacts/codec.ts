// The contract of an artifact kind, the issues it reports, and the edits of the planning tree.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import { onceOf, withLater } from '../std/once.js'
import type { ArtifactId } from './paths.js'

export interface Parsed<T> {
  readonly value: T
  /** Errors and notices, each with line, column, expected, received and fix. */
  readonly issues: readonly Issue[]
}

/** A kind of planning file. `parse` never throws: any text gives a value and issues. */
export interface Kind<T = unknown> {
  readonly id: ArtifactId
  readonly about: string
  parse(source: Source): Parsed<T>
  /** Checks a draft for errors, gaps and placeholders. A single `error` rejects the draft. */
  readonly checkDraft?: (source: Source) => readonly Issue[]
}

export type ValueOf<C> = C extends Kind<infer T> ? T : never

export type Edit =
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  /** A path that ends with `/` is a folder, removed only if empty. */
  | { readonly kind: 'remove'; readonly path: string }
  /** Copies the bytes that `from` had before the change, text or not. Together with a `remove` of `from`: a move. */
  | { readonly kind: 'copy'; readonly path: string; readonly from: string }
  /** Appends a payload to an append-only log (ledger, journal); the writer adds framing and digest. */
  | { readonly kind: 'line'; readonly path: string; readonly payload: unknown }

/** An issue without its position. Defaults: severity `error`, a message with what was expected and found. */
export type Finding = Omit<Issue, 'path' | 'line' | 'column' | 'severity' | 'message'> &
  Partial<Pick<Issue, 'severity' | 'message'>>

type Placed = Pick<Source, 'path' | 'text'>

/** Offsets of the lines, computed once per source, because a file may have as many issues as lines. */
const startsOf = onceOf((source: Placed): readonly number[] => {
  const text = source.text ?? ''
  const found = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) found.push(at + 1)
  }
  return found
})

/** Makes an issue for the position at `offset`; a null `offset` means the whole file. */
export function issueAt(source: Placed, offset: number | null, finding: Finding): Issue {
  const received = finding.received.slice(0, 120) || 'nothing'
  const message = `expected ${finding.expected}, found ${received}`
  const issue = { severity: 'error', message, ...finding, received, path: source.path } as const
  if (offset === null) return { ...issue, line: 0, column: 0 }
  const starts = startsOf(source)
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle
  }
  return { ...issue, line: low + 1, column: offset - (starts[low] as number) + 1 }
}

/** The issue for a file that is not UTF-8. Every kind reads such a file as empty. */
export const notText = (source: Source): Issue =>
  issueAt(source, null, {
    code: 'NOT_UTF8',
    expected: 'UTF-8 text',
    received: 'other bytes',
    message: `${source.path} is not UTF-8`,
    fix: `Save ${source.path} as UTF-8.`,
  })

/** The line with which git begins a merge conflict. A file with such a line cannot be trusted. */
const CONFLICT = /^<{7}(?:[ \t].*)?$/m

export function conflictIssues(source: Source): readonly Issue[] {
  const at = CONFLICT.exec(source.text ?? '')?.index
  if (at === undefined) return []
  const finding = {
    code: 'MERGE_CONFLICT',
    expected: 'a file without merge conflict markers',
    received: '<<<<<<<',
    message: `${source.path} has unresolved merge conflict markers`,
    fix: 'Resolve the merge: keep one side of each conflict and remove the markers.',
  }
  return [issueAt(source, at, finding)]
}

/** A parsed value, and its issues, which are computed lazily. A file that is not UTF-8 has only that issue. */
export function parsed<V>(source: Source, value: V, issues: () => readonly Issue[]): Parsed<V> {
  return withLater({ value }, { issues: () => (source.text === null ? [notText(source)] : issues()) })
}
