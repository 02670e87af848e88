// Reminds of the open tasks of a claimed plan when none was begun or done for long. The reminder is kept before it is said.
import { isLeased } from '../../core/dispatch/lease.js'
import type { CheckAt } from '../../hooks/check.js'
import { CLAIMS, type HookProject } from '../../hooks/surroundings.js'
import type { Holder } from '../../ports.js'
import { FRESH, heard, isDue, reminded, type Ticks, ticked } from './ticks.js'

const SESSIONS = '.planning/.runtime/sessions'

interface AtWork {
  readonly token: string
  readonly dispatchId: string
}

/** The plan this session carries out: the one that was claimed in it, or the only one that was claimed where the client names no session. */
function atWork(project: HookProject, session: string | null, now: number): AtWork | null {
  const claims = project.list(CLAIMS).flatMap((name) => {
    if (!name.startsWith('execute-plan--')) return []
    try {
      const claim = JSON.parse(project.read(`${CLAIMS}/${name}`) ?? '') as Record<string, unknown>
      const { token, dispatchId, leaseUntil, holder } = claim
      if (typeof token !== 'string' || typeof dispatchId !== 'string' || !isLeased(leaseUntil, now)) return []
      return [{ token, dispatchId, session: (holder as Partial<Holder> | undefined)?.session ?? null }]
    } catch {
      return []
    }
  })
  const own = claims.filter((claim) => claim.session !== null && claim.session === session)
  const open = own.length > 0 ? own : claims.filter((claim) => claim.session === null)
  const [only] = open
  return only === undefined || open.length > 1 ? null : only
}

interface Remembered extends Ticks {
  readonly dispatchId: string
  /** What the task verbs wrote last. */
  readonly mark: string
  /** Reminders that were kept. */
  readonly count: number
}

function rememberedOf(value: unknown, dispatchId: string, mark: string): Remembered {
  const found = value as Remembered | undefined
  return found?.dispatchId === dispatchId ? found : { ...FRESH, dispatchId, mark, count: 0 }
}

const taskReminder: CheckAt<'post-tool', 'clock' | 'counter' | 'reminders'> = {
  id: 'task-reminder',
  about: 'Reminds of the open tasks of a plan when none was begun or done for long',
  points: ['post-tool'],
  actions: null,
  setting: 'hooks.task_reminder',
  needsProject: true,
  uses: { clock: true, counter: true, reminders: true },
  run: async ({ session }, { project }, { clock, counter, reminders }) => {
    const work = project === null ? null : atWork(project, session, clock.now())
    if (project === null || work === null) return []
    const mark = project.read(`${SESSIONS}/${work.dispatchId.replace(/[^A-Za-z0-9._-]/g, '_')}.json`) ?? ''
    const before = rememberedOf(counter.value, work.dispatchId, mark)
    const ticks = ticked(before.mark === mark ? before : heard(before))
    const kept = { ...before, ...ticks, mark }
    const count = before.count + 1
    const item = isDue(ticks) ? await reminders?.append(work.token, count) : null
    counter.keep(item == null ? kept : { ...kept, ...reminded(ticks), count })
    return item == null ? [] : [{ kind: 'item', item }]
  },
}

export const checks = [taskReminder] as const
