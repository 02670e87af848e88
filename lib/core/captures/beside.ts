// Work that waits beside the path: thoughts that nobody has sorted, the quick tasks that sorting made of them, and those that failed.
import type { Ledger } from '../history/ledger.js'
import { isSaidUntaught } from '../untaught.js'
import type { View } from '../view.js'
import { unsortedTodos } from './notes.js'

export interface BesideUnit {
  readonly unitType: 'triage-captures' | 'quick'
  readonly unitId: string
}

/** The task that sorting made lies there as its CONTEXT alone; a plan or a summary of it says that somebody took it up. */
const isUntouched = (names: readonly string[]): boolean =>
  names.some((name) => name.endsWith('-CONTEXT.md')) && !names.some((name) => /-(?:PLAN|SUMMARY)\.md$/.test(name))

/** Sorting is one unit for all that waits, called by the first of them: what is captured later is another one. */
export function besideUnits(view: View, unsorted = unsortedTodos(view)): readonly BesideUnit[] {
  const [first] = unsorted
  const folder = view.at('quick')
  const tasks = view
    .list(folder)
    .filter(
      ({ kind, name }) => kind === 'directory' && isUntouched(view.list(`${folder}/${name}`).map((one) => one.name)),
    )
  return [
    ...(first === undefined ? [] : [{ unitType: 'triage-captures' as const, unitId: first.id }]),
    ...tasks.map(({ name }) => ({ unitType: 'quick' as const, unitId: name })),
  ]
}

/** Code of the notice about them. */
export const TASK_FAILED = 'TASK_FAILED'

/** Quick tasks whose last attempt failed, the newest first: what was begun again, finished or cancelled since is none. */
export function failedTasks({ lines }: Ledger): readonly string[] {
  const last = new Map<string, boolean>()
  for (const line of lines)
    if ((line.kind === 'claim' || line.kind === 'outcome') && line.unitType === 'quick') {
      last.delete(line.unitId)
      last.set(line.unitId, line.kind === 'outcome' && line.status === 'failed')
    }
  // A ledger may come from elsewhere: only what is an id is shown in a call.
  return [...last].flatMap(([id, failed]) => (failed && /^[\w-]{1,80}$/.test(id) ? [id] : [])).reverse()
}

/** The phase that was closed last, if no unit has ended since: what it taught may not be kept yet. */
export function closedLast(ledger: Ledger): string | null {
  const last = ledger.lines.findLast(({ kind }) => kind === 'outcome')
  if (last?.kind !== 'outcome' || last.unitType !== 'transition' || last.status !== 'completed') return null
  return !isSaidUntaught(ledger, last.unitId) ? last.unitId : null
}
