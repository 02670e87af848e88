// Kinds of front-matter fields as data: a tolerant reader and a strict description for each.
import type { Issue } from '../../errors.js'
import { type FrontValue, frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import * as s from '../../std/shape.js'
import { entryText, type Front, flat, idsOf, mapsOf, numberOf, partOf, textOf, wordOf } from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'

export interface Field<T> {
  /** Dotted aliases of this key; the first is written. */
  readonly paths: readonly string[]
  readonly shape: s.Shape<T>
  /** `value` belongs to the first alias present. */
  read(value: FrontValue | undefined, front: Front): T
  /** The expected form, if the value does not have it; else null. */
  expected(value: FrontValue): string | null
}

export type Fields = Readonly<Record<string, Field<unknown>>>
export type NamedField = readonly [string, Field<unknown>]
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

export type Names = readonly [string, ...string[]]

/** A field with a custom reader. */
export const ownField = <T>(paths: readonly string[], shape: s.Shape<T>, read: Field<T>['read']): Field<T> => ({
  paths,
  shape,
  read,
  expected: () => null,
})

/** A field read from the body if its key is absent. */
export const orInBody = <T>(field: Field<T>, read: (source: Source) => T): Field<T> => ({
  ...field,
  read: (value, front) => (value === undefined ? read(front.source) : field.read(value, front)),
})

/** Free text; `words`: the known ones, case-blind. Others are reported. */
export const textField = (paths: Names, words?: readonly string[]): Field<string | null> => ({
  ...ownField(paths, s.textOrNull(), textOf),
  expected: (value) => {
    const said = textOf(value)
    const known = said === null || words === undefined || words.includes(said.toLowerCase())
    return known ? null : `one of ${words.join(', ')}`
  },
})

const DAY = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/

/** A date or time stamp, kept as written. */
export const dayField = (paths: Names): Field<string | null> => ({
  ...textField(paths),
  expected: (value) => {
    const said = textOf(value)
    return said === null || DAY.test(said) ? null : 'a day YYYY-MM-DD'
  },
})

/** Texts, from the first alias that has any. */
export const listField = (paths: Names): Field<readonly string[]> =>
  ownField(paths, s.texts(), (_value, front) => front.texts(...paths))

/** Ids or paths; one text may hold several, separated by commas. */
export const idsField = (paths: Names): Field<readonly string[]> => ownField(paths, s.texts(), idsOf)

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
}

const boolOf = (value: FrontValue | undefined): boolean | null => {
  const said = textOf(value)?.toLowerCase() ?? ''
  return Object.hasOwn(BOOLEANS, said) ? (BOOLEANS[said] ?? null) : null
}

export const boolField = (paths: Names): Field<boolean | null> => ({
  ...ownField(paths, s.orNull(s.bool()), boolOf),
  expected: (value) => (textOf(value) === null || boolOf(value) !== null ? null : 'true or false'),
})

export const intField = (paths: Names): Field<number | null> => ({
  ...ownField(paths, s.orNull(s.int()), numberOf),
  expected: (value) => (textOf(value) === null || numberOf(value) !== null ? null : 'a whole number'),
})

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

/** Reports malformed front-matter values. */
export function fieldIssues(fields: readonly NamedField[], source: Source): readonly Issue[] {
  const { data, keys } = readFrontMatter(source)
  return fields.flatMap(([, field]) =>
    field.paths.flatMap((name) => {
      const value = frontValueAt(data, name)
      const expected = value === undefined ? null : field.expected(value)
      if (value === undefined || expected === null) return []
      const key = keys.find((found) => found.path.join('.') === name)
      const received = flat(value).slice(0, 80)
      return issueAt(source, key?.start ?? 0, {
        code: 'FIELD_VALUE',
        severity: 'notice',
        expected,
        received,
        message: `${name}: expected ${expected}, found ${received}`,
        fix: `Write ${name} as ${expected}.`,
      })
    }),
  )
}
