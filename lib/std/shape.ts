// Shapes: typed JSON Schema fragments. A shape is plain data, so it costs nothing at start-up.

/** JSON Schema (2020-12 subset) of type `T`. `T` exists at compile time only. */
export interface Shape<T = unknown> {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Shape
  readonly anyOf?: readonly Shape[]
  readonly minimum?: number
  /** Carries the type, and is never present at run time. */
  readonly __type?: T
}

export type Infer<S> = S extends Shape<infer T> ? T : never

export interface Optional<T> {
  readonly optional: Shape<T>
}

type Field = Shape<unknown> | Optional<unknown>
type Fields = Readonly<Record<string, Field>>
type Flat<T> = { readonly [K in keyof T]: T[K] }
type RecordOf<F extends Fields> = Flat<
  { [K in keyof F as F[K] extends Optional<unknown> ? never : K]: Infer<F[K]> } & {
    [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: F[K] extends Optional<infer T> ? T : never
  }
>

const described = (about: string) => (about === '' ? {} : { description: about })

export const text = (about = ''): Shape<string> => ({ type: 'string', ...described(about) })
export const int = (about = ''): Shape<number> => ({ type: 'integer', ...described(about) })
export const number = (about = ''): Shape<number> => ({ type: 'number', ...described(about) })
export const bool = (about = ''): Shape<boolean> => ({ type: 'boolean', ...described(about) })
export const any = (about = ''): Shape<unknown> => ({ ...described(about) })
export const oneOf = <const V extends readonly string[]>(values: V, about = ''): Shape<V[number]> => ({
  type: 'string',
  enum: values,
  ...described(about),
})
export const listOf = <T>(item: Shape<T>, about = ''): Shape<readonly T[]> => ({
  type: 'array',
  items: item as Shape,
  ...described(about),
})
export const mapOf = <T>(item: Shape<T>, about = ''): Shape<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: item as Shape,
  ...described(about),
})
/** `null` means "none" or, if `unknown` has an entry for the field, "cannot be computed". */
export const orNull = <T>(shape: Shape<T>): Shape<T | null> => ({ anyOf: [shape as Shape, { type: 'null' }] })
export const textOrNull = (about = ''): Shape<string | null> => orNull(text(about))
export const texts = (about = ''): Shape<readonly string[]> => listOf(text(), about)
export const either = <A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> => ({ anyOf: [a as Shape, b as Shape] })
export const maybe = <T>(shape: Shape<T>): Optional<T> => ({ optional: shape })

/** Returns the shape of an object that has these fields, except perhaps optional ones, and no others. */
export const record = <F extends Fields>(fields: F, about = ''): Shape<RecordOf<F>> => {
  const properties: Record<string, Shape> = {}
  const required: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    if ('optional' in field) properties[name] = field.optional
    else {
      properties[name] = field
      required.push(name)
    }
  }
  return { type: 'object', properties, required, additionalProperties: false, ...described(about) }
}

/** A mismatch between a value and a shape; `at` is a JSON Pointer. */
export interface Mismatch {
  readonly at: string
  readonly expected: string
  readonly received: string
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const fitsType = (type: NonNullable<Shape['type']>, kind: string) =>
  type === kind || (type === 'number' && kind === 'integer')

export function mismatches(shape: Shape, value: unknown, at = ''): readonly Mismatch[] {
  if (shape.anyOf !== undefined) {
    const tries = shape.anyOf.map((option) => mismatches(option, value, at))
    return tries.some((found) => found.length === 0) ? [] : (tries[0] ?? [])
  }
  const kind = kindOf(value)
  if (shape.type !== undefined && !fitsType(shape.type, kind)) return [{ at, expected: shape.type, received: kind }]
  if (shape.enum !== undefined && !shape.enum.includes(value))
    return [{ at, expected: shape.enum.join(' | '), received: String(value) }]
  if (shape.minimum !== undefined && (value as number) < shape.minimum)
    return [{ at, expected: `at least ${shape.minimum}`, received: String(value) }]
  if (kind === 'array' && shape.items !== undefined)
    return (value as unknown[]).flatMap((item, index) => mismatches(shape.items as Shape, item, `${at}/${index}`))
  if (kind === 'object') return objectMismatches(shape, value as Record<string, unknown>, at)
  return []
}

function objectMismatches(shape: Shape, value: Record<string, unknown>, at: string): readonly Mismatch[] {
  const missing = (shape.required ?? [])
    .filter((name) => value[name] === undefined)
    .map((name) => ({ at: `${at}/${name}`, expected: 'a value', received: 'nothing' }))
  const wrong = Object.entries(value).flatMap(([name, item]) => {
    const field = Object.hasOwn(shape.properties ?? {}, name) ? shape.properties?.[name] : undefined
    if (field !== undefined) return item === undefined ? [] : mismatches(field, item, `${at}/${name}`)
    if (shape.additionalProperties === false)
      return [{ at: `${at}/${name}`, expected: 'no such field', received: kindOf(item) }]
    return typeof shape.additionalProperties === 'object'
      ? mismatches(shape.additionalProperties, item, `${at}/${name}`)
      : []
  })
  return [...missing, ...wrong]
}

const NOTHING = { array: [], boolean: false, integer: 0, null: null, number: 0, string: '' } as const

/** Returns an empty value of a shape; null if the shape has no `type`. */
export function emptyOf<T>({ type, properties = {} }: Shape<T>): T {
  if (type !== 'object') return (type === undefined ? null : NOTHING[type]) as T
  return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, emptyOf(shape)])) as T
}
