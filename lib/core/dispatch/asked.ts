// What a session or a subagent was started on, as far as whoever started it chose. A driver tells its session by variables.

export interface Asked {
  /** In the client's words. */
  readonly model: string
  /** The weight of work it was chosen for; null: it was named, not chosen. */
  readonly tier: string | null
}

const NAMES = { model: 'GSD_ASKED_MODEL', tier: 'GSD_ASKED_TIER' } as const
type Environment = Readonly<Record<string, string | undefined>>

/** For a session that is started now: none of those around its driver stay. */
export const askedVariables = (model: string | null, tier: string | null): Environment => ({
  [NAMES.model]: model ?? undefined,
  [NAMES.tier]: tier ?? undefined,
})

/** Null: whoever started the session named no model. */
export function askedIn(env: Environment): Asked | null {
  const { [NAMES.model]: model, [NAMES.tier]: tier } = env
  return model ? { model, tier: tier || null } : null
}
