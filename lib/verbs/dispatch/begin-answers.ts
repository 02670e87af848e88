// Builds the answer of begin from the calls that begin made.
import {
  DRAFT_FINDINGS_NOTE,
  type FinishedUnit,
  finishedUnitText,
  type NextCalls,
  notCommittedText,
  refusedText,
} from '../../core/brief/begun.js'
import { isOffPath } from '../../core/derivation/steps.js'
import type { ClaimResult, FinishResult, UnitState } from '../../core/dispatch/unit-shapes.js'
import { isUnitType } from '../../core/dispatch/units/all.js'
import { parsePlanId, phaseOfPlan, phaseOfUnit } from '../../core/ids.js'
import type { Answer, Done } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'
import { inLines, inParagraphs, joined, ours, pathText, type SafeText, say } from '../../std/safe-text.js'
import { type Infer, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import type { Next } from './next.js'
import type { Unit } from './unit-given.js'

export const RESULT = record({
  kind: maybe(
    oneOf(
      ['unit', 'subagents', 'workflow', 'stop', 'hold', 'rework'],
      'unit: a unit was claimed; subagents: they claim the units; workflow: its steps are the work; stop: nothing to begin now; hold: the user must decide; rework: the unit was refused or is not finished',
    ),
  ),
  unitType: maybe(orNull(text())),
  unitId: maybe(orNull(text())),
  claim: maybe(orNull(text('Token for unit finish'))),
  passed: maybe(listOf(text(), 'Units finished by this command')),
  text: text('The text printed without --json'),
})
export type Begun = Infer<typeof RESULT>

export interface Target extends Unit {
  /** Whether the unit's own subagent begins it. */
  readonly role?: boolean
}

/** The user's request, as summarised by the session. */
interface UserRequest {
  readonly title: string
  readonly criteria: readonly string[]
}

export interface BeginRequest {
  /** A request given in this call; null if there is none. */
  readonly request: UserRequest | null
  readonly target: Target | null
  readonly after: Unit | null
  readonly cli: SafeText
  /** Whether this session does only one unit, and another session the next. */
  readonly single: boolean
  /** Whether to begin nothing after the unit, because the brief or user that named it decides what comes next. */
  readonly onlyFinish: boolean
}

export type Claimed = ClaimResult & { readonly unitType: string }

export const resultFrom = <T>({ answer }: Done): T => answer.result as T
export const lastOf = (done: readonly Done[], verb: string): Done | undefined =>
  done.findLast((one) => one.verb === verb)

/** Returns the answer if subagents did not complete the unit: it was refused, is still claimed, or its last attempt was ended. */
export function unfinishedAnswer(
  done: readonly Done[],
  unit: Unit,
  { status, claim, findings }: UnitState,
  { cli }: BeginRequest,
): Answer<Begun> {
  const { unitType: type, unitId } = unit
  const begin = say`\`${cli} begin ${pathText(type)} ${pathText(unitId)}\``
  const finish = say`\`${cli} unit finish --claim ${pathText(claim ?? '')}\``
  const ended = say`The last attempt at the unit ended as ${pathText(status ?? '')}, so nothing was accepted. To redo the unit: ${begin}. Otherwise tell the user, and begin nothing else.`
  const open = say`The unit is still claimed and has not been finished. Once its result exists: ${finish}. To take the unit over: ${begin}.`
  const text =
    claim !== null && findings.length > 0
      ? refusedText({ ...unit, findings }, say`Fix this, or have it fixed, then finish the unit again: ${finish}`)
      : say`# ${pathText(type)} ${pathText(unitId)} is not finished\n${claim === null ? ended : open}`
  const message = findings[0]?.message ?? `${type}/${unitId} is not finished`
  const error: ErrorBody = { code: 'ARTIFACT_INVALID', message, fix: 'do what the text says' }
  return { ...stopAnswer('rework', done, text), exit: 1, error }
}

export const otherUnits = ({ ready = [], alone = false }: Next, { unitType: type, unitId }: Unit) =>
  alone ? [] : ready.filter((one) => one.agent !== undefined && (one.unitType !== type || one.unitId !== unitId))

/** Returns how to continue after a refusal. `token`: the claim's, if this call made the claim. */
export function nextCalls(
  { unitType: type, unitId }: FinishResult,
  token: string | null,
  drafts: string | null,
  cli: SafeText,
): NextCalls {
  const isAside = type !== null && isUnitType(type) && isOffPath(type)
  const begin = say`\`${cli} begin\``
  const again = isAside ? say`\`${cli} begin ${pathText(type)} ${pathText(unitId ?? '')}\`` : begin
  if (token === null) return { finish: say`repeat the command`, drafts, begin, again }
  const finish = say`run this: \`${cli} unit finish --claim ${pathText(token)} --begin\``
  return { finish, drafts, begin, again }
}

/** Returns the text of the last call: below a report on earlier calls, and above what comes next. */
export function beginAnswer(last: Done, done: readonly Done[], asked: BeginRequest): Answer<Begun> {
  const brief = resultFrom<{ readonly text: string }>(last)
  const claimed = lastOf(done, 'unit.claim')
  const unit = last.verb !== 'unit.brief' || claimed === undefined ? null : resultFrom<Claimed>(claimed)
  const submitted = lastOf(done, 'unit.finish')
  const refused =
    submitted?.answer.error === undefined ? [] : [refusedText(resultFrom<FinishResult>(submitted), DRAFT_FINDINGS_NOTE)]
  const next = lastOf(done, 'next')
  const isAlone = unit === null || asked.target !== null || next === undefined
  const others = isAlone ? [] : otherUnitsText(resultFrom<Next>(next), unit, asked)
  const nextSteps = nextStepTexts(last, next, asked)
  const known = unit === null ? null : knownUnit(unit, done)
  const knownTexts = known === null || known.unitType === 'plan-phase' ? [] : [knownText(known)]
  const parts = [...knownTexts, ...refused, ours(brief.text.trimEnd()), ...others, ...nextSteps]
  return { ...last.answer, result: resultOf(KIND_OF[last.verb] ?? 'unit', done, parts, unit) }
}

/** Returns the unit that the caller just submitted or requested, if the next unit builds on it. */
export function knownUnit(next: Unit, done: readonly Done[]): Unit | null {
  if (lastOf(done, 'order') !== undefined)
    return { unitType: 'plan-phase', unitId: phaseOfUnit(next.unitId) ?? next.unitId }
  const [first] = done
  if (first?.verb !== 'unit.finish') return null
  const { unitType: type, unitId } = resultFrom<FinishResult>(first)
  if (unitId === null) return null
  if (type === 'new-project') return { unitType: type, unitId }
  const plan = type === 'execute-plan' && next.unitType === 'verify-phase' ? parsePlanId(unitId) : null
  return plan !== null && phaseOfPlan(plan) === next.unitId ? { unitType: 'execute-plan', unitId } : null
}

const knownText = ({ unitType: type, unitId }: Unit): SafeText =>
  type === 'new-project'
    ? say`The plan of this unit and the project's files were made from your draft: you know their content.`
    : say`The SUMMARY of ${pathText(unitId)} was made from your draft, and you have read PROJECT.md: you know both.`

/** Returns how to continue after work that a workflow or subagents do. */
function nextStepTexts({ verb, words }: Done, next: Done | undefined, { cli }: BeginRequest): readonly SafeText[] {
  // The steps of the workflow `next` say themselves how to continue.
  if (verb === 'brief') return words[0] === 'next' ? [] : [say`When all this is done, run \`${cli} begin\``]
  const offered = next === undefined ? undefined : resultFrom<Next>(next).unit
  if (verb !== 'unit.delegate' || offered === undefined) return []
  const { unitType: type, unitId } = offered
  const plan = words.length === 0 ? parsePlanId(unitId) : null
  const id = pathText(plan === null ? unitId : phaseOfPlan(plan))
  return [say`Then continue with \`${cli} begin --after ${pathText(type)}/${id}\``]
}

const KIND_OF: Readonly<Record<string, NonNullable<Begun['kind']>>> = {
  'unit.delegate': 'subagents',
  brief: 'workflow',
}

const MAX_NAMED = 6

function otherUnitsText(next: Next, unit: Unit, { cli, single }: BeginRequest): readonly SafeText[] {
  const others = single ? [] : otherUnits(next, unit)
  if (others.length === 0) return []
  const all = others.map(({ unitType: type, unitId }) => say`${pathText(type)} ${pathText(unitId)}`)
  const named = all.slice(0, MAX_NAMED)
  const rest = others.length > MAX_NAMED ? [say`${others.length - MAX_NAMED} more`] : []
  return [
    say`## Also ready\n${joined([...named, ...rest], ', ')}: independent of this unit. If you can start subagents and each of these units is more than a few minutes of work, first run \`${cli} unit delegate\` and start the subagents it names, then continue here while they work. Otherwise the units follow one by one.`,
  ]
}

/** Returns the units finished by this command, each with the reason why it was not committed, if any. */
function passedIn(done: readonly Done[]): readonly FinishedUnit[] {
  return done.flatMap((one, index): readonly FinishedUnit[] => {
    if (one.verb !== 'unit.finish' || one.answer.error !== undefined) return []
    const { unitType, unitId, checks, status, took } = resultFrom<FinishResult>(one)
    if (status !== 'completed') return []
    const commit = done.slice(index + 1).find(({ verb }) => verb === 'commit')
    const unit = { unitType: unitType ?? '', unitId: unitId ?? '' }
    return [{ ...unit, checks: checks ?? [], took: took ?? null, notCommitted: notCommitted(commit) }]
  })
}

function notCommitted(commit: Done | undefined): string | null {
  if (commit === undefined) return null
  const { error } = commit.answer
  if (error !== undefined) return `${error.message} (${error.fix})`
  const { committed, reason } = resultFrom<{ readonly committed: boolean; readonly reason: string }>(commit)
  return committed || reason === 'nothing_to_commit' || reason.startsWith('skipped') ? null : reason
}

const doneText = (done: readonly Done[]): readonly SafeText[] => {
  const [first] = done
  // After the work of subagents, only a failed commit is reported.
  const failure = first?.verb === 'commit' ? notCommitted(first) : null
  const passed = [...(failure === null ? [] : [notCommittedText(failure)]), ...passedIn(done).map(finishedUnitText)]
  return passed.length === 0 ? [] : [inLines(passed)]
}

function resultOf(
  kind: NonNullable<Begun['kind']>,
  done: readonly Done[],
  parts: readonly SafeText[],
  unit: Claimed | null = null,
): Begun {
  const { unitType = null, unitId = null, claim = null } = unit ?? {}
  const passed = passedIn(done).map((one) => `${one.unitType}/${one.unitId}`)
  return { kind, unitType, unitId, claim, passed, text: `${inParagraphs([...doneText(done), ...parts])}\n` }
}

export const stopAnswer = (
  kind: NonNullable<Begun['kind']>,
  done: readonly Done[],
  body: SafeText,
  error?: ErrorBody,
): Answer<Begun> => ({
  result: resultOf(kind, done, [body]),
  ...(kind === 'hold' ? { exit: 4 as const } : {}),
  ...(error === undefined ? {} : { error }),
})

/** Returns the answer of begin to a call that was refused with an error. */
export function refusedAnswer(answer: Pick<Answer<unknown>, 'error' | 'exit'>): Answer<Begun> {
  const { exit } = answer
  const error = answer.error as ErrorBody
  return { result: { text: `${error.message}\n${error.fix}\n` }, error, ...(exit === undefined ? {} : { exit }) }
}
