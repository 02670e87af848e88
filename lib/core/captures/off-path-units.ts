// Work that waits beside the path: unsorted captures, the quick tasks made from them, and failed quick tasks.
import type { Ledger } from '../history/ledger.js'
import type { View } from '../view.js'
import { unsortedTodos } from './notes.js'

export interface OffPathUnit {
  readonly unitType: 'triage-captures' | 'quick'
  readonly unitId: string
}

/** A new task has only its CONTEXT; a plan or summary shows that it was begun. */
const isUntouched = (names: readonly string[]): boolean =>
  names.some((name) => name.endsWith('-CONTEXT.md')) && !names.some((name) => /-(?:PLAN|SUMMARY)\.md$/.test(name))

/** All waiting captures share a triage unit, named after the first; later captures get another. */
export function offPathUnits(view: View, unsorted = unsortedTodos(view)): readonly OffPathUnit[] {
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

/** Quick tasks whose last attempt failed, newest first; resumed, finished and cancelled ones are left out. */
export function failedTasks({ lines }: Ledger): readonly string[] {
  const last = new Map<string, boolean>()
  for (const line of lines)
    if ((line.kind === 'claim' || line.kind === 'outcome') && line.unitType === 'quick') {
      last.delete(line.unitId)
      last.set(line.unitId, line.kind === 'outcome' && line.status === 'failed')
    }
  // A ledger may come from elsewhere: only valid ids become part of a command.
  return [...last].flatMap(([id, failed]) => (failed && /^[\w-]{1,80}$/.test(id) ? [id] : [])).reverse()
}
