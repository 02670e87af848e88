// Makes the kind of a document that is data: fields of front matter, a title, parts of the body. Models and people write it; code reads some of it.
import type { Source } from '../../ports.js'
import type { Kind } from '../codec.js'
import type { Fields } from './document-fields.js'
import { lacking, oddities } from './document-judge.js'
import { templateText } from './document-template.js'
import { framed } from './frame.js'
import { type DocumentSpec, type DocumentValue, type LooseDocument, outlineOf } from './outline.js'
import type { Parts } from './part.js'
import { readDocument } from './section-read.js'
import { withFences } from './unfenced.js'

export function documentKind<const F extends Fields, const P extends Parts>(
  spec: DocumentSpec<F, P>,
): Kind<DocumentValue<F, P>> {
  const of = outlineOf(spec)
  const seen = (source: Source) => (spec.unfenced === true ? withFences(source) : source)
  const codec = framed<LooseDocument>({
    id: spec.id,
    about: spec.about,
    shape: of.shape,
    empty: of.empty,
    fields: of.fields,
    seen,
    read: (source) => readDocument(of, source),
    odd: (source) => oddities(of, source, seen(source) === source),
    template: templateText(of),
    lacks: (source, value, odd) => lacking(of, source, value, odd),
  })
  // What the spec says of the types is all that the loose value leaves out.
  return codec as unknown as Kind<DocumentValue<F, P>>
}
