// What one go can serve beside the unit: the next phase that was ordered, to be built with this one or to be tried with it.
import { NOTHING_TOLD, pathText, say, type Told, wordsText } from '../../std/told.js'
import { builtWith, provenWith } from '../derivation/ahead.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { nameBehind } from '../dispatch/compact/seeds.js'
import { type Block, rules } from './brief-blocks.js'
import { criteriaText, phaseText } from './brief-facts.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'

/** Bytes that what is said of the next phase may take. */
const MOST = { requirements: 200, criteria: 900 } as const

type Asking = Pick<AgentSubject, 'type' | 'phase'>

/** For whoever builds the last plan of a phase, or proves it, and goes on behind it. */
export function orderedOn({ type, phase }: Asking, { view, derivation: { facts } }: BriefWorld): readonly Block[] {
  if (phase === null) return []
  if (type === 'execute-plan') return toBuild(builtWith(facts, phase), pathText(view.at('ROADMAP.md')))
  return type === 'verify-phase' ? toTry(provenWith(facts, phase)) : []
}

/** What the draft for that phase is called, which lies beside the one of the unit. */
export function draftBehind({ type, phase }: Asking, { derivation: { facts } }: BriefWorld): string | null {
  if (phase === null || (type !== 'execute-plan' && type !== 'verify-phase')) return null
  const next = (type === 'execute-plan' ? builtWith : provenWith)(facts, phase)
  return next === null ? null : nameBehind(type, next)
}

function toBuild(next: PhaseFacts | null, roadmap: Told): readonly Block[] {
  if (next === null) return []
  return rules('behind', say`Ordered behind it`, [
    say`- Phase ${titleOf(next)}${namesOf(next)}, criteria in ${roadmap}. Where one design serves both, build and test both now, in one go, what both share in one commit, and write both results: one finish call then ends both plans, with one run of the checks.`,
  ])
}

function toTry(next: PhaseFacts | null): readonly Block[] {
  const criteria = next === null ? null : criteriaText(next.section.successCriteria, MOST.criteria)
  if (next === null || criteria === null) return []
  return rules('behind', say`Proven behind it`, [
    say`- Phase ${titleOf(next)}: ${criteria}. Built too: try these in the same run, and write both proofs: one finish call then ends both.`,
  ])
}

const titleOf = ({ id, title }: PhaseFacts): Told => phaseText(id, title)

const namesOf = ({ section }: PhaseFacts): Told => {
  const names = wordsText(section.requirements, MOST.requirements)
  return names === null ? NOTHING_TOLD : say` (${names})`
}
