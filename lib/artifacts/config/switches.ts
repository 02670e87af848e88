// Settings that switch hooks on or off. The hook program reads only these rows; the registry adds the descriptions.

interface SwitchRow {
  readonly isOn: boolean
  /** If not null, a guard against hostile trees: a project may set it only to `safe`, the user to either value. */
  readonly guard: { readonly safe: boolean } | null
}

const ON: SwitchRow = { isOn: true, guard: null }
/** On by default; a project cannot switch it off. */
const GUARD: SwitchRow = { isOn: true, guard: { safe: true } }

export const SWITCHES = {
  'hooks.context_warnings': ON,
  'hooks.planning_gate': ON,
  'hooks.injection_scanner': GUARD,
  'hooks.secret_guard': GUARD,
  'hooks.worktree_guard': GUARD,
  'hooks.rules': ON,
  'hooks.usage': ON,
} as const satisfies Readonly<Record<string, SwitchRow>>

export type SwitchKey = keyof typeof SWITCHES
export const SWITCH_KEYS = Object.keys(SWITCHES) as readonly SwitchKey[]
