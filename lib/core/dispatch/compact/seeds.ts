// Compact drafts that a session leaves for a unit that comes later: they wait in a folder of that unit, and its claim takes them up.
import type { ArtifactId } from '../../../artifacts/paths.js'
import { artifactOf } from '../../artifact-paths.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import { readLedger } from '../../history/ledger.js'
import type { View } from '../../view.js'
import type { Staging } from '../../writing/staging.js'
import { type Claim, seedFolder } from '../claims.js'
import { filesBelow } from '../drafts.js'
import type { UnitTypeId } from '../units.js'

/**
 * Moves what was left for this unit into the drafts of its claim. Answers their names. What a draft of a claim names may run, so only what this machine
 * left there is taken: a tree may bring such a file too.
 */
export function takeSeeds(view: View, staging: Staging, claim: Claim): readonly string[] {
  const folder = seedFolder(view, claim.unitType, claim.unitId)
  const names = seedsOf(view, claim.unitType, claim.unitId)
  for (const name of names) {
    staging.put(`${claim.drafts}/${name}`, view.source(`${folder}/${name}`)?.text ?? '')
    staging.remove(`${folder}/${name}`)
    staging.remove(`${folder}/${name}${SEAL}`)
  }
  if (names.length > 0) staging.remove(`${folder}/`)
  return names
}

export const SEAL = '.seal'

/** Names of what this machine left for a unit. */
function seedsOf(view: View, type: UnitTypeId, unitId: string): readonly string[] {
  const folder = seedFolder(view, type, unitId)
  return filesBelow(view, folder).filter((name) => !name.endsWith(SEAL) && isOurs(view, `${folder}/${name}`))
}

/** Those that may be handed in as they are. */
export const standingSeeds = (facts: ProjectFacts, type: UnitTypeId, phase: PhaseFacts): readonly string[] =>
  isOutrun(facts, phase) ? [] : seedsOf(facts.view, type, phase.id)

/** Kinds of files in which something about a phase is settled before it is planned. */
const SETTLES: ReadonlySet<ArtifactId> = new Set(['context', 'spec', 'ui-spec', 'ai-spec', 'research'] as const)
/** Units that show what a plan should build on. */
const SHOWS: ReadonlySet<string> = new Set(['spike', 'sketch', 'wrap-up'] satisfies readonly UnitTypeId[])

/** Something was settled or tried since the project began, of which its drafts know nothing. */
export function isOutrun(facts: ProjectFacts, phase: PhaseFacts): boolean {
  const { view } = facts
  const folder = phaseDirectoryPath(facts, phase)
  if (view.list(folder).some(({ name }) => SETTLES.has(artifactOf(`${folder}/${name}`, view.base)))) return true
  const { lines } = readLedger(view)
  const began = lines.findLastIndex((line) => line.kind === 'outcome' && line.unitType === 'new-project')
  return lines
    .slice(began + 1)
    .some((line) => line.kind === 'outcome' && line.status === 'completed' && SHOWS.has(line.unitType))
}

export const sealOf = ({ custody }: Pick<View, 'custody'>, path: string, text: string): string | null =>
  custody.seal(`seed\0${path}\0${text}`)

function isOurs(view: View, path: string): boolean {
  const seal = sealOf(view, path, view.source(path)?.text ?? '')
  return seal !== null && view.source(`${path}${SEAL}`)?.text?.trim() === seal
}
