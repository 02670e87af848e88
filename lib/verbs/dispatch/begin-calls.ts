// Decides begin's next call or answer from the answers so far.
import {
  ALREADY_SUBMITTED,
  allDoneText,
  fulfilledText,
  holdText,
  refusalText,
  SESSION_ENDS,
  stageText,
  taskText,
  UNIT_GIVEN_UP,
} from '../../core/brief/begun.js'
import { isOffPath } from '../../core/derivation/steps.js'
import type { FinishResult, UnitState } from '../../core/dispatch/unit-shapes.js'
import { isUnitType, recordMessage, unitType } from '../../core/dispatch/units/all.js'
import { phaseOfUnit } from '../../core/ids.js'
import { reaches, readScope } from '../../core/order.js'
import type { Answer, Call, Done } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'
import { quotedLabel, say } from '../../std/safe-text.js'
import {
  answerOf,
  type BeginRequest,
  type Begun,
  begunAt,
  type Claimed,
  failed,
  lastOf,
  nextCalls,
  otherUnits,
  ownFor,
  stopped,
  type Target,
  undone,
} from './begin-answers.js'
import type { Next } from './next.js'
import type { Unit } from './unit-given.js'

const commitCall = ({ unitType, unitId }: Unit): Call => call('commit', recordMessage(unitType, unitId))

const call = (verb: string, ...words: readonly string[]): Call => ({ verb, words })

export function stepAfter(done: readonly Done[], asked: BeginRequest): Call | Answer<Begun> {
  const last = done.at(-1)
  if (last === undefined) return firstCall(asked)
  // A failed commit is reported with the next unit.
  if (last.answer.result === null && last.verb !== 'commit') return failed(last.answer)
  return (AFTER[last.verb] ?? begunAt)(last, done, asked)
}

/** A unit off the path needs `next` first, because derivation does not know it. */
const firstCall = ({ after }: BeginRequest): Call =>
  after === null || isOffPath(after.unitType) ? nextAfter(after) : commitCall(after)

const nextAfter = (unit: Unit | null, alone = false): Call =>
  unit === null || !(alone || isOffPath(unit.unitType))
    ? call('next')
    : call('next', '--after', `${unit.unitType}/${unit.unitId}`)

type After = (last: Done, done: readonly Done[], asked: BeginRequest) => Call | Answer<Begun>

const AFTER: Readonly<Record<string, After>> = {
  next: afterNext,
  'unit.claim': afterClaim,
  'unit.finish': afterFinish,
  commit: (_, done, asked) => {
    const finish = asked.alone ? lastOf(done, 'unit.finish') : undefined
    const isGivenUp = finish !== undefined && answerOf<FinishResult>(finish).status !== 'completed'
    return isGivenUp ? stopped('stop', done, UNIT_GIVEN_UP) : nextAfter(endedIn(done, asked), asked.alone)
  },
  // The answer's scope is the added phase.
  order: (last) =>
    last.answer.error === undefined
      ? call('commit', recordMessage('plan-phase', phaseOfUnit(answerOf<{ scope: string }>(last).scope) ?? ''))
      : failed(last.answer),
  'project.create': ({ answer }) => (answer.error === undefined ? call('next') : failed(answer)),
}

