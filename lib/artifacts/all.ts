// The registry of artifact kinds. Kinds load on demand, so a verb pays only for those it reads.
import type { Kind, ValueOf } from './codec.js'
import type { RowValue } from './document/row-kind.js'
import { ROWS } from './document/rows.js'
import type { ArtifactId } from './paths.js'

const SPECIAL_LOADERS = {
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

const ALL_LOADERS = {
  ...SPECIAL_LOADERS,
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
  readonly [K in keyof typeof ALL_LOADERS]: ValueOf<Awaited<ReturnType<(typeof ALL_LOADERS)[K]>>>
}

export type LoadedKinds = Readonly<Partial<Record<ArtifactId, Kind>>>

export const KIND_LOADERS = ALL_LOADERS as Readonly<
  Record<keyof ArtifactValues, () => Promise<Kind>> & Partial<Record<ArtifactId, () => Promise<Kind>>>
>
