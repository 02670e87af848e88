// What a new milestone goes on from: requirements that were met and those that wait, and the numbers that are free.
import type { KeyDecision } from '../../artifacts/project/project.js'
import type { Requirement } from '../../artifacts/requirements/requirements.js'
import { isSentinelPhase, majorOf } from '../ids.js'
import { listPhaseDirectories } from '../layout.js'
import type { View } from '../view.js'
import { ownVersions } from './last-shipped.js'
import { MILESTONES } from './shipped.js'

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
  const numbers = listPhaseDirectories(view).flatMap(({ id }) => (isSentinelPhase(id) ? [] : (majorOf(id) ?? [])))
  return {
    known,
    waiting: [...known.values()].filter((one) => one.version === versions.at(-1) && !isMet(one)),
    firstPhase: Math.max(0, ...numbers) + 1,
    firstDecision: lastDecision(view) + 1,
  }
}

/** The first id that neither PROJECT.md nor this CONTEXT has. */
export function nextDecision(view: View, context: string | null): string {
  const decided = context === null ? [] : (view.parse('context', context)?.value.decisions ?? [])
  return decisionId(Math.max(lastDecision(view), ...decided.map(({ id }) => decisionNumber({ decision: id }))) + 1)
}

/** The highest number of a decision of PROJECT.md. */
export const lastDecision = (view: View): number =>
  Math.max(0, ...(view.parse('project', view.at('PROJECT.md'))?.value.keyDecisions ?? []).map(decisionNumber))

export const decisionId = (number: number): string => `D-${String(number).padStart(2, '0')}`

export const decisionNumber = ({ decision }: Pick<KeyDecision, 'decision'>): number =>
  Number(/^D-(\d{1,6})\b/.exec(decision)?.[1] ?? 0)

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
