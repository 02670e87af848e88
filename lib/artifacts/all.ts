// The registry of planning files. Codecs are loaded on demand: a hot verb pays only for what it reads.
import type { CharterValue } from './charter/charter.js'
import type { Codec } from './codec.js'
import type { PhaseDraftValue } from './compact/phase-draft.js'
import type { ProofValue } from './compact/proof.js'
import type { ResultValue } from './compact/result.js'
import type { ConfigValue } from './config/config.js'
import type { ContextValue } from './context/context.js'
import type { ResearchValue } from './context/research.js'
import type {
  CheckRecordValue,
  DiscussCheckpointValue,
  HandoffValue,
  IntelValue,
  ReceiptValue,
  SkillManifestValue,
  WaitingValue,
} from './document/json-records.js'
import type { LogValue } from './document/log-file.js'
import type {
  CaptureValue,
  DebugValue,
  DecisionValue,
  LearningValue,
  NoteValue,
  ReplanValue,
  SeedValue,
  ThreadValue,
} from './document/memory-files.js'
import type { ContinueHereValue, MilestoneAuditValue } from './document/milestone-files.js'
import type { OrderValue } from './document/order.js'
import type {
  AiSpecValue,
  DeferredItemsValue,
  DiscussionLogValue,
  EvalReviewValue,
  PatternsValue,
  PhaseLearningsValue,
  ReviewFixValue,
  ReviewsValue,
  ReviewValue,
  SecurityValue,
  SpecValue,
  UiReviewValue,
  UiSpecValue,
  UserSetupValue,
  ValidationValue,
} from './document/phase-documents.js'
import type { CodebaseValue, SurveyValue, WorkspaceValue } from './document/project-documents.js'
import type { PlanValue } from './plan/plan.js'
import type { ProjectValue } from './project/project.js'
import type { RequirementsValue } from './requirements/requirements.js'
import type { RoadmapValue } from './roadmap/roadmap.js'
import type { StateValue } from './state/state.js'
import type { SummaryValue } from './summary/summary.js'
import type { UatValue } from './verification/uat.js'
import type { VerificationValue } from './verification/verification.js'

export type CodecRegistry = Readonly<Partial<Record<ArtifactId, Codec>>>

/** The parsed value of each artifact that has a codec. */
export interface ArtifactValues {
  project: ProjectValue
  requirements: RequirementsValue
  roadmap: RoadmapValue
  state: StateValue
  config: ConfigValue
  context: ContextValue
  research: ResearchValue
  plan: PlanValue
  summary: SummaryValue
  verification: VerificationValue
  uat: UatValue
  'phase-draft': PhaseDraftValue
  result: ResultValue
  proof: ProofValue
  charter: CharterValue
  milestone: LogValue
  'milestone-audit': MilestoneAuditValue
  'continue-here': ContinueHereValue
  capture: CaptureValue
  thread: ThreadValue
  seed: SeedValue
  debug: DebugValue
  decision: DecisionValue
  order: OrderValue
  note: NoteValue
  learning: LearningValue
  replan: ReplanValue
  handoff: HandoffValue
  waiting: WaitingValue
  'check-record': CheckRecordValue
  receipt: ReceiptValue
  'discuss-checkpoint': DiscussCheckpointValue
  intel: IntelValue
  'skill-manifest': SkillManifestValue
  validation: ValidationValue
  spec: SpecValue
  'ui-spec': UiSpecValue
  'ai-spec': AiSpecValue
  patterns: PatternsValue
  'discussion-log': DiscussionLogValue
  'user-setup': UserSetupValue
  'phase-learnings': PhaseLearningsValue
  'deferred-items': DeferredItemsValue
  review: ReviewValue
  'review-fix': ReviewFixValue
  reviews: ReviewsValue
  security: SecurityValue
  'ui-review': UiReviewValue
  'eval-review': EvalReviewValue
  codebase: CodebaseValue
  survey: SurveyValue
  workspace: WorkspaceValue
  'knowledge-base': LogValue
  'state-archive': LogValue
  learnings: LogValue
  retrospective: LogValue
  backlog: LogValue
  diary: LogValue
}

/** Logs and folders: files without a codec. */
const OTHERS = ['ledger', 'journal', 'claim', 'survey', 'draft', 'instructions', 'other'] as const

export type ArtifactId = keyof ArtifactValues | (typeof OTHERS)[number]

/** How to load the codec of each artifact. */
export const CODECS: Readonly<
  Record<keyof ArtifactValues, () => Promise<Codec>> & Partial<Record<ArtifactId, () => Promise<Codec>>>
> = {
  project: async () => (await import('./project/project.js')).project,
  requirements: async () => (await import('./requirements/requirements.js')).requirements,
  roadmap: async () => (await import('./roadmap/roadmap.js')).roadmap,
  state: async () => (await import('./state/state.js')).state,
  config: async () => (await import('./config/config.js')).config,
  context: async () => (await import('./context/context.js')).context,
  research: async () => (await import('./context/research.js')).research,
  plan: async () => (await import('./plan/plan.js')).plan,
  summary: async () => (await import('./summary/summary.js')).summary,
  verification: async () => (await import('./verification/verification.js')).verification,
  uat: async () => (await import('./verification/uat.js')).uat,
  'phase-draft': async () => (await import('./compact/phase-draft.js')).phaseDraft,
  result: async () => (await import('./compact/result.js')).result,
  proof: async () => (await import('./compact/proof.js')).proof,
  charter: async () => (await import('./charter/charter.js')).charter,
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
  learning: async () => (await import('./document/memory-files.js')).learning,
  replan: async () => (await import('./document/memory-files.js')).replan,
  handoff: async () => (await import('./document/json-records.js')).handoff,
  waiting: async () => (await import('./document/json-records.js')).waiting,
  'check-record': async () => (await import('./document/json-records.js')).checkRecord,
  receipt: async () => (await import('./document/json-records.js')).receipt,
  'discuss-checkpoint': async () => (await import('./document/json-records.js')).discussCheckpoint,
  intel: async () => (await import('./document/json-records.js')).intel,
  'skill-manifest': async () => (await import('./document/json-records.js')).skillManifest,
  validation: async () => (await import('./document/phase-documents.js')).validation,
  spec: async () => (await import('./document/phase-documents.js')).spec,
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
  security: async () => (await import('./document/phase-documents.js')).security,
  'ui-review': async () => (await import('./document/phase-documents.js')).uiReview,
  'eval-review': async () => (await import('./document/phase-documents.js')).evalReview,
  codebase: async () => (await import('./document/project-documents.js')).codebase,
  survey: async () => (await import('./document/project-documents.js')).survey,
  workspace: async () => (await import('./document/project-documents.js')).workspace,
  'knowledge-base': async () => (await import('./document/project-documents.js')).knowledgeBase,
  'state-archive': async () => (await import('./document/project-documents.js')).stateArchive,
  learnings: async () => (await import('./document/project-documents.js')).learnings,
  retrospective: async () => (await import('./document/project-documents.js')).retrospective,
  backlog: async () => (await import('./document/project-documents.js')).backlog,
  diary: async () => (await import('./document/project-documents.js')).diary,
}

/** Every kind of file the CLI reads or writes below `.planning/`. */
export const ARTIFACT_IDS: readonly ArtifactId[] = [...(Object.keys(CODECS) as (keyof ArtifactValues)[]), ...OTHERS]
