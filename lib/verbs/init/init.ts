// What a workflow starts from: one answer made of the fields of its map, each a value or null with a reason.
import { POSITION_READS } from '../../core/derivation/facts.js'
import type { ErrorBody } from '../../errors.js'
import type { Fields } from '../../std/fields.js'
import { maybe, type Optional, record, type Shape } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { type Args, arg, type Given, query } from '../verb.js'
import { docsUpdate } from './documents.js'
import { manager, milestoneOp, newMilestone, progress } from './milestone.js'
import { executePhase, phaseOp, planPhase, review, verifyWork } from './phase.js'
import { ingestDocs, listWorkspaces, newProject, newWorkspace, onboard } from './project.js'
import { mapCodebase, quick, resume, todos } from './work.js'
import { type FieldMap, initWorld, type Missing } from './world.js'

export interface Start {
  /** What may stand behind the name of the workflow. */
  readonly takes?: 'phase' | 'area' | 'task'
  readonly flags?: readonly (keyof typeof FLAGS)[]
  readonly fields: FieldMap
}

const FLAGS = {
  validate: arg.flag('Also compare STATE.md with what is derived (execute-phase)'),
  tdd: arg.flag('Tests come first, whatever the settings say (execute-phase)'),
} as const satisfies Args

export const WORKFLOWS = {
  'new-project': { fields: newProject },
  'new-milestone': { fields: newMilestone },
  'plan-phase': { takes: 'phase', fields: planPhase },
  'execute-phase': { takes: 'phase', flags: ['validate', 'tdd'], fields: executePhase },
  'verify-work': { takes: 'phase', fields: verifyWork },
  'phase-op': { takes: 'phase', fields: phaseOp },
  review: { takes: 'phase', fields: review },
  quick: { takes: 'task', fields: quick },
  resume: { fields: resume },
  todos: { takes: 'area', fields: todos },
  'milestone-op': { fields: milestoneOp },
  'map-codebase': { fields: mapCodebase },
  progress: { fields: progress },
  manager: { fields: manager },
  'ingest-docs': { fields: ingestDocs },
  'new-workspace': { fields: newWorkspace },
  'list-workspaces': { fields: listWorkspaces },
  'docs-update': { fields: docsUpdate },
  onboard: { fields: onboard },
} as const satisfies Readonly<Record<string, Start>>

const ARGS = {
  workflow: arg.choice(Object.keys(WORKFLOWS) as (keyof typeof WORKFLOWS)[], 'Workflow that asks', {
    positional: true,
    required: true,
  }),
  words: arg.list('Its phase, the area of todos, or the quick task', { positional: true }),
  phase: arg.text('The phase', { names: 'phase' }),
  area: arg.text('The area of todos'),
  ...FLAGS,
} as const satisfies Args

type InitArgs = Given<typeof ARGS>

/** What the field maps read, or what is wrong with the call. */
function givenOf(
  args: InitArgs,
): { readonly given: Readonly<Record<string, unknown>> } | { readonly error: ErrorBody } {
  const { workflow, words, phase, area, ...flags } = args
  const { takes, flags: own = [] }: Start = WORKFLOWS[workflow]
  const refused = (message: string, code: 'USAGE' | 'UNKNOWN_FLAG' = 'USAGE') => ({
    error: {
      code,
      message: `init ${workflow}: ${message}; nothing was done`,
      fix: `gsd-tools init ${workflow}${CALLS[takes ?? 'nothing']}`,
    },
  })
  const foreign = [
    ...Object.entries(flags).flatMap(([name, on]) => (on && !(own as readonly string[]).includes(name) ? [name] : [])),
    ...(phase !== undefined && takes !== 'phase' ? ['phase'] : []),
    ...(area !== undefined && takes !== 'area' ? ['area'] : []),
  ]
  if (foreign[0] !== undefined) return refused(`it has no flag --${foreign[0]}`, 'UNKNOWN_FLAG')
  if (takes === 'task') return { given: { ...flags, words } }
  const named = takes === 'phase' ? phase : area
  const [subject, extra] = named === undefined ? words : [named, ...words]
  if (extra !== undefined || (takes === undefined && subject !== undefined))
    return refused(`"${extra ?? subject}" is one argument too many`)
  if (takes === 'phase' && subject === undefined) return refused('<phase> is missing: phase, e.g. 3 or 2.1')
  return { given: takes === undefined || subject === undefined ? flags : { ...flags, [takes]: subject } }
}

const CALLS = { phase: ' <phase>', area: ' [<area>]', task: ' <task…>', nothing: '' } as const

export const init = query('init', {
  about: 'What a workflow starts from',
  args: ARGS,
  result: resultOf(Object.values(WORKFLOWS)),
  reads: POSITION_READS,
  needsProject: false,
  needs: ['host', 'pack', 'person'],
  run: (args, view) => {
    const read = givenOf(args)
    if ('error' in read) return { result: {}, error: read.error }
    const world = initWorld(view, read.given)
    const { problem } = world.settings
    if (problem !== null) return { result: {}, error: problem, exit: 1 }
    return { result: answerOf(WORKFLOWS[args.workflow].fields, world) }
  },
})

/** Of every workflow: a key that several have may have a form in each. */
function resultOf(starts: readonly Start[]): Shape<Fields> {
  const forms = new Map<string, Map<string, Shape>>()
  for (const { fields } of starts)
    for (const [key, { shape }] of Object.entries(fields)) {
      const known = forms.get(key) ?? new Map<string, Shape>()
      forms.set(key, known.set(JSON.stringify(shape), known.get(JSON.stringify(shape)) ?? shape))
    }
  const shapes: Record<string, Optional<unknown>> = {}
  for (const [key, known] of forms) shapes[key] = maybe({ anyOf: [...known.values(), { type: 'null' }] })
  return record({ ...shapes, unknown: unknownShape }) as Shape<Fields>
}

const isMissing = (value: unknown): value is Missing =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'code,reason'

function answerOf(fields: FieldMap, world: Parameters<FieldMap[string]['of']>[0]): Fields {
  const result: Record<string, unknown> = {}
  const unknown: (Missing & { readonly path: string })[] = []
  for (const [key, { of }] of Object.entries(fields)) {
    const value = of(world)
    if (isMissing(value)) unknown.push({ path: key, ...value })
    result[key] = isMissing(value) ? null : value
  }
  return { ...result, unknown }
}
