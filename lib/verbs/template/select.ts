// template select and show: which form of a summary a plan needs, and the skeleton of any kind of file.
import { type ArtifactValues, CODECS } from '../../artifacts/all.js'
import type { ArtifactId } from '../../artifacts/paths.js'
import { pathOfKind } from '../../artifacts/paths.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, oneOf, record, text } from '../../std/shape.js'
import { arg, query } from '../verb.js'

const FORMS = ['minimal', 'standard', 'complex'] as const
type Form = (typeof FORMS)[number]

const fileMissing = (path: string): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected a plan at ${path}, found none`,
  fix: 'check the path; it is relative to the folder the call is made from',
})

/** Words of a plan that leaves decisions to be recorded. */
const DECISION = /\bdecisions?\b|\bdecide[ds]?\b/i

const formOf = (tasks: number, files: number, decisions: boolean): Form =>
  tasks <= 2 && files <= 3 && !decisions ? 'minimal' : tasks > 5 || files > 6 || decisions ? 'complex' : 'standard'

export const templateSelect = query('template.select', {
  about: 'Which form of a summary fits a plan',
  args: { plan: arg.file('The plan') },
  result: record({
    template: text('Kind and form'),
    type: oneOf(FORMS),
    taskCount: int(),
    fileCount: int(),
    hasDecisions: bool('The plan has a task that asks for a decision, or speaks of one'),
  }),
  reads: ['plan'],
  run({ plan: path }, view) {
    const parsed = view.parse('plan', path)
    if (parsed === null)
      return {
        result: { template: '', type: 'standard', taskCount: 0, fileCount: 0, hasDecisions: false },
        error: fileMissing(path),
      }
    const { tasks, filesModified, objective } = parsed.value
    const asked = tasks.some(({ type }) => type === 'checkpoint:decision')
    const hasDecisions = asked || DECISION.test(objective ?? '')
    const type = formOf(tasks.length, filesModified.length, hasDecisions)
    return {
      result: {
        template: `summary-${type}`,
        type,
        taskCount: tasks.length,
        fileCount: filesModified.length,
        hasDecisions,
      },
    }
  },
})

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
    const rendered = codec?.render(codec.empty)
    const skeleton = rendered !== undefined && 'text' in rendered ? rendered.text : ''
    return { result: { template, about: codec?.about ?? '', path: pathOfKind(template), text: skeleton } }
  },
  pretty: ({ text: skeleton }) => skeleton,
})
