// Computes the waves of a phase's plans from `depends_on` alone. Declared waves decide only whether to count from 0 or 1.
import { cycleThrough, levelsOf } from '../../std/graph.js'
import { comparePlanIds, type PhaseId, type PlanId, phaseOfPlan, resolvePlanRef, samePhase, samePlan } from '../ids.js'

export interface WaveInput {
  readonly id: PlanId
  readonly stem: string
  readonly dependsOn: readonly string[]
  /** Why the file cannot be read, so that its dependencies are unknown; else null or absent. */
  readonly unreadable?: string | null
  /** The declared wave. */
  readonly wave: number | null
}

interface PlannedWave {
  readonly id: PlanId
  /** Null if the plan must not run: it is unreadable, or a direct or indirect dependency is unresolved or in a cycle. */
  readonly wave: number | null
  /** Plans of this phase that the plan waits for. */
  readonly dependsOn: readonly PlanId[]
  /** Plans of other phases that the plan waits for. */
  readonly external: readonly PlanId[]
  /** References that name no plan, and the reason if the file cannot be read. */
  readonly unresolved: readonly string[]
}

export interface Waves {
  /** In wave order, then by id; plans without a wave come last. */
  readonly plans: readonly PlannedWave[]
  /** The plans of a dependency cycle in order, or null. */
  readonly cycle: readonly PlanId[] | null
}

export function planWaves(phase: PhaseId, plans: readonly WaveInput[]): Waves {
  const edges = new Map(plans.map((plan) => [plan.id, resolveEdges(phase, plan, plans)]))
  const circles = [...edges.keys()].map((id) => cycleThrough(id, (at) => edges.get(at)?.dependsOn ?? []))
  const cycle = circles.find((circle) => circle !== null) ?? null
  const base = plans.some((plan) => plan.wave === 0) ? 0 : 1
  // An unresolved plan waits for itself, so neither it nor its dependents get a wave.
  const nodes = [...edges].map(([id, { dependsOn, unresolved }]) => {
    return { id, weight: 1, after: unresolved.length > 0 ? [id] : dependsOn }
  })
  const levels = levelsOf(nodes)
  const planned = [...edges].map(([id, edge]): PlannedWave => {
    const level = levels.get(id)
    return { id, wave: level === undefined ? null : base + level - 1, ...edge }
  })
  return { plans: planned.sort(byWave), cycle }
}

const byWave = (a: PlannedWave, b: PlannedWave) =>
  (a.wave ?? Number.MAX_SAFE_INTEGER) - (b.wave ?? Number.MAX_SAFE_INTEGER) || comparePlanIds(a.id, b.id)

const NOTHING = new Set(['', 'none', 'nothing', '[]', 'null', '-'])

function resolveEdges(phase: PhaseId, plan: WaveInput, all: readonly WaveInput[]): Omit<PlannedWave, 'id' | 'wave'> {
  const dependsOn: PlanId[] = []
  const external: PlanId[] = []
  const unresolved: string[] = plan.unreadable == null ? [] : [plan.unreadable]
  for (const raw of plan.dependsOn) {
    const ref = raw.trim()
    if (NOTHING.has(ref.toLowerCase())) continue
    const target = resolveRef(phase, ref, all)
    if (target === null) unresolved.push(ref)
    else if (all.some((other) => other.id === target)) dependsOn.push(target)
    else external.push(target)
  }
  return { dependsOn, external, unresolved }
}

function resolveRef(phase: PhaseId, ref: string, all: readonly WaveInput[]): PlanId | null {
  const exact = all.find((other) => other.stem === ref || `${other.stem}-PLAN.md` === ref)
  if (exact !== undefined) return exact.id
  const id = resolvePlanRef(phase, ref)
  if (id === null) return null
  const own = all.find((other) => samePlan(other.id, id))
  if (own !== undefined) return own.id
  const looksLikePlan = /^\d/.test(id) && id.includes('-')
  return looksLikePlan && !samePhase(phaseOfPlan(id), phase) ? id : null
}
