// Finds the models chosen for agents. An installation writes them into the clients' agent files.
import { config } from '../../artifacts/config/config-check.js'
import { getSetting, type Setting } from '../../artifacts/config/settings.js'
import type { Rendering } from '../../assets/render.js'
import { resolveModel } from '../../core/project/models.js'
import { plainText } from '../../node/disk.js'
import { ownModels, personalSettings } from '../../node/personal-settings.js'
import { sourceOf } from '../../node/tree.js'
import type { ModelTable } from '../../ports.js'
import type { Runtime } from '../../runtimes/runtime.js'
import { once, withLater } from '../../std/once.js'
import type { World } from './world.js'

export interface Settings {
  /** Returns a setting, as it applies where the pack is installed. */
  find(key: string): Setting | null
  readonly models: ModelTable
}

const MAX_READ = 16 * 1024 * 1024

/** Returns the user's own settings, overridden by the project's. */
export function settingsAround({ env }: Pick<World, 'env'>, project: string | null): Settings {
  const path = `${project}/.planning/config.json`
  const text = project === null ? null : plainText(path, { maxBytes: MAX_READ, follow: true })
  const value = text === null ? { settings: {}, readable: true } : config.parse(sourceOf(path, text, null)).value
  const personal = once(() => personalSettings(env).settings)
  const find = (key: string) => getSetting(value, key, personal)
  return withLater({ find }, { models: () => ownModels(env) })
}

/** Returns the model to name in the client's agent file; null if none is chosen, or if the client takes no such name. */
function chosenModel(row: Runtime, agent: string, { find, models }: Settings): string | null {
  const choice = resolveModel(agent, (key) => find(key)?.value ?? null, { id: row.id, models })
  if (choice === null || choice.model === null) return null
  const isDefault = choice.source === 'profile' && find('model_profile')?.origin === 'default'
  return !isDefault && row.agentModel?.(choice.model) === true ? choice.model : null
}

export const withModels = (pack: Rendering, row: Runtime, settings: Settings): Rendering => ({
  ...pack,
  agents: pack.agents.map((doc) => ({ ...doc, model: chosenModel(row, doc.name, settings) })),
})
