// Which tasks of one attempt at a plan are begun or done. The file outlives the session that began it.
import { RUNTIME_FOLDER } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { isJsonObject, objectIn } from '../../std/json.js'

export type TaskStatus = 'open' | 'started' | 'done'

/** By number of the task. */
export type TaskStates = Readonly<Record<string, TaskStatus>>

export const sessionPath = (dispatchId: string): string =>
  `${RUNTIME_FOLDER}/sessions/${dispatchId.replace(/[^A-Za-z0-9._-]/g, '_')}.json`

/** A torn file counts as none: it holds nothing that is worth a failure. */
export function readTasks(view: View, dispatchId: string): TaskStates {
  const tasks = objectIn(view.source(sessionPath(dispatchId))?.text ?? '')?.['tasks'] ?? null
  const own = isJsonObject(tasks) ? (tasks[dispatchId] ?? null) : null
  return isJsonObject(own) ? (own as TaskStates) : {}
}

export const renderTasks = (dispatchId: string, tasks: TaskStates): string =>
  `${JSON.stringify({ tasks: { [dispatchId]: tasks } }, null, 2)}\n`
