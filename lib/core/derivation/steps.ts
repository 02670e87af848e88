// The steps of derivation, each with the unit type it offers; null for the two that hold.

export const UNIT_OF_STEP = {
  'no-project': 'new-project',
  'needs-roadmap': 'new-project',
  'between-milestones': 'new-milestone',
  'needs-discussion': 'discuss-phase',
  'needs-research': 'research-phase',
  'needs-plan': 'plan-phase',
  'plan-check': 'check-plan',
  replanning: 'plan-phase',
  executing: 'execute-plan',
  verifying: 'verify-phase',
  'human-uat': 'verify-work',
  'phase-complete': 'transition',
  'milestone-audit': 'audit-milestone',
  'milestone-complete': 'complete-milestone',
  paused: null,
  blocked: null,
} as const

export type Step = keyof typeof UNIT_OF_STEP

export const STEPS = Object.keys(UNIT_OF_STEP) as readonly Step[]

const ON_PATH: ReadonlySet<string | null> = new Set(Object.values(UNIT_OF_STEP))

/** Optional: `next` never offers it, and the path to the milestone does not depend on it. */
export const isOffPath = (unitType: string): boolean => !ON_PATH.has(unitType)
