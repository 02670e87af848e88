// Compact drafts that a session leaves for a unit that comes later: they wait in a folder of that unit, and its claim takes them up.
import type { ArtifactId } from '../../../artifacts/paths.js'
import { artifactOf } from '../../artifact-paths.js'
import { gatherFacts, type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import { readLedger } from '../../history/ledger.js'
import { samePhase } from '../../ids.js'
import { readOrder } from '../../order.js'
import type { View } from '../../view.js'
import type { Staging } from '../../writing/staging.js'
import { type Claim, seedFolder } from '../claims.js'
import { filesBelow } from '../drafts.js'
import type { Work } from '../finish/work.js'
import type { UnitTypeId } from '../units.js'
import { COMPACT, compactName } from './forms.js'
import { outlineOf } from './outline.js'

/**
 * Keeps what lies beside the accepted drafts and is the compact draft of a phase that the roadmap has now; a phase that was ordered and needs no more gets
 * an outline in its place. Answers which of the drafts were kept.
 */
export function keepSeeds({ view, claim, gathered, staging }: Work): ReadonlySet<string> {
  const type = COMPACT[claim.unitType]?.seeds
  const kept = new Set<string>()
  if (type === undefined) return kept
  const facts = gatherFacts(staging.view)
  const known = staging.view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  const scope = readOrder(staging.view)?.scope ?? []
  for (const phase of facts.phases) {
    const name = compactName(type, { phase, unitId: phase.id })
    const draft = `${claim.drafts}/${name}`
    const isOrdered = scope === 'all' || scope.some((id) => samePhase(id, phase.id))
    const own = gathered.foreign.includes(draft) ? staging.view.source(draft)?.text : null
    const text = own ?? (isOrdered ? outlineOf(facts, phase, known) : null)
    if (text === null) continue
    const folder = seedFolder(staging, type, phase.id)
    const seal = sealOf(view, `${folder}/${name}`, text)
    // Without a key nobody could tell it later from one that a tree brought.
    if (seal === null) continue
    staging.put(`${folder}/${name}`, text)
    staging.put(`${folder}/${name}${SEAL}`, `${seal}\n`)
    if (own == null) continue
    staging.remove(draft)
    kept.add(draft)
  }
  return kept
}

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

const SEAL = '.seal'

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

const sealOf = ({ custody }: Pick<View, 'custody'>, path: string, text: string): string | null =>
  custody.seal(`seed\0${path}\0${text}`)

function isOurs(view: View, path: string): boolean {
  const seal = sealOf(view, path, view.source(path)?.text ?? '')
  return seal !== null && view.source(`${path}${SEAL}`)?.text?.trim() === seal
}
