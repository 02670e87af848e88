// A planning file whose body has a layout of its own: each value says how it is read. Its front matter is brought to a value; the body belongs to its author.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import { type Shape, textOrNull } from '../../std/shape.js'
import type { Codec, Rendered } from '../codec.js'
import { emptyOf } from '../parts/empty-of.js'
import { editFront, extraOf, Front, type FrontTable, freshFront } from '../parts/front-fields.js'
import { refusal } from '../parts/issues.js'
import { document, titleOf } from '../parts/prose.js'
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

interface Judged<V> extends Pick<Codec<V>, 'id' | 'about'> {
  /** Issues of the body. */
  odd?(source: Source, value: V): readonly Issue[]
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  proseEnd?(source: Source): number
}

interface PageFile<V> extends Judged<V> {
  /** It is a template: nobody has said yet what it is about. */
  bare(value: V): boolean
  /** The blocks of a new file; `hint` is null but in a template. */
  blocks(value: V, hint: (text: string) => string | null): readonly (string | null)[]
  /** New files have no front matter where it would say nothing. */
  readonly plain?: true
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

export function pageCodec<V extends Loose>(of: Page<V>, file: PageFile<V>): Codec<V> {
  const fresh = (value: V): string => {
    const bare = file.bare(value)
    const silent = file.plain === true && freshFront(of.table, value) === NO_FRONT
    const front = silent ? '' : `${freshFront(of.table, value, bare && file.plain !== true)}\n`
    return front + document(file.blocks(value, (text) => (bare ? text : null)))
  }
  const kind = pageKind(of, file)

  function render(value: V, previous?: Source): Rendered {
    if (previous === undefined) {
      return { text: fresh(value) }
    }
    const before = kind.parse(previous).value
    if (previous.text === null || same(before, value)) return { text: previous.text ?? '' }
    if (of.pieces.some(([name]) => !same(before[name], value[name])))
      return refusal(previous.path, 'the text as it stands', 'a change of it', `Edit ${previous.path} by hand.`)
    const front = editFront(of.table, previous, before, value)
    return 'refused' in front ? front : { text: applySplices(previous.text, front.splices) }
  }

  return { ...kind, render }
}

const NO_FRONT = '---\n---\n'

/** The heading of level 1. */
export const keptTitle = piece(textOrNull(), titleOf)
