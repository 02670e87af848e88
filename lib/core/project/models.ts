// The model of an agent: the catalogue of agents, and the order in which settings decide.
import type { Host, ModelTable } from '../../ports.js'
import { isJsonObject, type Json } from '../../std/json.js'
import { bool, type Infer, oneOf, orNull, record, text } from '../../std/shape.js'
import { serving, TIERS, type Tier } from './model-table.js'

/** Model classes in settings, with the tier each is for. */
const CLASSES = { opus: 'heavy', sonnet: 'standard', haiku: 'light' } as const satisfies Record<string, Tier>
type ModelName = keyof typeof CLASSES
type AgentType = 'planning' | 'discuss' | 'research' | 'execution' | 'verification' | 'completion'

export interface AgentModels {
  readonly quality: ModelName
  readonly balanced: ModelName
  readonly budget: ModelName
  readonly tier: Tier
  readonly type: AgentType
}

const LETTERS: Readonly<Record<string, ModelName>> = { o: 'opus', s: 'sonnet', h: 'haiku' }

export const modelRow = (profiles: string, tier: Tier, type: AgentType): AgentModels => ({
  quality: LETTERS[profiles[0] as string] as ModelName,
  balanced: LETTERS[profiles[1] as string] as ModelName,
  budget: LETTERS[profiles[2] as string] as ModelName,
  tier,
  type,
})

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
  'debug-session-manager': modelRow('oss', 'heavy', 'execution'),
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
  'framework-selector': modelRow('oss', 'heavy', 'planning'),
  'ai-researcher': modelRow('osh', 'standard', 'research'),
  'domain-researcher': modelRow('osh', 'standard', 'research'),
  'eval-planner': modelRow('oos', 'heavy', 'planning'),
  'eval-auditor': modelRow('osh', 'standard', 'verification'),
  'doc-writer': modelRow('osh', 'standard', 'execution'),
  'doc-verifier': modelRow('ssh', 'light', 'verification'),
  'doc-classifier': modelRow('shh', 'light', 'research'),
  'doc-synthesizer': modelRow('osh', 'standard', 'research'),
  'intel-updater': modelRow('osh', 'light', 'research'),
  'user-profiler': modelRow('oss', 'heavy', 'research'),
  'memory-curator': modelRow('ssh', 'light', 'research'),
}

/** The role of an agent, with or without the prefix of installed names. */
const roleOf = (agent: string): string => agent.trim().replace(/^gsd-/, '')

const BY_TIER: Readonly<Record<Tier, ModelName>> = { heavy: 'opus', standard: 'sonnet', light: 'haiku' }

export const MODEL_SOURCES = ['model_overrides', 'dynamic_routing', 'models', 'profile', 'runtime'] as const
type ModelSource = (typeof MODEL_SOURCES)[number]

/** One rule and its answer. */
export const MODEL_CANDIDATE = record({
  source: oneOf(MODEL_SOURCES),
  key: text('Setting it reads'),
  model: orNull(text('null if unset')),
  won: bool(),
  reason: text(),
})
type ModelCandidate = Infer<typeof MODEL_CANDIDATE>

export interface ModelChoice {
  /** The model to pass to the client; null to pass none and use the session's. */
  readonly model: string | null
  readonly source: ModelSource
  readonly profile: string
  readonly effort: string | null
  readonly tier: Tier
  /** Other models of the same tier, cheapest first. */
  readonly others: readonly string[]
  /** Why `model` is null. */
  readonly reason: string | null
  /** Every rule in order; the first with an answer wins. */
  readonly candidates: readonly ModelCandidate[]
}

/** The client that starts the agent, and all known models. */
export interface RuntimeModels extends Pick<Host, 'id'> {
  readonly models: ModelTable
}

export type Ask = (key: string) => Json

/** Tier of an attempt (from 1): with routing by weight, each failure raises it one tier, within the settings. */
export function tierOf(tier: Tier, attempt: number, ask: Ask): Tier {
  if (attempt < 2 || ask('dynamic_routing.enabled') !== true) return tier
  if (ask('dynamic_routing.escalate_on_failure') !== true) return tier
  const most = ask('dynamic_routing.max_escalations')
  const up = Math.min(attempt - 1, typeof most === 'number' ? most : 0)
  return TIERS[Math.min(TIERS.indexOf(tier) + up, TIERS.length - 1)] as Tier
}

type Answer = Omit<ModelCandidate, 'won'>
type Rule = (role: string, agent: AgentModels, tier: Tier, ask: Ask) => Answer

const textOrNull = (value: Json): string | null => (typeof value === 'string' ? value : null)

