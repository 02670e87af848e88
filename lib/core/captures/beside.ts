// Work that waits beside the path: thoughts that nobody has sorted, and the quick tasks that sorting made of them.
import type { UnitTypeId } from '../dispatch/units.js'
import type { View } from '../view.js'
import { unsortedCaptures } from './captures.js'

export interface BesideUnit {
  readonly unitType: Extract<UnitTypeId, 'triage-captures' | 'quick'>
  readonly unitId: string
}

/** The task that sorting made lies there as its CONTEXT alone; a plan or a summary of it says that somebody took it up. */
const isUntouched = (names: readonly string[]): boolean =>
  names.some((name) => name.endsWith('-CONTEXT.md')) && !names.some((name) => /-(?:PLAN|SUMMARY)\.md$/.test(name))

/** Sorting is one unit for all that waits, called by the first of them: what is captured later is another one. */
export function besideUnits(view: View, unsorted = unsortedCaptures(view)): readonly BesideUnit[] {
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
