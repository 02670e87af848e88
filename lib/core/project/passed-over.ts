// Project settings that have no effect, and why.
import { configKey } from '../../artifacts/config/config-keys.js'
import { type Setting, shown, shownAt } from '../../artifacts/config/settings.js'
import type { Json } from '../../std/json.js'
import { joined, ours, quotedLabel, type SafeText, say } from '../../std/safe-text.js'
import type { Settings } from './settings.js'

export interface PassedOver {
  readonly key: string
  readonly value: Json
  readonly why: SafeText
  readonly fix: SafeText
}

/** The call that sets it for all of the user's projects. */
export const inOwnFile = (key: string, value: Json): string =>
  JSON.stringify(key.split('.').reduceRight<Json>((inner, part) => ({ [part]: inner }), value))

/** A value as a word of a call. */
const wordOf = (value: string): string => (/^[\w.-]+$/.test(value) ? value : `'${value}'`)

/** A project's value as words of a call, if they can be pasted safely. */
const pasted = (value: Json): SafeText | null => {
  const text = wordOf(JSON.stringify(value))
  return /^(?:[\w.-]+|'[\w\s.,"[\]*/-]+')$/.test(text) && text.length < 200 ? ours(text) : null
}

export function passedOver(setting: Setting): PassedOver | null {
  const { key, passedOver: said } = setting
  const row = configKey(key)
  if (said === undefined || row === null) return null
  const value = shownAt(key, said)
  const [name, quote] = [ours(row.key.includes('<') ? quotedLabel(key) : key), quotedLabel(JSON.stringify(value))]
  const holds = ours(JSON.stringify(shown(setting)))
  const word = pasted(said)
  const own = word === null ? ours('there') : say`as ${ours(inOwnFile(key, said))}`
  return {
    key,
    value,
    why: say`the project sets ${quote}, which a project cannot set: ${holds} applies`,
    fix: joined(
      [
        say`no action needed; to remove this notice: gsd-tools config set ${name} null`,
        say`to set it for all of your projects, add it to ~/.gsd/config.json ${own}`,
      ],
      '; ',
    ),
  }
}

export const passedOverIn = (settings: Settings): readonly PassedOver[] =>
  settings.problem === null ? settings.list().flatMap((setting) => passedOver(setting) ?? []) : []
