// The registry of settings: key, type, default, description. Reading, validation, docs and suggestions derive from it.
import { type Json, type JsonObject, nested } from '../../std/json.js'
import { any, bool, either, listOf, mapOf, maybe, number, oneOf, record, type Shape, text } from '../../std/shape.js'
import { mergeSettings } from './nested.js'
import { SWITCH_KEYS, SWITCHES, type SwitchKey } from './switches.js'

/** An older spelling of a key. It wins over the canonical key, as in the tools that wrote it, unless it `yields`. */
interface Spelling {
  readonly key: string
  /** Translations of old values; other values are ignored. */
  readonly words?: Readonly<Record<string, Json>>
  readonly yields?: true
  /** The older spelling covers more than this key, so setting the key keeps it. */
  readonly coversMore?: true
}

/**
 * Where a key is read. `engine`: the CLI's results depend on it · `workflows`: prompts ask for it · `hooks`: code
 * inside a client reads it. Unused keys are not registered, and other tools' keys in a file are left alone.
 */
export const SERVES = ['engine', 'workflows', 'hooks'] as const
type Serves = (typeof SERVES)[number]

export interface ConfigKey {
  /** Segments with dots between them; `<name>` stands for any name of letters, digits, `_` and `-`. */
  readonly key: string
  readonly shape: Shape
  readonly fallback: Json
  readonly about: string
  readonly spellings: readonly Spelling[]
  /** Whether this is state that the ledger records now: the key is read from a file, but never written. */
  readonly runtimeState: boolean
  /** If not null, a project may set it only to `safe` (`switches.ts`). */
  readonly guard: { readonly safe: boolean } | null
  readonly serves: Serves
}

type Extra = Partial<Pick<ConfigKey, 'runtimeState' | 'guard' | 'serves'>> & {
  readonly old?: readonly (string | Spelling)[]
}

const key = (name: string, shape: Shape, fallback: Json, about: string, extra: Extra = {}): ConfigKey => ({
  key: name,
  shape,
  fallback,
  about,
  spellings: (extra.old ?? []).map((old) => (typeof old === 'string' ? { key: old } : old)),
  runtimeState: extra.runtimeState ?? false,
  guard: extra.guard ?? null,
  serves: extra.serves ?? 'engine',
})
/** A key of a section that some files still spell without the section, at the top level. */
const flat = (section: string, name: string, shape: Shape, fallback: Json, about: string): ConfigKey =>
  key(`${section}.${name}`, shape, fallback, about, { old: [name] })
const SWITCH_ABOUT: Readonly<Record<SwitchKey, string>> = {
  'hooks.context_warnings': 'Warn when the context is nearly full',
  'hooks.planning_gate': 'Refuse writes that would break planning files',
  'hooks.injection_scanner': 'Warn about instructions in text that was just read',
  'hooks.secret_guard': 'Refuse to read files with secrets',
  'hooks.worktree_guard': 'Keep agents in their worktrees, planners out of code',
  'hooks.rules': 'Show the model your rule when a tool call matches it',
  'hooks.usage': 'Record the tokens of a session when it ends',
}

const natural: Shape<number> = { type: 'integer', minimum: 0 }
const positive: Shape<number> = { type: 'integer', minimum: 1 }
const texts = listOf(text())
const TIERS = ['opus', 'sonnet', 'haiku', 'inherit'] as const

