// A planning file whose body has a layout of its own: each value says how it is read.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { type Shape, textOrNull } from '../../std/shape.js'
import type { Kind } from '../codec.js'
import { emptyOf } from '../parts/empty-of.js'
import { extraOf, Front, type FrontTable } from '../parts/front-fields.js'
import { titleOf } from '../parts/prose.js'
import {
  type DeclaredValue,
  EXTRA,
  fieldIssues,
  type Loose,
  type Member,
  type NamedField,
  tableOf,
  wholeOf,
} from './declared.js'
import type { Fields } from './document-fields.js'
import { framed } from './frame.js'

/** A value of the body. */
interface Piece<T> extends Member<T> {
  read(source: Source, front: Front): T
}
type Pieces = Readonly<Record<string, Piece<unknown>>>

export const piece = <T>(shape: Shape<T>, read: Piece<T>['read'], more: Pick<Piece<T>, 'paths'> = {}): Piece<T> => ({
  shape,
  empty: emptyOf(shape),
  read,
  ...more,
})

/** Fields and body of a file, from which the type of its value follows. */
export interface Page<V> {
  readonly fields: readonly NamedField[]
  readonly pieces: readonly (readonly [string, Piece<unknown>])[]
  readonly table: FrontTable<Loose>
  readonly shape: Shape<V>
  readonly empty: V
}
export type PageValue<P> = P extends Page<infer V> ? V : never

export function page<const F extends Fields, const P extends Pieces>(front: F, body: P): Page<DeclaredValue<F, P>> {
  const fields = Object.entries(front)
  return {
    fields,
    pieces: Object.entries(body),
    table: tableOf(fields, body),
    ...wholeOf({ ...front, extra: EXTRA, ...body }),
  }
}

interface Judged<V> extends Pick<Kind<V>, 'id' | 'about'> {
  /** Issues of the body. */
  odd?(source: Source, value: V): readonly Issue[]
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  proseEnd?(source: Source): number
}

function read(of: Page<unknown>, source: Source): Loose {
  const front = new Front(source)
  const value = { extra: extraOf(of.table, front.data) }
  // Most who ask look at one value or two.
  const later = (name: string, make: () => unknown) =>
    Object.defineProperty(value, name, { enumerable: true, get: once(make) })
  for (const [name, field] of of.fields) later(name, () => field.read(front.at(...field.paths), front))
  for (const [name, piece] of of.pieces) later(name, () => piece.read(source, front))
  return value as Loose
}

/** A file that its author writes and named edits change. */
export const pageKind = <V extends Loose>(of: Page<V>, file: Judged<V>) =>
  framed<V>({
    ...file,
    shape: of.shape,
    empty: of.empty,
    fields: of.fields,
    read: (source) => read(of, source) as V,
    odd: (source, value) => [...fieldIssues(of.fields, source), ...(file.odd?.(source, value) ?? [])],
    lacks: file.lacks,
  })

/** The heading of level 1. */
export const keptTitle = piece(textOrNull(), titleOf)
