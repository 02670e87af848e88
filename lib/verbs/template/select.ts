// template select and show: which form of a summary a plan needs, and the skeleton of any kind of file.
import { type ArtifactValues, CODECS } from '../../artifacts/all.js'
import { templateOf } from '../../artifacts/codec.js'
import type { ArtifactId } from '../../artifacts/paths.js'
import { pathOfKind } from '../../artifacts/paths.js'
import { record, text } from '../../std/shape.js'
import { arg, query } from '../verb.js'

const KINDS = Object.keys(CODECS) as readonly (ArtifactId & keyof ArtifactValues)[]

export const templateShow = query('template.show', {
  about: 'Skeleton of a kind of planning file, with what goes where',
  args: { template: arg.choice(KINDS, 'Kind of file', { positional: true, required: true }) },
  result: record({
    template: text(),
    about: text('What the file is for'),
    path: text('Where it lies below the planning folder'),
    text: text('The skeleton'),
  }),
  reads: [...KINDS],
  needsProject: false,
  run({ template }, view) {
    const codec = view.codec(template)
    const skeleton = codec === null ? '' : templateOf(codec)
    return { result: { template, about: codec?.about ?? '', path: pathOfKind(template), text: skeleton } }
  },
  pretty: ({ text: skeleton }) => skeleton,
})
