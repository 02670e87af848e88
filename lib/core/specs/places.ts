// Paths of specs, and of a phase's changes to them.
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../derivation/facts.js'
import type { View } from '../view.js'

const folderOf = (view: View): string => view.at('specs')
export const specPath = (view: View, capability: string): string => `${folderOf(view)}/${capability}.md`

/** Returns the names of the capabilities; empty if the project has no specs. */
export const capabilitiesOf = (view: View): readonly string[] =>
  view
    .list(folderOf(view))
    .flatMap(({ kind, name }) => (kind === 'file' && name.endsWith('.md') ? [name.slice(0, -3)] : []))

export const deltaOfPhase = (facts: ProjectFacts, phase: PhaseFacts): string =>
  `${phaseDirectoryPath(facts, phase)}/${phase.id}-DELTA.md`
