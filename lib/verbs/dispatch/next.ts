// next: the next unit, or why the user must decide. Read-only.
import { DOERS, doerOf } from '../../core/brief/brief-unit.js'
import { offPathUnits, untriagedTodos } from '../../core/captures/notes.js'
import { type Stuck, stuckFix, stuckPhases, stuckReason } from '../../core/derivation/dependences.js'
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { CLAIM_READS, settingOf } from '../../core/derivation/facts.js'
import { INPUT_CODES } from '../../core/derivation/inputs.js'
import { phaseNamed, phaseOrRefuse } from '../../core/derivation/unknown.js'
import type { StoredClaim } from '../../core/dispatch/claim-store.js'
import { decideNext, dispatchInput } from '../../core/dispatch/dispatch.js'
import { handoffsIn } from '../../core/dispatch/handoff.js'
import { type Hold, holdError } from '../../core/dispatch/holds.js'
import { holdShape, type UnitDecision, unitDecisionShape, unitStateShape } from '../../core/dispatch/unit-shapes.js'
import { isUnitType, unitType } from '../../core/dispatch/units/all.js'
import { plannedMilestone } from '../../core/dispatch/waiting.js'
import { EXTENSION_UNIT } from '../../core/extensions/port.js'
import { type Ledger, readLedger } from '../../core/history/ledger.js'
import { type PhaseId, phaseOfUnit } from '../../core/ids.js'
import { coversPhase, isFulfilled, readOrder, scopeText } from '../../core/order.js'
import { type Page, teamPages } from '../../core/pages.js'
import { hooksDisturbWork } from '../../core/project/commit-hook.js'
import { startCommand } from '../../core/spelled.js'
import { arg, verb } from '../../core/verb.js'
import type { PackView, View } from '../../core/view.js'
import { bool, type Infer, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { counted, someOf } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'
import { noticesShape } from '../findings.js'
import { parseUnit } from './unit-given.js'

/** Steps after all phases are done, when more work adds a phase and the milestone is closed only on request. */
const ALL_DONE: ReadonlySet<string> = new Set(['milestone-audit', 'milestone-complete'])

const commandFor = (unit: UnitDecision, view: PackView): string | null => {
  const { command } = unitType(unit.unitType)
  const { phase } = unit.prompt.vars
  return command === null ? null : startCommand(view, command, phase === undefined ? [] : [phase])
}

const pausedNotice = (path: string) => ({
  code: 'PAUSED_WORK',
  message: `a session paused here and wrote ${path}`,
  fix: `read ${path} before you continue; then run gsd-tools state record-session --taken-up`,
})

const ORDER = {
  scope: text(),
  fulfilled: bool(),
  phase: maybe(text('Phase added for the order: planned and built without a question in between')),
}
const UNIT = { unitType: text(), unitId: text() }

const RESULT = record({
  kind: oneOf(['dispatch', 'hold']),
  revision: text('Revision to pass to unit claim'),
  rule: text(),
  step: text(),
  reason: text('Why the rule matched'),
  unit: maybe(unitDecisionShape),
  order: maybe(record(ORDER, "The user's order")),
  mode: text('interactive or yolo'),
  run: maybe(oneOf(DOERS, 'Executor: the CLI alone, this session, its subagents, or a workflow')),
  ready: maybe(
    listOf(
      record({ ...UNIT, agent: maybe(text()), run: oneOf(DOERS) }),
      'Units of all phases that may be claimed in parallel; the first is unit',
    ),
  ),
  held: maybe(listOf(record({ ...UNIT, since: text() }), 'Units in progress, here or elsewhere')),
  alone: maybe(bool("Whether ready units must run one by one, because a commit would set the others' work aside")),
  left: maybe(unitStateShape),
  beside: maybe(listOf(record(UNIT), 'Side work outside the phases: untriaged captures and quick tasks')),
  command: maybe(orNull(text('Command for the unit, or to close the milestone, as typed in the calling client'))),
  more: maybe(text('How to request more work, if every phase is done')),
  hold: maybe(holdShape),
  phase: maybe(text("Phase of a hold or of an extension's unit; absent for the whole project")),
  recover: maybe(bool('An offered unit was begun before and interrupted')),
  notices: noticesShape,
})
export type Next = Infer<typeof RESULT>

export const next = verb('next', {
  about: 'Show the next unit of work, or the decision needed from the user',
  args: {
    phase: arg.text('Phase whose next unit to show, whether due or not'),
    after: arg.text('Unit that subagents report as done, as type/id: also show its state'),
  },
  reads: [...CLAIM_READS, 'requirements'],
  needsProject: false,
  needsWorkstream: true,
  needs: ['extensions', 'host', 'pack'],
  result: RESULT,
  async run({ view }, { phase, after }) {
    const derivation = phase === undefined ? derive(view) : await derivedIn(view, phase)
    const next = await nextAnswer(derivation, view, phase !== undefined)
    if (after === undefined) return next
    return { ...next, result: { ...next.result, left: await stateAfter(derivation, after) } }
  },
  pretty: nextText,
})

async function derivedIn(view: View, given: string): Promise<Derivation> {
  const { inPhase } = await import('../../core/derivation/named-phase.js')
  const derivation = derive(view)
  return inPhase(derivation, phaseOrRefuse(derivation.facts, given))
}

async function stateAfter({ facts }: Derivation, after: string) {
  const { unitStateOf } = await import('../../core/dispatch/unit-state.js')
  const { unitType: type, unitId } = parseUnit(after)
  return unitStateOf(facts, type, unitId)
}

const unreadNotice = ({ kind, path, reason }: Derivation['unread'][number]) => ({
  code: INPUT_CODES[kind],
  message: `${path} cannot be used: ${reason}; this answer ignores it`,
  fix: `correct ${path}, or restore it from git`,
})

function orderOf(derivation: Derivation) {
  const order = readOrder(derivation.facts.view)
  if (order === null) return {}
  const phase = order.phase === undefined ? {} : { phase: order.phase }
  return { order: { scope: scopeText(order.scope), fulfilled: isFulfilled(order, derivation), ...phase } }
}

const MAX_FAILED = 3

const untriagedNotice = (count: number) => ({
  code: 'CAPTURES_WAIT',
  message: `${counted(count, 'captured thought')} ${count === 1 ? 'waits' : 'wait'} for triage; tell the user, and continue`,
  fix: 'run gsd-tools note triage <id> --class <class>; gsd-tools note list --unsorted lists them',
})

/** Returns the ids of quick tasks whose last attempt failed, newest first. */
function failedTasks({ lines }: Ledger): readonly string[] {
  const last = new Map<string, boolean>()
  for (const line of lines)
    if ((line.kind === 'claim' || line.kind === 'outcome') && line.unitType === 'quick') {
      last.delete(line.unitId)
      last.set(line.unitId, line.kind === 'outcome' && line.status === 'failed')
    }
  // A ledger may come from elsewhere: only valid ids become part of a command.
  return [...last].flatMap(([id, failed]) => (failed && /^[\w-]{1,80}$/.test(id) ? [id] : [])).reverse()
}

/** Returns a notice that names the task by its id, not by the user's words. */
const failedNotice = (id: string) => ({
  code: 'TASK_FAILED',
  message: `the last attempt at the quick task ${id} failed`,
  fix: `run gsd-tools begin quick ${id} to continue the task; to drop it, finish it as cancelled`,
})

/** Returns at most one notice about the untrusted pages. */
function pagesNotice(pages: readonly Page[]) {
  const names = pages.map(({ path, key }) => (key === '' ? path : `${path} ${key}`))
  const message = `these pages have no effect, because they are not trusted on this machine: ${someOf(names)}`
  const fix = 'review them; then the user runs gsd trust'
  return names.length === 0 ? [] : [{ code: 'PAGES_UNTRUSTED', message, fix }]
}

function commonFields(derivation: Derivation, view: PackView) {
  const { state, facts, reason, unread } = derivation
  const planned = plannedMilestone(derivation)
  const untriaged = untriagedTodos(view)
  const beside = offPathUnits(view, untriaged)
  return {
    mode: String(settingOf(facts, 'mode')),
    revision: state.revision,
    rule: state.rule,
    step: state.step,
    reason,
    notices: [
      ...handoffsIn(view, state.phase?.dir ?? null).map(pausedNotice),
      ...(untriaged.length === 0 ? [] : [untriagedNotice(untriaged.length)]),
      ...failedTasks(readLedger(view)).slice(0, MAX_FAILED).map(failedNotice),
      ...(planned === null ? [] : [{ code: 'MILESTONE_PLANNED', message: planned.text, fix: planned.fix }]),
      ...unread.map(unreadNotice),
      ...(view.extensions?.notices(view) ?? []),
      ...pagesNotice(teamPages(view).filter(({ trusted }) => !trusted)),
    ],
    ...(beside.length === 0 ? {} : { beside }),
    ...(ALL_DONE.has(state.step) ? { more: startCommand(view, 'next', ['<what you want>']) } : {}),
    ...orderOf(derivation),
  }
}

const phaseOf = ({ facts }: Derivation, { payload }: UnitDecision) =>
  facts.phases.find(({ id }) => id === payload.phase?.id) ?? null

const doerIn = (derivation: Derivation, view: PackView, unit: UnitDecision) =>
  doerOf({ facts: derivation.facts, active: phaseOf(derivation, unit) ?? derivation.active }, view, unit.unitType)

/** Lists the ready units: the first, and those of no phase or of one that the user's order covers; all if the phase was named. */
function readyRows(derivation: Derivation, view: PackView, ready: readonly UnitDecision[], isNamed: boolean) {
  const scope = isNamed ? 'all' : (readOrder(view)?.scope ?? 'all')
  const isInOrder = (unit: UnitDecision) =>
    unit.payload.phase === undefined || coversPhase(scope, unit.payload.phase.id as PhaseId)
  return ready
    .filter((unit, index) => index === 0 || isInOrder(unit))
    .map((unit) => {
      const { unitType: type, unitId, agent } = unit
      return { unitType: type, unitId, ...(agent === undefined ? {} : { agent }), run: doerIn(derivation, view, unit) }
    })
}

/** Returns the phase in the key of an extension's unit (`<name>.<type>.<key>`), otherwise the active phase. */
function subjectOf({ facts, active }: Derivation, unitId: string): { readonly phase?: string } {
  const key = unitId.split('.').slice(2).join('.')
  const phase = phaseNamed(facts, phaseOfUnit(key) ?? '') ?? active
  return phase === null ? {} : { phase: phase.id }
}

/** Returns the answer about the next step, which several verbs share. */
export async function nextAnswer(derivation: Derivation, view: PackView, isNamed = false) {
  const decision = await decideNext(dispatchInput(view, derivation))
  const { facts, done } = derivation
  const common = commonFields(derivation, view)
  const recover = decision.recover ? { recover: true } : {}
  if (decision.kind === 'dispatch') {
    const { unit, held, waiting } = decision
    const ready = readyRows(derivation, view, decision.ready, isNamed)
    const alone = ready.length > 1 && hooksDisturbWork(view) ? { alone: true } : {}
    const phase = phaseOf(derivation, unit)
    const candidate = derivation.candidates.find((one) => one.phase === phase)
    const base = {
      ...common,
      ...(candidate === undefined
        ? {}
        : { rule: candidate.rule, step: candidate.outcome.step, reason: candidate.reason }),
      notices: [...common.notices, ...waiting.map(waitingNotice), ...stuckPhases(facts, done).map(stuckNotice)],
    }
    return {
      result: {
        kind: 'dispatch' as const,
        ...base,
        unit,
        ...(unit.unitType === EXTENSION_UNIT ? subjectOf(derivation, unit.unitId) : {}),
        run: doerIn(derivation, view, unit),
        ready,
        ...(held.length === 0 ? {} : { held: held.map(claimRow) }),
        ...alone,
        command: base.more === undefined ? commandFor(unit, view) : startCommand(view, 'complete-milestone'),
        ...recover,
      },
    }
  }
  const { hold } = decision
  const phase = derivation.active === null ? {} : { phase: derivation.active.id }
  const result = { kind: 'hold' as const, ...common, hold, ...phase, ...recover }
  return { result, exit: 4 as const, error: holdError(hold) }
}

const waitingNotice = ({ code, reason, resume }: Hold) => ({ code, message: reason, fix: resume })

const stuckNotice = (stuck: Stuck) => ({ code: 'PHASE_DEPS', message: stuckReason(stuck), fix: stuckFix(stuck) })

const claimRow = ({ unitType: type, unitId, at }: StoredClaim) => ({ unitType: type, unitId, since: at })

type PrintedNext = Pick<Next, 'reason'> & Partial<Next>

const claimText = ({ unitType: type, unitId, since }: NonNullable<PrintedNext['held']>[number]): string =>
  `${type} ${unitId} (since ${since})`

/** Renders the next step as a few lines for the user. */
export function nextText(answer: PrintedNext) {
  const { reason, unit, ready = [], held = [], command, more, recover, hold, notices = [] } = answer
  const notes = notices.map(({ message, fix }) => `Note: ${visibleLine(message)} (${visibleLine(fix)})`)
  if (hold !== undefined)
    return [`On hold (${hold.code}): ${visibleLine(hold.reason)}`, `To continue: ${hold.resume}`, ...notes].join('\n')
  if (unit === undefined) return reason
  if (more !== undefined && recover === undefined)
    return ['All phases are done.', `For more work: ${more}`, `To close the milestone: ${command}`, ...notes].join('\n')
  const about = isUnitType(unit.unitType) ? unitType(unit.unitType).about : ''
  const alsoReady = ready.slice(1).map(({ unitType: type, unitId }) => `${type} ${unitId}`)
  return [
    `Next: ${unit.unitType}${unit.unitType.endsWith(unit.unitId) ? '' : ` ${unit.unitId}`}${about === '' ? '' : `: ${about}`}`,
    `Why: ${visibleLine(reason)}`,
    ...(command == null ? [] : [`Command: ${command}`]),
    ...(alsoReady.length === 0 ? [] : [`Also ready: ${someOf(alsoReady)}`]),
    ...(held.length === 0 ? [] : [`In progress: ${someOf(held.map(claimText))}`]),
    ...notes,
  ].join('\n')
}
