// Front matter of a Markdown file: reading it whatever its state, and changing single keys of it.
import type { Issue } from '../errors.js'
import type { Source } from '../ports.js'
import type { Splice } from '../std/edit.js'

/** All scalars are text; an empty value is `''`. */
export type FrontValue = string | readonly FrontValue[] | FrontMap
export interface FrontMap {
  readonly [key: string]: FrontValue
}

/** Where one key and its value lie; offsets are UTF-16 units of the source's text. */
export interface FrontKey {
  /** From the top, e.g. `['must_haves', 'truths']`. */
  readonly path: readonly string[]
  /** The whole entry: from the first character of its first line to after the last line ending of its value. */
  readonly start: number
  readonly end: number
  /** The value as written, quotes included; empty span after the colon when there is none. */
  readonly valueStart: number
  readonly valueEnd: number
}

export interface FrontMatter {
  /** A block that is closed. */
  readonly present: boolean
  readonly data: FrontMap
  /** Keys of maps, in document order, a parent before its children; keys inside list items are not among them. */
  readonly keys: readonly FrontKey[]
  readonly issues: readonly Issue[]
  /** Where the body begins: after the closing line, or at the start (after a BOM) without a block. */
  readonly bodyStart: number
}

/** What may be written: text is quoted where a YAML reader would guess another type; numbers and booleans stand bare; null leaves the key out. */
export type FrontInput =
  | string
  | number
  | boolean
  | null
  | readonly FrontInput[]
  | { readonly [key: string]: FrontInput }

export interface FrontLayout {
  /** Canonical order of the top-level keys: decides where a new key goes. */
  readonly order?: readonly string[]
  /** Lists that are always written inline, or always as a block, when they are new. Dotted paths. */
  readonly inline?: readonly string[]
  readonly block?: readonly string[]
}

/** Never throws; a block that has keys is never taken for none. */
export function readFrontMatter(_source: Source): FrontMatter {
  return { present: false, data: {}, keys: [], issues: [], bodyStart: 0 }
}

/**
 * Sets (a value), or removes (null) keys of the block; a dotted name reaches into maps. A missing block is inserted.
 * Everything else stays byte for byte. Refused where the place cannot be found with certainty.
 */
export function setFrontMatter(
  _source: Source,
  _changes: Readonly<Record<string, FrontInput>>,
  _layout: FrontLayout = {},
): { readonly splices: readonly Splice[] } | { readonly refused: Issue } {
  return { splices: [] }
}

/** A new block with both fences and a line ending after the closing one; entries in the order given, nulls left out. */
export function renderFrontMatter(_entries: Readonly<Record<string, FrontInput>>, _layout: FrontLayout = {}): string {
  return ''
}

/** The family's flattened answer: objects in lists become `k: v, k: v`, an empty value is `{}` at the top level and `''` in a list. */
export function compatView(_data: FrontMap): Readonly<Record<string, unknown>> {
  return {}
}
