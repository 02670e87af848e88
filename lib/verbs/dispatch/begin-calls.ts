// Decides on the next call or the final answer of begin, from the answers so far.
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
import { coversPhase, readScope } from '../../core/order.js'
import type { Answer, Call, Done } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'
import { quotedLabel, say } from '../../std/safe-text.js'
import {
  type BeginRequest,
  type Begun,
  beginAnswer,
  type Claimed,
  knownUnit,
  lastOf,
  nextCalls,
  otherUnits,
  refusedAnswer,
  resultFrom,
  stopAnswer,
  type Target,
  unfinishedAnswer,
} from './begin-answers.js'
import type { Next } from './next.js'
import type { Unit } from './unit-given.js'

const commitCall = ({ unitType, unitId }: Unit): Call => call('commit', recordMessage(unitType, unitId))

const call = (verb: string, ...words: readonly string[]): Call => ({ verb, words })

export function stepAfter(done: readonly Done[], asked: BeginRequest): Call | Answer<Begun> {
  const last = done.at(-1)
  if (last === undefined) return firstCall(asked)
  // A failed commit is reported with the next unit.
  if (last.answer.result === null && last.verb !== 'commit') return refusedAnswer(last.answer)
  return (AFTER[last.verb] ?? beginAnswer)(last, done, asked)
}

/** Returns the first call: the commit of the unit `after`; or `next`, which also tells the state of an optional unit `after`. */
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
    const finish = asked.onlyFinish ? lastOf(done, 'unit.finish') : undefined
    const isGivenUp = finish !== undefined && resultFrom<FinishResult>(finish).status !== 'completed'
    return isGivenUp ? stopAnswer('stop', done, UNIT_GIVEN_UP) : nextAfter(endedUnit(done, asked), asked.onlyFinish)
  },
  // The scope in the answer is the added phase.
  order: (last) =>
    last.answer.error === undefined
      ? call('commit', recordMessage('plan-phase', phaseOfUnit(resultFrom<{ scope: string }>(last).scope) ?? ''))
      : refusedAnswer(last.answer),
  'project.create': ({ answer }) => (answer.error === undefined ? call('next') : refusedAnswer(answer)),
}

function afterNext(last: Done, done: readonly Done[], asked: BeginRequest): Call | Answer<Begun> {
  const next = resultFrom<Next>(last)
  const target = targetOf(next, asked)
  if (asked.after !== null && next.left !== undefined && lastOf(done, 'commit') === undefined)
    return isOpen(next.left) ? unfinishedAnswer(done, asked.after, next.left, asked) : commitCall(asked.after)
  const isSubmitted = target !== null && lastOf(done, 'unit.finish') !== undefined
  if (isSubmitted && target.role === true) return stopAnswer('stop', done, ALREADY_SUBMITTED)
  if (target !== null && !isSubmitted) {
    // Code maps may come before the project, because they help to define it.
    const isRecorded = unitType(target.unitType).subject === 'free' && target.unitType !== 'map-codebase'
    return isRecorded && next.step === 'no-project' ? call('project.create') : claimCall(target, next.revision)
  }
  const requestStep = requestCall(next, done, asked)
  if (requestStep !== null) return requestStep
  const ended = endedUnit(done, asked)
  // The brief that started the ended unit says what comes next.
  if (ended !== null && (asked.onlyFinish || isOffPath(ended.unitType)))
    return stopAnswer('stop', done, taskText(next.left?.halted ?? [], asked.single))
  if (next.hold !== undefined) return stopAnswer('hold', done, holdText(next.hold), last.answer.error)
  const { unit } = next
  if (unit === undefined) return stopAnswer('stop', done, say`There is no next step: ${quotedLabel(next.reason, 400)}`)
  if (ended !== null) {
    const isBeyond = next.order?.fulfilled === true
    if (isBeyond && isOrdered(ended, next))
      return stopAnswer('stop', done, fulfilledText(next.order?.scope ?? '', next))
    // A session for one unit is done once it has submitted a unit, or the unit that this call named.
    const isDone = done[0]?.verb !== 'next' || asked.target !== null
    if (asked.single && next.run !== 'cli' && isDone) return stopAnswer('stop', done, SESSION_ENDS)
    const isAtOnce = next.order?.phase !== undefined && phaseOfUnit(unit.unitId) === next.order.phase
    const isSameStage = isAtOnce || unit.prompt.template === unitType(ended.unitType).workflow || next.run === 'cli'
    // A new stage begins without a question only in yolo mode, and not if the order is fulfilled.
    if (!isSameStage && (isBeyond || next.mode !== 'yolo')) return stopAnswer('stop', done, stageText(next, asked.cli))
  }
  if (target === null && next.more !== undefined && next.recover === undefined)
    return stopAnswer('stop', done, allDoneText(next, asked.cli))
  return beginCall(next, unit)
}

