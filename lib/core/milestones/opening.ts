// What a new milestone goes on from: requirements that were met and those that wait, and the numbers that are free.
import type { Requirement } from '../../artifacts/requirements/requirements.js'
import { lastDecision } from '../decision-ids.js'
import { nextInteger } from '../phases/phase-numbers.js'
import type { View } from '../view.js'
import { MILESTONES, ownVersions } from './last-shipped.js'

const REQUIREMENTS = '-REQUIREMENTS.md'

export interface Known {
  readonly requirement: Requirement
  /** Where it was said last. */
  readonly path: string
  readonly version: string
}

export interface Before {
  /** Every requirement of an archive, as the last one says it. */
  readonly known: ReadonlyMap<string, Known>
  /** Those of the last archive that nobody met: its later ones, and what was left open. */
  readonly waiting: readonly Known[]
  /** Phases count on from here. */
  readonly firstPhase: number
  /** Decisions of PROJECT.md count on from here. */
  readonly firstDecision: number
}

export const isMet = ({ requirement }: Known): boolean => requirement.scope === 'v1' && requirement.done === true

export function beforeMilestone(view: View): Before {
  const versions = ownVersions(view, REQUIREMENTS)
  const known = new Map<string, Known>()
  for (const version of versions) {
    const path = `${MILESTONES}/${version}${REQUIREMENTS}`
    for (const requirement of view.parse('requirements', path)?.value.requirements ?? [])
      known.set(requirement.id, { requirement, path, version })
  }
  return {
    known,
    waiting: [...known.values()].filter((one) => one.version === versions.at(-1) && !isMet(one)),
    firstPhase: nextInteger(view, view.parse('roadmap', view.at('ROADMAP.md'))?.value ?? null),
    firstDecision: lastDecision(view) + 1,
  }
}

/** The first free id of each category, in the order of the archives. */
export function nextIds({ known }: Pick<Before, 'known'>): ReadonlyMap<string, string> {
  const next = new Map<string, string>()
  const most = new Map<string, number>()
  for (const id of known.keys()) {
    const found = /^(.*?)(\d+)$/.exec(id)
    const [category, digits] = [found?.[1], found?.[2]]
    if (category === undefined || digits === undefined || Number(digits) < (most.get(category) ?? 0)) continue
    most.set(category, Number(digits))
    next.set(category, `${category}${String(Number(digits) + 1).padStart(digits.length, '0')}`)
  }
  return next
}

export const nextLike = (id: string, before: Pick<Before, 'known'>): string =>
  nextIds(before).get(/^(.*?)\d+$/.exec(id)?.[1] ?? '') ?? 'an id that is free'
