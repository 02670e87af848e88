// Finds what a new milestone starts from: archived requirements, and free numbers.
import type { Requirement } from '../../artifacts/requirements/requirements.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { lastDecision } from '../decision-ids.js'
import { nextInteger } from '../phases/phase-numbers.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import { lastShipped, MILESTONES, ownVersions } from './last-shipped.js'

const REQUIREMENTS = '-REQUIREMENTS.md'

export interface KnownRequirement {
  readonly requirement: Requirement
  /** The last archive that contains the requirement. */
  readonly path: string
  readonly version: string
}

export interface MilestoneStart {
  /** Every archived requirement, as last written. */
  readonly known: ReadonlyMap<string, KnownRequirement>
  /** Unmet requirements of the last archive: postponed and open ones. */
  readonly waiting: readonly KnownRequirement[]
  readonly firstPhase: number
  readonly firstDecision: number
}

export const isMet = ({ requirement }: KnownRequirement): boolean =>
  requirement.scope === 'v1' && requirement.done === true

export function milestoneStart(view: View): MilestoneStart {
  const versions = ownVersions(view, REQUIREMENTS)
  const known = new Map<string, KnownRequirement>()
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

/** Returns the next free version, with as many parts as the last one; null if there is no version to count from. */
export function nextVersion(view: View, roadmap: RoadmapValue | null): string | null {
  const last = lastShipped(view, roadmap)?.version ?? ''
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(last) ?? []
  if (major === undefined) return null
  const named = [...(roadmap?.windows ?? []), ...(roadmap?.milestones ?? [])].map(({ version }) => version)
  const used = new Set([...named, ...ownVersions(view)])
  const isPatch = patch !== undefined && patch !== '0'
  for (let step = 1; ; step++) {
    const counted = isPatch ? `${minor}.${Number(patch) + step}` : `${Number(minor) + step}${patch ? '.0' : ''}`
    if (!used.has(`v${major}.${counted}`)) return `v${major}.${counted}`
  }
}

/** Creates an empty roadmap if the last one was archived as a whole. */
export function startRoadmap(staging: Staging): void {
  const path = staging.view.at('ROADMAP.md')
  if (staging.view.source(path) === null) staging.put(path, '# Roadmap\n')
}

/** Returns the next free id of each category, in the order of the archives. */
export function nextIds({ known }: Pick<MilestoneStart, 'known'>): ReadonlyMap<string, string> {
  const next = new Map<string, string>()
  const highest = new Map<string, number>()
  for (const id of known.keys()) {
    const [, category, digits] = /^(.*?)(\d+)$/.exec(id) ?? []
    if (category === undefined || digits === undefined || Number(digits) < (highest.get(category) ?? 0)) continue
    highest.set(category, Number(digits))
    next.set(category, `${category}${String(Number(digits) + 1).padStart(digits.length, '0')}`)
  }
  return next
}

export const nextIdLike = (id: string, before: Pick<MilestoneStart, 'known'>): string =>
  nextIds(before).get(/^(.*?)\d+$/.exec(id)?.[1] ?? '') ?? 'a free id'
