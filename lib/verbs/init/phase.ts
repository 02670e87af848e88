// What the workflows about one phase start from.
import { differencesOf, withPosition } from '../../core/writing/state-projection.js'
import { any, bool, int, listOf, mapOf, record, text } from '../../std/shape.js'
import {
  BASE,
  COMMIT_DOCS,
  DONE_SHAPE,
  doneOf,
  FILES,
  MILESTONE,
  model,
  ofPhase,
  PATHS,
  PHASE,
  PLANS,
  picked,
  service,
  setting,
} from './fields.js'
import { type FieldMap, field, isAuto, missing, stepOf } from './world.js'

const IDENTITY = picked(PHASE, 'phase_found', 'phase_dir', 'phase_number', 'phase_name', 'phase_slug', 'padded_phase')

const PAGES = ['context_path', 'research_path', 'verification_path', 'uat_path'] as const

export const planPhase: FieldMap = {
  ...BASE,
  researcher_model: model('phase-researcher'),
  planner_model: model('planner'),
  checker_model: model('plan-checker'),
  tdd_mode: setting('workflow.tdd_mode'),
  research_enabled: setting('workflow.research'),
  plan_checker_enabled: setting('workflow.plan_check'),
  nyquist_validation_enabled: setting('workflow.nyquist_validation'),
  pattern_mapper_enabled: setting('workflow.pattern_mapper'),
  plan_chunked: setting('workflow.plan_chunked'),
  chunked_parallel: setting('planning.chunked_parallel'),
  plan_review_convergence: setting('workflow.plan_review_convergence'),
  plan_bounce: setting('workflow.plan_bounce'),
  plan_bounce_script: setting('workflow.plan_bounce_script', text()),
  plan_bounce_passes: setting('workflow.plan_bounce_passes', int()),
  source_grounding: setting('plan_review.source_grounding'),
  source_grounding_authority: setting('plan_review.source_grounding_authority', text()),
  post_planning_gaps: setting('workflow.post_planning_gaps'),
  ui_phase: setting('workflow.ui_phase'),
  ui_safety_gate: setting('workflow.ui_safety_gate'),
  ai_integration_phase: setting('workflow.ai_integration_phase'),
  security_enforcement: setting('workflow.security_enforcement'),
  security_asvs_level: setting('workflow.security_asvs_level', int()),
  security_block_on: setting('workflow.security_block_on', text()),
  mvp_mode: setting('workflow.mvp_mode'),
  ...COMMIT_DOCS,
  text_mode: setting('workflow.text_mode'),
  auto_advance: setting('workflow.auto_advance'),
  auto_chain_active: field(bool(), isAuto),
  mode: setting('mode', text()),
  granularity: setting('granularity', text()),
  smart_zone_tokens: setting('workflow.smart_zone_tokens', int()),
  compact_content: setting('workflow.compact_content'),
  ...IDENTITY,
  ...picked(
    PHASE,
    'expected_phase_dir',
    'phase_req_ids',
    'phase_status',
    'has_research',
    'has_context',
    'has_reviews',
    'has_plans',
    'plan_count',
    'patterns_path',
    ...PAGES,
  ),
  ...picked(FILES, 'planning_exists', 'roadmap_exists'),
  ...picked(PATHS, 'state_path', 'roadmap_path', 'requirements_path'),
}

const parallel = field(
  bool('Plans of one wave may run side by side'),
  ({ settings }) =>
    settings.get('parallelization.enabled') !== false && settings.get('parallelization.plan_level') !== false,
)

