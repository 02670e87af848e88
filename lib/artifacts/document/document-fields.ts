// Kinds of front-matter fields as data: a tolerant reader and a strict description for each.
import type { FrontValue } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import * as s from '../../std/shape.js'
import { entryText, type Front, idsOf, mapsOf, numberOf, partOf, textOf, wordOf } from '../parts/front-fields.js'

export interface Field<T> {
  /** Dotted aliases of this key; the first is written. */
  readonly paths: readonly string[]
  readonly shape: s.Shape<T>
  /** `value` belongs to the first alias present. */
  read(value: FrontValue | undefined, front: Front): T
}

export type Fields = Readonly<Record<string, Field<unknown>>>
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

type Names = readonly [string, ...string[]]

/** A field with a custom reader. */
export const ownField = <T>(paths: readonly string[], shape: s.Shape<T>, read: Field<T>['read']): Field<T> => ({
  paths,
  shape,
  read,
})

/** A field read from the body if its key is absent. */
export const orInBody = <T>(field: Field<T>, read: (source: Source) => T): Field<T> => ({
  ...field,
  read: (value, front) => (value === undefined ? read(front.source) : field.read(value, front)),
})

/** Free text. */
export const textField = (paths: Names): Field<string | null> => ownField(paths, s.textOrNull(), textOf)

/** Texts, from the first alias that has any. */
export const listField = (paths: Names): Field<readonly string[]> =>
  ownField(paths, s.texts(), (_value, front) => front.texts(...paths))

/** Ids or paths; one text may hold several, separated by commas. */
export const idsField = (paths: Names): Field<readonly string[]> => ownField(paths, s.texts(), idsOf)

/** A whole number; null for anything else. */
export const intField = (paths: Names): Field<number | null> => ownField(paths, s.orNull(s.int()), numberOf)

/** A list of entries of any form; empty ones are dropped. */
export const entriesField = <T>(
  paths: Names,
  entry: s.Shape<T>,
  read: (value: FrontValue) => T | null,
): Field<readonly T[]> => ownField(paths, s.listOf(entry), (value) => mapsOf(value).flatMap((item) => read(item) ?? []))

/** Reads a list entry by its keys' aliases (the first is written). A bare text is its required `lead`. */
export function entryOf<const K extends Readonly<Record<string, Names>>, const L extends keyof K>(lead: L, keys: K) {
  type Entry = { readonly [N in keyof K]: N extends L ? string : string | null }
  const fields = Object.entries(keys)
  const make = <T>(each: (name: string, keys: Names) => T) =>
    Object.fromEntries(fields.map(([name, own]) => [name, each(name, own)]))
  return {
    shape: s.record(make((name) => (name === lead ? s.text() : s.textOrNull()))) as s.Shape as s.Shape<Entry>,
    read(value: FrontValue): Entry | null {
      const said = entryText(value, ...(keys[lead] as Names))
      return said === null
        ? null
        : (make((name, own) => (name === lead ? said : textOf(partOf(value, ...own)))) as Entry)
    },
    write: (entry: Entry): FrontInput => Object.fromEntries(fields.map(([name, [key]]) => [key, entry[name] ?? null])),
  }
}

/** A known word under the first name, the word as written under the second. */
export const wordFields = <const N extends string, const W extends string>(name: N, words: readonly W[]) => {
  const fields = {
    [name]: ownField<W | 'other' | null>([name], s.orNull(s.oneOf([...words, 'other'])), (value) =>
      wordOf(words, textOf(value)),
    ),
    [`${name}Text`]: ownField<string | null>([], s.textOrNull('The word as written'), (_value, front) =>
      front.text(name),
    ),
  }
  return fields as { readonly [K in N]: Field<W | 'other' | null> } & {
    readonly [K in `${N}Text`]: Field<string | null>
  }
}

/** Groups fields, each with its own key, into one value. */
export const groupField = <const F extends Fields>(fields: F): Field<FieldValues<F>> => {
  const members = Object.entries(fields)
  const each = (read: (field: Field<unknown>) => unknown) =>
    Object.fromEntries(members.map(([name, field]) => [name, read(field)])) as FieldValues<F>
  const shape = s.record(Object.fromEntries(members.map(([name, field]) => [name, field.shape])))
  return ownField([], shape as s.Shape<FieldValues<F>>, (_value, front) =>
    each((field) => field.read(front.at(...field.paths), front)),
  )
}