/** Steps without a project, or without a roadmap. */
const UNPLANNED: readonly string[] = ['no-project', 'needs-roadmap']

/** Returns the named unit; without a roadmap or a hold, a quick task for a request with criteria; otherwise null. */
function targetOf(next: Next, { target, request }: BeginRequest): Target | null {
  const isTask = target === null && request !== null && request.criteria.length > 0 && UNPLANNED.includes(next.step)
  return isTask && next.hold === undefined
    ? { unitType: 'quick', unitId: [request.title, ...request.criteria.map((one) => `- ${one}`)].join('\n') }
    : target
}

/** Returns the call for a request: `order` if no phase is open, otherwise the `next` brief; null without an open request, or if the work is on hold. */
function requestCall(next: Next, done: readonly Done[], { request }: BeginRequest): Call | null {
  if (request === null || lastOf(done, 'order') !== undefined) return null
  // A claimed audit blocks no new request.
  if (next.hold !== undefined && !(next.hold.code === 'CLAIMED' && next.more !== undefined)) return null
  return next.more !== undefined || next.step === 'between-milestones'
    ? call(
        'order',
        '--title',
        request.title,
        ...(request.criteria.length === 0 ? [] : ['--criteria', ...request.criteria]),
      )
    : call('brief', 'next', ...(request.title === '' ? [] : ['--', requestText(request)]))
}

const requestText = ({ title, criteria }: NonNullable<BeginRequest['request']>): string =>
  criteria.length === 0 ? title : `${title}; done when: ${criteria.join('; ')}`

/** Whether the unit is still claimed, or its last attempt was not completed. */
const isOpen = ({ status, claim }: UnitState): boolean => claim !== null || (status !== null && status !== 'completed')

function endedUnit(done: readonly Done[], { after }: BeginRequest): Unit | null {
  const finished = lastOf(done, 'unit.finish')
  const { unitType: type, unitId } = finished === undefined ? (after ?? NO_UNIT) : resultFrom<FinishResult>(finished)
  return type !== null && unitId !== null && isUnitType(type) ? { unitType: type, unitId } : null
}

const NO_UNIT = { unitType: null, unitId: null }

/** Whether the order asks for the unit: never for an optional one; if only plans are ordered, for any that builds nothing; otherwise if its phase, if any, is in the scope. */
function isOrdered({ unitType: type, unitId }: Unit, { order }: Next): boolean {
  if (isOffPath(type)) return false
  const scope = readScope(order?.scope ?? 'all')
  if (scope?.length === 0) return !BUILDING_TYPES.includes(type)
  const phase = phaseOfUnit(unitId)
  return scope === null || phase === null || coversPhase(scope, phase)
}

/** Unit types that an order for the plan alone does not ask for. */
const BUILDING_TYPES: readonly string[] = ['execute-plan', 'verify-phase', 'verify-work', 'transition']

function beginCall(next: Next, unit: NonNullable<Next['unit']>): Call {
  const { unitType: type, unitId, prompt } = unit
  const words = [...Object.values(prompt.vars).slice(0, 1), ...unattendedFlags(next, type)]
  if (next.run === 'workflow') return call('brief', prompt.template, '--', ...words)
  if (next.run !== 'subagents') return claimCall(unit, next.revision)
  return otherUnits(next, unit).length > 0 ? call('unit.delegate') : call('unit.delegate', type, unitId)
}

