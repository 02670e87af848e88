// Models that a person chose for agents, in the clients' own files of agents: written there when they are installed, held against the settings afterwards.
import { config } from '../../artifacts/config/config-codec.js'
import { getSetting, type Setting } from '../../artifacts/config/settings.js'
import type { Rendering } from '../../assets/render.js'
import { AGENT_MODELS, argumentOf, isModelName, type ModelChoice, resolveModel } from '../../core/project/models.js'
import { digestOf, textOf } from '../../install/disk.js'
import { type Installed, physical } from '../../install/installed.js'
import { realDisk } from '../../node/files.js'
import { openPerson } from '../../node/person.js'
import { personalSettings } from '../../node/personal-settings.js'
import { sourceOf } from '../../node/tree.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Runtime } from '../../runtimes/runtime.js'
import type { Scope } from '../../runtimes/terms.js'
import { once } from '../../std/once.js'
import { readToml } from '../../std/toml.js'
import type { IdleSetting } from './project-settings.js'
import type { Place } from './selection.js'
import type { World } from './world.js'

/** What is said about a key where something is installed. */
export type Settings = (key: string) => Setting | null

/** The person's own settings, below those of a project. */
export function settingsAround({ env, cwd }: Pick<World, 'env' | 'cwd'>, project: string | null): Settings {
  const path = `${project}/.planning/config.json`
  const text = project === null ? null : openPerson(env, cwd).read(path)
  const value = text === null ? { settings: {}, readable: true } : config.parse(sourceOf(path, text, null)).value
  const personal = once(() => personalSettings(env).settings)
  return (key) => getSetting(value, key, personal)
}

interface Chosen {
  readonly choice: ModelChoice
  /** The rule that says so; null: nothing but the defaults, of which sessions are told where their client can be. */
  readonly by: ModelChoice['candidates'][number] | null
  /** What the client's file of the agent says; null: nothing. */
  readonly model: string | null
}

/** Null: there is no such agent. */
function chosenFor(row: Runtime, agent: string, settings: Settings): Chosen | null {
  const choice = resolveModel(agent, (key) => settings(key)?.value ?? null, row)
  if (choice === null) return null
  const [rule = null, ...others] = choice.candidates.filter(({ model }) => model !== null)
  const ofProfile = others.find(({ source }) => source === 'runtime') ?? rule
  const isDefault = ofProfile === rule && settings('model_profile')?.origin === 'default'
  const by = rule?.source !== 'profile' ? rule : isDefault ? null : ofProfile
  const isName = by !== null && choice.model !== null && row.agentModel?.(choice.model) === true
  return { choice, by, model: isName ? choice.model : null }
}

/** Agents with the models that were chosen for them. */
export const withModels = (pack: Rendering, row: Runtime, settings: Settings): Rendering => ({
  ...pack,
  agents: pack.agents.map((doc) => ({ ...doc, model: chosenFor(row, doc.name, settings)?.model ?? null })),
})

/** Choices that do not stand in the file of their agent, and that no session can pass either. */
export function unheardModels(places: readonly Place[], world: World, call: (scope: Scope) => string) {
  const project = places.find(({ scope }) => scope === 'local')?.project ?? null
  const here = settingsAround(world, project)
  const found = places.flatMap(({ scope, installed }) => {
    const planned = settingsAround(world, scope === 'local' ? project : null)
    return installed.flatMap((one) =>
      one.manifest.runtimes.flatMap((id) =>
        Object.keys(AGENT_MODELS).flatMap((agent) => {
          const unheard = { row: runtimeOf(id), agent, file: fileOf(agent, id, one), here, planned, call: call(scope) }
          return judged(unheard) ?? []
        }),
      ),
    )
  })
  // One sentence for all agents that a setting is about.
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

interface AgentFile {
  readonly model: string | null
  /** As it was installed. */
  readonly isClean: boolean
  /** No other client reads it. */
  readonly isAlone: boolean
}

/** Null: none is installed. */
function fileOf(agent: string, id: RuntimeId, { manifest, roots }: Installed): AgentFile | null {
  const found = Object.entries(manifest.files).find(
    ([key, { kind, owners }]) => kind === 'agent' && owners.includes(id) && key.includes(`/gsd-${agent}.`),
  )
  const bytes = found === undefined ? null : realDisk.read(physical(realDisk, roots, found[0]))
  if (found === undefined || bytes === null) return null
  const [key, { sha256, owners }] = found
  const model = modelIn(key, textOf(bytes) ?? '')
  return { model, isClean: digestOf(bytes) === sha256, isAlone: owners.length === 1 }
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

interface Judged {
  readonly row: Runtime
  readonly agent: string
  readonly file: AgentFile | null
  readonly here: Settings
  readonly planned: Settings
  readonly call: string
}

function judged({ row, agent, file, here, planned, call }: Judged): IdleSetting | null {
  const chosen = chosenFor(row, agent, here)
  if (!row.abilities.subagents || chosen === null || argumentOf(chosen.choice, row) !== null) return null
  const { by, model: wanted } = chosen
  const has = file?.model ?? null
  if (wanted === null && has !== null && file?.isClean === false) return null
  if (wanted === null && by !== null && isDeaf(chosen, row)) return notTaken(row, by)
  if (wanted === has || file === null) return null
  const key = by?.key ?? `model_overrides.${agent}`
  const says = has === null ? 'no model' : `the model ${has}`
  const why = `${row.title}: the installed file of the agent names ${says}, not ${wanted ?? "the session's"}`
  if (!file.isAlone)
    return { key, why: `${why}: other clients read it too`, fix: 'a session there takes its own model' }
  const isPlanned = (chosenFor(row, agent, planned)?.model ?? null) === wanted
  const ofProject = `write it into ~/.gsd/config.json, then ${call}; or for this project alone: gsd install --local --${row.id}`
  return { key, why, fix: isPlanned ? `${call} writes it` : ofProject }
}

/** The client has no such name. Of whole profiles this is no news. */
const isDeaf = ({ by, choice }: Chosen, { models }: Runtime): boolean =>
  by?.source !== 'profile' && by?.model !== 'inherit' && (choice.model !== null || models === null)

function notTaken({ id, title, agentModel, models }: Runtime, { key, model }: NonNullable<Chosen['by']>): IdleSetting {
  const isClass = isModelName(model ?? '')
  const named = `say in ~/.gsd/config.json what it is called there: model_profile_overrides.${id}.${model}`
  const byHand = 'name it in the installed file of the agent; an update keeps your change (gsd reapply-patches)'
  const fix =
    agentModel === null
      ? byHand
      : isClass && models === null
        ? named
        : `there the agent runs on the model of the session, unless a model that ${title} has is set`
  return { key, why: `${title}: neither a session nor the file of the agent can say ${model} there`, fix }
}
