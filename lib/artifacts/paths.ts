// The path of each kind of planning file.

/**
 * Paths below the planning base. `{…}` stands for any name or part of one. Leading numbers may be fewer or more:
 * `{pp}-{NN}-PLAN.md` also means `PLAN.md` and `01-02-login-PLAN.md`. The first path of a kind is the one we write.
 * A phase's files lie in `phases/{dir}/`; the same names are read in its `plans/`, in archives and in quick tasks.
 */
const PATHS = {
  project: ['PROJECT.md'],
  requirements: ['REQUIREMENTS.md', 'milestones/{milestone}-REQUIREMENTS.md'],
  roadmap: ['ROADMAP.md', 'milestones/{milestone}-ROADMAP.md'],
  state: ['STATE.md'],
  config: ['config.json'],
  charter: ['CHARTER.md'],
  'milestone-draft': ['MILESTONE.md'],
  milestone: ['MILESTONES.md'],
  'milestone-audit': [
    '{milestone}-MILESTONE-AUDIT.md',
    'MILESTONE-AUDIT.md',
    'milestones/{milestone}-MILESTONE-AUDIT.md',
  ],

  context: ['phases/{dir}/{pp}-CONTEXT.md'],
  research: ['phases/{dir}/{pp}-RESEARCH.md'],
  plan: [
    'phases/{dir}/{pp}-{NN}-PLAN.md',
    'phases/{dir}/plans/PLAN-{name}.md',
    'phases/{dir}/plans/{n}-PLAN-{name}.md',
  ],
  summary: [
    'phases/{dir}/{pp}-{NN}-SUMMARY.md',
    'phases/{dir}/plans/SUMMARY-{name}.md',
    'phases/{dir}/plans/{n}-SUMMARY-{name}.md',
  ],
  verification: ['phases/{dir}/{pp}-VERIFICATION.md'],
  uat: ['phases/{dir}/{pp}-UAT.md', 'phases/{dir}/{pp}-HUMAN-UAT.md'],
  'check-record': ['phases/{dir}/{pp}-CHECK.json'],
  receipt: ['phases/{dir}/{pp}-{NN}-VERIFY.json'],
  replan: ['phases/{dir}/{pp}-REPLAN.md'],
  // Drafts, deleted once their content is in the files above.
  'discuss-checkpoint': ['phases/{dir}/{pp}-DISCUSS-CHECKPOINT.json'],

  capture: ['todos/pending/{name}.md', 'todos/completed/{name}.md', 'todos/done/{name}.md', 'todos/{name}.md'],
  order: ['ORDER.md'],
  decision: ['decisions/pending/{name}.md', 'decisions/answered/{name}.md'],
  thread: ['threads/{name}.md'],
  seed: ['seeds/{name}.md'],
  debug: ['debug/{name}.md', 'debug/resolved/{name}.md'],
  note: ['notes/{name}.md'],
  learning: ['learnings/{name}.md'],

  survey: ['research/{name}.md'],
  intel: ['intel/{name}.json', 'intel/.last-refresh.json'],
  'skill-manifest': ['skill-manifest.json'],

  handoff: ['HANDOFF.json'],
  'continue-here': [
    'phases/{dir}/.continue-here.md',
    '.continue-here.md',
    'spikes/{dir}/.continue-here.md',
    'sketches/{dir}/.continue-here.md',
  ],

  validation: ['phases/{dir}/{pp}-VALIDATION.md'],
  spec: ['phases/{dir}/{pp}-SPEC.md'],
  capability: ['specs/{name}.md'],
  'spec-delta': ['phases/{dir}/{pp}-DELTA.md'],
  'ui-spec': ['phases/{dir}/{pp}-UI-SPEC.md'],
  'ai-spec': ['phases/{dir}/{pp}-AI-SPEC.md'],
  'ui-review': ['phases/{dir}/{pp}-UI-REVIEW.md'],
  review: ['phases/{dir}/{pp}-REVIEW.md'],
  'review-fix': ['phases/{dir}/{pp}-REVIEW-FIX.md'],
  reviews: ['phases/{dir}/{pp}-REVIEWS.md'],
  security: ['phases/{dir}/{pp}-SECURITY.md'],
  'eval-review': ['phases/{dir}/{pp}-EVAL-REVIEW.md'],
  patterns: ['phases/{dir}/{pp}-PATTERNS.md'],
  'discussion-log': ['phases/{dir}/{pp}-DISCUSSION-LOG.md'],
  'user-setup': ['phases/{dir}/{pp}-USER-SETUP.md'],
  'phase-learnings': ['phases/{dir}/{pp}-LEARNINGS.md'],
  'deferred-items': ['phases/{dir}/deferred-items.md', 'deferred-items.md'],
  'knowledge-base': ['debug/knowledge-base.md'],
  codebase: ['codebase/{name}.md'],
  'state-archive': ['STATE-ARCHIVE.md'],
  learnings: ['LEARNINGS.md'],
  retrospective: ['RETROSPECTIVE.md'],
  backlog: ['BACKLOG.md'],
  diary: ['JOURNAL.md'],
  workspace: ['WORKSPACE.md'],

  ledger: ['ledger.jsonl'],
  journal: ['journal/{name}'],
  claim: ['.runtime/claims/{name}'],
  draft: ['.runtime/drafts/{name}'],
  // The project's AGENTS.md or the like, outside the planning folder; we own one block of it.
  instructions: [],
  other: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ArtifactId = keyof typeof PATHS

export const ARTIFACT_PATHS: Readonly<Record<ArtifactId, readonly string[]>> = PATHS

export const pathOfKind = (id: ArtifactId): string => ARTIFACT_PATHS[id][0] ?? ''

export const ARTIFACT_IDS = Object.keys(PATHS) as readonly ArtifactId[]

/** For verbs that may change any file. Every write adds to the journal, so no verb declares it. */
export const everyKindBut = (...kinds: readonly ArtifactId[]): readonly ArtifactId[] =>
  ARTIFACT_IDS.filter((id) => id !== 'journal' && !kinds.includes(id))
