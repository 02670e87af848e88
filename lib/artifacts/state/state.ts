export type StateStatus = 'unknown' | 'paused' | 'executing' | 'planning' | 'discussing' | 'verifying' | 'completed'

/** Keys of the front matter, in writing order; those of the progress are whole numbers. */
export const FRONT_KEYS = [
  'gsd_state_version',
  'milestone',
  'milestone_name',
  'current_phase',
  'current_phase_name',
  'current_plan',
  'status',
  'stopped_at',
  'last_updated',
  'last_activity',
  'progress.total_phases',
  'progress.completed_phases',
  'progress.total_plans',
  'progress.completed_plans',
  'progress.percent',
] as const
type FrontKey = (typeof FRONT_KEYS)[number]
type CountKey = Extract<FrontKey, `progress.${string}`>

/** Null if absent, or no whole number. */
export type StateFront = Readonly<Record<Exclude<FrontKey, CountKey>, string | null> & Record<CountKey, number | null>>

/** Body parts with labelled lines, in the value's order. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const

export type StateSection = (typeof SECTION_ORDER)[number]

/** A labelled line of the body. Labels are case-blind. */
export interface StateField {
  readonly section: (typeof SECTION_ORDER)[number]
  readonly label: string
  readonly value: string
}

/** The position shown in STATE.md. Other content is for its readers only. */
export interface StateValue {
  readonly front: StateFront
  /** Fields by section, then in file order. */
  readonly fields: readonly StateField[]
}
