// Short texts that `begin` prints before or instead of a brief: which units it finished, and why it stops.
import type { ErrorBody } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import {
  EMPTY_TEXT,
  inLines,
  inParagraphs,
  ours,
  pathText,
  quoted,
  quotedLabel,
  quotedLines,
  type SafeText,
  say,
} from '../../std/safe-text.js'
import type { ClaimResult, FinishResult } from '../dispatch/unit-shapes.js'
import { QUOTE_NOTE } from './brief-blocks.js'

/** A unit finished on the way, and the outcome of its commit. */
export interface FinishedUnit {
  readonly unitType: string
  readonly unitId: string
  readonly checks: readonly string[]
  /** Why the unit is not committed; null if it is, or there was nothing to commit. */
  readonly notCommitted: string | null
  /** The cost of the phase that the unit closed; null if it closed none. */
  readonly took: string | null
}

const MAX_FINDINGS = 6
/** If one draft stands for several files, each of them is reported as missing; only the first report is shown. */
const MISSING_CODE = 'ARTIFACT_MISSING'
const MAX_LABEL_BYTES = 300
const MAX_OUTPUT_LINES = 40

export function finishedUnitText({ unitType, unitId, checks, notCommitted, took }: FinishedUnit): SafeText {
  const names = quotedLabel([...new Set(checks)].join(', '), MAX_LABEL_BYTES)
  const ran = checks.length === 0 ? '' : say`; its checks passed: ${names}`
  return inLines([
    say`- ${pathText(unitType)} ${pathText(unitId)}: accepted${ran}.`,
    ...(took === null ? [] : [say`  ${quotedLabel(took, MAX_LABEL_BYTES)}`]),
    ...(notCommitted === null ? [] : [say`  ${notCommittedText(notCommitted)}`]),
  ])
}

export const notCommittedText = (why: string): SafeText =>
  say`Not committed: ${quotedLabel(why, MAX_LABEL_BYTES)}. Commit \`.planning\` yourself, or tell the user.`

type Refused = Pick<FinishResult, 'unitType' | 'unitId' | 'findings'>

/** The calls with which a session can continue: to finish the unit, to begin the next, to begin this one again. */
export interface NextCalls {
  readonly finish: SafeText
  /** The folder of the unit's drafts; null if the caller wrote them there. */
  readonly drafts: string | null
  readonly begin: SafeText
  readonly again: SafeText
}

const LAST_CHANCE = say`The same failure again ends this attempt: find its cause before you repeat the call.`

/** Tells why a finish was refused, and with which call to continue. */
export function refusalText(finished: FinishResult, error: ErrorBody | undefined, ways: NextCalls): SafeText {
  const { status } = finished
  const { finish, drafts, begin, again } = ways
  if (error?.code === 'FENCED') {
    const on = status === 'failed' || status === 'cancelled' ? again : begin
    // After a takeover the message itself says to stop.
    const way = status === 'timed-out' ? [] : [say`To continue: ${on}`]
    const message = say`- ${quotedLabel(error.message, MAX_LABEL_BYTES)}`
    return inLines([headOf(finished, say`cannot be finished with this call`), message, ...way])
  }
  const findings = finished.findings.length > 0 ? finished.findings : findingsOf(error)
  if (status !== null) {
    const way = say`The claim of the unit is void; commits stay. Fix the cause, then start a new attempt: ${again}`
    // The attempt has ended, so fixes for its finish no longer help.
    const over = { ...finished, findings: findings.map((found) => ({ ...found, fix: '' })) }
    return refusedText(over, way, say`is not finished, and this attempt has ended`)
  }
  const place = drafts === null ? EMPTY_TEXT : say` in \`${pathText(drafts)}/\``
  const fix = say`Fix this${place}, then ${finish}.`
  return refusedText({ ...finished, findings }, finished.last === true ? inLines([fix, LAST_CHANCE]) : fix)
}

const findingsOf = (error: ErrorBody | undefined): FinishResult['findings'] =>
  error === undefined ? [] : [{ code: error.code, message: error.message, path: '', line: 0, fix: error.fix }]

const headOf = ({ unitType, unitId }: Omit<Refused, 'findings'>, how: SafeText): SafeText => {
  const unit = unitType === null ? say`The unit` : say`${pathText(unitType)} ${pathText(unitId ?? '')}`
  return say`# ${unit} ${how}`
}

export function refusedText({ findings, ...unit }: Refused, then: SafeText, how = say`is not finished`): SafeText {
  const missing = findings.find(({ code }) => code === MISSING_CODE)
  const reported = findings.filter((one) => one.code !== MISSING_CODE || one === missing)
  const shown = reported.slice(0, MAX_FINDINGS).map(({ message, path, line, fix }) => {
    const [first = '', ...output] = message.split('\n').filter((text) => text.trim() !== '')
    const name = baseName(path)
    const where = name === '' ? '' : say` (${pathText(name)}${line > 0 ? say`, line ${line}` : ''})`
    const how = fix === '' ? '' : say` Fix it: ${quotedLabel(fix, MAX_LABEL_BYTES)}`
    const head = say`- ${quotedLabel(first, MAX_LABEL_BYTES)}${where}.${how}`
    return output.length === 0 ? head : inLines([head, quotedLines(output.slice(-MAX_OUTPUT_LINES))])
  })
  const left = reported.length - shown.length
  const more = left > 0 ? [say`- and ${left} more, shown once these are fixed`] : []
  return inLines([headOf(unit, how), ...shown, ...more, then])
}

