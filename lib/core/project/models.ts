// Knows models (a table of prices, context sizes, tiers and clients), and chooses an agent's model by the settings.
import type { Host, Model, ModelTable } from '../../ports.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'

export const TIERS = ['light', 'standard', 'heavy'] as const
export type Tier = (typeof TIERS)[number]

/** Removes the provider prefix and the date or context suffix of a name (`provider/name-20251101`, `name[1m]`). */
const plainModel = (model: string): string =>
  (model.toLowerCase().split('/').at(-1) as string)
    .replace(/\[.*\]$/, '')
    .replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')

export function modelNamed(name: string | null, { models }: ModelTable): Model | null {
  if (name === null) return null
  return models.find((one) => one.name === name) ?? models.find((one) => one.name === plainModel(name)) ?? null
}

const priceOf = ({ price }: Model): number => (price === null ? Number.POSITIVE_INFINITY : price.input + price.output)

/** Returns a client's models of this tier or a larger one, cheapest first; at equal prices, the smaller tier first. */
export function modelsFor(client: string, tier: Tier, { models }: ModelTable): readonly Model[] {
  const rank = (model: Model): number => (model.tier === null ? -1 : TIERS.indexOf(model.tier))
  const found = models.filter((one) => one.clients.includes(client) && rank(one) >= TIERS.indexOf(tier))
  return found.sort((a, b) => (priceOf(a) === priceOf(b) ? rank(a) - rank(b) : priceOf(a) - priceOf(b)))
}

const EXPECTED_FORM = 'expected {"as_of": "…", "models": {"<name>": {"input": …, "cached": …, "output": …, "tier": …}}}'

/** Returns the table with the user's file merged by field, or why the file is invalid. */
export function tableWith(own: unknown, others: ModelTable): ModelTable | string {
  const ownModels = isJsonObject(own) ? own['models'] : null
  if (!isJsonObject(own) || !isJsonObject(ownModels)) return EXPECTED_FORM
  const models = new Map(others.models.map((one) => [one.name, one]))
  for (const [name, given] of Object.entries(ownModels)) {
    const known = models.get(name) ?? { name, tier: null, price: null, window: null, clients: [] }
    const model = isJsonObject(given) ? modelIn(given, known) : 'expected an object'
    if (typeof model === 'string') return `models.${name}: ${model}`
    models.set(name, model)
  }
  const asOf = typeof own['as_of'] === 'string' ? own['as_of'] : others.asOf
  return { asOf, models: [...models.values()] }
}

const PRICE = ['input', 'cached', 'output'] as const
const isAmount = (value: Json | undefined): value is number => typeof value === 'number' && value >= 0

function modelIn(given: JsonObject, known: Model): Model | string {
  const { tier = known.tier, window = known.window, clients = known.clients } = given
  const priced = PRICE.filter((field) => given[field] !== undefined)
  if (priced.length > 0 && !PRICE.every((field) => isAmount(given[field])))
    return 'expected "input", "cached" and "output" together, dollars for a million tokens'
  if (tier !== null && !(TIERS as readonly unknown[]).includes(tier)) return `"tier" is one of ${TIERS.join(', ')}`
  if (window !== null && !isAmount(window)) return '"window" is a number of tokens'
  if (!Array.isArray(clients) || clients.some((one) => typeof one !== 'string')) return '"clients" is a list of clients'
  const price = priced.length === 0 ? known.price : (Object.fromEntries(PRICE.map((k) => [k, given[k]])) as unknown)
  return { ...known, tier, window, clients, price } as Model
}

/** Model classes in settings, with the tier each is for. */
const CLASSES = { opus: 'heavy', sonnet: 'standard', haiku: 'light' } as const satisfies Record<string, Tier>
type ModelName = keyof typeof CLASSES
type AgentType = 'planning' | 'discuss' | 'research' | 'execution' | 'verification' | 'completion'

