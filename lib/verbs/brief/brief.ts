// brief: prints the part of a workflow that applies now.
import { holdText } from '../../core/brief/begun.js'
import { BRIEF_LIMIT, workflowBrief } from '../../core/brief/brief.js'
import { readWorkflowInput } from '../../core/brief/brief-arguments.js'
import { BRIEF_READS, type BriefWorld, briefWorld } from '../../core/brief/brief-world.js'
import { CATALOG, catalogIn } from '../../core/brief/catalog.js'
import { parseWorkflow, type Workflow } from '../../core/brief/workflow.js'
import { isOffPath } from '../../core/derivation/steps.js'
import { decideDirect } from '../../core/dispatch/dispatch.js'
import { type Hold, holdIn } from '../../core/dispatch/holds.js'
import { UNIT_TYPE_IDS, unitType } from '../../core/dispatch/units/all.js'
import { type Answer, arg, verb } from '../../core/verb.js'
import type { PackView } from '../../core/view.js'
import { CODES, type Code, type ErrorBody, refuse, usageError } from '../../errors.js'
import { scan } from '../../markdown/scan.js'
import { withCalls } from '../../std/calls.js'
import { bytesOf, ours, say } from '../../std/safe-text.js'
import { any, type Infer, mapOf, maybe, orNull, record, text, texts } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { TYPED } from '../arguments.js'

const RESULT = record({
  name: text('Workflow'),
  steps: texts('Ids of the steps in the text'),
  next_step: orNull(text('Step to continue with; null in the last part')),
  facts: mapOf(any(), 'Facts by name'),
  hold: maybe(record({ code: text(), reason: text(), resume: text() })),
  text: text('The text printed without --json'),
})
type Served = Infer<typeof RESULT>

export const brief = verb('brief', {
  about: 'Print the part of a workflow that applies now',
  args: {
    subject: arg.word('Workflow'),
    step: arg.text('Step to continue with, as the previous part named it'),
    typed: TYPED,
    words: arg.rest("The user's words and the workflow's flags"),
  },
  result: RESULT,
  reads: BRIEF_READS,
  needsProject: false,
  needsWorkstream: true,
  needs: ['host', 'pack'],
  output: 'markdown',
  run({ view }, { subject, step, words }) {
    const source = view.pack.read(`workflows/${subject}.md`)
    if (source === null) return refuse(unknownSubject(subject, view))
    return serveWorkflow(parseWorkflow(source, scan(source)), step ?? null, words, view)
  },
})

function serveWorkflow(workflow: Workflow, step: string | null, words: readonly string[], view: PackView) {
  const read = readWorkflowInput(workflow, words)
  if ('error' in read) return refuse(read.error)
  const { input } = read
  const steps = workflow.steps.map(({ id }) => id)
  const message = `${workflow.name} has no step "${step}"; its steps are ${steps.join(', ')}`
  if (step !== null && !steps.includes(step)) refuse(usageError(message, `run gsd-tools brief ${workflow.name}`))
  const takesPhase = workflow.args.some(({ name }) => name === 'phase')
  const world = briefWorld(view, input, takesPhase ? (input.args.get('phase') ?? null) : null)
  const refused = refusalOf(workflow, world)
  if (refused !== null) return refused
  const served = workflowBrief(workflow, world, step)
  const bytes = bytesOf(served.text)
  if (bytes > BRIEF_LIMIT)
    refuse({
      code: 'BAD_DATA',
      message: `the brief of ${served.name} has ${bytes} bytes, but clients show at most ${BRIEF_LIMIT}`,
      fix: 'split its first step: write part=<label> into the comment below the heading',
    })
  return { result: served }
}

/** Returns the answer that stops the workflow (a hold, or no phase), or null; refuses an unknown phase. */
function refusalOf(workflow: Workflow, world: BriefWorld): Answer<Served> | null {
  const types = UNIT_TYPE_IDS.filter((type) => unitType(type).workflow === workflow.name)
  const [type] = types
  if (type === undefined) return null
  const { subject, agent } = unitType(type)
  if (subject !== 'phase' && subject !== 'plan') {
    const hold = holdIn(world.derivation)
    return hold !== null && (subject !== 'free' || (agent !== null && hold.code === 'STOP'))
      ? holdAnswer(workflow.name, hold, world)
      : null
  }
  const named = world.input.args.get('phase') ?? world.phase?.id
  if (named === undefined) return noPhaseAnswer(workflow, world)
  const mayBeDone = isOffPath(type) || types.includes('verify-work')
  const direct = decideDirect(world.derivation, mayBeDone ? 'verify-work' : 'plan-phase', named)
  if (direct.kind === 'unknown') refuse({ code: 'PHASE_NOT_FOUND', message: direct.message, fix: direct.fix })
  return direct.kind === 'hold' ? holdAnswer(workflow.name, direct.hold, world) : null
}

/** Returns the answer if no phase was named and none is active: the hold, or how to find the next step. */
function noPhaseAnswer(workflow: Workflow, world: BriefWorld): Answer<Served> {
  const { state, reason } = world.derivation
  const hold = holdIn(world.derivation) ?? {
    code: 'STEP',
    reason: `no phase is active: ${state.step} (${reason})`,
    resume: ours(`${world.host.command('next')} finds the next step; here, run ${world.view.pack.cli} brief next`),
  }
  return holdAnswer(workflow.name, hold, world)
}

function holdAnswer(name: string, hold: Hold, { view }: BriefWorld): Answer<Served> {
  const resume = ours(withCalls(hold.resume, (program) => (program === 'gsd' ? program : view.pack.cli)))
  const shown = { ...hold, resume }
  const code = Object.hasOwn(CODES, hold.code) && CODES[hold.code as Code] === 4 ? (hold.code as Code) : 'HOLD'
  return {
    result: { name, steps: [], next_step: null, facts: {}, hold: shown, text: say`${holdText(shown)}\n` },
    exit: 4,
    error: { code, message: hold.reason, fix: resume },
  }
}

function unknownSubject(subject: string, view: PackView): ErrorBody {
  const { call = null } = catalogIn(view.pack.read(CATALOG)).commands.find(({ name }) => name === subject) ?? {}
  const near = nearest(subject, view.pack.listed)
  const fix =
    call !== null ? `run gsd-tools ${call}` : near === null ? 'run gsd-tools brief help' : `did you mean ${near}?`
  return usageError(`"${subject}" is not a workflow of this pack`, fix)
}
