// The settings that hold for a planning base: the root's file with the workstream's own laid over it, above what the person wants everywhere.
import type { ConfigValue } from '../../artifacts/config/config.js'
import { getSetting, listSettings, mergeSettings, type Setting } from '../../artifacts/config/settings.js'
import type { ErrorBody, Issue } from '../../errors.js'
import type { Json } from '../../std/json.js'
import { once } from '../../std/once.js'
import type { View } from '../view.js'

export interface Settings {
  /** Both files as one value; what the registry's defaults add is answered by `getSetting`. */
  readonly value: ConfigValue
  /** The file of this planning base alone: what a change is made to. */
  readonly own: ConfigValue
  /** The effective value of a key in any spelling; null where nothing is set and there is no default. */
  get(key: string): Json
  /** The same with where it comes from; null for a key that neither the registry nor a file knows. */
  find(key: string): Setting | null
  /** Every key that is set or has a default. */
  list(): readonly Setting[]
  /** Why the answers must not be trusted: a file that is there and does not parse. */
  readonly problem: ErrorBody | null
  /** Values that do not fit their key, double spellings and the like. */
  readonly issues: readonly Issue[]
}

const ABSENT = { value: { settings: {}, readable: true }, issues: [] } as const

/** Reads `config.json` of the planning base and of the root. The verb must declare that it reads `config`. */
export function readSettings(view: View): Settings {
  const path = view.at('config.json')
  const said = view.parse('config', path) ?? ABSENT
  const root = path === '.planning/config.json' ? ABSENT : (view.parse('config', '.planning/config.json') ?? ABSENT)
  const value: ConfigValue = {
    settings: mergeSettings(root.value.settings, said.value.settings),
    readable: root.value.readable && said.value.readable,
  }
  const issues = once(() => [...root.issues, ...said.issues])
  const personal = () => view.caller.personal.settings
  return {
    value,
    own: said.value,
    get: (key) => getSetting(value, key, personal)?.value ?? null,
    find: (key) => getSetting(value, key, personal),
    list: () => listSettings(value, personal),
    problem: value.readable ? view.caller.personal.problem : problemOf(issues()),
    get issues() {
      return issues()
    },
  }
}

function problemOf(issues: readonly Issue[]): ErrorBody {
  const issue = issues.find(({ severity }) => severity === 'error')
  const at = issue === undefined ? 'config.json' : `${issue.path}:${issue.line}:${issue.column}`
  return {
    code: 'CONFIG_PARSE_FAILED',
    message: `${at}: ${issue?.message ?? 'it is not a JSON object'}`,
    fix: issue?.fix ?? 'fix config.json, then call again',
  }
}