/** Codes of holds that need no decision: something else comes first, or nothing is left to do. */
const HOLDS_WITHOUT_DECISION: ReadonlySet<string> = new Set(['STEP', 'PHASE_DONE'])

const MAX_REASON_BYTES = 5000

/** Tells why a unit does not begin or a workflow is not served, and how to continue. */
export function holdText({ code, reason, resume }: NonNullable<ClaimResult['hold']>): SafeText {
  const isEarly = HOLDS_WITHOUT_DECISION.has(code)
  const head = isEarly ? say`# Not possible now` : say`# On hold: the user must decide first`
  return inParagraphs([
    say`${head} (${pathText(code)})`,
    quoted(reason, MAX_REASON_BYTES) ?? quotedLabel(reason, MAX_REASON_BYTES),
    QUOTE_NOTE,
    say`To continue: ${ours(resume)}`,
    isEarly
      ? say`Tell the user the reason and how to continue, and stop, unless a brief that sent you here says otherwise.`
      : say`Tell the user the reason and how to continue, and stop. Do not decide for them.`,
  ])
}

/** Follows findings about a draft that an earlier session left. */
export const DRAFT_FINDINGS_NOTE = say`These are faults in the unit's existing draft. Fix them during the following work.`

/** Tells that the order is done. `scope`: its scope; `none` if the user asked only for the plan. */
export const fulfilledText = (scope: string, next: NextStage): SafeText =>
  inLines([say`# The order is done`, ...(scope === 'none' ? planOnlyLines(next) : builtLines(scope, next))])

const planOnlyLines = ({ unit, command }: NextStage): readonly SafeText[] => [
  say`The user asked only for the plan: begin nothing else, and ask nothing.`,
  say`Tell the user in a few lines: the plan, your own decisions, and how to continue: ${command == null ? say`${pathText(unit?.unitType ?? '')} ${pathText(unit?.unitId ?? '')}` : ours(command)}, or in their own words, such as "build phase 1" or "build all of it".`,
]

const builtLines = (scope: string, { command }: NextStage): readonly SafeText[] => [
  say`It covered ${scope === 'all' ? 'all phases' : say`phase ${pathText(scope)}`} and nothing else: begin nothing else.`,
  say`Tell the user in a few lines: what works now and how to try it, your own decisions, and observations that are not gaps${command == null ? '' : say`; next would be ${ours(command)}`}.`,
]

export const SESSION_ENDS = say`# This session ends here\nThe unit is done; another session does the next one. Say in two lines what was done and what you noticed, then stop. Begin nothing else.`

export const ALREADY_SUBMITTED = say`# Nothing to do here\nThe existing draft of this unit is its result: write nothing. End with your return block and status COMPLETE.`

export const taskText = (halted: readonly string[], endsSession: boolean): SafeText =>
  halted.length > 0 ? haltedText(halted) : endsSession ? SESSION_ENDS : UNIT_DONE

const haltedText = (halted: readonly string[]): SafeText =>
  inLines([
    say`# The task was halted: it is not done`,
    ...halted.slice(0, MAX_FINDINGS).map((why) => say`- ${quotedLabel(why, 300)}`),
    ...(halted.length > MAX_FINDINGS ? [say`- and ${halted.length - MAX_FINDINGS} more`] : []),
    say`Tell the user why it stopped and what it needs. Begin nothing else.`,
  ])

export const UNIT_GIVEN_UP = say`# The unit was given up\nTell the user why, and begin nothing else.`

const UNIT_DONE = say`# This unit is done\nContinue the brief or the work that led here. If there is none, tell the user in a few lines what the result is and how you checked it, and begin nothing else.`

interface NextStage {
  readonly unit?: { readonly unitType: string; readonly unitId: string }
  readonly reason: string
  readonly command?: string | null
}

/** Tells that all phases of a milestone are done, and how new work begins. */
export const allDoneText = ({ command }: NextStage, cli: SafeText): SafeText =>
  inLines([
    say`# Every phase is done`,
    say`If the user's words ask for new work: \`${cli} begin next "<title in two to six words>" --criteria "<what the user can check when it is done>" "<another>"\`, or, for a small task, \`${cli} begin quick "<the task in two to six words>"\`.`,
    say`Otherwise tell the user in a few lines what is done, and that you can close the milestone if they ask for it${command == null ? '' : say` (${ours(command)})`}. Begin nothing else.`,
  ])

export const stageText = ({ unit, reason, command }: NextStage, cli: SafeText): SafeText =>
  inLines([
    say`# The stage is done`,
    say`Next would be ${pathText(unit?.unitType ?? '')} ${pathText(unit?.unitId ?? '')}: ${quotedLabel(reason, 300)}`,
    say`Tell the user in a few lines what was done and what comes next, and ask whether to continue. If they agree: \`${cli} begin\`. If not, they can continue in a later session: ${command == null ? 'with the same call' : ours(command)}.`,
  ])
