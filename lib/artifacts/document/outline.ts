// A planning document as data, and what follows from that before any text is read.
import type { FrontMap } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { orNull, type Shape, text as textShape } from '../../std/shape.js'
import type { FrontTable } from '../parts/front-fields.js'
import type { ArtifactId } from '../paths.js'
import { EXTRA, type Loose, type Merged, type NamedField, tableOf, wholeOf } from './declared.js'
import type { Fields, FieldValues } from './document-fields.js'
import type { Part, Parts, PartValues } from './part.js'
import { type Place, placesOf } from './section-places.js'

export interface DocumentSpec<F extends Fields, P extends Parts> {
  readonly id: ArtifactId
  readonly about: string
  readonly front: F
  readonly parts: P
  /** Title of a template; the first heading is the title, or stands in for one of the front matter. Null: headings belong to the body. */
  readonly heading: string | null
  /** What stands in a template between title and parts: a value of its own, named `body`. */
  readonly body?: string
  /** It has no such value. */
  readonly bare?: true
  /** The body is all behind the front matter, byte for byte but for blank ends. */
  readonly verbatim?: true
  /** Fields that stand on the first lines without fences are read too. */
  readonly unfenced?: true
  /** What a file that a model wrote must not be without: names of fields and parts. */
  readonly needs?: readonly string[]
}

/** What every document holds: keys of the front matter that no field names, the title, the text in front of its parts. */
interface DocumentBase {
  readonly extra: FrontMap
  /** Null where the document has none, or its front matter holds it. */
  readonly title: string | null
  /** Null where the parts are all there is. */
  readonly body: string | null
}
export type DocumentValue<F extends Fields, P extends Parts> = Merged<
  Omit<DocumentBase, keyof F> & FieldValues<F> & PartValues<P>
>
/** A value by its names. `title` is absent where a field has that name. */
export type LooseDocument = Loose & { readonly title?: string | null; readonly body: string | null }

type NamedPart = readonly [string, Part<unknown>]

export interface Outline {
  readonly spec: DocumentSpec<Fields, Parts>
  readonly fields: readonly NamedField[]
  readonly parts: readonly NamedPart[]
  /** A field holds the title. */
  readonly titled: boolean
  readonly table: FrontTable<Loose>
  readonly shape: Shape<LooseDocument>
  readonly empty: LooseDocument
  /** Where each part stands. */
  readonly places: (source: Source) => readonly (Place | null)[]
}

export function outlineOf(spec: DocumentSpec<Fields, Parts>): Outline {
  const fields = Object.entries(spec.front)
  const parts = Object.entries(spec.parts)
  const titled = Object.hasOwn(spec.front, 'title')
  const title = { shape: orNull(textShape()), empty: null }
  const body = { shape: orNull(textShape('Text in front of the parts')), empty: null }
  return {
    spec,
    fields,
    parts,
    titled,
    table: tableOf(fields),
    ...wholeOf<LooseDocument>({
      ...spec.front,
      extra: EXTRA,
      ...(titled ? {} : { title }),
      body,
      ...spec.parts,
    }),
    places: onceOf((source: Source) =>
      placesOf(
        source,
        parts.map(([, part]) => part),
      ),
    ),
  }
}