function afterNext(last: Done, done: readonly Done[], asked: BeginRequest): Call | Answer<Begun> {
  const next = answerOf<Next>(last)
  const target = targetOf(next, asked)
  if (asked.after !== null && next.left !== undefined && lastOf(done, 'commit') === undefined)
    return isOpen(next.left) ? undone(done, asked.after, next.left, asked) : commitCall(asked.after)
  const isHandedIn = target !== null && lastOf(done, 'unit.finish') !== undefined
  if (isHandedIn && target.role === true) return stopped('stop', done, ALREADY_SUBMITTED)
  if (target !== null && !isHandedIn) {
    // Code maps may come before the project, because they help to define it.
    const isRecorded = unitType(target.unitType).subject === 'free' && target.unitType !== 'map-codebase'
    return isRecorded && next.step === 'no-project' ? call('project.create') : claimCall(target, next.revision)
  }
  const wished = wishStep(next, done, asked)
  if (wished !== null) return wished
  const ended = endedIn(done, asked)
  // The brief that started this unit says what comes next.
  if (ended !== null && (asked.alone || isOffPath(ended.unitType)))
    return stopped('stop', done, taskText(next.left?.halted ?? [], asked.single))
  if (next.hold !== undefined) return stopped('hold', done, holdText(next.hold), last.answer.error)
  const { unit } = next
  if (unit === undefined) return stopped('stop', done, say`No next step: ${quotedLabel(next.reason, 400)}`)
  if (ended !== null) {
    const isBeyond = next.order?.fulfilled === true
    if (isBeyond && isOrdered(ended, next)) return stopped('stop', done, fulfilledText(next.order?.scope ?? '', next))
    // A session for one unit is done once it has handed in a unit, or the unit that this call named.
    const isDone = done[0]?.verb !== 'next' || asked.target !== null
    if (asked.single && next.run !== 'cli' && isDone) return stopped('stop', done, SESSION_ENDS)
    const isAtOnce = next.order?.phase !== undefined && phaseOfUnit(unit.unitId) === next.order.phase
    const isSameStage = isAtOnce || unit.prompt.template === unitType(ended.unitType).workflow || next.run === 'cli'
    // A further stage begins unasked only in yolo mode, and only for an order that is not fulfilled.
    if (!isSameStage && (isBeyond || next.mode !== 'yolo')) return stopped('stop', done, stageText(next, asked.cli))
  }
  if (target === null && next.more !== undefined && next.recover === undefined)
    return stopped('stop', done, allDoneText(next, asked.cli))
  return beginCall(next, unit)
}

/** Steps without a project, or without a roadmap. */
const UNPLANNED: readonly string[] = ['no-project', 'needs-roadmap']

/** The unit to begin. Without phases, new words begin a quick task; its brief says how to continue if it is larger. */
function targetOf(next: Next, { target, wish }: BeginRequest): Target | null {
  const isTask = target === null && wish !== null && wish.criteria.length > 0 && UNPLANNED.includes(next.step)
  return isTask && next.hold === undefined
    ? { unitType: 'quick', unitId: [wish.title, ...wish.criteria.map((one) => `- ${one}`)].join('\n') }
    : target
}

/** The call for new words: `order` if no phase is open, else the `next` brief. Null: none, handled, or on hold. */
function wishStep(next: Next, done: readonly Done[], { wish }: BeginRequest): Call | null {
  if (wish === null || lastOf(done, 'order') !== undefined) return null
  // An audit in progress blocks nothing.
  if (next.hold !== undefined && !(next.hold.code === 'CLAIMED' && next.more !== undefined)) return null
  return next.more !== undefined || next.step === 'between-milestones'
    ? call('order', '--title', wish.title, ...(wish.criteria.length === 0 ? [] : ['--criteria', ...wish.criteria]))
    : call('brief', 'next', ...(wish.title === '' ? [] : ['--', wishText(wish)]))
}

const wishText = ({ title, criteria }: NonNullable<BeginRequest['wish']>): string =>
  criteria.length === 0 ? title : `${title}; done when: ${criteria.join('; ')}`

/** Whether nothing of the unit is accepted yet. */
const isOpen = ({ status, claim }: UnitState): boolean => claim !== null || (status !== null && status !== 'completed')

function endedIn(done: readonly Done[], { after }: BeginRequest): Unit | null {
  const finished = lastOf(done, 'unit.finish')
  const { unitType: type, unitId } = finished === undefined ? (after ?? NO_UNIT) : answerOf<FinishResult>(finished)
  return type !== null && unitId !== null && isUnitType(type) ? { unitType: type, unitId } : null
}

const NO_UNIT = { unitType: null, unitId: null }

/** Whether the order asks for the unit: it is on the path, and its phase is in the order's scope. */
function isOrdered({ unitType: type, unitId }: Unit, { order }: Next): boolean {
  if (isOffPath(type)) return false
  const scope = readScope(order?.scope ?? 'all')
  if (scope?.length === 0) return !BUILDS.includes(type)
  const phase = phaseOfUnit(unitId)
  return scope === null || phase === null || reaches(scope, phase)
}

/** Unit types to skip if the order asks only for the plan. */
const BUILDS: readonly string[] = ['execute-plan', 'verify-phase', 'verify-work', 'transition']