export const CONFIG_KEYS: readonly ConfigKey[] = [
  // The project
  key('planning_schema', natural, null, 'Schema of this planning tree; absent in trees of older tools'),
  key('mode', oneOf(['interactive', 'yolo']), 'interactive', 'Ask before each step, or continue without asking'),
  key('granularity', oneOf(['coarse', 'standard', 'fine']), 'standard', 'Granularity of phases', {
    old: [
      { key: 'depth', words: { quick: 'coarse', standard: 'standard', comprehensive: 'fine' }, yields: true },
      { key: 'planning.granularity', yields: true },
    ],
  }),
  key('runtime', text(), null, 'Main agent client of this project'),
  key('project_code', text(), null, 'Prefix of phase directories'),
  key('response_language', text(), null, 'Language of answers and documents'),
  key('context', oneOf(['dev', 'research', 'review']), null, 'Working context that shapes answers', {
    serves: 'workflows',
  }),
  key('budget.ceiling', number(), null, 'Cost at which no more units are claimed, in the reported currency'),
  key('budget.enforcement', oneOf(['warn', 'pause']), 'pause', 'What happens at the ceiling'),
  key(
    'rules.<name>',
    record({ tools: maybe(texts), path: maybe(texts), command: maybe(texts), text: text() }),
    null,
    'A rule: its text is shown when a tool call matches',
    { serves: 'hooks' },
  ),
  key('extensions.options.<name>', any(), null, 'Options for the handlers of one extension'),

  // Models
  key('model_profile', oneOf(['quality', 'balanced', 'budget', 'adaptive', 'inherit']), 'balanced', 'Models of agents'),
  key('resolve_model_ids', either(bool(), oneOf(['omit'])), false, 'Pass full model ids to agents instead of aliases'),
  ...(['planning', 'discuss', 'research', 'execution', 'verification'] as const).map((kind) =>
    key(`models.${kind}`, oneOf(TIERS), null, `Model of the agents for ${kind === 'discuss' ? 'discussion' : kind}`),
  ),
  key('model_overrides.<agent>', text(), null, 'Model of one agent'),
  ...(['opus', 'sonnet', 'haiku'] as const).map((tier) =>
    key(
      `model_profile_overrides.<runtime>.${tier}`,
      either(text(), mapOf(any())),
      null,
      `The ${tier} model in one runtime`,
    ),
  ),
  key('dynamic_routing.enabled', bool(), false, 'Choose the model by the weight of the task'),
  key('dynamic_routing.escalate_on_failure', bool(), true, 'Try a stronger model after a failure'),
  key('dynamic_routing.max_escalations', natural, 1, 'Maximum number of stronger models to try'),
  ...(['light', 'standard', 'heavy'] as const).map((tier) =>
    key(`dynamic_routing.tier_models.${tier}`, text(), null, `Model for ${tier} tasks`),
  ),
  key('effort.default', text(), 'high', 'Reasoning effort of agents', { serves: 'workflows' }),
  key('effort.routing_tier_defaults.<tier>', text(), null, 'Effort of one tier', { serves: 'workflows' }),
  key('effort.agent_overrides.<agent>', text(), null, 'Effort of one agent', { serves: 'workflows' }),
  key('agent_skills.<agent>', either(text(), texts), null, 'Skills one agent loads'),

  // Parallel work
  key('parallelization', either(bool(), mapOf(any())), true, 'Run independent units in parallel'),
  key('parallelization.enabled', bool(), true, 'Run independent units in parallel'),
  key('parallelization.plan_level', bool(), true, 'Run independent plans of one phase in parallel'),
  key('parallelization.max_concurrent_agents', positive, 3, 'Maximum subagents at a time'),
  key('claims.remote', text(), null, 'Git remote that stores claims; unset: no network use'),

  // Planning files
  key('planning.commit_docs', bool(), true, 'Commit planning files', {
    old: ['commit_docs', { key: 'multiRepo', words: { true: false }, yields: true, coversMore: true }],
  }),
  key(
    'planning.track_state',
    bool(),
    false,
    'Commit STATE.md, boxes and progress tables of a new project, for other tools',
  ),
  flat('planning', 'sub_repos', texts, [], 'Repositories below this folder'),

  // Git
  flat('git', 'branching_strategy', oneOf(['none', 'phase', 'milestone']), 'none', 'What gets a branch of its own'),
  key('git.base_branch', text(), null, 'Branch to start from'),
  key('git.create_tag', bool(), true, 'Tag a finished milestone', { serves: 'workflows' }),
  flat('git', 'phase_branch_template', text(), 'gsd/phase-{phase}-{slug}', 'Name of a phase branch'),
  flat('git', 'milestone_branch_template', text(), 'gsd/{milestone}-{slug}', 'Name of a milestone branch'),
  key('git.protected_branches', texts, null, 'Branches without direct commits'),
  key('git.allow_default_branch_commits', bool(), null, 'Allow commits on the default branch'),

  // Stages and their checks
  flat('workflow', 'research', bool(), true, 'Research a phase before planning it'),
  key(
    'workflow.project_research',
    oneOf(['ask', 'always', 'never']),
    'ask',
    'Research the domain before a project or milestone; then a subagent plans its phases',
    { serves: 'workflows' },
  ),
  key('workflow.plan_check', bool(), true, 'Check plans before they are executed', { old: ['plan_checker'] }),
  key('workflow.verifier', bool(), true, 'Verify a phase after its plans are done', { old: ['verifier'] }),
  flat('workflow', 'nyquist_validation', bool(), true, 'Plan how each requirement will be tested'),
  key(
    'workflow.ui_safety_gate',
    bool(),
    true,
    'Hold planning of a phase with `UI hint: yes` until it has a design contract',
  ),
  flat('workflow', 'tdd_mode', bool(), false, 'Write tests first'),
  flat('workflow', 'mvp_mode', bool(), false, 'Plan thin slices through the whole product'),
  flat('workflow', 'auto_advance', bool(), false, 'Continue to the next step automatically'),
  key('workflow._auto_chain_active', bool(), false, 'State of a running chain', {
    runtimeState: true,
    old: ['_auto_chain_active'],
  }),
  flat('workflow', 'text_mode', bool(), false, 'Ask in plain text instead of menus'),
  key('workflow.discuss_mode', oneOf(['discuss', 'assumptions']), 'discuss', 'Ask, or state assumptions to correct'),
  key(
    'workflow.depth',
    oneOf(['auto', 'light', 'standard', 'heavy']),
    null,
    'Amount of process per phase; unset: every enabled stage',
  ),
  key('workflow.how_i_work', bool(), true, 'Briefs quote your ~/.gsd/overrides/how-i-work.md'),
  key('workflow.skip_discuss', bool(), false, 'Plan without discussing'),
  key('workflow.code_review_depth', oneOf(['quick', 'standard', 'deep']), 'standard', 'How deep code reviews go'),
  key('workflow.pattern_mapper', bool(), true, 'Map code patterns before planning', { serves: 'workflows' }),
  key('workflow.plan_review_convergence', bool(), false, 'Review plans until no issues remain', {
    serves: 'workflows',
  }),
  key('workflow.security_enforcement', bool(), true, 'Do not close a phase with open threats in its register'),
  key('workflow.security_asvs_level', { type: 'integer', enum: [1, 2, 3] }, 1, 'Level of the security standard'),
  key(
    'workflow.security_block_on',
    oneOf(['high', 'medium', 'low']),
    'high',
    'Lowest severity at which an open threat blocks',
  ),
  // The checks that verify the work
  key('workflow.test_gate_timeout', natural, 600, 'Maximum seconds of the test gate'),
  key('verification.commands', listOf(any()), [], 'Checks of the work: argument lists, run without a shell'),
  key('ship.pr_body_sections', listOf(any()), [], 'Sections of a pull request', { serves: 'workflows' }),

  // Inside a client
  ...SWITCH_KEYS.map((name) => {
    const { isOn, guard } = SWITCHES[name]
    return key(name, bool(), isOn, SWITCH_ABOUT[name], { guard, serves: 'hooks' })
  }),
  // Discussions and briefs
  key('features.thinking_partner', bool(), false, 'In a discussion, weigh conflicting requests before answering', {
    serves: 'workflows',
  }),
  key('learnings.max_inject', natural, 10, 'Maximum learnings in a brief'),
]

