// The contract of a planning-file kind, and the edits of the planning tree.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import type { ArtifactId } from './paths.js'

export interface Parsed<T> {
  readonly value: T
  /** Errors and warnings, each with line, column, expected, received and fix. */
  readonly issues: readonly Issue[]
}

/** The new text, or the reason for refusing the change. */
export type Rendered = { readonly text: string } | { readonly refused: Issue }

/** A kind of planning file. `parse` never throws: any text gives a value and issues. */
export interface Kind<T = unknown> {
  readonly id: ArtifactId
  readonly about: string
  parse(source: Source): Parsed<T>
  /** For drafts by models: errors, gaps and placeholders. One `error` refuses the draft. */
  readonly checkDraft?: (source: Source) => readonly Issue[]
}

export type ValueOf<C> = C extends Kind<infer T> ? T : never

export type Edit =
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  /** A path that ends with `/` is a folder, removed only if empty. */
  | { readonly kind: 'remove'; readonly path: string }
  /** Copies the bytes that `from` had before the change, text or not. With a `remove` of `from` it is a move. */
  | { readonly kind: 'copy'; readonly path: string; readonly from: string }
  /** Appends a payload to an append-only log (ledger, journal); the writer adds framing and digest. */
  | { readonly kind: 'line'; readonly path: string; readonly payload: unknown }
/** Removes an unfinished last line of a log. */