function beginCall(next: Next, unit: NonNullable<Next['unit']>): Call {
  const { unitType: type, unitId, prompt } = unit
  const words = [...Object.values(prompt.vars).slice(0, 1), ...unattendedFlags(next, type)]
  if (next.run === 'workflow') return call('brief', prompt.template, '--', ...words)
  if (next.run !== 'subagents') return claimCall(unit, next.revision)
  return otherUnits(next, unit).length > 0 ? call('unit.delegate') : call('unit.delegate', type, unitId)
}

/** In yolo mode, the answers to an order's questions are chosen for the user. */
const unattendedFlags = ({ mode, order }: Next, type: string): readonly string[] =>
  type === 'discuss-phase' && mode === 'yolo' && order !== undefined ? ['--auto', '--within'] : []

function lookedIn(done: readonly Done[]): Next | null {
  const looked = lastOf(done, 'next')
  return looked === undefined ? null : answerOf<Next>(looked)
}

/** Give up after this many stale decisions: more are not a coincidence. */
const MAX_CLAIMS = 8

const claimCall = ({ unitType: type, unitId }: Target, revision: string): Call =>
  call('unit.claim', type, unitId, '--revision', revision)

function afterClaim(last: Done, done: readonly Done[], asked: BeginRequest): Call | Answer<Begun> {
  const claimed = answerOf<Claimed>(last)
  // Another process finished a unit between the two calls.
  const isStale = last.answer.error?.code === 'STALE_DECISION'
  if (isStale && done.filter(({ verb }) => verb === 'unit.claim').length < MAX_CLAIMS) return call('next')
  if (claimed.claim === null) {
    const free = last.answer.error?.code === 'CLAIMED' ? freeCall(done, asked) : null
    if (free !== null) return free
    const { hold } = claimed
    return hold === null ? failed(last.answer) : stopped('hold', done, holdText(hold), last.answer.error)
  }
  const next = lookedIn(done)
  const target = next === null ? asked.target : targetOf(next, asked)
  const isClis = target === null && next?.run === 'cli'
  if (isClis || claimed.outlined) return call('unit.finish', '--claim', claimed.claim)
  // After a named project or milestone, the work continues, so it does not count as named.
  const isNamed = target !== null && unitType(target.unitType).subject !== 'project'
  const own = ownFor(claimed, done)
  const told = [...(isNamed ? ['--named'] : []), ...(own === null ? [] : ['--own', `${own.unitType}/${own.unitId}`])]
  const how = target?.role === true ? ['--role'] : told
  return call('unit.brief', '--claim', claimed.claim, ...how)
}

/** `next` does not ask the remote. If somebody elsewhere has claimed its unit, another ready unit is begun. */
function freeCall(done: readonly Done[], asked: BeginRequest): Call | null {
  const next = lookedIn(done)
  if (next === null || targetOf(next, asked) !== null || next.run !== 'session') return null
  const tried = done.filter(({ verb }) => verb === 'unit.claim').map(({ words }) => words.slice(0, 2).join(' '))
  const free = next.ready?.find((one) => one.run === 'session' && !tried.includes(`${one.unitType} ${one.unitId}`))
  return free === undefined ? null : claimCall(free, next.revision)
}

const UNFINISHED: ErrorBody = {
  code: 'ARTIFACT_INVALID',
  message: 'the unit is not finished',
  fix: 'fix the problems in the text',
}

function afterFinish(last: Done, done: readonly Done[], { cli, target, alone }: BeginRequest): Call | Answer<Begun> {
  const finished = answerOf<FinishResult>(last)
  const claimed = lastOf(done, 'unit.claim')
  if (last.answer.error !== undefined || finished.verdict !== 'accept') {
    const taken = claimed === undefined ? null : answerOf<Claimed>(claimed)
    const token = taken?.claim ?? null
    const isOutlined = taken?.outlined === true
    // The caller did not write the drafts handed in for it, so it needs the full brief.
    if (token !== null && target !== null && isOutlined)
      return call('unit.brief', '--claim', token, ...(target.role === true ? ['--role'] : []))
    const { exit = 1, error = UNFINISHED } = last.answer
    const ways = nextCalls(finished, token, isOutlined ? taken.drafts : null, cli)
    return { ...stopped('rework', done, refusalText(finished, last.answer.error, ways)), exit, error }
  }
  if (finished.status !== 'completed')
    return alone ? call('commit', `docs: give up ${finished.unitType} ${finished.unitId}`) : call('next')
  return commitCall({ unitType: finished.unitType ?? '', unitId: finished.unitId ?? '' })
}
