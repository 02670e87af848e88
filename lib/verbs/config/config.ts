// config get and config list: effective values, defaults included, and the origin of each value.
import { expectedOf } from '../../artifacts/config/config-check.js'
import { CONFIG_KEYS, configKey, knownNames, SERVES } from '../../artifacts/config/config-keys.js'
import { maskedValue, type Setting } from '../../artifacts/config/settings.js'
import { ignoredSetting, readSettings } from '../../core/project/settings.js'
import { arg, verb } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'
import type { Json } from '../../std/json.js'
import { any, bool, int, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'

export const KEY = arg.word('Dotted key, such as workflow.research')

export function unknownKey(key: string, code: 'CONFIG_KEY_NOT_FOUND' | 'CONFIG_INVALID_KEY'): ErrorBody {
  const near = nearest(key, knownNames())
  return {
    code,
    message: `there is no setting "${key}"`,
    fix: near === null ? 'run gsd-tools config list <section>, e.g. workflow' : `did you mean ${near}?`,
  }
}

export const configGet = verb('config.get', {
  about: 'Show the effective value of one setting, the default included',
  args: { key: KEY, origin: arg.flag("Also show the source of the value, and the project's value if it is ignored") },
  result: any('The value, null if unset without a default; with --origin, an object'),
  reads: ['config'],
  needsProject: false,
  run({ view }, { key, origin }) {
    const settings = readSettings(view)
    if (settings.problem !== null) return { result: null, error: settings.problem }
    const found = settings.find(key)
    if (found === null) return { result: null, error: unknownKey(key, 'CONFIG_KEY_NOT_FOUND') }
    if (origin) return { result: { ...found, value: maskedValue(found), ...whyIgnored(found) } }
    return { result: maskedValue(found), absent: found.value === null }
  },
})

const ORIGINS = ['project', 'legacy', 'user', 'default'] as const

export const configList = verb('config.list', {
  about: 'List settings with their effective values and sources',
  args: {
    keys: arg.list('Only these keys and the keys below them, e.g. workflow', { positional: true }),
    chosen: arg.flag('Only settings with a set value'),
  },
  result: record({
    settings: listOf(
      record({
        key: text('Canonical dotted key'),
        value: any('Effective value'),
        origin: oneOf(ORIGINS, 'Source of the value'),
        spelling: orNull(text('Older spelling found in the file')),
        passedOver: maybe(any("The project's value, if it is ignored")),
        why: maybe(text('Why that value is ignored')),
        fix: maybe(text('How to make that value count')),
        takes: maybe(text('Possible values')),
        about: maybe(text('Effect')),
        known: bool('False for an unknown key'),
        serves: orNull(oneOf(SERVES, 'Who uses the setting')),
      }),
    ),
    findings: listOf(
      record({ code: text(), path: text(), line: int(), message: text(), fix: text() }),
      'Invalid values, duplicate spellings and the like',
    ),
  }),
  reads: ['config'],
  needsProject: false,
  run({ view }, { keys, chosen }) {
    const settings = readSettings(view)
    const findings = settings.issues.map(({ code, path, line, message, fix }) => ({ code, path, line, message, fix }))
    if (settings.problem !== null) return { result: { settings: [], findings }, error: settings.problem }
    const isAskedFor = ({ key }: { readonly key: string }) =>
      keys.some((one) => key === one || key.startsWith(`${one}.`))
    const listed = settings.list().filter((one) => one.key !== '$schema' && (keys.length === 0 || isAskedFor(one)))
    // Keys and sections that were asked for are listed even without a value.
    const isUnlisted = ({ key }: Setting) => !key.includes('<') && !listed.some((one) => one.key === key)
    const all = CONFIG_KEYS.map(({ key }): Setting => ({ key, value: null, origin: 'default', spelling: null }))
    const rows = [...listed, ...all.filter((one) => isAskedFor(one) && isUnlisted(one))]
      .filter(({ origin, passedOver }) => !chosen || origin !== 'default' || passedOver !== undefined)
      .map((setting) => ({
        ...setting,
        value: maskedValue(setting),
        ...whyIgnored(setting),
        ...takesOf(setting),
        known: configKey(setting.key) !== null,
        serves: configKey(setting.key)?.serves ?? null,
      }))
    return { result: { settings: rows, findings } }
  },
  pretty: ({ settings }) =>
    settings
      .map(
        ({ key, value, origin, takes, about, why, fix }) =>
          `${key} = ${JSON.stringify(value)}  (${origin}${takes === undefined ? '' : `; ${takes}`})${about === undefined ? '' : `: ${about}`}${why === undefined ? '' : `\n    ${why}\n    ${fix}`}`,
      )
      .join('\n'),
})

function takesOf({ key }: Setting): { readonly takes?: string; readonly about?: string } {
  const row = configKey(key)
  return row === null ? {} : { takes: expectedOf(row), about: row.about }
}

/** Returns the project's value and why it is ignored, if it is. */
function whyIgnored(setting: Setting): { readonly passedOver?: Json; readonly why?: string; readonly fix?: string } {
  const found = ignoredSetting(setting)
  return found === null ? {} : { passedOver: setting.passedOver ?? null, ...found }
}
