// The registry of expansions, by the schema of the compact draft.
import type { ArtifactId } from '../../../artifacts/all.js'
import type { Expansion } from './expansion.js'

export const EXPANSIONS: Readonly<Partial<Record<ArtifactId, Expansion>>> = {}
