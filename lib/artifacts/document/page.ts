// A planning file with a reader of its own: fields of its front matter, and values of its body that say how each is read.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { record, type Shape } from '../../std/shape.js'
import type { Kind } from '../codec.js'
import { Front } from '../parts/front-fields.js'
import { type Fields, type FieldValues, fieldIssues, type NamedField } from './document-fields.js'
import { framed } from './frame.js'

/** A value of the body. */
interface Piece<T> {
  readonly shape: Shape<T>
  read(source: Source, front: Front): T
}
type Pieces = Readonly<Record<string, Piece<unknown>>>
type PieceValues<P extends Pieces> = { readonly [K in keyof P]: P[K] extends Piece<infer T> ? T : never }

export const piece = <T>(shape: Shape<T>, read: Piece<T>['read']): Piece<T> => ({ shape, read })

/** Fields and body of a file, from which the type of its value follows. */
export interface Page<V> {
  readonly fields: readonly NamedField[]
  readonly pieces: readonly (readonly [string, Piece<unknown>])[]
  readonly shape: Shape<V>
}
export type PageValue<P> = P extends Page<infer V> ? V : never

/** Joins what an intersection holds into one type, so that messages show its fields. */
type Merged<T> = { readonly [K in keyof T]: T[K] }

export function page<const F extends Fields, const P extends Pieces>(
  front: F,
  body: P,
): Page<Merged<FieldValues<F> & PieceValues<P>>> {
  const all = Object.entries({ ...front, ...body })
  return {
    fields: Object.entries(front),
    pieces: Object.entries(body),
    shape: record(Object.fromEntries(all.map(([name, { shape }]) => [name, shape]))) as Shape as Shape<never>,
  }
}

interface Judged<V> extends Pick<Kind<V>, 'id' | 'about'> {
  /** Issues of the body. */
  odd?(source: Source, value: V): readonly Issue[]
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  proseEnd?(source: Source): number
}

function read<V>(of: Page<V>, source: Source): V {
  const front = new Front(source)
  const value = {}
  // Most who ask look at one value or two.
  const later = (name: string, make: () => unknown) =>
    Object.defineProperty(value, name, { enumerable: true, get: once(make) })
  for (const [name, field] of of.fields) later(name, () => field.read(front.at(...field.paths), front))
  for (const [name, piece] of of.pieces) later(name, () => piece.read(source, front))
  return value as V
}

export const pageKind = <V>(of: Page<V>, file: Judged<V>) =>
  framed<V>({
    ...file,
    shape: of.shape,
    fields: of.fields,
    read: (source) => read(of, source),
    odd: (source, value) => [...fieldIssues(of.fields, source), ...(file.odd?.(source, value) ?? [])],
    lacks: file.lacks,
  })
