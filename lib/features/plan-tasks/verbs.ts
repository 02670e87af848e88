// task mark, list, remind: the tasks of the plan that is being carried out.
import type { PlanTask } from '../../artifacts/plan/plan.js'
import { FACT_READS, gatherPlans } from '../../core/derivation/facts.js'
import { type Claim, isTaken, readClaims } from '../../core/dispatch/claims.js'
import { parsePlanId, phaseOfPlan, samePlan } from '../../core/ids.js'
import { locatePhase } from '../../core/phases/locate.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { int, listOf, orNull, record, text } from '../../std/shape.js'
import { mutation, query } from '../../verbs/verb.js'
import { REMINDERS_PATH, type ReminderLine, readReminders, reminderText } from './reminders.js'
import { readTasks, renderTasks, sessionPath, type TaskStates, type TaskStatus } from './session.js'

interface AtWork {
  readonly claim: Claim
  readonly tasks: readonly PlanTask[]
}

/** The claimed plan that is meant: by its token, by its id, or the only one. */
function atWork(
  view: View,
  token: string | undefined,
  plan: string | undefined,
): AtWork | { readonly error: ErrorBody } {
  const wanted = plan === undefined ? null : parsePlanId(plan)
  const claims = readClaims(view).filter(
    (claim) =>
      claim.unitType === 'execute-plan' &&
      isTaken(view, claim) &&
      (token === undefined || claim.token === token) &&
      (plan === undefined || (wanted !== null && samePlan(parsePlanId(claim.unitId) ?? wanted, wanted))),
  )
  const [claim] = claims
  if (claim === undefined || claims.length > 1)
    return {
      error:
        claim === undefined
          ? { code: 'NOT_FOUND', message: 'no such plan is being carried out', fix: 'gsd-tools next' }
          : {
              code: 'AMBIGUOUS',
              message: `several plans are being carried out: ${claims.map(({ unitId }) => unitId).join(', ')}`,
              fix: `add --plan ${claim.unitId}`,
            },
    }
  const id = parsePlanId(claim.unitId)
  const located = id === null ? null : locatePhase(view, phaseOfPlan(id))
  const plans = located === null || 'error' in located ? [] : gatherPlans(view, located.directory).plans
  const found = plans.find((one) => id !== null && samePlan(one.id, id))
  if (found === undefined)
    return { error: { code: 'PLAN_NOT_FOUND', message: `plan ${claim.unitId} is gone`, fix: 'gsd-tools next' } }
  return { claim, tasks: found.plan.tasks }
}

const CLAIM = { type: 'text', about: 'Token of the claim; the only plan at work unless given' } as const
const PLAN = { type: 'text', names: 'plan', about: 'Plan, where several are at work' } as const

export const taskMark = mutation({
  name: 'task.mark',
  about: 'A task of the plan at work is begun, or done',
  args: {
    n: { type: 'int', positional: true, required: true, about: 'Number of the task in its plan, from 1' },
    status: { type: 'choice', values: ['started', 'done'], positional: true, required: true, about: 'How far it is' },
    claim: CLAIM,
    plan: PLAN,
  },
  result: record({
    task: int(),
    status: text('open, started or done'),
    open: orNull(int('Tasks that are not done')),
  }),
  reads: [...FACT_READS, 'claim', 'other'],
  writes: ['other'],
  run({ n, status, claim: token, plan }, view) {
    const found = atWork(view, token, plan)
    if ('error' in found) return { result: { task: n, status: 'open', open: null }, error: found.error }
    const { claim, tasks } = found
    if (n < 1 || n > tasks.length)
      return {
        result: { task: n, status: 'open', open: null },
        error: {
          code: 'NOT_FOUND',
          message: `plan ${claim.unitId} has ${tasks.length} tasks, none has the number ${n}`,
          fix: 'gsd-tools task list',
        },
      }
    const states: TaskStates = { ...readTasks(view, claim.dispatchId), [n]: status as TaskStatus }
    const open = tasks.filter((_, index) => states[index + 1] !== 'done').length
    return {
      result: { task: n, status, open },
      edits: [{ kind: 'text', path: sessionPath(claim.dispatchId), text: renderTasks(claim.dispatchId, states) }],
    }
  },
})

function rowsOf(view: View, claim: Claim, tasks: readonly PlanTask[]) {
  const states = readTasks(view, claim.dispatchId)
  return tasks.map((task, index) => ({
    task: index + 1,
    name: task.name ?? `Task ${index + 1}`,
    type: task.type,
    status: states[index + 1] ?? 'open',
  }))
}

export const taskList = query({
  name: 'task.list',
  about: 'The tasks of the plan at work, with what is done',
  args: { claim: CLAIM, plan: PLAN },
  result: record({
    plan: orNull(text()),
    tasks: listOf(record({ task: int(), name: text(), type: text(), status: text() })),
    open: orNull(int()),
  }),
  reads: [...FACT_READS, 'claim', 'other'],
  run({ claim: token, plan }, view) {
    const found = atWork(view, token, plan)
    if ('error' in found) return { result: { plan: null, tasks: [], open: null }, error: found.error }
    const { claim, tasks } = found
    const rows = rowsOf(view, claim, tasks)
    return { result: { plan: claim.unitId, tasks: rows, open: rows.filter(({ status }) => status !== 'done').length } }
  },
})

export const taskRemind = mutation({
  name: 'task.remind',
  about: 'Keep a reminder of the open tasks of the plan at work, for whoever shows it',
  args: {
    claim: CLAIM,
    bucket: { type: 'int', required: true, about: 'Which reminder of this attempt it is: the same one is kept once' },
    delivered: { type: 'text', about: 'Session in which it was shown; then it is not shown again' },
  },
  result: record({
    id: orNull(text()),
    text: orNull(text('What to show; null: nothing is open, or it was shown')),
  }),
  reads: [...FACT_READS, 'claim', 'other'],
  writes: ['other'],
  run({ claim: token, bucket, delivered }, view) {
    const nothing = { id: null, text: null }
    const found = atWork(view, token, undefined)
    if ('error' in found) return { result: nothing, error: found.error }
    const { claim, tasks } = found
    const id = `${claim.dispatchId}:${bucket}`
    const lines = readReminders(view).filter((line) => line.id === id)
    const kept = lines.find((line) => line.kind === 'reminder')
    if (lines.some(({ kind }) => kind === 'delivered')) return { result: nothing }
    const line = (payload: ReminderLine) => ({ kind: 'line', path: REMINDERS_PATH, payload }) as const
    if (delivered !== undefined)
      return {
        result: { id, text: null },
        edits: kept === undefined ? [] : [line({ kind: 'delivered', id, session: delivered })],
      }
    if (kept !== undefined) return { result: { id, text: kept.text } }
    const open = rowsOf(view, claim, tasks).filter(({ status }) => status !== 'done')
    if (open.length === 0) return { result: nothing }
    const words = reminderText(id, claim.unitId, open)
    return { result: { id, text: words }, edits: [line({ kind: 'reminder', id, text: words })] }
  },
})