export interface AgentModels {
  /** For each of `PROFILES`, a letter of `LETTERS`. */
  readonly models: string
  readonly tier: Tier
  readonly type: AgentType
}

const PROFILES = ['quality', 'balanced', 'budget']
const LETTERS: Readonly<Record<string, ModelName>> = { o: 'opus', s: 'sonnet', h: 'haiku' }

export const modelRow = (models: string, tier: Tier, type: AgentType): AgentModels => ({ models, tier, type })

/** Every agent by role: models for quality, balanced and budget, tier, kind of work. */
export const AGENT_MODELS: Readonly<Record<string, AgentModels>> = {
  planner: modelRow('oos', 'heavy', 'planning'),
  roadmapper: modelRow('oss', 'heavy', 'planning'),
  executor: modelRow('oss', 'standard', 'execution'),
  'phase-researcher': modelRow('osh', 'standard', 'research'),
  'project-researcher': modelRow('osh', 'standard', 'research'),
  'research-synthesizer': modelRow('ssh', 'light', 'research'),
  'plan-checker': modelRow('ssh', 'light', 'verification'),
  verifier: modelRow('ssh', 'standard', 'verification'),
  'pattern-mapper': modelRow('ssh', 'light', 'planning'),
  debugger: modelRow('oss', 'heavy', 'execution'),
  'code-reviewer': modelRow('oss', 'standard', 'verification'),
  'codebase-mapper': modelRow('shh', 'light', 'research'),
  'integration-checker': modelRow('ssh', 'light', 'verification'),
  'nyquist-auditor': modelRow('ssh', 'light', 'verification'),
  'security-auditor': modelRow('oss', 'heavy', 'verification'),
  'code-fixer': modelRow('oss', 'standard', 'execution'),
  'assumptions-analyzer': modelRow('oss', 'heavy', 'discuss'),
  'advisor-researcher': modelRow('osh', 'standard', 'research'),
  'ui-researcher': modelRow('osh', 'standard', 'research'),
  'ui-checker': modelRow('ssh', 'light', 'verification'),
  'ui-auditor': modelRow('ssh', 'light', 'verification'),
  'ai-researcher': modelRow('osh', 'standard', 'research'),
  'eval-auditor': modelRow('osh', 'standard', 'verification'),
  'doc-writer': modelRow('osh', 'standard', 'execution'),
  'doc-verifier': modelRow('ssh', 'light', 'verification'),
  'doc-classifier': modelRow('shh', 'light', 'research'),
  'doc-synthesizer': modelRow('osh', 'standard', 'research'),
  'intel-updater': modelRow('osh', 'light', 'research'),
  'user-profiler': modelRow('oss', 'heavy', 'research'),
  'memory-curator': modelRow('ssh', 'light', 'research'),
}

const CLASS_OF_TIER: Readonly<Record<Tier, ModelName>> = { heavy: 'opus', standard: 'sonnet', light: 'haiku' }

/** Where a model's name can come from. `runtime`: a setting names the client's own model, or none is passed. */
export const MODEL_SOURCES = ['model_overrides', 'dynamic_routing', 'models', 'profile', 'runtime'] as const
type ModelSource = (typeof MODEL_SOURCES)[number]

export interface ModelChoice {
  /** The model to pass to the client; null to pass none and use the session's. */
  readonly model: string | null
  readonly source: ModelSource
  readonly tier: Tier
  /** Other models of the same tier, cheapest first. */
  readonly others: readonly string[]
  readonly reason: string | null
}

/** The client that starts the agent, and all known models. */
export interface RuntimeModels extends Pick<Host, 'id'> {
  readonly models: ModelTable
}

export type Ask = (key: string) => Json

