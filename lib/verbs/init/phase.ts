// What the workflows about one phase start from.
import { differencesOf, withPosition } from '../../core/writing/state-projection.js'
import { any, bool, listOf, record, text } from '../../std/shape.js'
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
  section,
  service,
  setting,
  settings,
} from './fields.js'
import { type FieldMap, field, isAuto, missing, stepOf } from './world.js'

const IDENTITY = picked(PHASE, 'phase_found', 'phase_dir', 'phase_number', 'phase_name', 'phase_slug', 'padded_phase')

/** Where a phase stands that is talked over or planned. */
const BEFORE_BUILDING = {
  ...IDENTITY,
  ...picked(PHASE, 'expected_phase_dir', 'has_research', 'has_context', 'has_reviews', 'has_plans', 'plan_count'),
  ...picked(PHASE, 'context_path', 'research_path', 'verification_path', 'uat_path'),
  ...picked(FILES, 'planning_exists', 'roadmap_exists'),
  ...picked(PATHS, 'state_path', 'roadmap_path', 'requirements_path'),
}

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
  ...settings(`
    workflow.plan_chunked planning.chunked_parallel workflow.plan_review_convergence workflow.plan_bounce
    workflow.plan_bounce_script workflow.plan_bounce_passes plan_review.source_grounding
    plan_review.source_grounding_authority workflow.post_planning_gaps workflow.ui_phase workflow.ui_safety_gate
    workflow.ai_integration_phase workflow.security_enforcement workflow.security_asvs_level
    workflow.security_block_on workflow.mvp_mode
  `),
  ...COMMIT_DOCS,
  text_mode: setting('workflow.text_mode'),
  auto_advance: setting('workflow.auto_advance'),
  auto_chain_active: field(bool(), isAuto),
  ...settings('mode granularity workflow.smart_zone_tokens workflow.compact_content'),
  ...BEFORE_BUILDING,
  ...picked(PHASE, 'phase_req_ids', 'phase_status', 'patterns_path'),
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
  sub_repos: setting('planning.sub_repos'),
  parallelization: parallel,
  max_concurrent_agents: setting('parallelization.max_concurrent_agents'),
  min_plans_for_parallel: setting('parallelization.min_plans_for_parallel'),
  task_level_parallel: setting('parallelization.task_level'),
  ...settings(`
    parallelization.skip_checkpoints context_window git.branching_strategy git.phase_branch_template
    git.milestone_branch_template
  `),
  verifier_enabled: setting('workflow.verifier'),
  ...settings(`
    workflow.human_verify_mode workflow.node_repair workflow.node_repair_budget workflow.use_worktrees
    workflow.worktree_skip_hooks workflow.inline_plan_threshold workflow.subagent_timeout
    workflow.cross_ai_execution workflow.cross_ai_command workflow.cross_ai_timeout workflow.build_command
    executor.stall_detect_interval_minutes executor.stall_threshold_minutes workflow.code_review
    workflow.ui_review
  `),
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
  ...settings(`
    response_language workflow.discuss_mode workflow.max_discuss_passes workflow.research_before_questions
    workflow.skip_discuss features.thinking_partner
  `),
  working_context: setting('context'),
  ...BEFORE_BUILDING,
  ...picked(PHASE, 'has_verification'),
}

export const review: FieldMap = {
  ...BASE,
  ...picked(PHASE, 'phase_dir', 'phase_number', 'padded_phase'),
  default_reviewers: setting('review.default_reviewers'),
  reviewer_models: section('review.models'),
  reviewer_instances: section('review.reviewer_instances'),
  max_prompt_tokens_per_reviewer: section('review.max_prompt_tokens_per_reviewer'),
  ...settings(`
    review.parallel_lanes review.max_prompt_tokens review.ollama_host review.lm_studio_host review.llama_cpp_host
  `),
}
