// The registry of planning files. Codecs load on demand: a verb pays only for the kinds it reads.
import type { Kind, ValueOf } from './codec.js'
import type { RowValue } from './document/row-kind.js'
import { ROWS } from './document/rows.js'
import type { ArtifactId } from './paths.js'

const LOADED = {
  project: async () => (await import('./project/project.js')).project,
  requirements: async () => (await import('./requirements/requirements.js')).requirements,
  roadmap: async () => (await import('./roadmap/roadmap-check.js')).roadmap,
  state: async () => (await import('./state/state.js')).state,
  config: async () => (await import('./config/config-check.js')).config,
  context: async () => (await import('./context/context.js')).context,
  research: async () => (await import('./context/research.js')).research,
  plan: async () => (await import('./plan/plan.js')).plan,
  summary: async () => (await import('./summary/summary.js')).summary,
  verification: async () => (await import('./verification/verification.js')).verification,
  uat: async () => (await import('./verification/uat.js')).uat,
  charter: async () => (await import('./charter/charter-codec.js')).charter,
  'milestone-draft': async () => (await import('./charter/charter-codec.js')).milestoneDraft,
  milestone: async () => (await import('./document/milestone-log.js')).milestone,
  capability: async () => (await import('./specs/capability.js')).capability,
  'spec-delta': async () => (await import('./specs/spec-delta.js')).specDelta,
} as const satisfies Readonly<Partial<Record<ArtifactId, () => Promise<Kind>>>>

const LOADERS = {
  ...LOADED,
  ...(Object.fromEntries(
    Object.entries(ROWS).map(([id, row]) => [
      id,
      async () => {
        const { rowKind } = await import('./document/row-kind.js')
        return rowKind(id as keyof typeof ROWS, row)
      },
    ]),
  ) as { readonly [K in keyof typeof ROWS]: () => Promise<Kind<RowValue<(typeof ROWS)[K]>>> }),
}

export type ArtifactValues = {
  readonly [K in keyof typeof LOADERS]: ValueOf<Awaited<ReturnType<(typeof LOADERS)[K]>>>
}

export type CodecRegistry = Readonly<Partial<Record<ArtifactId, Kind>>>

export const CODECS = LOADERS as Readonly<
  Record<keyof ArtifactValues, () => Promise<Kind>> & Partial<Record<ArtifactId, () => Promise<Kind>>>
>
