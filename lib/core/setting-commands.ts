// The commands that settings name, and what a change of settings brings into being.
import type { ConfigValue } from '../artifacts/config/config.js'
import { CONFIG_KEYS } from '../artifacts/config/config-keys.js'
import { saidIn } from '../artifacts/config/settings.js'
import type { Agreed } from '../ports.js'
import { readChecks } from './judging/check.js'
import { type Command, commandDigest, shownCommand, shownLine, toldDigest } from './trust.js'
import type { View } from './view.js'

/** `run`: we start it ourselves · `told`: agents are told to run it. */
type Kind = 'run' | 'told'

export interface SettingCommand {
  readonly digest: string
  readonly kind: Kind
  readonly command: string
  readonly path: string
  readonly key: string
}

export function commandsOfSettings(view: View, value: ConfigValue, path: string): readonly SettingCommand[] {
  const read = (key: string) => saidIn(value.settings, key) ?? null
  const told = CONFIG_KEYS.filter((row) => row.told).flatMap(({ key }): readonly SettingCommand[] => {
    const text = read(key)
    return typeof text === 'string'
      ? [{ digest: toldDigest(view.digest, key, text), kind: 'told', command: shownLine(text), path, key }]
      : []
  })
  return [
    ...runs(view, path, 'verification.commands', readChecks(read('verification.commands'), false).checks),
    ...told,
  ]
}

/** What a change of settings through this installation brings into being: the commands that the file did not name before. */
export function agreedBySettings(view: View, before: ConfigValue, after: ConfigValue): readonly Agreed[] {
  const stood = new Set(commandsOfSettings(view, before, '').map(({ digest }) => digest))
  return commandsOfSettings(view, after, '')
    .filter(({ digest }) => !stood.has(digest))
    .map(({ digest, command }) => ({ digest, command, word: 'here' }))
}

export const runs = (view: View, path: string, key: string, commands: readonly Command[]): readonly SettingCommand[] =>
  commands.map((command, index) => ({
    digest: commandDigest(view.digest, command),
    kind: 'run',
    command: shownCommand(command),
    path,
    key: `${key}[${index}]`,
  }))
