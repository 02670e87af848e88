// What a unit leaves for the planning of phases: drafts of its session, and outlines of phases that need no more.
import { gatherFacts } from '../../derivation/facts.js'
import { reaches, readOrder } from '../../order.js'
import { seedFolder } from '../claims.js'
import type { Work } from '../finish/work.js'
import { COMPACT, compactName } from './forms.js'
import { outlineOf } from './outline.js'
import { SEAL, sealOf } from './seeds.js'

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
    const isOrdered = reaches(scope, phase.id)
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
