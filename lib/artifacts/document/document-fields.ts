// Kinds of front-matter fields, as data: how each is read whatever its state, and how it is written.
import type { FrontMap, FrontValue } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { any, orNull, type Shape, text as textShape, texts as textsShape } from '../../std/shape.js'
import { flat, numberOf, textOf, textsOf } from '../parts/front-fields.js'

/** One field of front matter. */
export interface Field<T> {
  /** Dotted names that mean this field; the first is the one we write. */
  readonly paths: readonly string[]
  readonly shape: Shape<T>
  readonly empty: T
  read(value: FrontValue | undefined): T
  input(value: T): FrontInput
  /** What a value must look like, when the one that stands there does not; null when it does. */
  expected(value: FrontValue): string | null
  /** Stands in every new file, empty where nothing is known. */
  readonly required: boolean
  /** Placeholder in a template. */
  readonly hint?: FrontInput
  /** Written as one list item per line, or on one line. */
  readonly form?: 'inline' | 'block'
  /** Name of a label line (`**Status:** open`) or of a heading (`## Status: OPEN`) that is read where the front matter has none. */
  readonly label?: string
  /** New files hold it as a plain label line instead of front matter. */
  readonly asLabel?: true
}

export type Fields = Readonly<Record<string, Field<unknown>>>
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

interface FieldOptions {
  readonly about?: string
  readonly required?: true
  readonly hint?: FrontInput
  readonly label?: string
  readonly asLabel?: true
}

const options = ({ required, hint, label, asLabel }: FieldOptions) => ({
  required: required === true,
  ...(label === undefined ? {} : { label }),
  ...(asLabel === undefined ? {} : { asLabel }),
  ...(hint === undefined ? {} : { hint }),
})

type Names = readonly [string, ...string[]]

/** Free text; `words`: the ones we know, in any case, and every other is reported. */
export const textField = (
  paths: Names,
  more: FieldOptions & { readonly words?: readonly string[] } = {},
): Field<string | null> => ({
  paths,
  shape: orNull(textShape(more.about)),
  empty: null,
  read: textOf,
  input: (value) => value,
  expected: (value) => {
    const said = textOf(value)
    const known = said === null || more.words === undefined || more.words.includes(said.toLowerCase())
    return known ? null : `one of ${more.words.join(', ')}`
  },
  ...options(more),
})

const DAY = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/

/** A day or a time stamp; kept as it is written. */
export const dayField = (paths: Names, more: FieldOptions = {}): Field<string | null> => ({
  ...textField(paths, more),
  expected: (value) => {
    const said = textOf(value)
    return said === null || DAY.test(said) ? null : 'a day YYYY-MM-DD'
  },
})

export const listField = (
  paths: Names,
  more: FieldOptions & {
    readonly form?: 'inline' | 'block'
    /** What one text that stands for the list is cut at. */
    readonly separators?: RegExp
  } = {},
): Field<readonly string[]> => ({
  paths,
  shape: textsShape(more.about),
  empty: [],
  read: (value) =>
    typeof value === 'string' && more.separators !== undefined
      ? value.split(more.separators).flatMap((part) => textsOf(part.trim()))
      : textsOf(value),
  input: (value) => value,
  expected: () => null,
  ...options(more),
  ...(more.form === undefined ? {} : { form: more.form }),
})

/** Paths: one text may name several, set apart by commas or blanks. */
export const filesField = (paths: Names, more: FieldOptions = {}) =>
  listField(paths, { ...more, form: 'block', separators: /[,\s]+/ })

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
}

export const boolField = (paths: Names, more: FieldOptions = {}): Field<boolean | null> => {
  const read = (value: FrontValue | undefined): boolean | null => {
    const said = textOf(value)?.toLowerCase()
    return said !== undefined && Object.hasOwn(BOOLEANS, said) ? (BOOLEANS[said] as boolean) : null
  }
  return {
    paths,
    shape: orNull({ type: 'boolean', ...(more.about === undefined ? {} : { description: more.about }) }),
    empty: null,
    read,
    input: (value) => value,
    expected: (value) => (textOf(value) === null || read(value) !== null ? null : 'true or false'),
    ...options(more),
  }
}

export const intField = (paths: Names, more: FieldOptions = {}): Field<number | null> => ({
  paths,
  shape: orNull({ type: 'integer', ...(more.about === undefined ? {} : { description: more.about }) }),
  empty: null,
  read: numberOf,
  input: (value) => value,
  expected: (value) => (textOf(value) === null || numberOf(value) !== null ? null : 'a whole number'),
  ...options(more),
})

/** Maps and lists as they stand, for fields whose inner form is free; null without one. */
export const treeField = (paths: Names, more: FieldOptions = {}): Field<FrontValue | null> => ({
  paths,
  shape: any(more.about) as Shape<FrontValue | null>,
  empty: null,
  read: (value) => (value === undefined || flat(value) === '' || textOf(value) === null ? null : value),
  input: (value) => value as FrontInput,
  expected: () => null,
  ...options(more),
})

/** A list of records; what is no record is a record of its first field. */
export const recordsField = <const K extends string>(
  paths: Names,
  keys: readonly [K, ...K[]],
  more: FieldOptions = {},
): Field<readonly Readonly<Record<K, string | null>>[]> => {
  type Entry = Readonly<Record<K, string | null>>
  const entry = (value: FrontValue): Entry => {
    const map: FrontMap =
      typeof value === 'object' && !Array.isArray(value) ? (value as FrontMap) : { [keys[0]]: flat(value) }
    return Object.fromEntries(keys.map((key) => [key, textOf(Object.hasOwn(map, key) ? map[key] : undefined)])) as Entry
  }
  const shape = {
    type: 'array',
    items: entryShape(keys),
    ...(more.about === undefined ? {} : { description: more.about }),
  }
  return {
    paths,
    shape: shape as Shape<readonly Entry[]>,
    empty: [],
    read: (value) => {
      if (value === undefined || (typeof value === 'string' && textOf(value) === null)) return []
      return (Array.isArray(value) ? (value as readonly FrontValue[]) : [value]).map(entry)
    },
    input: (value) => value.map((item) => item as FrontInput),
    expected: () => null,
    ...options(more),
  }
}

const entryShape = (keys: readonly string[]): Shape => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, orNull(textShape()) as Shape])),
  required: keys,
  additionalProperties: false,
})
