// The registry of planning files. Codecs are loaded on demand: a hot verb pays only for what it reads.
import type { Codec } from './codec.js'

/** Every kind of file the CLI reads or writes below `.planning/`; those without a codec are logs and JSON records. */
export const ARTIFACT_IDS = [
  'project',
  'requirements',
  'roadmap',
  'state',
  'config',
  'context',
  'research',
  'plan',
  'summary',
  'verification',
  'uat',
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
export type ArtifactId = (typeof ARTIFACT_IDS)[number]

export type CodecRegistry = Readonly<Partial<Record<ArtifactId, Codec>>>

/** The parsed value of each artifact that has a codec. */
// biome-ignore lint/suspicious/noEmptyInterface: filled as codecs are added
export interface ArtifactValues {}

/** How to load the codec of each artifact. */
export const CODECS: Readonly<Partial<Record<ArtifactId, () => Promise<Codec>>>> = {}
