// Compact drafts that a session leaves for a unit that comes later: they wait in a folder of that unit, and its claim takes them up.
import type { ArtifactId } from '../../../artifacts/paths.js'
import { artifactOf } from '../../artifact-paths.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import { readLedger } from '../../history/ledger.js'
import type { OutcomeLine } from '../../history/ledger-lines.js'
import { type PlanId, planIdOf } from '../../ids.js'
import type { View } from '../../view.js'
import type { Staging } from '../../writing/staging.js'
import { type Claim, seedFolder } from '../claims.js'
import { filesBelow } from '../drafts.js'
import type { UnitTypeId } from '../units.js'
import { COMPACT, compactName } from './forms.js'

type Taker = Pick<Claim, 'unitType' | 'unitId' | 'drafts'>

/**
 * Moves what was left for this unit into the drafts of its claim. Answers their names. What a draft of a claim names may run, so only what this machine
 * left there is taken: a tree may bring such a file too. `tree`: the digest of the present one, where what was left speaks of it.
 */
export function takeSeeds(view: View, staging: Staging, claim: Taker, tree: string | null): readonly string[] {
  const folder = seedFolder(view, claim.unitType, claim.unitId)
  const names = seedsOf(view, claim.unitType, claim.unitId, tree)
  for (const name of names) {
    staging.put(`${claim.drafts}/${name}`, view.source(`${folder}/${name}`)?.text ?? '')
    staging.remove(`${folder}/${name}`)
    staging.remove(`${folder}/${name}${MARK}`)
  }
  if (names.length > 0) staging.remove(`${folder}/`)
  return names
}

export const MARK = '.machine'

/** Names of what this machine left for a unit. */
function seedsOf(view: View, type: UnitTypeId, unitId: string, tree: string | null): readonly string[] {
  const folder = seedFolder(view, type, unitId)
  return filesBelow(view, folder).filter((name) => !name.endsWith(MARK) && isOurs(view, `${folder}/${name}`, tree))
}

/** Those that may be handed in as they are. */
export const standingSeeds = (facts: ProjectFacts, type: UnitTypeId, phase: PhaseFacts): readonly string[] =>
  isOutrun(facts, type, phase) ? [] : seedsOf(facts.view, type, phase.id, null)

/** The first plan of a phase, before it has any. */
export const firstPlan = ({ id }: PhaseFacts): PlanId => planIdOf(id, '1')

/** What the draft is called that a unit leaves for the same of the phase behind it. */
export const nameBehind = (type: 'execute-plan' | 'verify-phase', phase: PhaseFacts): string =>
  compactName(type, { phase, plan: { id: firstPlan(phase), file: { stem: '' } }, unitId: phase.id }) ?? ''

/** Units that the CLI does alone between two that one session had in hand at once. */
const ALONE: ReadonlySet<string> = new Set(['transition', 'plan-phase'] satisfies readonly UnitTypeId[])

/** The end of the unit that left something for the next of its type; null where anything else was done since. */
export function leftBy(view: View, type: UnitTypeId): OutcomeLine | null {
  const ended = readLedger(view).lines.findLast(
    (line): line is OutcomeLine => line.kind === 'outcome' && !ALONE.has(line.unitType),
  )
  return ended?.unitType === type && ended.status === 'completed' ? ended : null
}

/** Kinds of files in which something about a phase is settled before it is planned. */
const SETTLES: ReadonlySet<ArtifactId> = new Set(['context', 'spec', 'ui-spec', 'ai-spec', 'research'] as const)
/** Something was settled since, of which the drafts of the phase know nothing. */
export function isOutrun(facts: ProjectFacts, type: UnitTypeId, phase: PhaseFacts | null): boolean {
  const { view } = facts
  if (COMPACT[type]?.seeds === type) return leftBy(view, type) === null
  if (phase === null) return false
  const folder = phaseDirectoryPath(facts, phase)
  return view.list(folder).some(({ name }) => SETTLES.has(artifactOf(`${folder}/${name}`, view.base)))
}

/** What stands beside a draft that this machine left; `tree`: the digest of the tree it speaks of. */
export const markOf = ({ caller }: Pick<View, 'caller'>, tree: string | null): string | null =>
  caller.mark === null ? null : `${caller.mark}${tree === null ? '' : ` ${tree}`}`

function isOurs(view: View, path: string, tree: string | null): boolean {
  const mark = markOf(view, tree)
  return mark !== null && view.source(`${path}${MARK}`)?.text?.trim() === mark
}
