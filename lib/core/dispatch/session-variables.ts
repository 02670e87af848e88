// The model and limits set for a session or subagent. Drivers pass them as environment variables.

export interface RequestedModel {
  /** The client's name for it. */
  readonly model: string
  /** The tier it was chosen for; null if the model was named directly. */
  readonly tier: string | null
}

/** Set if the driver wants one unit per session. */
export const ONE_UNIT = 'GSD_ONE_UNIT'
/** When the driver ends the session, in epoch milliseconds. */
export const ENDS_AT = 'GSD_ENDS_AT'
const NAMES = { model: 'GSD_ASKED_MODEL', tier: 'GSD_ASKED_TIER' } as const
type Environment = Readonly<Record<string, string | undefined>>

/** Overrides every variable that the driver itself inherited. */
export const modelVariables = (model: string | null, tier: string | null): Environment => ({
  [NAMES.model]: model ?? undefined,
  [NAMES.tier]: tier ?? undefined,
})

interface Started {
  /** Null if no model was named. */
  readonly requestedModel: RequestedModel | null
  /** Do one unit, then end. */
  readonly single: boolean
}

export function startedWith(env: Environment): Started {
  const { [NAMES.model]: model, [NAMES.tier]: tier } = env
  return { requestedModel: model ? { model, tier: tier || null } : null, single: Boolean(env[ONE_UNIT]) }
}
