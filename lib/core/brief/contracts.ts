// Files in which the user agreed to what a phase is to be.
import type { ArtifactId } from '../../artifacts/paths.js'
import { say, type Told } from '../../std/told.js'
import { artifactOf } from '../artifact-paths.js'
import { type PhaseFacts, phaseDirectoryPath } from '../derivation/facts.js'
import type { Reading } from './brief-blocks.js'
import type { BriefWorld } from './brief-world.js'

/** What each kind settles. */
const CONTRACTS: Readonly<Partial<Record<ArtifactId, Told>>> = {
  spec: say`what the phase must deliver: binding`,
  'ui-spec': say`how its interface looks and behaves: binding`,
  'ai-spec': say`how a model is used in it and judged: binding`,
}

/** Those that lie in the folder of a phase; `but`: without the one of this kind. */
export function contractsOf(
  phase: PhaseFacts,
  { view, derivation }: Pick<BriefWorld, 'view' | 'derivation'>,
  but: ArtifactId | null = null,
): readonly Reading[] {
  const folder = phaseDirectoryPath(derivation.facts, phase)
  return view.list(folder).flatMap(({ name }) => {
    const path = `${folder}/${name}`
    const kind = artifactOf(path, view.base)
    const about = kind === but ? undefined : CONTRACTS[kind]
    return about === undefined ? [] : [{ path, about }]
  })
}
