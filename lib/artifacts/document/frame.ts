// Markdown files with front matter: one reader and checker for all of them.
import type { Issue } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { record, type Shape } from '../../std/shape.js'
import type { Kind } from '../codec.js'
import { fencedIssue, frontDraftIssues, openingFence } from '../parts/draft-issues.js'
import { Front } from '../parts/front-fields.js'
import { notText } from '../parts/issues.js'
import { placeholderIssues } from '../parts/placeholders.js'
import { parsed } from '../parts/read-kind.js'
import type { Fields, FieldValues } from './document-fields.js'

export interface Frame<V> extends Pick<Kind<V>, 'id' | 'about' | 'shape'> {
  read(source: Source): V
  odd?(source: Source, value: V): readonly Issue[]
  /** Issues for missing parts of a draft; `odd` are the issues already found. */
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  /** End of the prose in which brackets are placeholders; the end of the file if absent. */
  proseEnd?(source: Source): number
}

export function framed<V>(file: Frame<V>): Kind<V> {
  const { id, about, shape } = file
  const odd = (source: Source, value: V) => file.odd?.(source, value) ?? []
  return {
    ...{ id, about, shape },
    parse(source) {
      const value = file.read(source)
      return parsed(source, value, () => [...readFrontMatter(source).issues, ...odd(source, value)])
    },
    checkDraft(source) {
      if (source.text === null) return [notText(source)]
      const fence = openingFence(source)
      if (fence !== null) return [fencedIssue(source, fence)]
      const value = file.read(source)
      const prose = { start: readFrontMatter(source).bodyStart, end: file.proseEnd?.(source) ?? source.text.length }
      const lacks = file.lacks(source, value, odd(source, value))
      return [...frontDraftIssues(source), ...lacks, ...placeholderIssues(source, prose)]
    },
  }
}

interface Piece<T> {
  readonly shape: Shape<T>
  read(source: Source, front: Front): T
}
type Pieces = Readonly<Record<string, Piece<unknown>>>
type PieceValues<P extends Pieces> = { readonly [K in keyof P]: P[K] extends Piece<infer T> ? T : never }

export const piece = <T>(shape: Shape<T>, read: Piece<T>['read']): Piece<T> => ({ shape, read })

type Page<V> = Pick<Frame<V>, 'shape' | 'read'>
export type PageValue<P> = P extends Page<infer V> ? V : never
/** Flattens an intersection so that messages show its fields. */
type Merged<T> = { readonly [K in keyof T]: T[K] }

export function page<const F extends Fields, const P extends Pieces>(
  front: F,
  body: P,
): Page<Merged<FieldValues<F> & PieceValues<P>>> {
  const all = Object.entries<Piece<unknown>>({
    ...Object.fromEntries(
      Object.entries(front).map(([name, { shape, paths, read }]) => [
        name,
        { shape, read: (_source: Source, at: Front) => read(at.at(...paths), at) },
      ]),
    ),
    ...body,
  })
  return {
    shape: record(Object.fromEntries(all.map(([name, { shape }]) => [name, shape]))) as Shape as Shape<never>,
    read(source) {
      const at = new Front(source)
      // Read lazily: most callers need one or two values.
      const values = all.map(([name, own]) => [name, { enumerable: true, get: once(() => own.read(source, at)) }])
      return Object.defineProperties({}, Object.fromEntries(values)) as never
    },
  }
}
