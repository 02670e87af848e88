// The registry of expansions, by the schema of the compact draft.
import type { ArtifactId } from '../../../artifacts/paths.js'
import { charterExpansion } from './charter.js'
import type { Expansion } from './expansion.js'
import { milestoneExpansion } from './milestone-draft.js'

export const EXPANSIONS: Readonly<Partial<Record<ArtifactId, Expansion>>> = {
  charter: charterExpansion,
  'milestone-draft': milestoneExpansion,
}
