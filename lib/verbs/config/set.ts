// config set: one key, and whose word it is where the value weakens what guards the person.
import type { ConfigValue } from '../../artifacts/config/config.js'
import { exampleOf, expectedOf } from '../../artifacts/config/config-check.js'
import { type ConfigKey, canonicalKey, configKey } from '../../artifacts/config/config-keys.js'
import { saidIn, shown, withoutSetting, withSetting } from '../../artifacts/config/settings.js'
import { AGREE } from '../../core/consent.js'
import { inOwnFile, wordOf } from '../../core/project/passed-over.js'
import { agreementDigest, readSettings, type Settings } from '../../core/project/settings.js'
import { agreedTo, isHeld, weakenings, wordForAll } from '../../core/project/weakening.js'
import { agreedBySettings } from '../../core/setting-commands.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { type Json, parsedJson } from '../../std/json.js'
import { same } from '../../std/same.js'
import { any, bool, maybe, mismatches, record, text } from '../../std/shape.js'
import { arg, mutation } from '../verb.js'
import { KEY, unknownKey } from './config.js'

/** The value a person means: JSON where the key takes it, the text itself where it takes text. */
function typedValue(row: ConfigKey, given: string): Json | undefined {
  const candidates = [parsedJson(given) as Json | undefined, given]
  return candidates.find((value) => value !== undefined && mismatches(row.shape, value).length === 0)
}

const refused = (error: ErrorBody, key: string) => ({ result: { updated: false, key, value: null }, error })

export const configSet = mutation('config.set', {
  about: 'Set one setting, or take it back with null',
  args: {
    key: KEY,
    value: arg.word('Value; JSON where the key takes more than text'),
    agree: AGREE,
  },
  result: record({
    updated: bool('The file now says so'),
    key: text('Canonical key'),
    value: any('The value that holds now'),
    previousValue: maybe(any('Effective value before')),
    file: maybe(text('The file that says so')),
    note: maybe(text('Where it does not count')),
  }),
  reads: ['config'],
  writes: ['config'],
  run({ key: given, value: raw, agree }, view) {
    const settings = readSettings(view)
    if (settings.problem !== null) return refused(settings.problem, given)
    const key = canonicalKey(given)
    const row = key === null ? null : configKey(key)
    if (key === null || row === null) return refused(unknownKey(given, 'CONFIG_INVALID_KEY'), given)
    if (row.runtimeState) return refused(runtimeState(key), key)
    const value = raw === 'null' ? null : typedValue(row, raw)
    if (value === undefined) return refused(invalidValue(row, key, raw), key)
    const next = value === null ? withoutSetting(settings.own, key) : withSetting(settings.own, key, value)
    const weaker = weakenings(view, next).filter((found) => found.key === key)
    const word = wordForAll(view, weaker, `gsd-tools config set ${key} ${wordOf(raw)}`, agree)
    if (isHeld(word)) return refused(word, key)
    return {
      ...changed(view, settings, key, {
        value,
        next,
        weakens: weaker.length > 0 || isWeakened(view, settings, key, value),
      }),
      agrees: [...agreedBySettings(view, settings.own, next), ...agreedTo(view.digest, weaker, word)],
      forgets: outdated(view, settings, row, key, value),
    }
  },
})

/** What a person should know who weakens a guard: the file goes with the project, and their word does not. */
const weakerNote = (key: string, value: Json): string =>
  `it counts on this machine because it was said here; a clone passes it over. For every project of yours, a person writes ${inOwnFile(key, value)} into ~/.gsd/config.json`

/** It was agreed to before, and is set once more. */
function isWeakened(view: View, { own }: Settings, key: string, value: Json): boolean {
  const nobody = { custody: { ...view.custody, trusts: () => false }, digest: view.digest }
  return value !== null && weakenings(nobody, withSetting(own, key, value)).some((found) => found.key === key)
}

/** A setting that was changed again is agreed to no more: only what holds now may come back with a pull. */
function outdated(view: View, settings: Settings, row: ConfigKey, key: string, value: Json): readonly string[] {
  const before = saidIn(settings.own.settings, key)
  if (row.guard === null || before === undefined || same(before, value)) return []
  return [agreementDigest(view.digest, row, key, before)]
}

const runtimeState = (key: string): ErrorBody => ({
  code: 'CONFIG_INVALID_KEY',
  message: `"${key}" is state of a running session, kept by the ledger; it is not a setting`,
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

interface Wanted {
  /** null: taken back. */
  readonly value: Json
  readonly next: ConfigValue
  /** It guards less than what holds without it. */
  readonly weakens: boolean
}

function changed(view: View, settings: Settings, key: string, { value, next, weakens }: Wanted) {
  const before = settings.find(key)
  const path = view.at('config.json')
  return {
    result: {
      updated: true,
      key,
      value: value === null ? null : shown({ key, value }),
      ...(before === null || before.value === null ? {} : { previousValue: shown(before) }),
      file: path,
      ...(weakens ? { note: weakerNote(key, value) } : {}),
    },
    edits: [{ kind: 'artifact' as const, artifact: 'config' as const, path, value: next }],
  }
}
