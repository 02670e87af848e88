// The settings that switch what runs inside a client. The hook program reads these rows alone; the registry of settings takes them in and says what each does.

interface SwitchRow {
  /** While nothing is set. */
  readonly isOn: boolean
  /** Not null: a project may set it to `safe` alone, because a tree from elsewhere would set it otherwise too. The person's own file does both. */
  readonly guard: { readonly safe: boolean; readonly ownFile?: true } | null
}

const ON: SwitchRow = { isOn: true, guard: null }
const OFF: SwitchRow = { isOn: false, guard: null }
/** What acts on it reads the person's own file and nothing else of theirs. */
const OWN_FILE = { safe: true, ownFile: true } as const
/** On, and no project switches it off. */
const GUARD: SwitchRow = { isOn: true, guard: OWN_FILE }

const ROWS = {
  'hooks.context_warnings': ON,
  'hooks.workflow_guard': OFF,
  'hooks.planning_gate': GUARD,
  'hooks.injection_scanner': GUARD,
  'hooks.secret_guard': GUARD,
  'hooks.worktree_guard': GUARD,
  'hooks.read_guard': ON,
  'hooks.session_start': ON,
  'hooks.update_check': { isOn: false, guard: { safe: false } },
  'hooks.task_reminder': ON,
  'hooks.usage': ON,
  'hooks.community': OFF,
  'graphify.auto_update': OFF,
} as const satisfies Readonly<Record<string, SwitchRow>>

export type SwitchKey = keyof typeof ROWS

export const SWITCHES: Readonly<Record<SwitchKey, SwitchRow>> = ROWS
export const SWITCH_KEYS = Object.keys(ROWS) as readonly SwitchKey[]
