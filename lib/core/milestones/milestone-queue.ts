// The order of open milestones: what the queue and the document say, and whether what they wait for comes first.

import { withoutCode } from '../../artifacts/parts/phase-number.js'
import { phaseKey, phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'

type QueueCode = 'QUEUE_UNKNOWN' | 'QUEUE_CLOSED' | 'QUEUE_TWICE' | 'QUEUE_ORDER' | 'QUEUE_CYCLE'

export interface QueueProblem {
  readonly code: QueueCode
  /** Milestones concerned; of a circle all of them, the first one again at the end. */
  readonly ids: readonly string[]
}

/** Versions of open milestones in document order. */
function openMilestones(value: RoadmapValue): readonly string[] {
  const closed = closedWindows(value)
  return value.windows.flatMap(({ version }, index) => (version === null || closed.has(index) ? [] : [version]))
}

/** Open milestones in the order of work: those of the queue, then the others as the document has them. */
export function queueOf(value: RoadmapValue): readonly string[] {
  const open = openMilestones(value)
  const queued = [...new Set(value.queue)].filter((version) => open.includes(version))
  return [...queued, ...open.filter((version) => !queued.includes(version))]
}

/** Milestones that phases of each open one wait for. */
function waits(value: RoadmapValue): ReadonlyMap<string, ReadonlySet<string>> {
  const open = new Set(openMilestones(value))
  const homes = new Map<string, Set<number>>()
  value.phases.forEach(({ id, window }) => {
    if (window === null) return
    const key = phaseKey(withoutCode(id))
    homes.set(key, (homes.get(key) ?? new Set()).add(window))
  })
  const found = new Map<string, Set<string>>([...open].map((version) => [version, new Set()]))
  for (const { window, dependsOn } of value.phases) {
    const version = window === null ? null : (value.windows[window]?.version ?? null)
    if (version === null || window === null || dependsOn === null) continue
    for (const ref of phaseRefsIn(dependsOn)) {
      const windows = homes.get(phaseKey(withoutCode(ref)))
      // Its own milestone comes first where several have a phase of that number.
      if (windows === undefined || windows.has(window)) continue
      for (const other of windows) {
        const target = value.windows[other]?.version ?? null
        if (target !== null && open.has(target)) found.get(version)?.add(target)
      }
    }
  }
  return found
}

/** What is wrong with working in this order. */
export function queueProblems(value: RoadmapValue, order = queueOf(value)): readonly QueueProblem[] {
  const known = new Set(value.windows.flatMap(({ version }) => version ?? []))
  const open = new Set(openMilestones(value))
  const listed = value.queue
  const needs = waits(value)
  const circle = circleIn(needs)
  return [
    ...listed.filter((version) => !known.has(version)).map((id) => ({ code: 'QUEUE_UNKNOWN' as const, ids: [id] })),
    ...listed
      .filter((version) => known.has(version) && !open.has(version))
      .map((id) => ({ code: 'QUEUE_CLOSED' as const, ids: [id] })),
    ...[...new Set(listed.filter((version, at) => listed.indexOf(version) !== at))].map((id) => ({
      code: 'QUEUE_TWICE' as const,
      ids: [id],
    })),
    ...(circle === null ? outOfOrder(needs, order) : [{ code: 'QUEUE_CYCLE' as const, ids: circle }]),
  ]
}

const outOfOrder = (
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  order: readonly string[],
): readonly QueueProblem[] =>
  order.flatMap((version, at) =>
    [...(needs.get(version) ?? [])]
      .filter((other) => order.indexOf(other) > at)
      .map((other) => ({ code: 'QUEUE_ORDER' as const, ids: [version, other] })),
  )

function circleIn(needs: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const over = new Set<string>()
  const walk = (version: string, path: readonly string[]): readonly string[] | null => {
    const at = path.indexOf(version)
    if (at >= 0) return [...path.slice(at), version]
    if (over.has(version)) return null
    for (const other of needs.get(version) ?? []) {
      const circle = walk(other, [...path, version])
      if (circle !== null) return circle
    }
    over.add(version)
    return null
  }
  for (const version of needs.keys()) {
    const circle = walk(version, [])
    if (circle !== null) return circle
  }
  return null
}

/** The order with one milestone somewhere else; `before` and `after` name another open one. */
export function movedIn(
  order: readonly string[],
  version: string,
  place: { readonly before?: string | undefined; readonly after?: string | undefined; readonly last?: boolean },
): readonly string[] {
  const rest = order.filter((other) => other !== version)
  const at =
    place.before !== undefined
      ? rest.indexOf(place.before)
      : place.after !== undefined
        ? rest.indexOf(place.after) + 1
        : place.last === true
          ? rest.length
          : 0
  return [...rest.slice(0, at), version, ...rest.slice(at)]
}
