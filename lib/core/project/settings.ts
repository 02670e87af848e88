// The settings of a planning base. The workstream's file overrides the root's, which overrides the user's own settings.
import { settingErrors } from '../../artifacts/config/config-check.js'
import { configKey } from '../../artifacts/config/config-keys.js'
import {
  type ConfigValue,
  getSetting,
  listSettings,
  mergeSettings,
  type Setting,
} from '../../artifacts/config/settings.js'
import type { ErrorBody, Issue } from '../../errors.js'
import { type Json, nested } from '../../std/json.js'
import { once, withLater } from '../../std/once.js'
import type { View } from '../view.js'

export interface Settings {
  /** The root's and the planning base's files merged, without defaults (see `getSetting`). */
  readonly value: ConfigValue
  /** Only this planning base's file; changes are written to it. */
  readonly own: ConfigValue
  /** The effective value of a key in any spelling; null without a value and default. */
  get(key: string): Json
  /** The value of a key with its source; null if the key is unknown. */
  find(key: string): Setting | null
  /** Every key that is set or has a default. */
  list(): readonly Setting[]
  /** Why the settings are unreliable (a file does not parse), or null. */
  readonly problem: ErrorBody | null
  /** Invalid values, duplicate spellings and the like. */
  readonly issues: readonly Issue[]
  /** Only the errors among the issues; faster to find. */
  readonly errors: readonly Issue[]
}

/** Reads `config.json` of the planning base and of the root. The verb must declare that it reads `config`. */
export function readSettings(view: View): Settings {
  const files = configPaths(view).flatMap((path) => view.parse('config', path) ?? [])
  const value = files
    .map((file) => file.value)
    .reduce(
      (lower, higher) => ({
        settings: mergeSettings(lower.settings, higher.settings),
        readable: lower.readable && higher.readable,
      }),
      NONE,
    )
  const issues = once(() => files.flatMap((file) => file.issues))
  const personal = () => view.caller.personal.settings
  const now = {
    value,
    own: view.parse('config', view.at('config.json'))?.value ?? NONE,
    get: (key: string) => getSetting(value, key, personal)?.value ?? null,
    find: (key: string) => getSetting(value, key, personal),
    list: () => listSettings(value, personal),
  }
  const errors = once(() =>
    value.readable
      ? configPaths(view).flatMap((path) => errorsIn(view, path))
      : issues().filter(({ severity }) => severity === 'error'),
  )
  const problem = () => (value.readable ? view.caller.personal.problem : problemOf(errors()[0] as Issue))
  return withLater(now, { issues, errors, problem })
}

const NONE: ConfigValue = { settings: {}, readable: true }

/** Returns the root's settings file, then the planning base's file, which overrides it. */
export const configPaths = (view: View): readonly string[] => [
  ...new Set(['.planning/config.json', view.at('config.json')]),
]

function errorsIn(view: View, path: string): readonly Issue[] {
  const [source, parsed] = [view.source(path), view.parse('config', path)]
  return source === null || parsed === null ? [] : settingErrors(source, parsed.value.settings)
}

const problemOf = ({ path, line, column, message, fix }: Issue): ErrorBody => ({
  code: 'CONFIG_PARSE_FAILED',
  message: `${path}:${line}:${column}: ${message}`,
  fix,
})

/** Returns the JSON that sets the key for all of the user's projects. */
export const ownFileText = (key: string, value: Json): string => JSON.stringify(nested(key.split('.'), value))

/** Returns why the project's value of a guarded key is ignored, and what to do; null if no value is ignored. */
export function ignoredSetting({
  key,
  value,
  passedOver: projectValue,
}: Setting): { readonly why: string; readonly fix: string } | null {
  if (projectValue === undefined || !configKey(key)?.guard) return null
  const theirs = typeof projectValue === 'boolean' ? String(projectValue) : 'another value'
  return {
    why: `the project sets ${theirs}, which a project cannot set: ${value} applies`,
    fix: `no action needed; to remove this notice: gsd-tools config set ${key} null; to set it for all of your projects, add it to ~/.gsd/config.json as ${ownFileText(key, !value)}`,
  }
}
