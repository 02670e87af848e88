// Makes the codec of a document that is data: fields of front matter, a title, parts of the body. Fields and tables change in place; other text belongs to its author.
import type { Source } from '../../ports.js'
import type { Codec } from '../codec.js'
import type { Fields } from './document-fields.js'
import { lacking, oddities } from './document-judge.js'
import { settleSpots } from './field-spots.js'
import { framed } from './frame.js'
import { type DocumentSpec, type DocumentValue, type LooseDocument, outlineOf } from './outline.js'
import type { Parts } from './part.js'
import { changeDocument } from './section-change.js'
import { freshDocument } from './section-fresh.js'
import { readDocument } from './section-read.js'
import { withFences } from './unfenced.js'

export function documentCodec<const F extends Fields, const P extends Parts>(
  spec: DocumentSpec<F, P>,
): Codec<DocumentValue<F, P>> {
  const of = outlineOf(spec)
  const seen = (source: Source) => (spec.unfenced === true ? withFences(source) : source)
  const codec = framed<LooseDocument>({
    id: spec.id,
    about: spec.about,
    shape: of.shape,
    empty: of.empty,
    requiredKeys: (spec.needs ?? []).flatMap((name) => spec.front[name]?.paths[0] ?? []),
    table: of.table,
    fields: of.fields,
    seen,
    read: (source) => readDocument(of, source),
    odd: (source) => oddities(of, source, seen(source) === source),
    fresh: (value) => freshDocument(of, value),
    settle: (draft, source, before, after) => settleSpots(of.fields, draft, source, before, after),
    change: (draft, source, before, after) => changeDocument(of, draft, source, before, after),
    lacks: (source, value, odd) => lacking(of, source, value, odd),
  })
  // What the spec says of the types is all that the loose value leaves out.
  return codec as unknown as Codec<DocumentValue<F, P>>
}
