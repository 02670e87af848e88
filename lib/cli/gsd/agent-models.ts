// Models chosen for agents: written into the clients' agent files on install, compared with the settings later.
import { config } from '../../artifacts/config/config-codec.js'
import { getSetting, type Setting } from '../../artifacts/config/settings.js'
import type { Rendering } from '../../assets/render.js'
import { resolveModel } from '../../core/project/models.js'
import { digestOf, textOf } from '../../install/disk.js'
import { physical } from '../../install/installed.js'
import { realDisk } from '../../node/files.js'
import { ownModels } from '../../node/own-models.js'
import { personalSettings } from '../../node/personal-settings.js'
import { plainText } from '../../node/plain-file.js'
import { sourceOf } from '../../node/tree.js'
import type { ModelTable } from '../../ports.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { SHIPPED_MODELS } from '../../runtimes/models.js'
import type { Runtime } from '../../runtimes/runtime.js'
import type { Scope } from '../../runtimes/terms.js'
import { once } from '../../std/once.js'
import { readToml } from '../../std/toml.js'
import type { IdleSetting } from './project-settings.js'
import type { InstallTarget } from './selection.js'
import type { World } from './world.js'

export interface Settings {
  /** The setting for a key, at the place of the installation. */
  find(key: string): Setting | null
  readonly models: ModelTable
}

/** No model is chosen. */
export const UNSET: Settings = { find: () => null, models: SHIPPED_MODELS }

/** Longer settings are not read. */
const MOST_READ = 16 * 1024 * 1024

/** The user's own settings, overridden by a project's. */
export function settingsAround({ env }: Pick<World, 'env'>, project: string | null): Settings {
  const path = `${project}/.planning/config.json`
  const text = project === null ? null : plainText(path, { most: MOST_READ, follow: true })
  const value = text === null ? { settings: {}, readable: true } : config.parse(sourceOf(path, text, null)).value
  const personal = once(() => personalSettings(env).settings)
  const models = once(() => ownModels(env))
  return {
    find: (key) => getSetting(value, key, personal),
    get models() {
      return models()
    },
  }
}

/** The model in the client's agent file; null if it names none, as with the defaults. */
function chosenFor(row: Runtime, agent: string, { find, models }: Settings): string | null {
  const choice = resolveModel(agent, (key) => find(key)?.value ?? null, { id: row.id, models })
  if (choice === null || choice.model === null) return null
  const isDefault = choice.source === 'profile' && find('model_profile')?.origin === 'default'
  return !isDefault && row.agentModel?.(choice.model) === true ? choice.model : null
}

/** Agents with the models chosen for them. */
export const withModels = (pack: Rendering, row: Runtime, settings: Settings): Rendering => ({
  ...pack,
  agents: pack.agents.map((doc) => ({ ...doc, model: chosenFor(row, doc.name, settings) })),
})

/** Agent files whose model differs from the chosen one, because they are older. `call` reinstalls them. */
export function staleModels(
  places: readonly InstallTarget[],
  world: World,
  call: (scope: Scope) => string,
): readonly IdleSetting[] {
  return places.flatMap(({ scope, project, installed }) => {
    const settings = settingsAround(world, scope === 'local' ? project : null)
    if (installed === null) return []
    const { manifest, roots } = installed
    return Object.entries(manifest.files).flatMap(([key, { kind, owners, sha256 }]): readonly IdleSetting[] => {
      const agent = /\/gsd-([\w-]+)\.\w+$/.exec(key)?.[1]
      const [id, ...others] = owners
      const bytes = kind === 'agent' ? realDisk.read(physical(realDisk, roots, key)) : null
      // A file shared with other clients has no model of its own, and an edited one is the user's.
      if (agent === undefined || id === undefined || others.length > 0) return []
      if (bytes === null || digestOf(bytes) !== sha256) return []
      const row = runtimeOf(id as RuntimeId)
      const wanted = chosenFor(row, agent, settings)
      const has = modelIn(key, textOf(bytes) ?? '')
      if (wanted === has) return []
      const says = has === null ? 'no model' : `the model ${has}`
      const why = `${row.title}: the installed file of the agent names ${says}, not ${wanted ?? "the session's"}`
      return [{ key: `model_overrides.gsd-${agent}`, why, fix: `to write it: ${call(scope)}` }]
    })
  })
}

function modelIn(path: string, text: string): string | null {
  if (path.endsWith('.toml')) {
    const read = readToml(text)
    return 'value' in read && typeof read.value['model'] === 'string' ? read.value['model'] : null
  }
  const [head = ''] = text.slice(4).split('\n---')
  const line = head.split('\n').find((each) => each.startsWith('model:'))
  return line?.slice('model:'.length).trim().replaceAll('"', '') ?? null
}
