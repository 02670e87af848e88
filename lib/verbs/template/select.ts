// template show: prints the template of a kind of planning file.
import { type ArtifactValues, KIND_LOADERS } from '../../artifacts/all.js'
import { type ArtifactId, pathOfKind } from '../../artifacts/paths.js'
import { arg, verb } from '../../core/verb.js'
import { record, text } from '../../std/shape.js'

const KINDS = (Object.keys(KIND_LOADERS) as readonly (ArtifactId & keyof ArtifactValues)[]).filter((id) =>
  pathOfKind(id).endsWith('.md'),
)

export const templateShow = verb('template.show', {
  about: 'Print the template of a kind of planning file',
  args: { template: arg.choice(KINDS, 'Kind of file', { positional: true, required: true }) },
  result: record({
    template: text(),
    about: text('Purpose of the file'),
    path: text('Path below the planning folder'),
    text: text('The template'),
  }),
  reads: KINDS,
  needs: ['pack'],
  needsProject: false,
  run({ view }, { template }) {
    const skeleton = view.pack.read(`templates/${template}.md`) ?? ''
    const about = view.codec(template)?.about ?? ''
    return { result: { template, about, path: pathOfKind(template), text: skeleton } }
  },
  pretty: ({ text: skeleton }) => skeleton,
})
