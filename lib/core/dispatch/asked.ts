// What a session or a subagent was started on, as far as whoever started it chose. A driver tells its session by variables.

export interface Asked {
  /** In the client's words. */
  readonly model: string
  /** The weight of work it was chosen for; null: it was named, not chosen. */
  readonly tier: string | null
}

/** Set where whoever drives the session wants one unit of it. */
export const ONE_UNIT = 'GSD_ONE_UNIT'
/** When the driver ends the session, in milliseconds of the epoch. */
export const ENDS_AT = 'GSD_ENDS_AT'
const NAMES = { model: 'GSD_ASKED_MODEL', tier: 'GSD_ASKED_TIER' } as const
type Environment = Readonly<Record<string, string | undefined>>

/** For a session that is started now: none of those around its driver stay. */
export const askedVariables = (model: string | null, tier: string | null): Environment => ({
  [NAMES.model]: model ?? undefined,
  [NAMES.tier]: tier ?? undefined,
})

interface Started {
  /** Null: whoever started the session named no model. */
  readonly asked: Asked | null
  /** It does one unit and ends. */
  readonly single: boolean
}

/** What the session was told by whoever started it. */
export function startedWith(env: Environment): Started {
  const { [NAMES.model]: model, [NAMES.tier]: tier } = env
  return { asked: model ? { model, tier: tier || null } : null, single: Boolean(env[ONE_UNIT]) }
}
