// begin: one call from "what is next?" to a unit that is claimed, with all that is needed to do it.
import {
  allDoneText,
  fulfilledText,
  GIVEN_UP,
  HANDED_IN,
  holdText,
  LEFT,
  notCommittedText,
  type Passed,
  passedText,
  refusalText,
  refusedText,
  SINGLE,
  stageText,
  standsText,
  taskText,
  type WaysOn,
} from '../../core/brief/begun.js'
import { TASK_FAILED } from '../../core/captures/beside.js'
import { recordMessage } from '../../core/dispatch/record-message.js'
import type { ClaimResult, FinishResult } from '../../core/dispatch/unit-results.js'
import type { Left } from '../../core/dispatch/unit-shapes.js'
import { isBeside, isUnitType, UNIT_TYPE_IDS, type UnitTypeId, unitType } from '../../core/dispatch/units.js'
import { type PhaseId, parsePhaseId, parsePlanId, phaseOfPlan } from '../../core/ids.js'
import { reaches, readScope } from '../../core/order.js'
import type { ErrorBody } from '../../errors.js'
import { bool, type Infer, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { joined, ours, pathText, quotedLabel, say, type Told } from '../../std/told.js'
import { TYPED } from '../arguments.js'
import { type Answer, arg, type Call, course, type Done } from '../verb.js'
import type { Next } from './next.js'
import { UNIT_WRITES } from './unit.js'
import { type Unit, unitGiven } from './unit-given.js'

const RESULT = record({
  kind: maybe(
    oneOf(
      ['unit', 'subagents', 'workflow', 'stop', 'hold', 'rework'],
      'unit: one was claimed; subagents: they take it; workflow: its steps do it; stop: nothing is to be begun now; hold: a person must decide; rework',
    ),
  ),
  unitType: maybe(orNull(text())),
  unitId: maybe(orNull(text())),
  claim: maybe(orNull(text('Token that unit finish takes'))),
  passed: maybe(listOf(text(), 'Units that were finished on the way')),
  text: text('What is printed without --json'),
  dry_run: maybe(bool()),
  calls: maybe(listOf(text())),
})
type Begun = Infer<typeof RESULT>

/** In the place of a unit type: what derivation offers. */
const NEXT = 'next'

interface Target extends Unit {
  /** It is begun by the subagent of the unit. */
  readonly role?: boolean
}

/** What the user's words ask for, told in short by whoever read them. */
interface Wish {
  readonly title: string
  readonly criteria: readonly string[]
}

/** What a course was asked for. */
interface Asked {
  /** New words came with the call; null without. */
  readonly wish: Wish | null
  /** The unit to be begun; null for what is next. */
  readonly target: Target | null
  /** The unit that subagents have done; null where none has. */
  readonly after: Unit | null
  /** How this program is called where it runs. */
  readonly cli: Told
  /** Whoever drives this session wants one unit of it: another one does what comes next. */
  readonly single: boolean
  /** Nothing is begun behind the unit: a brief or a person named it, and knows what comes next. */
  readonly alone: boolean
}

type Claimed = ClaimResult & { readonly unitType: UnitTypeId }

const commitCall = (unit: { readonly unitType: string; readonly unitId: string }): Call =>
  call('commit', recordMessage(unit.unitType, unit.unitId), '--files', '.planning')

const answerOf = <T>({ answer }: Done): T => answer.result as T
const lastOf = (done: readonly Done[], verb: string): Done | undefined => done.findLast((one) => one.verb === verb)
const call = (verb: string, ...words: readonly string[]): Call => ({ verb, words })

/** The next call, or the answer, after the calls made so far. */
function stepAfter(done: readonly Done[], asked: Asked): Call | Answer<Begun> {
  const last = done.at(-1)
  if (last !== undefined) {
    const step = (AFTER[last.verb] ?? begunAt)(last, done, asked)
    return withFailed(withLesson(step, done, asked), done, asked)
  }
  return firstCall(asked)
}

/** What whoever asks what is next was answered first; null where they ask for something else. */
function askedFirst([first]: readonly Done[], { target, after, single }: Asked): Next | null {
  if (first?.verb !== 'next' || target !== null || after !== null || single) return null
  return answerOf<Next | null>(first)
}

/** Whoever asks what is next hears once of a task beside the path that was given up. */
function withFailed(step: Call | Answer<Begun>, done: readonly Done[], asked: Asked) {
  if (!('result' in step) || step.result === null) return step
  const notices = askedFirst(done, asked)?.notices ?? []
  const failed = notices.filter(({ code }) => code === TASK_FAILED)
  if (failed.length === 0) return step
  const told = failed.map(({ message, fix }) => say`- ${quotedLabel(message, 300)} (${quotedLabel(fix, 300)})`)
  const text = joined([say`Tell the user too:`, ...told], '\n')
  return { ...step, result: { ...step.result, text: `${step.result.text}\n${text}\n` } }
}

/**
 * A phase that was closed on the way taught something, whoever closed it: that comes before what is next. So does one that was closed before, by a session
 * that may have ended before it came to that.
 */
function withLesson(step: Call | Answer<Begun>, done: readonly Done[], asked: Asked): Call | Answer<Begun> {
  if ('verb' in step || step.result === null) return step
  const closed = passedIn(done).flatMap(({ unitType: type, unitId }) => (type === 'transition' ? [unitId] : []))
  const calls = [...new Set([askedFirst(done, asked)?.untaught ?? [], closed].flat())].map(
    (phase) =>
      say`Phase ${pathText(phase)} is closed. Go on below, unless it showed something that nobody knew and that a later phase should be told of. Then first \`${asked.cli} brief learn -- ${pathText(phase)}\`, and do what it prints.`,
  )
  if (calls.length === 0) return step
  return { ...step, result: { ...step.result, text: `${joined(calls, '\n')}\n\n${step.result.text}` } }
}

/** What lies beside the path is looked at first: derivation knows nothing of it. */
const firstCall = ({ after }: Asked): Call =>
  after === null || isBeside(after.unitType) ? nextAfter(after) : commitCall(after)

const nextAfter = (unit: Unit | null, alone = false): Call =>
  unit === null || !(alone || isBeside(unit.unitType))
    ? call('next')
    : call('next', '--after', `${unit.unitType}/${unit.unitId}`)

type After = (last: Done, done: readonly Done[], asked: Asked) => Call | Answer<Begun>

/** By the verb that answered last. */
const AFTER: Readonly<Record<string, After>> = {
  next: afterNext,
  'unit.claim': afterClaim,
  'unit.finish': afterFinish,
  commit: (_, done, asked) => nextAfter(endedIn(done, asked), asked.alone),
  order: ({ answer }) => (answer.error === undefined ? call('next') : failed(answer.error, answer.exit)),
  'project.create': ({ answer }) => (answer.error === undefined ? call('next') : failed(answer.error, answer.exit)),
  'unit.brief': begunAt,
  'unit.delegate': begunAt,
  brief: begunAt,
}

function afterNext(last: Done, done: readonly Done[], asked: Asked): Call | Answer<Begun> {
  if (last.answer.result === null) return failed(last.answer.error as ErrorBody)
  const { target } = asked
  const next = answerOf<Next>(last)
  if (asked.after !== null && next.left !== undefined && lastOf(done, 'commit') === undefined)
    return isOpen(next.left) ? undone(done, asked.after, next.left, asked) : commitCall(asked.after)
  const isHandedIn = target !== null && lastOf(done, 'unit.finish') !== undefined
  if (isHandedIn && target.role === true) return stopped('stop', done, HANDED_IN)
  if (target !== null && !isHandedIn) {
    // Maps of code may come first: what the project is, is decided with them.
    const isRecorded = unitType(target.unitType).subject === 'free' && target.unitType !== 'map-codebase'
    return isRecorded && next.step === 'no-project' ? call('project.create') : claimCall(target, next.revision)
  }
  const wished = wishStep(next, done, asked)
  if (wished !== null) return wished
  const ended = endedIn(done, asked)
  // The brief that sent somebody there knows what comes next.
  if (ended !== null && (asked.alone || isBeside(ended.unitType)))
    return stopped('stop', done, taskText(next.left?.halted ?? []))
  if (next.hold !== undefined) return stopped('hold', done, holdText(next.hold), last.answer.error)
  const { unit } = next
  if (unit === undefined) return stopped('stop', done, say`Nothing is next: ${quotedLabel(next.reason, 400)}`)
  if (ended !== null) {
    const isBeyond = next.order?.fulfilled === true
    if (isBeyond && (next.order?.edited === true || isOrdered(ended, next)))
      return stopped('stop', done, fulfilledText(next.order?.scope ?? '', next))
    // What a session was started for is what its first call began.
    if (asked.single && next.run !== 'cli' && done[0]?.verb !== 'next') return stopped('stop', done, SINGLE)
    if (isNarrowed(next)) return stopped('stop', done, stageText(next, asked.cli))
    const isAtOnce = next.order?.phase !== undefined && phaseOf(unit.unitId) === next.order.phase
    const isSameStage = isAtOnce || unit.prompt.template === unitType(ended.unitType).workflow || next.run === 'cli'
    // Who was asked for something that is done is not asked to go on without an end.
    if (!isSameStage && (isBeyond || next.mode !== 'yolo')) return stopped('stop', done, stageText(next, asked.cli))
  }
  if (target === null && next.more !== undefined && next.recover === undefined)
    return stopped('stop', done, allDoneText(next, asked.cli))
  return beginCall(next, unit)
}

/** New words are begun at once where nothing else is open; else they say how far that goes. Null: nothing came, or it is seen to. */
function wishStep(next: Next, done: readonly Done[], { wish }: Asked): Call | null {
  if (wish === null || lastOf(done, 'order') !== undefined) return null
  // An audit that somebody began stands in nobody's way.
  if (next.hold !== undefined && !(next.hold.code === 'CLAIMED' && next.more !== undefined)) return null
  return next.more !== undefined || next.step === 'between-milestones'
    ? call('order', '--title', wish.title, ...(wish.criteria.length === 0 ? [] : ['--criteria', ...wish.criteria]))
    : call('brief', 'next', ...(wish.title === '' ? [] : ['--', wish.title]))
}

/** Nothing of it was accepted. */
const isOpen = ({ status, claim }: Left): boolean => claim !== null || (status !== null && status !== 'completed')

/** Whoever did it came back without an end. */
function undone(done: readonly Done[], unit: Unit, { status, claim, findings }: Left, { cli }: Asked): Answer<Begun> {
  const { unitType: type, unitId } = unit
  const begin = say`\`${cli} begin ${type} ${pathText(unitId)}\``
  const finish = say`\`${cli} unit finish --claim ${pathText(claim ?? '')}\``
  const text =
    claim === null
      ? say`# ${type} ${pathText(unitId)} is not finished\nIts last attempt ended as ${pathText(status ?? '')}, so nothing of it was accepted. To do it again: ${begin}. Else tell the user, and begin nothing else.`
      : findings.length > 0
        ? refusedText({ ...unit, findings }, say`Fix this, or have it fixed, and make the finish call again: ${finish}`)
        : say`# ${type} ${pathText(unitId)} is not finished\nIt is still taken, and no finish was called. Once its result is there: ${finish}. To take it up yourself: ${begin}.`
  const error = findings[0] ?? { message: `${type}/${unitId} is not finished` }
  return {
    ...stopped('rework', done, text),
    exit: 1,
    error: { code: 'ARTIFACT_INVALID', message: error.message, fix: 'do what the text says' },
  }
}

/** The unit that was finished last. */
function endedIn(done: readonly Done[], { after }: Asked): Unit | null {
  const finished = lastOf(done, 'unit.finish')
  const { unitType: type, unitId } = finished === undefined ? (after ?? NO_UNIT) : answerOf<FinishResult>(finished)
  return type !== null && unitId !== null && isUnitType(type) ? { unitType: type, unitId } : null
}

const NO_UNIT = { unitType: null, unitId: null }

/** A unit on the path of what the order was about; one beside it, or of a phase that came later, is something of its own. */
function isOrdered({ unitType: type, unitId }: Unit, { order }: Next): boolean {
  if (isBeside(type)) return false
  const scope = readScope(order?.scope ?? 'all')
  if (scope?.length === 0) return !BUILDS.includes(type)
  const phase = phaseOf(unitId)
  return scope === null || phase === null || reaches(scope, phase)
}

function phaseOf(unitId: string): PhaseId | null {
  const plan = parsePlanId(unitId)
  return plan === null ? parsePhaseId(unitId) : phaseOfPlan(plan)
}

/** Somebody changed the order by hand, and it does not reach what is next. */
function isNarrowed({ order, unit }: Next): boolean {
  const scope = order?.edited === true ? readScope(order.scope) : 'all'
  const phase = phaseOf(unit?.unitId ?? '')
  return scope !== null && phase !== null && !reaches(scope, phase)
}

/** What nobody does for an order that asks for the plan alone. */
const BUILDS: readonly UnitTypeId[] = ['execute-plan', 'verify-phase', 'verify-work', 'transition']

/** What begins a unit, by who does it. */
function beginCall(next: Next, unit: NonNullable<Next['unit']>): Call {
  const { unitType: type, unitId, prompt } = unit
  switch (next.run) {
    case 'workflow':
      return call('brief', prompt.template, '--', ...Object.values(prompt.vars).slice(0, 1), ...unasked(next, type))
    case 'subagents':
      return call('unit.delegate', type, unitId, ...besides(next, type, unitId))
    default:
      return claimCall(unit, next.revision)
  }
}

/** Who gave an order and asked not to be asked gets the answers chosen. */
const unasked = ({ mode, order }: Next, type: UnitTypeId): readonly string[] =>
  type === 'discuss-phase' && mode === 'yolo' && order !== undefined ? ['--auto', '--within'] : []

/** Units of the type that may be done at the same time. */
const besides = ({ ready = [], alone = false }: Next, type: UnitTypeId, unitId: string): readonly string[] =>
  alone ? [] : ready.filter((one) => one.unitType === type && one.unitId !== unitId).map((one) => one.unitId)

/** More decisions that went stale than so many are no chance. */
const MOST_CLAIMS = 8

const claimCall = ({ unitType: type, unitId, role }: Target, revision: string): Call =>
  call('unit.claim', type, unitId, '--revision', revision, role === true ? '--role' : '--told')

function afterClaim(last: Done, done: readonly Done[], { target }: Asked): Call | Answer<Begun> {
  const claimed = answerOf<Claimed | null>(last)
  // Somebody beside it finished a unit between the two calls.
  const isStale = last.answer.error?.code === 'STALE_DECISION'
  if (isStale && done.filter(({ verb }) => verb === 'unit.claim').length < MOST_CLAIMS) return call('next')
  if (claimed?.claim == null) {
    const hold = claimed?.hold ?? null
    return hold === null
      ? failed(last.answer.error as ErrorBody, last.answer.exit)
      : stopped('hold', done, holdText(hold), last.answer.error)
  }
  const next = lastOf(done, 'next')
  const isClis = target === null && next !== undefined && answerOf<Next>(next).run === 'cli'
  if (isClis || claimed.outlined) return call('unit.finish', '--claim', claimed.claim)
  // A project and a milestone are named because they come first: the work goes on behind them.
  const isNamed = target !== null && unitType(target.unitType).subject !== 'project'
  const own = ownFor(claimed, done)
  const told = [
    ...(claimed.known ? ['--known'] : []),
    ...(claimed.resumed === null ? [] : ['--stands']),
    ...(isNamed ? ['--named'] : []),
    ...(own === null ? [] : ['--own', `${own.unitType}/${own.unitId}`]),
  ]
  const how = target?.role === true ? ['--role'] : told
  return call('unit.brief', '--claim', claimed.claim, ...how)
}

function afterFinish(last: Done, done: readonly Done[], { cli, target, alone }: Asked): Call | Answer<Begun> {
  const finished = answerOf<FinishResult>(last)
  const claimed = lastOf(done, 'unit.claim')
  if (last.answer.error !== undefined || finished.verdict !== 'accept') {
    const taken = claimed === undefined ? null : answerOf<Claimed>(claimed)
    const token = taken?.claim ?? null
    const isOutlined = taken?.outlined === true
    // Whoever begins it did not write what was handed in for them: they need all that the unit needs.
    if (token !== null && target !== null && isOutlined)
      return call('unit.brief', '--claim', token, ...(target.role === true ? ['--role'] : []))
    return {
      ...stopped(
        'rework',
        done,
        refusalText(
          finished,
          last.answer.error,
          waysOn(finished, { token, drafts: isOutlined ? (taken?.drafts ?? null) : null }, cli),
        ),
      ),
      exit: last.answer.exit ?? 1,
      error: last.answer.error ?? {
        code: 'ARTIFACT_INVALID',
        message: 'the unit is not finished',
        fix: 'fix what the text names',
      },
    }
  }
  if (finished.status !== 'completed') return alone ? stopped('stop', done, GIVEN_UP) : call('next')
  return commitCall({ unitType: finished.unitType ?? '', unitId: finished.unitId ?? '' })
}

/** `token`: of a unit that this course took itself, so that whoever called knows of no finish. */
function waysOn(
  { unitType: type, unitId }: FinishResult,
  { token, drafts }: { readonly token: string | null; readonly drafts: string | null },
  cli: Told,
): WaysOn {
  const isAside = type !== null && isUnitType(type) && isBeside(type)
  return {
    finish:
      token === null
        ? say`make the same call again`
        : say`make this call: \`${cli} unit finish --claim ${pathText(token)} --begin\``,
    drafts,
    begin: say`\`${cli} begin\``,
    again: isAside ? say`\`${cli} begin ${type} ${pathText(unitId ?? '')}\`` : say`\`${cli} begin\``,
  }
}

/** The brief is there: it goes behind what was done on the way. */
function begunAt(last: Done, done: readonly Done[], asked: Asked): Answer<Begun> {
  if (last.answer.result === null) return failed(last.answer.error as ErrorBody, last.answer.exit)
  const brief = answerOf<{ readonly text: string }>(last)
  const claimed = lastOf(done, 'unit.claim')
  const unit = last.verb !== 'unit.brief' || claimed === undefined ? null : answerOf<Claimed>(claimed)
  const stands = unit?.resumed == null ? [] : [standsText(unit.resumed)]
  const handedIn = lastOf(done, 'unit.finish')
  const refused = handedIn?.answer.error === undefined ? [] : [refusedText(answerOf<FinishResult>(handedIn), LEFT)]
  const next = lastOf(done, 'next')
  const beside =
    unit?.unitType !== 'execute-plan' || asked.target !== null || next === undefined
      ? []
      : besideText(answerOf<Next>(next), unit, asked)
  const goOn = goOnAt(last, asked)
  const made = unit === null ? null : ownFor(unit, done)
  const own = made === null ? [] : [ownText(made)]
  return {
    ...last.answer,
    result: {
      kind: KIND_OF[last.verb] ?? 'unit',
      unitType: unit?.unitType ?? null,
      unitId: unit?.unitId ?? null,
      claim: unit?.claim ?? null,
      passed: passedIn(done).map(({ unitType, unitId }) => `${unitType}/${unitId}`),
      text: `${joined([...doneText(done), ...own, ...stands, ...refused, ours(brief.text.trimEnd()), ...beside, ...goOn], '\n\n')}\n`,
    },
  }
}

/** The unit whose drafts whoever goes on handed in a moment ago, where the next one rests on what was made of them. */
function ownFor(next: Unit, [first]: readonly Done[]): Unit | null {
  if (first?.verb !== 'unit.finish') return null
  const { unitType: type, unitId } = answerOf<FinishResult>(first)
  if (unitId === null) return null
  if (type === 'new-project') return { unitType: type, unitId }
  const plan = type === 'execute-plan' && next.unitType === 'verify-phase' ? parsePlanId(unitId) : null
  return plan !== null && phaseOfPlan(plan) === next.unitId ? { unitType: 'execute-plan', unitId } : null
}

const ownText = ({ unitType: type, unitId }: Unit): Told =>
  type === 'new-project'
    ? say`Its plan and the project's files were made from your draft: you know what stands in them.`
    : say`The SUMMARY of ${pathText(unitId)} was made from your draft, and PROJECT.md you had: you know them.`

/** What follows on what others do. */
function goOnAt({ verb, words: [type = '', first = '', second] }: Done, { cli }: Asked): readonly Told[] {
  if (verb === 'brief') return [say`At the end of all this: \`${cli} begin\``]
  if (verb !== 'unit.delegate') return []
  const plan = second === undefined ? null : parsePlanId(first)
  return [
    say`Then go on: \`${cli} begin --after ${pathText(type)}/${pathText(plan === null ? first : phaseOfPlan(plan))}\``,
  ]
}

const KIND_OF: Readonly<Record<string, Begun['kind']>> = { 'unit.delegate': 'subagents', brief: 'workflow' }

/** Other units that a subagent could do at the same time. */
function besideText(next: Next, { unitType: type, unitId }: Unit, { cli, single }: Asked): readonly Told[] {
  const others = single ? [] : besides(next, type, unitId)
  if (others.length === 0) return []
  return [
    joined(
      [
        say`## Beside it`,
        say`These do not wait for it. If you can start subagents and the work is more than some minutes, start one for each now, whose first line is this call; else they come one after another:`,
        ...others.map((id) => say`- \`${cli} begin ${type} ${pathText(id)} --role\``),
      ],
      '\n',
    ),
  ]
}

/** Units finished in this course, each with the commit behind it. */
function passedIn(done: readonly Done[]): readonly Passed[] {
  return done.flatMap((one, index): readonly Passed[] => {
    if (one.verb !== 'unit.finish' || one.answer.error !== undefined) return []
    const { unitType, unitId, receipts, status } = answerOf<FinishResult>(one)
    if (status !== 'completed') return []
    const commit = done.slice(index + 1).find(({ verb }) => verb === 'commit')
    return [
      {
        unitType: unitType ?? '',
        unitId: unitId ?? '',
        isChecked: receipts.length > 0,
        notCommitted: notCommitted(commit),
      },
    ]
  })
}

interface Committed {
  readonly committed: boolean
  readonly reason: string
  readonly note?: string
}

function notCommitted(commit: Done | undefined): string | null {
  if (commit === undefined) return null
  const { error } = commit.answer
  if (error !== undefined) return `${error.message} (${error.fix})`
  const { committed, reason, note } = answerOf<Committed>(commit)
  if (note !== undefined) return note
  return committed || reason === 'nothing_to_commit' || reason.startsWith('skipped') ? null : reason
}

const doneText = (done: readonly Done[]): readonly Told[] => {
  const [first] = done
  // Subagents did it: only what came of the commit is news.
  const failure = first?.verb === 'commit' ? notCommitted(first) : null
  const passed = [...(failure === null ? [] : [notCommittedText(failure)]), ...passedIn(done).map(passedText)]
  return passed.length === 0 ? [] : [joined(passed, '\n')]
}

function stopped(
  kind: NonNullable<Begun['kind']>,
  done: readonly Done[],
  body: Told,
  error?: ErrorBody,
): Answer<Begun> {
  return {
    result: {
      kind,
      unitType: null,
      unitId: null,
      claim: null,
      passed: passedIn(done).map(({ unitType, unitId }) => `${unitType}/${unitId}`),
      text: `${joined([...doneText(done), body], '\n\n')}\n`,
    },
    ...(kind === 'hold' ? { exit: 4 as const } : {}),
    ...(error === undefined ? {} : { error }),
  }
}

const failed = (error: ErrorBody, exit?: Answer<Begun>['exit']): Answer<Begun> => ({
  result: { text: `${error.message}\n${error.fix}\n` },
  error,
  ...(exit === undefined ? {} : { exit }),
})

export const begin = course('begin', {
  about: 'Begin what is next, or one unit: derive, claim, and print all that is needed to do it',
  args: {
    unitType: arg.choice([...UNIT_TYPE_IDS, NEXT], `Unit type; what is next without it, or with ${NEXT}`, {
      positional: true,
    }),
    unitId: arg.text(
      `Unit id; for a quick task what to do, behind ${NEXT} what the user's words ask for, in a few words`,
      { positional: true },
    ),
    criteria: arg.list("What a person can try when the user's words are done, each in quotes", { greedy: true }),
    typed: TYPED,
    role: arg.flag('Whoever calls is the subagent of the unit: it does this one and no other'),
    after: arg.text('Unit that subagents have done, as type/id: its files are committed first'),
  },
  reads: [],
  writes: UNIT_WRITES,
  needsProject: false,
  output: 'markdown',
  result: RESULT,
  step({ unitType: given, unitId, criteria, typed, role, after }, done, { cli, single }) {
    const type = given === NEXT ? undefined : given
    if (type !== undefined && unitId === undefined)
      return failed({
        code: 'USAGE',
        message: `expected which ${type}, got its type alone`,
        fix: `gsd-tools begin ${type} <id>`,
      })
    return stepAfter(done, {
      target: type === undefined || unitId === undefined ? null : { unitType: type, unitId, role },
      wish: given === NEXT && (unitId ?? typed) !== undefined ? { title: unitId ?? '', criteria } : null,
      after: after === undefined ? null : unitGiven(after),
      cli: ours(cli),
      single,
      alone: done[0]?.words.includes('--commit') === true && !done[0].words.includes('--begin'),
    })
  },
})