const EXACT: ReadonlyMap<string, ConfigKey> = new Map(
  CONFIG_KEYS.filter((row) => !row.key.includes('<')).map((row) => [row.key, row]),
)
const PATTERNS: readonly { readonly parts: readonly string[]; readonly row: ConfigKey }[] = CONFIG_KEYS.filter((row) =>
  row.key.includes('<'),
).map((row) => ({ parts: row.key.split('.'), row }))

const NAME = /^[A-Za-z0-9_-]+$/
const isPattern = (part: string) => part.startsWith('<')

/** Looks up a canonical key, in exact rows before patterns; null if the name is unknown or an old spelling. */
export function configKey(name: string): ConfigKey | null {
  const exact = EXACT.get(name)
  if (exact !== undefined) return exact
  const given = name.split('.')
  const fits = (parts: readonly string[]) =>
    parts.length === given.length &&
    parts.every((part, index) => (isPattern(part) ? NAME.test(given[index] ?? '') : part === given[index]))
  return PATTERNS.find(({ parts }) => fits(parts))?.row ?? null
}

const ROW_OF_SPELLING: ReadonlyMap<string, ConfigKey> = new Map(
  CONFIG_KEYS.flatMap((row) => row.spellings.map((spelling) => [spelling.key, row] as const)),
)

/** The canonical name of an old spelling, or the name itself if it is canonical; null if unknown. */
export const canonicalKey = (name: string): string | null =>
  configKey(name) !== null ? name : (ROW_OF_SPELLING.get(name)?.key ?? null)

const SECTIONS: ReadonlySet<string> = new Set(
  [...EXACT.keys()].flatMap((key) => {
    const parts = key.split('.')
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  }),
)

/** Whether `prefix` is a section: a key lies below it, as below `workflow` or `model_overrides`. */
export const isSection = (prefix: string): boolean => {
  if (SECTIONS.has(prefix)) return true
  const given = prefix.split('.')
  return PATTERNS.some(
    ({ parts }) =>
      parts.length > given.length &&
      given.every((part, index) => part === parts[index] || (isPattern(parts[index] ?? '') && NAME.test(part))),
  )
}

export const knownNames = (): readonly string[] => [...EXACT.keys(), ...ROW_OF_SPELLING.keys()]

export const defaultSettings = (): JsonObject =>
  [...EXACT.values()]
    .filter(({ fallback, runtimeState }) => fallback !== null && !runtimeState)
    .map((row) => nested(row.key.split('.'), row.fallback) as JsonObject)
    .reduce(mergeSettings, {})
