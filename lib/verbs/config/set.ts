import { exampleOf, expectedOf } from '../../artifacts/config/config-check.js'
import { type ConfigKey, canonicalKey, configKey } from '../../artifacts/config/config-keys.js'
import { maskedValue, settingsText, withoutSetting, withSetting } from '../../artifacts/config/settings.js'
import { ownFileText, readSettings, type Settings } from '../../core/project/settings.js'
import { agreedBySettings } from '../../core/tree-commands.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { type Json, objectIn, parsedJson } from '../../std/json.js'
import { any, bool, maybe, mismatches, record, text } from '../../std/shape.js'
import { KEY, unknownKey } from './config.js'

/** Returns the value as JSON or as plain text, whichever the key accepts; undefined if neither. */
function typedValue(row: ConfigKey, given: string): Json | undefined {
  const candidates = [parsedJson(given) as Json | undefined, given]
  return candidates.find((value) => value !== undefined && mismatches(row.shape, value).length === 0)
}

const refused = (error: ErrorBody, key: string) => ({ result: { updated: false, key, value: null }, error })

export const configSet = verb('config.set', {
  about: 'Set one setting, or unset it with null',
  args: { key: KEY, value: arg.word('Value; JSON if the key does not take text') },
  result: record({
    updated: bool('The setting was written'),
    key: text('Canonical key'),
    value: any('Effective value now'),
    previousValue: maybe(any('Effective value before')),
    file: maybe(text('The file with the setting')),
  }),
  reads: ['config'],
  writes: ['config'],
  run({ view }, { key: given, value: raw }) {
    const settings = readSettings(view)
    if (settings.problem !== null) return refused(settings.problem, given)
    const key = canonicalKey(given)
    const row = key === null ? null : configKey(key)
    if (key === null || row === null) return refused(unknownKey(given, 'CONFIG_INVALID_KEY'), given)
    if (row.runtimeState) return refused(runtimeState(key), key)
    const value = raw === 'null' ? null : typedValue(row, raw)
    if (value === undefined) return refused(invalidValue(row, key, raw), key)
    if (value !== null && row.guard !== null && value !== row.guard.safe) return refused(personOnly(key, value), key)
    const before = settingsText(view.source(view.at('config.json')))
    const text = value === null ? withoutSetting(before, key) : withSetting(before, key, value)
    const next = { settings: objectIn(text) ?? {}, readable: true }
    return { ...setAnswer(view, settings, key, value, text), agrees: agreedBySettings(view, settings.own, next) }
  },
})

const personOnly = (key: string, value: Json): ErrorBody => ({
  code: 'PERSON_ONLY',
  message: `a project cannot set ${key}, because the setting protects the user from a hostile project; nothing was written`,
  fix: `ask the user to add ${ownFileText(key, value)} to ~/.gsd/config.json, for all of their projects`,
})

const runtimeState = (key: string): ErrorBody => ({
  code: 'CONFIG_INVALID_KEY',
  message: `"${key}" is not a setting but session state, which the ledger records`,
  fix: 'do not set it',
})

function invalidValue(row: ConfigKey, key: string, received: string): ErrorBody {
  const expected = expectedOf(row)
  return {
    code: 'CONFIG_INVALID_VALUE',
    message: `${key} takes ${expected}, but received "${received}"`,
    fix: `run gsd-tools config set ${key} ${exampleOf(row) ?? `<${expected}>`}`,
  }
}

function setAnswer(view: View, settings: Settings, key: string, value: Json, text: string) {
  const before = settings.find(key)
  const path = view.at('config.json')
  const previous = before === null || before.value === null ? {} : { previousValue: maskedValue(before) }
  return {
    result: { updated: true, key, value: value === null ? null : maskedValue({ key, value }), ...previous, file: path },
    edits: [{ kind: 'text' as const, path, text }],
  }
}