/** Returns the tier of an attempt (from 1). With dynamic routing, each failure raises the tier by one, within the settings. */
export function tierOf(tier: Tier, attempt: number, ask: Ask): Tier {
  if (attempt < 2 || ask('dynamic_routing.enabled') !== true) return tier
  if (ask('dynamic_routing.escalate_on_failure') !== true) return tier
  const max = ask('dynamic_routing.max_escalations')
  const steps = Math.min(attempt - 1, typeof max === 'number' ? max : 0)
  return TIERS[Math.min(TIERS.indexOf(tier) + steps, TIERS.length - 1)] as Tier
}

const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

/** Setting that lets the agent run on its session's model, so that no model is passed. */
const INHERIT = 'inherit'

/** Returns the first source with an answer, in the order of `MODEL_SOURCES`, and the model or class. */
function configuredModel(role: string, agent: AgentModels, tier: Tier, ask: Ask): readonly [ModelSource, string] {
  const text = (key: string): string | null => textOrNull(ask(key))
  const own = text(`model_overrides.${role}`) ?? text(`model_overrides.gsd-${role}`)
  if (own !== null) return ['model_overrides', own]
  if (ask('dynamic_routing.enabled') === true)
    return ['dynamic_routing', text(`dynamic_routing.tier_models.${tier}`) ?? CLASS_OF_TIER[tier]]
  const ofType = text(`models.${agent.type}`)
  return ofType === null ? ['profile', byProfile(agent, tier, String(ask('model_profile')))] : ['models', ofType]
}

function byProfile(agent: AgentModels, tier: Tier, profile: string): string {
  if (profile === INHERIT) return INHERIT
  if (profile === 'adaptive') return CLASS_OF_TIER[tier]
  const letter = agent.models[PROFILES.indexOf(profile)] ?? agent.models[PROFILES.indexOf('balanced')]
  return LETTERS[letter as string] as ModelName
}

const isModelName = (name: string): name is ModelName => Object.hasOwn(CLASSES, name)

/** Returns the model of an agent; null if the agent's role is unknown. */
export function resolveModel(agentName: string, ask: Ask, runtime: RuntimeModels): ModelChoice | null {
  const role = agentName.trim().replace(/^gsd-/, '')
  const agent = Object.hasOwn(AGENT_MODELS, role) ? AGENT_MODELS[role] : undefined
  return agent === undefined ? null : chooseModel(role, agent, agent.tier, ask, runtime)
}

/** Returns the model argument for starting the agent; null if there is no model, or the client does not accept it. */
export const argumentOf = (choice: ModelChoice | null, { callModels }: Pick<Host, 'callModels'>): string | null =>
  callModels.find((name) => name === choice?.model) ?? null

/** Chooses the model for a tier. `role`: the role whose settings count. */
export function chooseModel(
  role: string,
  agent: AgentModels,
  tier: Tier,
  ask: Ask,
  runtime: RuntimeModels,
): ModelChoice {
  const [source, name] = configuredModel(role, agent, tier, ask)
  const key = `model_profile_overrides.${runtime.id}.${name}`
  const mapped = isModelName(name) ? ask(key) : null
  const named = textOrNull(mapped) ?? (isJsonObject(mapped) ? textOrNull(mapped['model']) : null)
  const none = (reason: string, from: ModelSource = 'runtime') =>
    ({ model: null, source: from, tier, others: [], reason }) as const
  if (name === INHERIT || named === INHERIT) return none("the agent uses the session's model", source)
  if (named !== null) return { model: named, source: 'runtime', tier, others: [], reason: null }
  if (!isModelName(name)) return { model: name, source, tier, others: [], reason: null }
  if (ask('resolve_model_ids') === 'omit') return none('resolve_model_ids is "omit": no model is passed')
  const [cheapest, ...rest] = modelsFor(runtime.id, CLASSES[name], runtime.models)
  if (cheapest === undefined)
    return none(`no known model of ${runtime.id}; name one in ${key} or in models.json in ~/.gsd`)
  const others = rest.filter((one) => one.tier === cheapest.tier).map((one) => one.name)
  return { model: cheapest.name, source, tier, others, reason: null }
}
