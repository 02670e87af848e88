// The registry of planning files. Codecs are loaded on demand: a hot verb pays only for what it reads.
import type { Codec } from './codec.js'
import type { ConfigValue } from './config.js'
import type { ContextValue } from './context.js'
import type { PlanValue } from './plan.js'
import type { ProjectValue } from './project.js'
import type { RequirementsValue } from './requirements.js'
import type { ResearchValue } from './research.js'
import type { RoadmapValue } from './roadmap.js'
import type { StateValue } from './state.js'
import type { SummaryValue } from './summary.js'
import type { UatValue } from './uat.js'
import type { VerificationValue } from './verification.js'

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
}

/** Logs, JSON records and folders: files without a codec. */
const OTHERS = [
  'check-record',
  'receipt',
  'replan',
  'ledger',
  'journal',
  'claim',
  'capture',
  'decision',
  'milestone',
  'survey',
  'draft',
  'other',
] as const

export type ArtifactId = keyof ArtifactValues | (typeof OTHERS)[number]

/** How to load the codec of each artifact. */
export const CODECS: Readonly<Partial<Record<ArtifactId, () => Promise<Codec>>>> = {
  project: async () => (await import('./project.js')).project,
  requirements: async () => (await import('./requirements.js')).requirements,
  roadmap: async () => (await import('./roadmap.js')).roadmap,
  state: async () => (await import('./state.js')).state,
  config: async () => (await import('./config.js')).config,
  context: async () => (await import('./context.js')).context,
  research: async () => (await import('./research.js')).research,
  plan: async () => (await import('./plan.js')).plan,
  summary: async () => (await import('./summary.js')).summary,
  verification: async () => (await import('./verification.js')).verification,
  uat: async () => (await import('./uat.js')).uat,
}

/** Every kind of file the CLI reads or writes below `.planning/`. */
export const ARTIFACT_IDS: readonly ArtifactId[] = [...(Object.keys(CODECS) as (keyof ArtifactValues)[]), ...OTHERS]
