// The counters of one attempt at a plan: which of its tasks are begun or done, and how long no task verb was heard. They outlive the session that began it.
import { RUNTIME_FOLDER } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { isJsonObject, objectIn } from '../../std/json.js'

export type TaskStatus = 'open' | 'started' | 'done'

export interface Session {
  /** By dispatch id, then by number of the task. */
  readonly tasks: Readonly<Record<string, Readonly<Record<string, TaskStatus>>>>
  /** Tool results since the last task verb that succeeded. */
  readonly inactivity: number
  /** Tool results since the last reminder that was committed; null: there was none, so the first waits for no other. */
  readonly cooldown: number | null
}

const NEW: Session = { tasks: {}, inactivity: 0, cooldown: null }

export const sessionPath = (dispatchId: string): string =>
  `${RUNTIME_FOLDER}/sessions/${dispatchId.replace(/[^A-Za-z0-9._-]/g, '_')}.json`

/** A torn file counts as none: it holds nothing that is worth a failure. */
export function readSession(view: View, dispatchId: string): Session {
  const text = view.source(sessionPath(dispatchId))?.text
  if (text == null) return NEW
  const value = objectIn(text)
  return isJsonObject(value?.['tasks'] ?? null) ? { ...NEW, ...(value as unknown as Session) } : NEW
}

/** A task verb succeeded: the reminder waits anew, its cooldown is untouched. */
export const withTask = (session: Session, dispatchId: string, task: number, status: TaskStatus): Session => ({
  ...session,
  tasks: { ...session.tasks, [dispatchId]: { ...session.tasks[dispatchId], [task]: status } },
  inactivity: 0,
})

export const renderSession = (session: Session): string => `${JSON.stringify(session, null, 2)}\n`
