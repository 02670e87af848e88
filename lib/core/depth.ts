// Chooses the depth of a phase's process: from the roadmap, else from the setting, which may be `auto` (by size). Pure.
import type { Json } from '../std/json.js'
import { type PhaseFacts, type ProjectFacts, settingOf } from './derivation/facts.js'

export const DEPTHS = ['light', 'standard', 'heavy'] as const
type DepthName = (typeof DEPTHS)[number]

export interface Depth {
  readonly name: DepthName
  /** The reason, which quotes nothing from the project. */
  readonly reason: string
}

/** The size of a phase before or after planning. */
interface Measure {
  readonly requirements: number
  readonly criteria: number
  /** Distinct files in its plans; 0 before planning. */
  readonly files: number
}

/** The largest phase that one session can oversee. */
const LIGHT = { requirements: 10, criteria: 10, files: 25 } as const
/** A phase above any of these limits is discussed and researched before planning. */
const HEAVY = { requirements: 25, criteria: 25, files: 80 } as const

export function depthBySize({ requirements, criteria, files }: Measure): Depth {
  const reason = `requirements: ${requirements}, criteria: ${criteria}${files === 0 ? '' : `, files: ${files}`}`
  const exceeds = (limit: Measure) =>
    requirements > limit.requirements || criteria > limit.criteria || files > limit.files
  if (exceeds(HEAVY)) return { name: 'heavy', reason }
  if (exceeds(LIGHT)) return { name: 'standard', reason }
  return { name: 'light', reason }
}

const isDepth = (value: Json): value is DepthName => DEPTHS.some((name) => name === value)

/** Returns the depth at the start of a text, whose rest is the reason; null if the text starts with none. */
export function depthIn(text: string): DepthName | null {
  const word = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
  return isDepth(word) ? word : null
}

/** Returns the phase's depth; null if none is set. Then every stage runs unless its own setting disables it. */
export function depthOf(facts: ProjectFacts, phase: PhaseFacts): Depth | null {
  const inRoadmap = depthIn(phase.section.depth ?? '')
  if (inRoadmap !== null) return { name: inRoadmap, reason: 'set in the roadmap' }
  const setting = settingOf(facts, 'workflow.depth')
  if (isDepth(setting)) return { name: setting, reason: 'set by workflow.depth' }
  return setting === 'auto' ? depthBySize(measureOf(phase)) : null
}

function measureOf({ section, plans }: PhaseFacts): Measure {
  const { requirements, successCriteria } = section
  return {
    requirements: requirements.length,
    criteria: successCriteria.length,
    files: new Set(plans.flatMap(({ plan }) => plan.filesModified)).size,
  }
}

/** Optional stages before execution, and the depths that include them. */
const STAGES = {
  discussion: ['heavy'],
  research: ['heavy'],
  'plan check': ['standard', 'heavy'],
} as const satisfies Readonly<Record<string, readonly DepthName[]>>
type Stage = keyof typeof STAGES

/** Returns why the phase's depth skips a stage, or null. */
export function whySkipped(facts: ProjectFacts, phase: PhaseFacts, stage: Stage): string | null {
  const depth = depthOf(facts, phase)
  return depth === null || (STAGES[stage] as readonly DepthName[]).includes(depth.name)
    ? null
    : `no ${stage} at depth ${depth.name} (${depth.reason})`
}
