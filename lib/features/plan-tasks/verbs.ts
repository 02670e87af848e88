// task mark, remind: the tasks of the plan that is being carried out.
import type { PlanTask } from '../../artifacts/plan/plan.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { gatherPlans } from '../../core/derivation/plan-facts.js'
import { type Claim, isTaken, readClaims } from '../../core/dispatch/claims.js'
import { parsePlanId, phaseOfPlan, samePlan } from '../../core/ids.js'
import { locatePhase } from '../../core/phases/locate.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { int, listOf, orNull, record, text } from '../../std/shape.js'
import { arg, mutation } from '../../verbs/verb.js'
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

const CLAIM = arg.text('Token of the claim; the only plan at work unless given')
const PLAN = arg.text('Plan, where several are at work', { names: 'plan' })

export const taskMark = mutation('task.mark', {
  about: 'A task of the plan at work is begun, or done; without a number, what is done of all of them',
  args: {
    n: arg.int('Number of the task in its plan, from 1', { positional: true }),
    status: arg.choice(['started', 'done'], 'How far it is', { positional: true }),
    claim: CLAIM,
    plan: PLAN,
  },
  result: record({
    plan: orNull(text()),
    tasks: listOf(record({ task: int(), name: text(), type: text(), status: text('open, started or done') })),
    open: orNull(int('Tasks that are not done')),
  }),
  reads: [...FACT_READS, 'claim', 'other'],
  writes: ['other'],
  onlyLooks: ({ n }) => n === undefined,
  run({ n, status, claim: token, plan }, view) {
    const found = atWork(view, token, plan)
    if ('error' in found) return { result: { plan: null, tasks: [], open: null }, error: found.error }
    const { claim, tasks } = found
    const answer = (states: TaskStates) => {
      const rows = rowsOf(tasks, states)
      return { plan: claim.unitId, tasks: rows, open: rows.filter((row) => row.status !== 'done').length }
    }
    const before = readTasks(view, claim.dispatchId)
    if (n === undefined) return { result: answer(before) }
    const refused = refusalOf(n, status, claim, tasks)
    if (refused !== null) return { result: answer(before), error: refused }
    const states: TaskStates = { ...before, [n]: status as TaskStatus }
    return {
      result: answer(states),
      edits: [{ kind: 'text', path: sessionPath(claim.dispatchId), text: renderTasks(claim.dispatchId, states) }],
    }
  },
})

function refusalOf(n: number, status: string | undefined, { unitId }: Claim, { length }: readonly PlanTask[]) {
  if (n < 1 || n > length)
    return {
      code: 'NOT_FOUND' as const,
      message: `plan ${unitId} has ${length} tasks, none has the number ${n}`,
      fix: 'gsd-tools task mark lists them',
    }
  const message = `expected how far task ${n} is: started or done`
  return status === undefined ? { code: 'USAGE' as const, message, fix: `gsd-tools task mark ${n} done` } : null
}

const rowsOf = (tasks: readonly PlanTask[], states: TaskStates) =>
  tasks.map(({ name, type }, index) => ({
    task: index + 1,
    name: name ?? `Task ${index + 1}`,
    type,
    status: states[index + 1] ?? 'open',
  }))

export const taskRemind = mutation('task.remind', {
  about: 'Keep a reminder of the open tasks of the plan at work, for whoever shows it',
  args: {
    claim: CLAIM,
    bucket: arg.int('Which reminder of this attempt it is: the same one is kept once', { required: true }),
    delivered: arg.text('Session in which it was shown; then it is not shown again'),
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
    const open = rowsOf(tasks, readTasks(view, claim.dispatchId)).filter(({ status }) => status !== 'done')
    if (open.length === 0) return { result: nothing }
    const words = reminderText(id, claim.unitId, open)
    return { result: { id, text: words }, edits: [line({ kind: 'reminder', id, text: words })] }
  },
})
