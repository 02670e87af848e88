// Commands in settings, and those that a change of settings introduces.
import type { ConfigValue } from '../artifacts/config/config.js'
import { ownValue } from '../artifacts/config/settings.js'
import type { Agreed } from '../ports.js'
import { readChecks } from './judging/check.js'
import { type Command, commandDigest, shownCommand } from './trust.js'
import type { View } from './view.js'

export interface SettingCommand {
  readonly digest: string
  readonly kind: 'run'
  readonly command: string
  readonly path: string
  readonly key: string
}

export function commandsOfSettings(view: View, value: ConfigValue, path: string): readonly SettingCommand[] {
  const said = ownValue(value.settings, 'verification.commands') ?? null
  return runs(view, path, 'verification.commands', readChecks(said, false).checks)
}

/** Commands that a change through this installation introduces: those the file did not name before. */
export function agreedBySettings(view: View, before: ConfigValue, after: ConfigValue): readonly Agreed[] {
  const stood = new Set(commandsOfSettings(view, before, '').map(({ digest }) => digest))
  return commandsOfSettings(view, after, '')
    .filter(({ digest }) => !stood.has(digest))
    .map(({ digest, command }) => ({ digest, command, by: 'unit' }))
}

export const runs = (view: View, path: string, key: string, commands: readonly Command[]): readonly SettingCommand[] =>
  commands.map((command, index) => ({
    digest: commandDigest(view.digest, command),
    kind: 'run',
    command: shownCommand(command),
    path,
    key: `${key}[${index}]`,
  }))
