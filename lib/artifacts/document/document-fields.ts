// Kinds of front-matter fields, as data: how each is read whatever its state, and how it is written.
import type { FrontValue } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import * as s from '../../std/shape.js'
import { emptyOf } from '../parts/empty-of.js'
import { boolSchema, daySchema, intSchema, type Schema, wordSchema } from '../parts/front-accepts.js'
import { type Front, idsOf, mapsOf, numberOf, textOf, wordInput, wordOf } from '../parts/front-fields.js'

/** A key of front matter that a value is written to. */
interface FrontKey<T> {
  /** Dotted names that mean this key; the first is the one we write. None: it is written as part of another field. */
  readonly paths: readonly string[]
  /** What is written for a value; null: the key is left out. `all` is the whole value of the file. */
  input(value: T, all: Readonly<Record<string, unknown>>): FrontInput
  /** Stands in every new file, empty where nothing is known. */
  readonly required: boolean
  /** Placeholder in a template. */
  readonly hint?: FrontInput
  /** Written as one list item per line, or on one line. */
  readonly form?: 'inline' | 'block'
  /** Keys inside its entries whose lists stand on one line. */
  readonly inner?: readonly string[]
}

/** One field of front matter. */
export interface Field<T> extends FrontKey<T> {
  readonly shape: s.Shape<T>
  readonly empty: T
  /** `value` is what the first of its names holds. */
  read(value: FrontValue | undefined, front: Front): T
  /** What a value must look like, when the one that stands there does not; null when it does. */
  expected(value: FrontValue): string | null
  /** The same as a schema; absent: anything. */
  readonly accepts?: () => Schema
  /** Of a field that lies under several keys, those keys. */
  readonly keys?: readonly FrontKey<T>[]
}

export type Fields = Readonly<Record<string, Field<unknown>>>
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

interface FieldOptions extends Partial<Pick<FrontKey<unknown>, 'hint' | 'form' | 'inner'>> {
  readonly about?: string
  readonly required?: true
}

export type Names = readonly [string, ...string[]]

/** A field that is read and written in a way of its own. */
export const ownField = <T>(
  paths: readonly string[],
  shape: s.Shape<T>,
  read: Field<T>['read'],
  input: Field<T>['input'],
  { about: _about, required, ...more }: FieldOptions = {},
): Field<T> => ({
  paths,
  shape,
  empty: emptyOf(shape),
  read,
  input,
  expected: () => null,
  required: required === true,
  ...more,
})

/** A field that the body says where its key is absent. */
export const orInBody = <T>(field: Field<T>, read: (source: Source) => T): Field<T> => ({
  ...field,
  read: (value, front) => (value === undefined ? read(front.source) : field.read(value, front)),
})

/** What needs no other words in front matter than in the value. */
const asItIs = <T extends FrontInput>(value: T): FrontInput => value

/** Free text; `words`: the ones we know, in any case, and every other is reported. */
export const textField = (
  paths: Names,
  { words, ...more }: FieldOptions & { readonly words?: readonly string[] } = {},
): Field<string | null> => ({
  ...ownField(paths, s.textOrNull(more.about), textOf, asItIs, more),
  ...(words === undefined ? {} : { accepts: () => wordSchema(words) }),
  expected: (value) => {
    const said = textOf(value)
    const known = said === null || words === undefined || words.includes(said.toLowerCase())
    return known ? null : `one of ${words.join(', ')}`
  },
})

const DAY = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/

/** A day or a time stamp; kept as it is written. */
export const dayField = (paths: Names, more: FieldOptions = {}): Field<string | null> => ({
  ...textField(paths, more),
  accepts: daySchema,
  expected: (value) => {
    const said = textOf(value)
    return said === null || DAY.test(said) ? null : 'a day YYYY-MM-DD'
  },
})

/** Texts; of several spellings the first that holds any. */
export const listField = (paths: Names, more: FieldOptions = {}): Field<readonly string[]> =>
  ownField(paths, s.texts(more.about), (_value, front) => front.texts(...paths), asItIs, more)

/** Ids or paths: one text may name several, set apart by commas. */
export const idsField = (paths: Names, more: FieldOptions = {}): Field<readonly string[]> =>
  ownField(paths, s.texts(more.about), idsOf, asItIs, more)

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

export const boolField = (paths: Names, more: FieldOptions = {}): Field<boolean | null> => ({
  ...ownField(paths, s.orNull(s.bool(more.about)), boolOf, asItIs, more),
  accepts: boolSchema,
  expected: (value) => (textOf(value) === null || boolOf(value) !== null ? null : 'true or false'),
})

export const intField = (paths: Names, more: FieldOptions = {}): Field<number | null> => ({
  ...ownField(paths, s.orNull(s.int(more.about)), numberOf, asItIs, more),
  accepts: intSchema,
  expected: (value) => (textOf(value) === null || numberOf(value) !== null ? null : 'a whole number'),
})

/** A list of entries, each read whatever form it has; what says nothing is no entry. */
export const entriesField = <T>(
  paths: Names,
  entry: s.Shape<T>,
  read: (value: FrontValue) => T | null,
  input: (entry: T) => FrontInput,
  more: FieldOptions = {},
): Field<readonly T[]> =>
  ownField(
    paths,
    s.listOf(entry, more.about),
    (value) => mapsOf(value).flatMap((item) => read(item) ?? []),
    (entries) => entries.map(input),
    more,
  )

/** One of our words under the name of the first field, and under that of the second the word as it is written. */
export const wordFields = <const N extends string, const W extends string>(
  name: N,
  words: readonly W[],
  more: FieldOptions = {},
) => {
  const as = `${name}Text` as const
  const fields = {
    [name]: ownField<W | 'other' | null>(
      [name],
      s.orNull(s.oneOf([...words, 'other'])),
      (value) => wordOf(words, textOf(value)),
      (word, all) => wordInput(words, word, all[as] as string | null),
      more,
    ),
    [as]: ownField<string | null>(
      [],
      s.textOrNull('The word as written'),
      (_value, front) => front.text(name),
      () => null,
    ),
  }
  return fields as { readonly [K in N]: Field<W | 'other' | null> } & {
    readonly [K in `${N}Text`]: Field<string | null>
  }
}

/** Fields that are one value together, each under a key of its own. */
export const groupField = <const F extends Fields>(fields: F): Field<FieldValues<F>> => {
  const members = Object.entries(fields)
  const each = (read: (field: Field<unknown>) => unknown) =>
    Object.fromEntries(members.map(([name, field]) => [name, read(field)])) as FieldValues<F>
  const shape = s.record(Object.fromEntries(members.map(([name, field]) => [name, field.shape])))
  return {
    ...ownField(
      [],
      shape as s.Shape<FieldValues<F>>,
      (_value, front) => each((field) => field.read(front.at(...field.paths), front)),
      () => null,
    ),
    keys: members.map(([name, field]) => ({ ...field, input: (value, all) => field.input(value[name], all) })),
  }
}
