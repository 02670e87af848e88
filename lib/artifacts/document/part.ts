// A part of a document's body, as data: how it is found and read in its dialects.
import type { Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import type { Member } from './declared.js'

/** A section of the body, found by its heading or its tag. */
export interface Part<T> extends Member<T> {
  /** Titles that mean this part; the first is ours. */
  readonly titles: readonly string[]
  /** A template has it as `<tag>…</tag>` instead of a heading; both are read. */
  readonly tag?: string
  /** It is all there is behind the title, under whatever headings. */
  readonly whole?: true
  /** What a template shows; null: the part is not in it. */
  readonly hint: string | null
  read(source: Source, range: Range): T
}

export type Parts = Readonly<Record<string, Part<unknown>>>
export type PartValues<P extends Parts> = { readonly [K in keyof P]: P[K] extends Part<infer T> ? T : never }

export type Titles = readonly [string, ...string[]]
export interface PartOptions {
  readonly about?: string
  readonly tag?: string
  readonly whole?: true
  readonly hint?: string
}

export const common = (titles: Titles, { tag, whole, hint }: PartOptions) => ({
  titles,
  ...(whole === undefined ? {} : { whole }),
  ...(tag === undefined ? {} : { tag }),
  hint: hint ?? null,
})
