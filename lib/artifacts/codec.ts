// What a kind of planning file is, and what changes one.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import type { Shape } from '../std/shape.js'
import type { ArtifactId } from './paths.js'

export interface Parsed<T> {
  readonly value: T
  /** Everything wrong or odd that was noticed, each with line, column, expected, received and fix. */
  readonly issues: readonly Issue[]
}

/** The new text, or why the place to change could not be found with certainty. */
export type Rendered = { readonly text: string } | { readonly refused: Issue }

/** One kind of planning file: what it is, how it begins, how it is read. `parse` never throws; any text gives a value and issues. */
export interface Kind<T = unknown> {
  readonly id: ArtifactId
  readonly about: string
  readonly shape: Shape<T>
  parse(source: Source): Parsed<T>
  /** For files that a model wrote: everything that is wrong, unfinished or still a placeholder in it. One `error` is enough to refuse the draft. */
  readonly checkDraft?: (source: Source) => readonly Issue[]
}

/** The value of what a codec reads. */
export type ValueOf<C> = C extends Kind<infer T> ? T : never

/** One change of the planning tree. */
export type Edit =
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  /** A path that ends with `/` is a folder: it goes if nothing is left in it. */
  | { readonly kind: 'remove'; readonly path: string }
  /** The bytes that `from` has before the change, text or not. Beside a `remove` of `from` it is a move. */
  | { readonly kind: 'copy'; readonly path: string; readonly from: string }
  /** Appends one payload to an append-only log (ledger, journal); framing and digest are added by the writer. */
  | { readonly kind: 'line'; readonly path: string; readonly payload: unknown }
  /** Removes what stands after the last newline of a log: a line that was never finished. */
  | { readonly kind: 'cut'; readonly path: string }