export const executePhase: FieldMap = {
  ...BASE,
  executor_model: model('executor'),
  verifier_model: model('verifier'),
  tdd_mode: field(bool(), ({ given, settings }) => given['tdd'] === true || settings.get('workflow.tdd_mode')),
  ...COMMIT_DOCS,
  sub_repos: setting('planning.sub_repos', listOf(text())),
  parallelization: parallel,
  max_concurrent_agents: setting('parallelization.max_concurrent_agents', int()),
  min_plans_for_parallel: setting('parallelization.min_plans_for_parallel', int()),
  task_level_parallel: setting('parallelization.task_level'),
  skip_checkpoints: setting('parallelization.skip_checkpoints'),
  context_window: setting('context_window', int()),
  branching_strategy: setting('git.branching_strategy', text()),
  phase_branch_template: setting('git.phase_branch_template', text()),
  milestone_branch_template: setting('git.milestone_branch_template', text()),
  verifier_enabled: setting('workflow.verifier'),
  human_verify_mode: setting('workflow.human_verify_mode', text()),
  node_repair: setting('workflow.node_repair'),
  node_repair_budget: setting('workflow.node_repair_budget', int()),
  use_worktrees: setting('workflow.use_worktrees'),
  worktree_skip_hooks: setting('workflow.worktree_skip_hooks'),
  inline_plan_threshold: setting('workflow.inline_plan_threshold', int()),
  subagent_timeout: setting('workflow.subagent_timeout', int()),
  cross_ai_execution: setting('workflow.cross_ai_execution'),
  cross_ai_command: setting('workflow.cross_ai_command', text()),
  cross_ai_timeout: setting('workflow.cross_ai_timeout', int()),
  build_command: setting('workflow.build_command', text()),
  stall_detect_interval_minutes: setting('executor.stall_detect_interval_minutes', any()),
  stall_threshold_minutes: setting('executor.stall_threshold_minutes', any()),
  code_review: setting('workflow.code_review'),
  ui_review: setting('workflow.ui_review'),
  drift_action: setting('workflow.drift_action', text()),
  drift_threshold: setting('workflow.drift_threshold', int()),
  ...IDENTITY,
  ...picked(PHASE, 'phase_req_ids', 'plan_count'),
  ...PLANS,
  ...MILESTONE,
  ...picked(FILES, 'state_exists', 'roadmap_exists', 'config_exists'),
  ...picked(PATHS, 'state_path', 'roadmap_path', 'config_path', 'requirements_path'),
  state_validation_ran: field(bool(), ({ given }) => given['validate'] === true),
  state_warnings: field(listOf(any('A value of STATE.md that is not what is derived')), ({ given, view, brief }) => {
    if (given['validate'] !== true) return null
    const state = view.parse('state', view.at('STATE.md'))?.value
    if (state === undefined) return missing('STATE_MISSING', 'there is no STATE.md')
    return differencesOf(state, withPosition(state, brief.derivation))
  }),
}

export const verifyWork: FieldMap = {
  ...BASE,
  planner_model: model('planner'),
  checker_model: model('plan-checker'),
  ...COMMIT_DOCS,
  ...picked(PHASE, 'phase_found', 'phase_dir', 'phase_number', 'phase_name', 'has_verification', 'uat_path'),
  ...picked(PATHS, 'state_path', 'roadmap_path'),
  ui_phase_active: field(bool(), ({ settings }) => settings.get('workflow.ui_phase') === true),
  phase_completion: ofPhase(
    record({
      ...DONE_SHAPE,
      uat_passed: bool(),
      uat_blockers: listOf(text()),
      ready_to_transition: bool(),
    }),
    (phase, world) => {
      const path = phase.files?.uat
      const uat = path == null ? undefined : world.view.parse('uat', path)?.value
      const tests = uat?.tests ?? []
      return {
        ...doneOf(phase, world),
        uat_passed: tests.length > 0 && tests.every(({ result }) => result === 'pass'),
        uat_blockers: (uat?.gaps ?? []).map(({ truth }) => truth),
        ready_to_transition: stepOf(world, phase).step === 'phase-complete',
      }
    },
  ),
}

export const phaseOp: FieldMap = {
  ...BASE,
  ...COMMIT_DOCS,
  brave_search: service('brave_search', 'BRAVE_API_KEY'),
  firecrawl: service('firecrawl', 'FIRECRAWL_API_KEY'),
  exa_search: service('exa_search', 'EXA_API_KEY'),
  tavily_search: service('tavily_search', 'TAVILY_API_KEY'),
  ref_search: service('ref_search', 'REF_API_KEY'),
  perplexity: service('perplexity', 'PERPLEXITY_API_KEY'),
  jina: service('jina', 'JINA_API_KEY'),
  response_language: setting('response_language', text()),
  discuss_mode: setting('workflow.discuss_mode', text()),
  max_discuss_passes: setting('workflow.max_discuss_passes', int()),
  research_before_questions: setting('workflow.research_before_questions'),
  skip_discuss: setting('workflow.skip_discuss'),
  thinking_partner: setting('features.thinking_partner'),
  working_context: setting('context', text()),
  ...IDENTITY,
  ...picked(
    PHASE,
    'expected_phase_dir',
    'has_research',
    'has_context',
    'has_plans',
    'has_verification',
    'has_reviews',
    'plan_count',
    ...PAGES,
  ),
  ...picked(FILES, 'roadmap_exists', 'planning_exists'),
  ...picked(PATHS, 'state_path', 'roadmap_path', 'requirements_path'),
}

export const review: FieldMap = {
  ...BASE,
  ...picked(PHASE, 'phase_dir', 'phase_number', 'padded_phase'),
  default_reviewers: setting('review.default_reviewers', any()),
  reviewer_models: setting('review.models', mapOf(any())),
  reviewer_instances: setting('review.reviewer_instances', mapOf(any())),
  parallel_lanes: setting('review.parallel_lanes', any()),
  max_prompt_tokens: setting('review.max_prompt_tokens', int()),
  max_prompt_tokens_per_reviewer: setting('review.max_prompt_tokens_per_reviewer', mapOf(any())),
  ollama_host: setting('review.ollama_host', text()),
  lm_studio_host: setting('review.lm_studio_host', text()),
  llama_cpp_host: setting('review.llama_cpp_host', text()),
}
