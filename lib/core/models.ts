// Which model an agent runs on: the catalogue of agents, and the order in which settings decide.
import type { ConfigValue } from '../artifacts/config.js'
import { getSetting } from '../artifacts/settings.js'
import type { Json } from '../std/json.js'

/** Names of model classes as settings spell them; a runtime's row says what its client calls them. */
const MODEL_NAMES = ['opus', 'sonnet', 'haiku'] as const
type ModelName = (typeof MODEL_NAMES)[number]
type Tier = 'heavy' | 'standard' | 'light'
type AgentType = 'planning' | 'discuss' | 'research' | 'execution' | 'verification' | 'completion'

export interface AgentModels {
  readonly quality: ModelName
  readonly balanced: ModelName
  readonly budget: ModelName
  readonly tier: Tier
  readonly type: AgentType
}

const LETTERS: Readonly<Record<string, ModelName>> = { o: 'opus', s: 'sonnet', h: 'haiku' }

const row = (profiles: string, tier: Tier, type: AgentType): AgentModels => ({
  quality: LETTERS[profiles[0] as string] as ModelName,
  balanced: LETTERS[profiles[1] as string] as ModelName,
  budget: LETTERS[profiles[2] as string] as ModelName,
  tier,
  type,
})

/** Every agent of the family by its role: models under quality, balanced and budget, tier, kind of work. */
export const AGENT_MODELS: Readonly<Record<string, AgentModels>> = {
  planner: row('oos', 'heavy', 'planning'),
  roadmapper: row('oss', 'heavy', 'planning'),
  executor: row('oss', 'standard', 'execution'),
  'phase-researcher': row('osh', 'standard', 'research'),
  'project-researcher': row('osh', 'standard', 'research'),
  'research-synthesizer': row('ssh', 'light', 'research'),
  'plan-checker': row('ssh', 'light', 'verification'),
  verifier: row('ssh', 'standard', 'verification'),
  'pattern-mapper': row('ssh', 'light', 'planning'),
  debugger: row('oss', 'heavy', 'execution'),
  'code-reviewer': row('oss', 'standard', 'verification'),
  'debug-session-manager': row('oss', 'heavy', 'execution'),
  'codebase-mapper': row('shh', 'light', 'research'),
  'integration-checker': row('ssh', 'light', 'verification'),
  'nyquist-auditor': row('ssh', 'light', 'verification'),
  'security-auditor': row('oss', 'heavy', 'verification'),
  'code-fixer': row('oss', 'standard', 'execution'),
  'assumptions-analyzer': row('oss', 'heavy', 'discuss'),
  'advisor-researcher': row('osh', 'standard', 'research'),
  'ui-researcher': row('osh', 'standard', 'research'),
  'ui-checker': row('ssh', 'light', 'verification'),
  'ui-auditor': row('ssh', 'light', 'verification'),
  'framework-selector': row('oss', 'heavy', 'planning'),
  'ai-researcher': row('osh', 'standard', 'research'),
  'domain-researcher': row('osh', 'standard', 'research'),
  'eval-planner': row('oos', 'heavy', 'planning'),
  'eval-auditor': row('osh', 'standard', 'verification'),
  'doc-writer': row('osh', 'standard', 'execution'),
  'doc-verifier': row('ssh', 'light', 'verification'),
  'doc-classifier': row('shh', 'light', 'research'),
  'doc-synthesizer': row('osh', 'standard', 'research'),
  'intel-updater': row('osh', 'light', 'research'),
  'user-profiler': row('oss', 'heavy', 'research'),
  'memory-curator': row('ssh', 'light', 'research'),
}

/** The role of an agent given with or without the prefix of installed names. */
export const roleOf = (agent: string): string => agent.trim().replace(/^gsd-/, '')

const BY_TIER: Readonly<Record<Tier, ModelName>> = { heavy: 'opus', standard: 'sonnet', light: 'haiku' }

