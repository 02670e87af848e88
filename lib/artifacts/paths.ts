// The paths of each kind of planning file.
import { ROWS, type Row } from './document/rows.js'

/**
 * Paths below the planning base. `{…}` stands for any name or part of a name. A file may have fewer or more leading
 * numbers: `{pp}-{NN}-PLAN.md` also means `PLAN.md` and `01-02-login-PLAN.md`. We write to the first path of a kind.
 * The files of `phases/{dir}/` may also be in its `plans/`, in archives, in quick tasks and in the base itself.
 * The kinds of `rows.ts` have their paths there.
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
  // Drafts, deleted once their content is in the files above.
  'discuss-checkpoint': ['phases/{dir}/{pp}-DISCUSS-CHECKPOINT.json'],

  intel: ['intel/{name}.json', 'intel/.last-refresh.json'],
  'skill-manifest': ['skill-manifest.json'],
  handoff: ['HANDOFF.json'],

  capability: ['specs/{name}.md'],
  'spec-delta': ['phases/{dir}/{pp}-DELTA.md'],
  'knowledge-base': ['debug/knowledge-base.md'],
  'state-archive': ['STATE-ARCHIVE.md'],
  learnings: ['LEARNINGS.md'],
  retrospective: ['RETROSPECTIVE.md'],
  backlog: ['BACKLOG.md'],
  diary: ['JOURNAL.md'],

  ledger: ['ledger.jsonl'],
  journal: ['journal/{name}'],
  claim: ['.runtime/claims/{name}'],
  draft: ['.runtime/drafts/{name}'],
  // The project's AGENTS.md or the like, outside the planning folder; we own one block of it.
  instructions: [],
  other: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ArtifactId = keyof typeof PATHS | keyof typeof ROWS

const pathsOf = ([id, { paths }]: [string, Row]) => [id, paths ?? [`phases/{dir}/{pp}-${id.toUpperCase()}.md`]]

export const ARTIFACT_PATHS: Readonly<Record<ArtifactId, readonly string[]>> = {
  ...PATHS,
  ...Object.fromEntries(Object.entries<Row>(ROWS).map(pathsOf)),
}

export const pathOfKind = (id: ArtifactId): string => ARTIFACT_PATHS[id][0] ?? ''

export const ARTIFACT_IDS = Object.keys(ARTIFACT_PATHS) as readonly ArtifactId[]

/** All kinds except these, for verbs that may change any file. No verb declares the journal: every write adds to it. */
export const everyKindBut = (...kinds: readonly ArtifactId[]): readonly ArtifactId[] =>
  ARTIFACT_IDS.filter((id) => id !== 'journal' && !kinds.includes(id))
