// The empty value of a shape: no entries, no text.
import type { Shape } from '../../std/shape.js'

const NOTHING: Readonly<Record<NonNullable<Shape['type']>, (shape: Shape) => unknown>> = {
  array: () => [],
  boolean: () => false,
  integer: () => 0,
  null: () => null,
  number: () => 0,
  object: ({ properties = {} }) =>
    Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, emptyOf(shape)])),
  string: () => '',
}

/** Null if the shape allows it. */
export const emptyOf = <T>(shape: Shape<T>): T => (shape.type === undefined ? null : NOTHING[shape.type](shape)) as T