export const MODEL_SOURCES = ['model_overrides', 'dynamic_routing', 'models', 'profile', 'runtime'] as const
type ModelSource = (typeof MODEL_SOURCES)[number]

export interface ModelChoice {
  /** What to pass to the client; null: nothing, the agent runs on the session's model. */
  readonly model: string | null
  readonly source: ModelSource
  readonly profile: string
  readonly effort: string | null
  readonly tier: Tier
  /** Why `model` is null. */
  readonly reason: string | null
}

export interface RuntimeModels {
  /** Id of the runtime the agent is started in. */
  readonly id: string
  /** What its client calls each class; null: it takes no model for an agent. */
  readonly names: Readonly<Record<ModelName, string>> | null
}

type Ask = (key: string) => Json

interface Named {
  readonly name: string
  readonly source: ModelSource
}

/** First match: override of the agent, routing by weight, models of the kind of work, profile. */
function named(role: string, agent: AgentModels, ask: Ask): Named {
  const override = ask(`model_overrides.${role}`) ?? ask(`model_overrides.gsd-${role}`)
  if (typeof override === 'string') return { name: override, source: 'model_overrides' }
  if (ask('dynamic_routing.enabled') === true) {
    const routed = ask(`dynamic_routing.tier_models.${agent.tier}`)
    return { name: typeof routed === 'string' ? routed : BY_TIER[agent.tier], source: 'dynamic_routing' }
  }
  const typed = ask(`models.${agent.type}`)
  if (typeof typed === 'string') return { name: typed, source: 'models' }
  const profile = String(ask('model_profile') ?? 'balanced')
  if (profile === 'inherit') return { name: 'inherit', source: 'profile' }
  if (profile === 'adaptive') return { name: BY_TIER[agent.tier], source: 'profile' }
  const column = profile === 'quality' || profile === 'budget' ? profile : 'balanced'
  return { name: agent[column], source: 'profile' }
}

const isModelName = (name: string): name is ModelName => (MODEL_NAMES as readonly string[]).includes(name)

/** The model for an agent, or null when the catalogue does not know its role. */
export function resolveModel(agentName: string, config: ConfigValue, runtime: RuntimeModels): ModelChoice | null {
  const role = roleOf(agentName)
  const agent = Object.hasOwn(AGENT_MODELS, role) ? AGENT_MODELS[role] : undefined
  if (agent === undefined) return null
  const ask: Ask = (key) => getSetting(config, key)?.value ?? null
  const { name, source } = named(role, agent, ask)
  const mapped = isModelName(name) ? ask(`model_profile_overrides.${runtime.id}.${name}`) : null
  const own =
    typeof mapped === 'object' && mapped !== null && !Array.isArray(mapped)
      ? (mapped as { readonly [key: string]: Json })
      : null
  const text = typeof mapped === 'string' ? mapped : typeof own?.['model'] === 'string' ? own['model'] : null
  const base = {
    profile: String(ask('model_profile') ?? 'balanced'),
    effort: effortOf(role, agent, own?.['reasoning_effort'], ask),
    tier: agent.tier,
  }
  if (text !== null) return { ...base, model: text, source, reason: null }
  if (!isModelName(name) || name === undefined) return { ...base, model: name, source, reason: null }
  if (ask('resolve_model_ids') === 'omit')
    return { ...base, model: null, source: 'runtime', reason: 'resolve_model_ids is "omit": no model is passed' }
  if (runtime.names === null)
    return {
      ...base,
      model: null,
      source: 'runtime',
      reason: `${runtime.id} takes no model for an agent; model_profile_overrides.${runtime.id}.${name} can name one`,
    }
  return { ...base, model: runtime.names[name], source, reason: null }
}

function effortOf(role: string, agent: AgentModels, override: Json | undefined, ask: Ask): string | null {
  const found =
    override ??
    ask(`effort.agent_overrides.${role}`) ??
    ask(`effort.routing_tier_defaults.${agent.tier}`) ??
    ask('effort.default')
  return typeof found === 'string' ? found : null
}
