// Verbs over config.json as a whole: begin one, set the profile of models, bring old spellings under their names, and where the file lies.
import type { ConfigValue } from '../artifacts/config/config.js'
import { expectedOf } from '../artifacts/config/config-check.js'
import { type ConfigKey, canonicalKey, configKey, isSection, knownNames } from '../artifacts/config/config-keys.js'
import { withSetting } from '../artifacts/config/settings.js'
import { NO_CONFIG } from '../core/derivation/facts.js'
import { AGENT_MODELS, resolveModel } from '../core/project/models.js'
import { readSettings, type Settings } from '../core/project/settings.js'
import { agreedBySettings } from '../core/setting-commands.js'
import type { PackView, PersonView, View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'
import { isJsonObject, type Json, type JsonObject, objectIn } from '../std/json.js'
import { bool, mapOf, maybe, mismatches, oneOf, orNull, record, text } from '../std/shape.js'
import { nearest } from '../std/text.js'
import { callingHost } from '../verbs/models/models.js'
import { arg, mutation, query } from '../verbs/verb.js'

const fileOf = (view: View): string => view.at('config.json')

const editOf = (view: View, value: ConfigValue) => ({
  kind: 'artifact' as const,
  artifact: 'config' as const,
  path: fileOf(view),
  value,
})

export const configPath = query('config.path', {
  about: 'Where the settings of the project lie',
  result: record({
    path: text('Relative to the project root'),
    exists: bool(),
    personal: orNull(text('Absolute; settings of the person that new projects start from')),
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['person'],
  run(_args, view) {
    const home = view.person.variable('GSD_HOME') ?? view.person.home
    const personal = ['config.json', 'defaults.json']
      .map((name) => `${home}/.gsd/${name}`)
      .find((path) => view.person.read(path) !== null)
    return { result: { path: fileOf(view), exists: view.source(fileOf(view)) !== null, personal: personal ?? null } }
  },
})

/** What the person chose for projects to come; state of sessions and names nobody knows stay behind. */
function personalChoices(view: PersonView): JsonObject | ErrorBody {
  const home = view.person.variable('GSD_HOME') ?? view.person.home
  const path = `${home}/.gsd/defaults.json`
  const content = view.person.read(path)
  if (content === null) return {}
  const problem: ErrorBody = {
    code: 'CONFIG_PARSE_FAILED',
    message: `${path} is not a JSON object`,
    fix: `fix ${path}, or move it away`,
  }
  const value = objectIn(content)
  if (value === null) return problem
  const chosen = choicesIn(value)
  const settings = chosen.reduce<ConfigValue>(
    (out, { key, value: choice }) =>
      key !== null && !configKey(key)?.runtimeState && fits(key, choice) ? withSetting(out, key, choice) : out,
    NO_CONFIG,
  )
  return settings.settings
}

interface Choice {
  readonly name: string
  /** Canonical; null where no row knows it. */
  readonly key: string | null
  readonly value: Json
}

/** The single choices of an object of settings, sections opened up. */
function choicesIn(settings: JsonObject, prefix = ''): readonly Choice[] {
  return Object.entries(settings).flatMap(([part, given]) => {
    const name = `${prefix}${part}`
    const key = canonicalKey(name)
    const row = key === null ? null : configKey(key)
    if (isJsonObject(given) && (row === null || isSection(name))) return choicesIn(given, `${name}.`)
    const meant = row?.spellings.find((spelling) => spelling.key === name)?.words?.[String(given)] ?? given
    return [{ name, key, value: meant }]
  })
}

const fits = (key: string, value: Json): boolean =>
  value === null || mismatches((configKey(key) as ConfigKey).shape, value).length === 0

const CREATED = record({
  created: bool(),
  reason: maybe(text('Why not')),
  path: text('Relative to the project root'),
})

const there = (view: View) => ({ result: { created: false, reason: 'already_exists', path: fileOf(view) } })

const refused = (view: View, error: ErrorBody) => ({
  result: { created: false, reason: error.message, path: fileOf(view) },
  error,
})

export const configEnsureSection = mutation('config.ensure-section', {
  about: 'Begin config.json with what the person chose for new projects',
  args: { section: arg.text('Taken and ignored', { positional: true }) },
  result: CREATED,
  reads: ['config'],
  writes: ['config'],
  needs: ['person'],
  run(_args, view) {
    if (view.source(fileOf(view)) !== null) return there(view)
    const settings = personalChoices(view)
    if (isError(settings)) return refused(view, settings)
    return begun(view, { settings, readable: true })
  },
})

const begun = (view: View, value: ConfigValue) => ({
  result: { created: true, path: fileOf(view) },
  edits: [editOf(view, value)],
  agrees: agreedBySettings(view, NO_CONFIG, value),
})

const isError = (value: JsonObject | ErrorBody): value is ErrorBody =>
  typeof (value as ErrorBody).code === 'string' && typeof (value as ErrorBody).fix === 'string'

/** Why an object of choices cannot be taken, or null. */
function wrongChoice(choices: readonly Choice[]): ErrorBody | null {
  for (const { name, key, value } of choices) {
    if (key === null) {
      const near = nearest(name, knownNames())
      return {
        code: 'CONFIG_INVALID_KEY',
        message: `there is no setting "${name}"`,
        fix: near === null ? 'gsd-tools config list shows every key' : `did you mean ${near}?`,
      }
    }
    const row = configKey(key) as ConfigKey
    if (row.runtimeState)
      return { code: 'CONFIG_INVALID_KEY', message: `"${key}" is state of a session, no setting`, fix: 'leave it out' }
    if (!fits(key, value))
      return {
        code: 'CONFIG_INVALID_VALUE',
        message: row.secret
          ? `${key} takes ${expectedOf(row)}`
          : `${key} takes ${expectedOf(row)}; got ${JSON.stringify(value)}`,
        fix: `choose ${expectedOf(row)}`,
      }
  }
  return null
}

export const configNewProject = mutation('config.new-project', {
  about: 'Begin config.json with choices for this project',
  args: {
    choices: arg.text('JSON object of choices, sections allowed', { positional: true }),
  },
  result: CREATED,
  reads: ['config'],
  writes: ['config'],
  needsProject: false,
  needs: ['person'],
  run({ choices = '{}' }, view) {
    const given = objectIn(choices)
    if (given === null)
      return refused(view, {
        code: 'USAGE',
        message: 'the choices are not a JSON object',
        fix: `gsd-tools config new-project '{"mode":"yolo"}'`,
      })
    const wanted = choicesIn(given)
    const wrong = wrongChoice(wanted)
    if (wrong !== null) return refused(view, wrong)
    if (view.source(fileOf(view)) !== null) return there(view)
    const personal = personalChoices(view)
    if (isError(personal)) return refused(view, personal)
    const value = wanted.reduce<ConfigValue>(
      (out, { key, value: choice }) => (choice === null ? out : withSetting(out, key as string, choice)),
      { settings: personal, readable: true },
    )
    return begun(view, value)
  },
})

const PROFILES = ['quality', 'balanced', 'budget', 'adaptive', 'inherit'] as const

export const configSetModelProfile = mutation('config.set-model-profile', {
  about: 'Choose which models agents run on',
  args: { profile: arg.choice(PROFILES, 'Profile', { positional: true, required: true }) },
  result: record({
    updated: bool(),
    profile: oneOf(PROFILES),
    previousProfile: text(),
    agentToModelMap: mapOf(orNull(text('null: the client takes no model for an agent'))),
  }),
  reads: ['config'],
  writes: ['config'],
  needs: ['host', 'pack'],
  run({ profile }, view) {
    const settings = readSettings(view)
    const previousProfile = String(settings.get('model_profile'))
    const chosen = profile as (typeof PROFILES)[number]
    if (settings.problem !== null)
      return {
        result: { updated: false, profile: chosen, previousProfile, agentToModelMap: {} },
        error: settings.problem,
      }
    return {
      result: { updated: true, profile: chosen, previousProfile, agentToModelMap: modelsUnder(chosen, settings, view) },
      edits: [editOf(view, withSetting(settings.own, 'model_profile', chosen))],
    }
  },
})

function modelsUnder(profile: string, settings: Settings, view: PackView): Readonly<Record<string, string | null>> {
  const host = callingHost(view, settings)
  const ask = (key: string): Json => (key === 'model_profile' ? profile : settings.get(key))
  const rows = Object.keys(AGENT_MODELS).map((role): [string, string | null] => [
    `gsd-${role}`,
    resolveModel(role, ask, host)?.model ?? null,
  ])
  return Object.fromEntries(rows)
}
