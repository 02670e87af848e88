// Artifact kinds from which code reads a few keys at most. Their templates are in `templates/`.

export interface Row {
  readonly about: string
  /** Paths in the notation of `paths.ts`. Default: `phases/{dir}/{pp}-<ID>.md`. */
  readonly paths?: readonly string[]
  /**
   * Keys that code reads or a draft needs, each with its allowed values in lower case; an empty list allows any text.
   * `a|b`: both are read, `a` is written. If the front matter lacks it, a label line (for `title`, the heading) is read.
   */
  readonly keys?: Readonly<Record<string, readonly string[]>>
  /** What a draft must have: keys, `title`, `body`, and headings (or tags) as `## A|B`. */
  readonly needs?: readonly string[]
  /** Keys on the first lines are read even without `---` around them. */
  readonly unfenced?: true
  /** The body is the user's own words, so its label lines are not keys. */
  readonly quoted?: true
}

export const CAPTURE_CLASSES = ['quick-task', 'inject', 'defer', 'replan', 'note', 'stop'] as const
export type CaptureClass = (typeof CAPTURE_CLASSES)[number]

export const ROWS = {
  capture: {
    about: 'A todo, or a thought captured during work',
    paths: ['todos/pending/{name}.md', 'todos/completed/{name}.md', 'todos/done/{name}.md', 'todos/{name}.md'],
    unfenced: true,
    keys: { title: [], class: CAPTURE_CLASSES },
    needs: ['title'],
  },
  order: {
    about: "The user's order, in their own words, until it is fulfilled",
    paths: ['ORDER.md'],
    unfenced: true,
    quoted: true,
    keys: { scope: [], 'given|date': [] },
    needs: ['body'],
  },
  learning: {
    about: 'One lesson for later phases',
    paths: ['learnings/{name}.md'],
    keys: { category: [], confidence: [], source: [], superseded_by: [] },
    needs: ['body'],
  },
  thread: {
    about: 'Notes on a topic that spans sessions',
    paths: ['threads/{name}.md'],
    keys: { status: ['open', 'in_progress', 'in-progress', 'resolved'], title: [] },
    needs: ['title'],
  },
  seed: {
    about: 'An idea for later',
    paths: ['seeds/{name}.md'],
    keys: {
      status: ['dormant', 'active', 'triggered', 'implemented', 'rejected'],
      'trigger_when|trigger-when|trigger': [],
    },
    needs: ['trigger_when'],
  },
  debug: {
    about: 'A debug session: symptoms, attempts, ruled-out causes, result',
    paths: ['debug/{name}.md', 'debug/resolved/{name}.md'],
    keys: {
      status: [
        ...['gathering', 'investigating', 'fixing', 'verifying', 'awaiting_human_verify'],
        ...['diagnosed', 'resolved', 'no_fault', 'complete'],
      ],
      trigger: [],
    },
    needs: ['status', 'trigger', '## Symptoms'],
  },
  decision: {
    about: 'A question for the user, and its answer',
    paths: ['decisions/pending/{name}.md', 'decisions/answered/{name}.md'],
    keys: { question: [] },
    needs: ['question'],
  },
  note: { about: 'A note', paths: ['notes/{name}.md'] },
  replan: {
    about: 'Causes of replanning a phase, and how they were handled',
    keys: { replans: [] },
    needs: ['replans'],
  },
  'milestone-audit': {
    about: 'Findings of an audit before a milestone is closed',
    paths: ['{milestone}-MILESTONE-AUDIT.md', 'MILESTONE-AUDIT.md', 'milestones/{milestone}-MILESTONE-AUDIT.md'],
    keys: { milestone: [], status: ['passed', 'gaps_found', 'tech_debt'] },
    needs: ['milestone', 'status'],
  },
  'continue-here': {
    about: 'Notes of a paused session, in prose',
    paths: [
      'phases/{dir}/.continue-here.md',
      '.continue-here.md',
      'spikes/{dir}/.continue-here.md',
      'sketches/{dir}/.continue-here.md',
    ],
    keys: { status: [] },
    needs: ['status', '## Next Action'],
  },
  codebase: { about: 'A map of one aspect of the code', paths: ['codebase/{name}.md'], needs: ['title', 'body'] },
  survey: {
    about: 'Research on the domain before the project is planned',
    paths: ['research/{name}.md'],
    needs: ['title'],
  },
  workspace: { about: 'Repositories of a workspace', paths: ['WORKSPACE.md'] },
  validation: {
    about: 'Tests for each requirement of a phase',
    keys: { phase: [], status: ['draft', 'planned', 'approved', 'validated'] },
    needs: ['phase', 'status'],
  },
  spec: {
    about: 'Required results of a phase, without the how',
    needs: ['## Goal', '## Acceptance Criteria|Acceptance'],
  },
  'ui-spec': {
    about: 'The design contract of a phase',
    keys: { phase: [], status: ['draft', 'approved'] },
    needs: ['phase', 'status'],
  },
  'ai-spec': {
    about: 'Purpose, design and evaluation of an AI feature',
    needs: ['## System Classification|Classification', '## Evaluation Strategy'],
  },
  patterns: { about: 'Existing code to follow for each new file of a phase', needs: ['## File Classification'] },
  'discussion-log': { about: "Questions about a phase and the user's choices; for people only" },
  'user-setup': { about: 'Setup steps for the user' },
  'phase-learnings': {
    about: 'Lessons of a phase',
    paths: ['phases/{dir}/{pp}-LEARNINGS.md'],
    keys: { phase: [] },
    needs: ['phase'],
  },
  'deferred-items': {
    about: 'Observations during a phase, left for later',
    paths: ['phases/{dir}/deferred-items.md', 'deferred-items.md'],
  },
  review: {
    about: 'Findings of a review of changed files',
    keys: { phase: [], status: ['clean', 'issues_found', 'skipped'] },
    needs: ['phase', 'status'],
  },
  'review-fix': {
    about: 'Fixed findings of a review',
    keys: { phase: [], status: ['all_fixed', 'partial', 'none_fixed'] },
    needs: ['phase', 'status'],
  },
  reviews: {
    about: 'Outside reviews of the plans of a phase',
    keys: { phase: [], reviewers: [] },
    needs: ['phase', 'reviewers'],
  },
  security: {
    about: 'Threats of a phase, and their mitigations',
    keys: { phase: [], status: ['draft', 'open', 'secured', 'verified', 'blocked'], 'threats_open|threats-open': [] },
    needs: ['phase', 'status', 'threats_open'],
  },
  'ui-review': { about: 'Scores of a built interface', needs: ['## Pillar Scores|Scores'] },
  'eval-review': {
    about: 'Coverage of the evaluation of an AI feature',
    keys: { 'verdict|status': ['production ready', 'needs work', 'significant gaps', 'not implemented'] },
    needs: ['verdict'],
  },
} as const satisfies Readonly<Record<string, Row>>
