// Verbs over config.json: effective values with their defaults, changes of one key, and where each value comes from.
import { exampleOf, expectedOf } from '../../artifacts/config/config-check.js'
import { type ConfigKey, canonicalKey, configKey, knownNames, SERVES } from '../../artifacts/config/config-keys.js'
import { shown, withoutSetting, withSetting } from '../../artifacts/config/settings.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import type { Json } from '../../std/json.js'
import { any, bool, int, listOf, maybe, mismatches, oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { mutation, query } from '../verb.js'

function unknownKey(key: string, code: 'CONFIG_KEY_NOT_FOUND' | 'CONFIG_INVALID_KEY'): ErrorBody {
  const near = nearest(key, knownNames())
  return {
    code,
    message: `there is no setting "${key}"`,
    fix: near === null ? 'gsd-tools config list shows every key' : `did you mean ${near}?`,
  }
}

export const configGet = query({
  name: 'config.get',
  about: 'Effective value of one setting, the default included',
  args: { key: { type: 'text', positional: true, required: true, about: 'Dotted key, such as workflow.research' } },
  result: any('The value; null where nothing is set and there is no default'),
  reads: ['config'],
  needsProject: false,
  run({ key }, view) {
    const settings = readSettings(view)
    if (settings.problem !== null) return { result: null, error: settings.problem }
    const found = settings.find(key)
    if (found === null) return { result: null, error: unknownKey(key, 'CONFIG_KEY_NOT_FOUND') }
    return { result: shown(found), absent: found.value === null }
  },
})

const ORIGINS = ['project', 'legacy', 'user', 'default'] as const

export const configList = query({
  name: 'config.list',
  about: 'Settings with their effective values and where each comes from',
  args: {
    section: { type: 'text', positional: true, about: 'Only keys below this one, such as workflow' },
    chosen: { type: 'flag', about: 'Only what somebody set' },
  },
  result: record({
    settings: listOf(
      record({
        key: text('Canonical dotted key'),
        value: any('Effective value'),
        origin: oneOf(ORIGINS, 'Where the value comes from'),
        spelling: orNull(text('Older spelling found in the file')),
        known: bool('False for a key that no registry row knows'),
        serves: orNull(oneOf(SERVES, 'Who acts on it; kept: other tools of the family only')),
      }),
    ),
    findings: listOf(
      record({ code: text(), path: text(), line: int(), message: text(), fix: text() }),
      'Values that do not fit their key, keys in two spellings',
    ),
  }),
  reads: ['config'],
  needsProject: false,
  run({ section, chosen }, view) {
    const settings = readSettings(view)
    const findings = settings.issues.map(({ code, path, line, message, fix }) => ({ code, path, line, message, fix }))
    if (settings.problem !== null) return { result: { settings: [], findings }, error: settings.problem }
    const rows = settings
      .list()
      .filter(({ key }) => section === undefined || key === section || key.startsWith(`${section}.`))
      .filter(({ origin }) => !chosen || origin !== 'default')
      .map((setting) => ({
        ...setting,
        value: shown(setting),
        known: configKey(setting.key) !== null,
        serves: configKey(setting.key)?.serves ?? null,
      }))
    return { result: { settings: rows, findings } }
  },
  pretty: ({ settings }) =>
    settings.map(({ key, value, origin }) => `${key} = ${JSON.stringify(value)}  (${origin})`).join('\n'),
})

/** The value a person means: JSON where the key takes it, the text itself where it takes text. */
function typedValue(row: ConfigKey, given: string): Json | undefined {
  const candidates: Json[] = []
  try {
    candidates.push(JSON.parse(given) as Json)
  } catch {}
  candidates.push(given)
  return candidates.find((value) => mismatches(row.shape, value).length === 0)
}

const refused = (error: ErrorBody, key: string) => ({
  result: { updated: false, key, value: null },
  error,
  edits: [],
})

export const configSet = mutation({
  name: 'config.set',
  about: 'Set one setting, or take it back with null',
  args: {
    key: { type: 'text', positional: true, required: true, about: 'Dotted key, such as workflow.research' },
    value: { type: 'text', positional: true, required: true, about: 'Value; JSON where the key takes more than text' },
  },
  result: record({
    updated: bool('The file now says so'),
    key: text('Canonical key'),
    value: any('The value that holds now'),
    previousValue: maybe(any('Effective value before')),
  }),
  reads: ['config'],
  writes: ['config'],
  run({ key: given, value: raw }, view) {
    const settings = readSettings(view)
    if (settings.problem !== null) return refused(settings.problem, given)
    const key = canonicalKey(given)
    const row = key === null ? null : configKey(key)
    if (key === null || row === null) return refused(unknownKey(given, 'CONFIG_INVALID_KEY'), given)
    if (row.runtimeState) return refused(runtimeState(key), key)
    const value = raw === 'null' ? null : typedValue(row, raw)
    if (value === undefined) return refused(invalidValue(row, key, raw), key)
    return changed(view, settings, key, value)
  },
})

const runtimeState = (key: string): ErrorBody => ({
  code: 'CONFIG_INVALID_KEY',
  message: `"${key}" is state of a running session, kept by the ledger; it is no setting`,
  fix: 'leave it out',
})

function invalidValue(row: ConfigKey, key: string, received: string): ErrorBody {
  const expected = expectedOf(row)
  return {
    code: 'CONFIG_INVALID_VALUE',
    message: row.secret ? `${key} takes ${expected}` : `${key} takes ${expected}; got "${received}"`,
    fix: `gsd-tools config set ${key} ${exampleOf(row) ?? `<${expected}>`}`,
  }
}

function changed(view: View, settings: Settings, key: string, value: Json) {
  const next = value === null ? withoutSetting(settings.own, key) : withSetting(settings.own, key, value)
  const before = settings.find(key)
  return {
    result: {
      updated: true,
      key,
      value: value === null ? null : shown({ key, value }),
      ...(before === null || before.value === null ? {} : { previousValue: shown(before) }),
    },
    edits: [{ kind: 'artifact' as const, artifact: 'config' as const, path: view.at('config.json'), value: next }],
  }
}