/** In this order; the last always answers. */
const RULES: readonly Rule[] = [
  (role, _agent, _tier, ask) => {
    const [key, older] = [`model_overrides.${role}`, `model_overrides.gsd-${role}`]
    const own = textOrNull(ask(key))
    const model = own ?? textOrNull(ask(older))
    const reason = model === null ? 'no override for this agent' : 'the agent has its own model'
    return { source: 'model_overrides', key: own === null && model !== null ? older : key, model, reason }
  },
  (_role, _agent, tier, ask) => {
    const key = `dynamic_routing.tier_models.${tier}`
    if (ask('dynamic_routing.enabled') !== true)
      return { source: 'dynamic_routing', key, model: null, reason: 'dynamic_routing.enabled is off' }
    const model = textOrNull(ask(key)) ?? BY_TIER[tier]
    return { source: 'dynamic_routing', key, model, reason: `the work weighs ${tier}` }
  },
  (_role, { type }, _tier, ask) => {
    const model = textOrNull(ask(`models.${type}`))
    const reason = model === null ? `no model for ${type}` : `set for ${type}`
    return { source: 'models', key: `models.${type}`, model, reason }
  },
  (_role, agent, tier, ask) => ({ source: 'profile', key: 'model_profile', ...byProfile(agent, tier, ask) }),
]

/** The agent runs on its session's model: pass nothing. */
const INHERIT = 'inherit'

function byProfile(agent: AgentModels, tier: Tier, ask: Ask): Pick<Answer, 'model' | 'reason'> {
  const profile = String(ask('model_profile') ?? 'balanced')
  if (profile === INHERIT) return { model: INHERIT, reason: 'the profile is inherit' }
  if (profile === 'adaptive') return { model: BY_TIER[tier], reason: `the profile is adaptive and the task is ${tier}` }
  const column = profile === 'quality' || profile === 'budget' ? profile : 'balanced'
  return { model: agent[column], reason: `the profile is ${column}` }
}

const isModelName = (name: string): name is ModelName => Object.hasOwn(CLASSES, name)

const agentOf = (role: string): AgentModels | null =>
  Object.hasOwn(AGENT_MODELS, role) ? (AGENT_MODELS[role] as AgentModels) : null

/** The model of an agent; null if the catalogue does not know its role. */
export function resolveModel(agentName: string, ask: Ask, runtime: RuntimeModels): ModelChoice | null {
  const role = roleOf(agentName)
  const agent = agentOf(role)
  return agent === null ? null : chooseModel(role, agent, agent.tier, ask, runtime)
}

/** The argument for starting the agent; null if there is none, or the client accepts none. */
export const argumentOf = (choice: ModelChoice | null, { callModels }: Pick<Host, 'callModels'>): string | null =>
  callModels.find((name) => name === choice?.model) ?? null

/** The model for a tier. `role`: whose settings count. */
export function chooseModel(
  role: string,
  agent: AgentModels,
  tier: Tier,
  ask: Ask,
  runtime: RuntimeModels,
): ModelChoice {
  const answers = RULES.map((rule) => rule(role, agent, tier, ask))
  const winner = answers.findIndex(({ model }) => model !== null)
  const { model: found, source } = answers[winner] as Answer
  const name = found as string
  const key = `model_profile_overrides.${runtime.id}.${name}`
  const mapped = isModelName(name) ? ask(key) : null
  const own = isJsonObject(mapped) ? mapped : null
  const named = textOrNull(mapped) ?? textOrNull(own?.['model'] ?? null)
  /** `last`: the client's own rule, after the others. */
  const choice = (
    model: string | null,
    reason: string | null = null,
    last: Answer | null = null,
    others: readonly string[] = [],
  ): ModelChoice => ({
    ...{ model, reason, tier, others, source: model === null && last !== null ? last.source : source },
    profile: String(ask('model_profile') ?? 'balanced'),
    effort: effortOf(role, tier, own?.['reasoning_effort'], ask),
    candidates: [
      ...answers.map((answer, at) => ({ ...answer, won: at === winner && (last === null || model !== null) })),
      ...(last === null ? [] : [{ ...last, won: model === null }]),
    ],
  })
  const none = (reason: string) => choice(null, reason, { source: 'runtime', key, model: null, reason })
  if (name === INHERIT || named === INHERIT) return choice(null, "the agent uses the session's model")
  if (named !== null) {
    const reason = `name of ${name} in ${runtime.id}`
    return choice(named, null, { source: 'runtime', key, model: named, reason })
  }
  if (!isModelName(name)) return choice(name)
  if (ask('resolve_model_ids') === 'omit') return none('resolve_model_ids is "omit": no model is passed')
  const [cheapest, ...rest] = serving(runtime.id, CLASSES[name], runtime.models)
  if (cheapest === undefined)
    return none(`no known model of ${runtime.id}; name one in ${key} or in models.json in ~/.gsd`)
  const others = rest.filter((one) => one.tier === cheapest.tier).map((one) => one.name)
  return choice(cheapest.name, null, null, others)
}

/** The agent's reasoning effort, from the most specific setting. */
const effortOf = (role: string, tier: Tier, ofModel: Json | undefined, ask: Ask): string | null =>
  [
    ofModel ?? null,
    ask(`effort.agent_overrides.${role}`) ?? ask(`effort.agent_overrides.gsd-${role}`),
    ask(`effort.routing_tier_defaults.${tier}`),
    ask('effort.default'),
  ].find((value) => typeof value === 'string') ?? null
