// What a unit leaves for those that come later: drafts of its session, and outlines of phases that need no more.
import { WITH } from '../../derivation/ahead.js'
import { gatherFacts, phaseNumbered } from '../../derivation/facts.js'
import type { PhaseId } from '../../ids.js'
import { saidBy } from '../../judging/gate.js'
import { reaches, readOrder } from '../../order.js'
import type { Staging } from '../../writing/staging.js'
import { seedFolder } from '../claims.js'
import { claimsSuccess, TREE } from '../finish/verification.js'
import type { Work } from '../finish/work.js'
import type { UnitTypeId } from '../units.js'
import { COMPACT, compactName } from './forms.js'
import { outlineOf, outlineOfOrder } from './outline.js'
import { firstPlan, MARK, markOf, nameBehind } from './seeds.js'

/** A draft that may wait for a later unit. */
interface Seed {
  readonly unitId: string
  readonly name: string
  /** What stands in its place where the session wrote none. */
  readonly outline: string | null
  /** The tree of which it speaks; null where what is checked later is enough. */
  readonly tree: string | null
}

const NO_MORE = { outline: null, tree: null } as const

const SEEDS: Readonly<Partial<Record<UnitTypeId, (work: Work) => readonly Seed[]>>> = {
  'new-project': plannings,
  'execute-plan': ({ derivation: { facts }, phase }) => {
    const next = phase === null ? null : WITH['execute-plan'](facts, phase)
    return next === null ? [] : [{ ...NO_MORE, unitId: firstPlan(next), name: nameBehind('execute-plan', next) }]
  },
  'verify-phase': (work) => {
    const { derivation, phase, results } = work
    const next = phase === null ? null : WITH['verify-phase'](derivation.facts, phase)
    const tree = saidBy(results, TREE)
    return next === null || tree === null || !claimsSuccess(work)
      ? []
      : [{ ...NO_MORE, unitId: next.id, name: nameBehind('verify-phase', next), tree }]
  },
}

/** Of each phase that the roadmap has now; one that was ordered and needs no more gets an outline. */
function plannings({ view, staging }: Work): readonly Seed[] {
  const facts = gatherFacts(staging.view)
  const known = staging.view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  const scope = readOrder(staging.view)?.scope ?? []
  return facts.phases.map((phase) => ({
    unitId: phase.id,
    name: compactName('plan-phase', { phase, unitId: phase.id }) ?? '',
    outline: reaches(scope, phase.id) ? outlineOf(facts, phase, known) : null,
    tree: null,
  }))
}

/** Keeps what lies beside the accepted drafts and belongs to a later unit. Answers which of the drafts were kept. */
export function keepSeeds(work: Work): ReadonlySet<string> {
  const { claim, gathered, staging } = work
  const type = COMPACT[claim.unitType]?.seeds
  const kept = new Set<string>()
  if (type === undefined) return kept
  for (const { unitId, name, outline, tree } of SEEDS[claim.unitType]?.(work) ?? []) {
    const draft = `${claim.drafts}/${name}`
    const own = gathered.foreign.includes(draft) ? staging.view.source(draft)?.text : null
    const text = own ?? outline
    if (text === null) continue
    const isPlaced = placeSeed(staging, type, { unitId, name, text, tree })
    if (own == null || !isPlaced) continue
    staging.remove(draft)
    kept.add(draft)
  }
  return kept
}

interface Placed extends Pick<Seed, 'unitId' | 'name' | 'tree'> {
  readonly text: string
}

/** False where nothing would say that this machine left it. */
function placeSeed(staging: Staging, type: UnitTypeId, { unitId, name, text, tree }: Placed): boolean {
  const path = `${seedFolder(staging, type, unitId)}/${name}`
  const mark = markOf(staging.view, tree)
  if (mark === null) return false
  staging.put(path, text)
  staging.put(`${path}${MARK}`, `${mark}\n`)
  return true
}

/** The plan of a phase that was added for an order, where it needs no more than that: its claim takes it up. */
export function leaveOutline(staging: Staging, id: PhaseId): void {
  const facts = gatherFacts(staging.view)
  const phase = phaseNumbered(facts, id)
  const text = phase === null ? null : outlineOfOrder(facts, phase)
  if (phase === null || text === null) return
  const name = compactName('plan-phase', { phase, unitId: phase.id }) ?? ''
  placeSeed(staging, 'plan-phase', { unitId: phase.id, name, text, tree: null })
}