/** Returns the flags of discuss-phase that let the session choose the answers for the user: in yolo mode, under an order. */
const unattendedFlags = ({ mode, order }: Next, type: string): readonly string[] =>
  type === 'discuss-phase' && mode === 'yolo' && order !== undefined ? ['--auto', '--within'] : []

function lastNext(done: readonly Done[]): Next | null {
  const last = lastOf(done, 'next')
  return last === undefined ? null : resultFrom<Next>(last)
}

/** Limit on claims after stale decisions: more are not a coincidence. */
const MAX_CLAIMS = 8

const claimCall = ({ unitType: type, unitId }: Target, revision: string): Call =>
  call('unit.claim', type, unitId, '--revision', revision)

function afterClaim(last: Done, done: readonly Done[], asked: BeginRequest): Call | Answer<Begun> {
  const claimed = resultFrom<Claimed>(last)
  // Another process finished a unit between the two calls.
  const isStale = last.answer.error?.code === 'STALE_DECISION'
  if (isStale && done.filter(({ verb }) => verb === 'unit.claim').length < MAX_CLAIMS) return call('next')
  if (claimed.claim === null) {
    const free = last.answer.error?.code === 'CLAIMED' ? otherReadyCall(done, asked) : null
    if (free !== null) return free
    const { hold } = claimed
    return hold === null ? refusedAnswer(last.answer) : stopAnswer('hold', done, holdText(hold), last.answer.error)
  }
  const next = lastNext(done)
  const target = next === null ? asked.target : targetOf(next, asked)
  const isDoneByCli = target === null && next?.run === 'cli'
  if (isDoneByCli || claimed.outlined) return call('unit.finish', '--claim', claimed.claim)
  // After a new project or milestone the work continues, so its unit does not count as named.
  const isNamed = target !== null && unitType(target.unitType).subject !== 'project'
  const known = knownUnit(claimed, done)
  const sessionFlags = [
    ...(isNamed ? ['--named'] : []),
    ...(known === null ? [] : ['--own', `${known.unitType}/${known.unitId}`]),
  ]
  const flags = target?.role === true ? ['--role'] : sessionFlags
  return call('unit.brief', '--claim', claimed.claim, ...flags)
}

/** Claims another ready unit if the first one is claimed on the remote, which `next` does not ask. */
function otherReadyCall(done: readonly Done[], asked: BeginRequest): Call | null {
  const next = lastNext(done)
  if (next === null || targetOf(next, asked) !== null || next.run !== 'session') return null
  const tried = done.filter(({ verb }) => verb === 'unit.claim').map(({ words }) => words.slice(0, 2).join(' '))
  const free = next.ready?.find((one) => one.run === 'session' && !tried.includes(`${one.unitType} ${one.unitId}`))
  return free === undefined ? null : claimCall(free, next.revision)
}

const UNFINISHED: ErrorBody = {
  code: 'ARTIFACT_INVALID',
  message: 'the unit is not finished',
  fix: 'fix the problems that the text lists',
}

function afterFinish(
  last: Done,
  done: readonly Done[],
  { cli, target, onlyFinish }: BeginRequest,
): Call | Answer<Begun> {
  const finished = resultFrom<FinishResult>(last)
  const claimed = lastOf(done, 'unit.claim')
  if (last.answer.error !== undefined || finished.verdict !== 'accept') {
    const taken = claimed === undefined ? null : resultFrom<Claimed>(claimed)
    const token = taken?.claim ?? null
    const isOutlined = taken?.outlined === true
    // The caller did not write the submitted drafts, so it needs the full brief.
    if (token !== null && target !== null && isOutlined)
      return call('unit.brief', '--claim', token, ...(target.role === true ? ['--role'] : []))
    const { exit = 1, error = UNFINISHED } = last.answer
    const ways = nextCalls(finished, token, isOutlined ? taken.drafts : null, cli)
    return { ...stopAnswer('rework', done, refusalText(finished, last.answer.error, ways)), exit, error }
  }
  if (finished.status !== 'completed')
    return onlyFinish ? call('commit', `docs: give up ${finished.unitType} ${finished.unitId}`) : call('next')
  return commitCall({ unitType: finished.unitType ?? '', unitId: finished.unitId ?? '' })
}
