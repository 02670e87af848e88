// brief: serves the part of a workflow, or the working set of an agent, that applies now.
import { holdText } from '../../core/brief/begun.js'
import { BRIEF_LIMIT, type Brief, workflowBrief } from '../../core/brief/brief.js'
import { type AgentBrief, agentBrief } from '../../core/brief/brief-agent.js'
import { readWorkflowInput, type WorkflowInput } from '../../core/brief/brief-arguments.js'
import { agentSubject, claimWith } from '../../core/brief/brief-unit.js'
import { BRIEF_READS, type BriefWorld, briefWorld, NO_INPUT } from '../../core/brief/brief-world.js'
import { CATALOG, catalogIn } from '../../core/brief/catalog.js'
import { parseWorkflow, type Workflow } from '../../core/brief/workflow.js'
import { isBeside } from '../../core/derivation/steps.js'
import type { Claim } from '../../core/dispatch/claims.js'
import { decideDirect } from '../../core/dispatch/dispatch.js'
import { type Hold, holdIn } from '../../core/dispatch/holds.js'
import { UNIT_TYPE_IDS, unitType } from '../../core/dispatch/units/all.js'
import { parsePhaseId, parsePlanId } from '../../core/ids.js'
import { type Answer, arg, verb } from '../../core/verb.js'
import type { PackView } from '../../core/view.js'
import { CODES, type Code, type ErrorBody, GsdError } from '../../errors.js'
import { scan } from '../../markdown/scan.js'
import { withCalls } from '../../std/calls.js'
import { any, type Infer, int, listOf, mapOf, maybe, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { bytesOf, ours, say } from '../../std/told.js'
import { TYPED } from '../arguments.js'

const RESULT = record({
  name: text('Workflow or agent'),
  step: orNull(text('Step the text begins with')),
  next_step: orNull(text('Step the next call begins with; null in the last part')),
  bytes: int('Size of the text'),
  facts: mapOf(any(), 'Facts by name'),
  sections: listOf(record({ id: text(), when: orNull(text('Condition of the step')), text: text() })),
  hold: maybe(record({ code: text(), reason: text(), resume: text() })),
  text: text('What is printed without --json'),
})
type Served = Infer<typeof RESULT>

export const brief = verb('brief', {
  about: 'Serve the part of a workflow, or the working set of an agent, that applies now',
  args: {
    subject: arg.word('Workflow or agent'),
    step: arg.text('Step to go on with, as the last part names it'),
    claim: arg.text('Token of the claim, for an agent'),
    typed: TYPED,
    words: arg.rest("The user's words and the workflow's flags, or the unit of an agent"),
  },
  result: RESULT,
  reads: BRIEF_READS,
  needsProject: false,
  needsWorkstream: true,
  needs: ['host', 'pack'],
  output: 'markdown',
  run({ view }, { subject, step, claim, words }) {
    const source = view.pack.read(`workflows/${subject}.md`)
    if (source !== null) return serveWorkflow(parseWorkflow(source, scan(source)), step ?? null, words, view)
    return serveAgent(subject, words, claim ?? null, view)
  },
})

function serveWorkflow(
  workflow: Workflow,
  step: string | null,
  words: readonly string[],
  view: PackView,
): Answer<Served> {
  const read = readWorkflowInput(workflow, words)
  if ('error' in read) throw new GsdError(read.error)
  if (step !== null && !workflow.steps.some(({ id }) => id === step))
    throw new GsdError({
      code: 'USAGE',
      message: `${workflow.name} has no step "${step}"; its steps are ${workflow.steps.map(({ id }) => id).join(', ')}`,
      fix: `gsd-tools brief ${workflow.name}`,
    })
  const world = worldOf(workflow, read.input, view)
  const refused = refusalOf(workflow, world)
  if (refused !== null) return refused
  const served = workflowBrief(workflow, world, step)
  if (served.bytes > BRIEF_LIMIT) throw tooLong(served)
  return { result: resultOf(served) }
}

/** The phase the words name; where they name none, the active one. */
function worldOf(workflow: Workflow, input: WorkflowInput, view: PackView): BriefWorld {
  const takesPhase = workflow.args.some(({ name }) => name === 'phase')
  return briefWorld(view, input, takesPhase ? (input.args.get('phase') ?? null) : null)
}

/** Why the workflow cannot be served for what it is about: an unknown phase, or a hold. */
function refusalOf(workflow: Workflow, world: BriefWorld): Answer<Served> | null {
  const types = UNIT_TYPE_IDS.filter((type) => unitType(type).workflow === workflow.name)
  const [type] = types
  if (type === undefined) return null
  const { subject, agent } = unitType(type)
  if (subject !== 'phase' && subject !== 'plan') {
    const hold = holdIn(world.derivation)
    return hold !== null && (subject !== 'free' || (agent !== null && hold.code === 'STOP'))
      ? held(workflow.name, hold, world)
      : null
  }
  const named = world.input.args.get('phase') ?? world.phase?.id
  if (named === undefined) return withoutPhase(workflow, world)
  const mayBeDone = isBeside(type) || types.includes('verify-work')
  const direct = decideDirect(world.derivation, mayBeDone ? 'verify-work' : 'plan-phase', named)
  if (direct.kind === 'unknown')
    throw new GsdError({ code: 'PHASE_NOT_FOUND', message: direct.message, fix: direct.fix })
  return direct.kind === 'hold' ? held(workflow.name, direct.hold, world) : null
}

/** No phase was named and none is active: the hold says why, else the next step does. */
function withoutPhase(workflow: Workflow, world: BriefWorld): Answer<Served> {
  const { state, reason } = world.derivation
  const hold = holdIn(world.derivation) ?? {
    code: 'STEP',
    reason: `no phase is active: ${state.step} (${reason})`,
    resume: ours(`${world.host.command('next')}, which knows what is due; or here: ${world.view.pack.cli} brief next`),
  }
  return held(workflow.name, hold, world)
}

function held(name: string, hold: Hold, { view }: BriefWorld): Answer<Served> {
  const resume = ours(withCalls(hold.resume, (program) => (program === 'gsd' ? program : view.pack.cli)))
  const body = say`${holdText({ ...hold, resume })}\n`
  const code: Code = Object.hasOwn(CODES, hold.code) && CODES[hold.code as Code] === 4 ? (hold.code as Code) : 'HOLD'
  const error: ErrorBody = { code, message: hold.reason, fix: resume }
  return {
    result: {
      name,
      step: null,
      next_step: null,
      bytes: bytesOf(body),
      facts: {},
      sections: [],
      hold: { code: hold.code, reason: hold.reason, resume },
      text: body,
    },
    exit: 4,
    error,
  }
}

async function serveAgent(
  agent: string,
  words: readonly string[],
  token: string | null,
  view: PackView,
): Promise<Answer<Served>> {
  const unit = words[0]
  if (!isAgent(agent, view)) throw unknownSubject(agent, view)
  if (unit === undefined)
    throw new GsdError({
      code: 'USAGE',
      message: `the brief of an agent is about one unit: expected its id, received nothing`,
      fix: `gsd-tools brief ${agent} <unit> --claim <token>`,
    })
  const claim = token === null ? null : claimWith(view, token)
  if (token !== null && claim === null)
    throw new GsdError({
      code: 'FENCED',
      message: `no open claim has the token "${token}": it was finished, cancelled or taken over`,
      fix: 'return BLOCKED and say so; nothing you write under this claim would be accepted',
    })
  if (claim !== null) assertOwn(agent, unit, claim)
  const world = briefWorld(view, NO_INPUT, null)
  const served = await agentBrief(world, agentSubject(world, agent, claim?.unitId ?? unit, claim))
  if (served.bytes > BRIEF_LIMIT) throw tooLong(served)
  return { result: agentResult(served) }
}

/** A claim belongs to one unit and, but for free units, to one role. */
function assertOwn(agent: string, unit: string, claim: Claim): void {
  const { agent: owner, subject } = unitType(claim.unitType)
  const same = [unit, parsePlanId(unit), parsePhaseId(unit)].includes(claim.unitId)
  if (same && (subject === 'free' || owner === agent)) return
  throw new GsdError({
    code: 'USAGE',
    message: `the claim is for ${claim.unitType} ${claim.unitId}, not for ${agent} ${unit}`,
    fix: `gsd-tools brief ${owner ?? agent} ${claim.unitId} --claim ${claim.token}`,
  })
}

const isAgent = (agent: string, view: PackView): boolean =>
  UNIT_TYPE_IDS.some((type) => unitType(type).agent === agent) || view.pack.read(`agents/${agent}.md`) !== null

function unknownSubject(subject: string, view: PackView): GsdError {
  const { call = null } = catalogIn(view.pack.read(CATALOG)).commands.find(({ name }) => name === subject) ?? {}
  const near = nearest(subject, view.pack.listed)
  return new GsdError({
    code: 'USAGE',
    message: `"${subject}" is neither a workflow nor an agent of this pack`,
    fix: call !== null ? `gsd-tools ${call}` : near === null ? 'gsd-tools brief help' : `did you mean ${near}?`,
  })
}

const tooLong = (served: Brief | AgentBrief): GsdError =>
  new GsdError({
    code: 'BAD_DATA',
    message: `the brief of ${served.name} takes ${served.bytes} bytes; ${BRIEF_LIMIT} is the most a host shows`,
    fix: 'split the step it begins with: put part=<label> into the comment below its heading',
  })

const resultOf = ({ name, step, nextStep, bytes, facts, sections, text: body }: Brief): Served => ({
  name,
  step,
  next_step: nextStep,
  bytes,
  facts,
  sections,
  text: body,
})

const agentResult = ({ name, bytes, facts, sections, text: body }: AgentBrief): Served => ({
  name,
  step: null,
  next_step: null,
  bytes,
  facts,
  sections,
  text: body,
})
