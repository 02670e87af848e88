// What a planning file holds, declared once for each value: from that follow its type, its shape, the empty value and the table of its front matter.
import type { Issue } from '../../errors.js'
import { type FrontMap, frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { any, mapOf, record, type Shape } from '../../std/shape.js'
import { type FrontTable, flat } from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'
import type { Field, Fields, FieldValues } from './document-fields.js'

/** A value of the body. */
export interface Member<T> {
  readonly shape: Shape<T>
  readonly empty: T
  /** Keys of the front matter that say it too. */
  readonly paths?: readonly string[]
}
export type Members = Readonly<Record<string, Member<unknown>>>
type MemberValues<M extends Members> = { readonly [K in keyof M]: M[K] extends Member<infer T> ? T : never }

/** A value by its names, for what goes through all of them. */
export type Loose = Readonly<Record<string, unknown>> & { readonly extra: FrontMap }

export type NamedField = readonly [string, Field<unknown>]

/** Joins what an intersection holds into one type, so that messages show its fields. */
type Merged<T> = { readonly [K in keyof T]: T[K] }
export type DeclaredValue<F extends Fields, M extends Members> = Merged<
  FieldValues<F> & { readonly extra: FrontMap } & MemberValues<M>
>

export const EXTRA = { shape: mapOf(any(), 'Other keys of the front matter'), empty: {} }

/** The shape of a file and what an empty one holds. */
export const wholeOf = <V>(members: Members) => ({
  shape: record(
    Object.fromEntries(Object.entries(members).map(([name, { shape }]) => [name, shape])),
  ) as Shape as Shape<V>,
  empty: Object.fromEntries(Object.entries(members).map(([name, { empty }]) => [name, empty])) as V,
})

const withForm = (fields: readonly NamedField[], wanted: 'inline' | 'block'): readonly string[] =>
  fields.flatMap(([, field]) => [
    ...(field.form === wanted ? [field.paths[0] ?? ''] : []),
    ...(wanted === 'inline' ? (field.inner ?? []) : []),
  ])

/** Where the fields lie; keys that only the body's values read stand behind them, and are never written. */
export const tableOf = (fields: readonly NamedField[], members: Members = {}): FrontTable<Loose> => ({
  fields: [
    ...fields.flatMap(([name, field]) =>
      (field.keys ?? [field])
        .filter(({ paths }) => paths.length > 0)
        .map(({ paths, required, hint, ...key }) => ({
          paths,
          input: (value: Loose) => key.input(value[name], value),
          ...(required ? { required: true as const } : {}),
          ...(hint === undefined ? {} : { hint }),
        })),
    ),
    ...Object.values(members).flatMap(({ paths }) => (paths === undefined ? [] : [{ paths, input: () => null }])),
  ],
  inline: withForm(fields, 'inline'),
  block: withForm(fields, 'block'),
})

/** Values that stand in the front matter and do not look as they must. */
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
