// The registry of planning files. Codecs are loaded on demand: a hot verb pays only for what it reads.
import type { Kind, ValueOf } from './codec.js'
import type { ArtifactId } from './paths.js'

/** Kinds that nothing of ours reads as a value: texts of people and of other tools, logs, folders, and what a reader of its own knows. */
type Uncoded =
  | 'discuss-checkpoint'
  | 'intel'
  | 'skill-manifest'
  | 'waiting'
  | 'knowledge-base'
  | 'state-archive'
  | 'learnings'
  | 'retrospective'
  | 'backlog'
  | 'diary'
  | 'ledger'
  | 'journal'
  | 'claim'
  | 'draft'
  | 'instructions'
  | 'other'

/** How to load the codec of each other kind. */
const LOADERS = {
  project: async () => (await import('./project/project-codec.js')).project,
  requirements: async () => (await import('./requirements/requirements-codec.js')).requirements,
  roadmap: async () => (await import('./roadmap/roadmap-codec.js')).roadmap,
  state: async () => (await import('./state/state-codec.js')).state,
  config: async () => (await import('./config/config-codec.js')).config,
  context: async () => (await import('./context/context.js')).context,
  research: async () => (await import('./context/research.js')).research,
  plan: async () => (await import('./plan/plan.js')).plan,
  summary: async () => (await import('./summary/summary.js')).summary,
  verification: async () => (await import('./verification/verification.js')).verification,
  uat: async () => (await import('./verification/uat.js')).uat,
  'phase-draft': async () => (await import('./compact/phase-draft.js')).phaseDraft,
  result: async () => (await import('./compact/result.js')).result,
  proof: async () => (await import('./compact/proof.js')).proof,
  charter: async () => (await import('./charter/charter-codec.js')).charter,
  'milestone-draft': async () => (await import('./charter/charter-codec.js')).milestoneDraft,
  milestone: async () => (await import('./document/milestone-files.js')).milestone,
  'milestone-audit': async () => (await import('./document/milestone-files.js')).milestoneAudit,
  'continue-here': async () => (await import('./document/milestone-files.js')).continueHere,
  capture: async () => (await import('./document/memory-files.js')).capture,
  thread: async () => (await import('./document/memory-files.js')).thread,
  seed: async () => (await import('./document/memory-files.js')).seed,
  debug: async () => (await import('./document/memory-files.js')).debug,
  order: async () => (await import('./document/order.js')).order,
  decision: async () => (await import('./document/memory-files.js')).decision,
  note: async () => (await import('./document/memory-files.js')).note,
  learning: async () => (await import('./document/learning.js')).learning,
  replan: async () => (await import('./document/memory-files.js')).replan,
  handoff: async () => (await import('./document/json-records.js')).handoff,
  'check-record': async () => (await import('./document/json-records.js')).checkRecord,
  receipt: async () => (await import('./document/json-records.js')).receipt,
  validation: async () => (await import('./document/phase-documents.js')).validation,
  spec: async () => (await import('./document/phase-documents.js')).spec,
  capability: async () => (await import('./specs/capability.js')).capability,
  'spec-delta': async () => (await import('./specs/spec-delta.js')).specDelta,
  'ui-spec': async () => (await import('./document/phase-documents.js')).uiSpec,
  'ai-spec': async () => (await import('./document/phase-documents.js')).aiSpec,
  patterns: async () => (await import('./document/phase-documents.js')).patterns,
  'discussion-log': async () => (await import('./document/phase-documents.js')).discussionLog,
  'user-setup': async () => (await import('./document/phase-documents.js')).userSetup,
  'phase-learnings': async () => (await import('./document/phase-documents.js')).phaseLearnings,
  'deferred-items': async () => (await import('./document/phase-documents.js')).deferredItems,
  review: async () => (await import('./document/phase-documents.js')).review,
  'review-fix': async () => (await import('./document/phase-documents.js')).reviewFix,
  reviews: async () => (await import('./document/phase-documents.js')).reviews,
  security: async () => (await import('./document/security.js')).security,
  'ui-review': async () => (await import('./document/phase-documents.js')).uiReview,
  'eval-review': async () => (await import('./document/phase-documents.js')).evalReview,
  codebase: async () => (await import('./document/project-documents.js')).codebase,
  survey: async () => (await import('./document/project-documents.js')).survey,
  workspace: async () => (await import('./document/project-documents.js')).workspace,
} as const satisfies Readonly<Record<Exclude<ArtifactId, Uncoded>, () => Promise<Kind>>>

/** The parsed value of each artifact that has a codec. */
export type ArtifactValues = {
  readonly [K in keyof typeof LOADERS]: ValueOf<Awaited<ReturnType<(typeof LOADERS)[K]>>>
}

export type CodecRegistry = Readonly<Partial<Record<ArtifactId, Kind>>>

export const CODECS = LOADERS as Readonly<
  Record<keyof ArtifactValues, () => Promise<Kind>> & Partial<Record<ArtifactId, () => Promise<Kind>>>
>
