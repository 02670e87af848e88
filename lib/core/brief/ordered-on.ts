// What one go can serve beside the unit: the next phase that was ordered, to be built with this one or to be tried with it.
import { NOTHING_TOLD, pathText, say, type Told, wordsText } from '../../std/told.js'
import { WITH } from '../derivation/ahead.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { nameBehind } from '../dispatch/compact/seeds.js'
import { type Block, rules } from './brief-blocks.js'
import { criteriaText, phaseText } from './brief-facts.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'

/** Bytes that what is said of the next phase may take. */
const MOST = { requirements: 200, criteria: 900 } as const

export interface Behind {
  readonly blocks: readonly Block[]
  /** The name of its draft, which lies beside the one of the unit. */
  readonly draft: string
}

/** For whoever builds the last plan of a phase, or proves it, and goes on behind it; null where nothing can be done with it. */
export function orderedOn({ type, phase }: AgentSubject, { view, derivation: { facts } }: BriefWorld): Behind | null {
  if (phase === null || (type !== 'execute-plan' && type !== 'verify-phase')) return null
  const next = WITH[type](facts, phase)
  if (next === null) return null
  const roadmap = pathText(view.at('ROADMAP.md'))
  const blocks = type === 'execute-plan' ? toBuild(phase, next, roadmap) : toTry(next, roadmap)
  return { blocks, draft: nameBehind(type, next) }
}

const toBuild = ({ id }: PhaseFacts, next: PhaseFacts, roadmap: Told): readonly Block[] =>
  rules('behind', say`Ordered behind it`, [
    say`- Phase ${titleOf(next)}${namesOf(next)}, criteria in ${roadmap}. Where one design serves both, build and test both now, in one go, files that both change in one commit (\`feat(${pathText(id)}): …\`), and write both results: one finish call then ends both plans, with one run of the checks.`,
  ])

function toTry(next: PhaseFacts, roadmap: Told): readonly Block[] {
  const criteria = criteriaText(next.section.successCriteria, MOST.criteria) ?? say`criteria in ${roadmap}`
  return rules('behind', say`Proven behind it`, [
    say`- Phase ${titleOf(next)}: ${criteria}. Built too: try these in the same run, and write both proofs: one finish call then ends both.`,
  ])
}

const titleOf = ({ id, title }: PhaseFacts): Told => phaseText(id, title)

const namesOf = ({ section }: PhaseFacts): Told => {
  const names = wordsText(section.requirements, MOST.requirements)
  return names === null ? NOTHING_TOLD : say` (${names})`
}
