// Prepares the removal of a phase: finds the phase, lists its files, and refuses if the phase must stay.
import { findByPhase } from '../../artifacts/parts/phase-token.js'
import {
  activeWindow,
  closedWindows,
  type PhaseSection,
  type RoadmapValue,
  repeatedId,
  scopeOfSection,
} from '../../artifacts/roadmap/roadmap.js'
import { type ErrorBody, refuse } from '../../errors.js'
import type { StoredClaim } from '../dispatch/claim-store.js'
import { claimsInAllWorktrees, isTaken, readClaims, unitKey } from '../dispatch/claims.js'
import { subjectOf } from '../dispatch/units/all.js'
import { phaseKey as idKey, type PhaseId, type PlanId, parsePhaseId, phaseOfPlan, samePhase } from '../ids.js'
import { listPhaseDirectories } from '../layout.js'
import { filesIn, linksIn } from '../project/folder-contents.js'
import type { View } from '../view.js'
import { phaseMissing } from './locate.js'
import { chooseDirectory, historyTitles } from './phase-directory.js'

export type Removal = ReturnType<typeof planRemoval>

/** Finds a phase's section in the open milestone, else outside any milestone, else in other open milestones; refuses if none has it. */
export function openSection(roadmap: RoadmapValue, text: string) {
  const active = activeWindow(roadmap)
  const closed = closedWindows(roadmap)
  const groups = [
    ({ window }: PhaseSection) => window === active,
    ({ window }: PhaseSection) => window === null,
    ({ window }: PhaseSection) => window !== null && !closed.has(window),
  ]
  const found = groups.map((isInGroup) => findByPhase(roadmap.phases.filter(isInGroup), text.trim()))
  const section = found.find((one) => one !== null)
  const id = section === undefined ? null : parsePhaseId(section.id)
  if (section == null || id === null) return refuse(noSection(roadmap, text))
  return { section, id, at: roadmap.phases.indexOf(section) }
}

const noSection = (roadmap: RoadmapValue, text: string): ErrorBody => {
  const history = findByPhase(roadmap.phases, text)
  if (history !== null)
    return {
      code: 'PHASE_NOT_FOUND',
      message: `phase ${text} belongs to a closed milestone and cannot change`,
      fix: 'name a phase of an open milestone; gsd-tools progress lists them',
    }
  return phaseMissing(
    text,
    roadmap.phases.map(({ id }) => id),
  )
}

/** Returns the phase to remove, with all files below its directory (folders follow their content); refuses if it must stay. */
export function planRemoval(view: View, roadmap: RoadmapValue, text: string) {
  const { section, id, at } = openSection(roadmap, text)
  const blocked = (message: string, fix: string): never => refuse({ code: 'REMOVAL_BLOCKED', message, fix })
  const repeated = repeatedId(roadmap, scopeOfSection(roadmap, at))
  if (repeated !== null)
    blocked(`phase ${repeated} is in ${view.at('ROADMAP.md')} twice`, 'give one of the two another number')
  const candidates = listPhaseDirectories(view).filter((found) => samePhase(found.id, id))
  const { directory, duplicates } = chooseDirectory(section, candidates, historyTitles(roadmap).get(idKey(id)))
  if (duplicates.length > 0)
    refuse({
      code: 'PHASE_AMBIGUOUS',
      message: `phase ${section.id} has several directories: ${duplicates.map(({ path }) => path).join(', ')}`,
      fix: 'rename all but the right one',
    })
  const [link] = directory === null ? [] : linksIn(view, directory.path)
  if (link !== undefined)
    blocked(`${link} is neither a file nor a folder`, 'remove it, or replace it with a plain file')
  refuseClaimed(view, [id])
  return { id, section, at, directory, files: directory === null ? [] : filesIn(view, directory.path) }
}

export function isClaimOn({ unitType: type, unitId }: StoredClaim, phases: readonly PhaseId[]): boolean {
  const subject = subjectOf(type)
  if (subject !== 'phase' && subject !== 'plan') return false
  const claimedPhase = subject === 'plan' ? phaseOfPlan(unitId as PlanId) : (unitId as PhaseId)
  return phases.some((id) => samePhase(id, claimedPhase))
}

/** Refuses while one of these phases or (unless `ignoresMilestone`) the milestone or project is claimed. */
export function refuseClaimed(view: View, phases: readonly PhaseId[], ignoresMilestone = false): void {
  const live = claimsInAllWorktrees(view).find((claim) => {
    if (!isTaken(view, claim)) return false
    const subject = subjectOf(claim.unitType)
    return isClaimOn(claim, phases) || (!ignoresMilestone && (subject === 'project' || subject === 'milestone'))
  })
  if (live === undefined) return
  refuse({
    code: 'CLAIMED',
    message: `${unitKey(live.unitType, live.unitId)} is claimed until ${live.leaseUntil}`,
    fix: readClaims(view).some(({ token }) => token === live.token)
      ? `wait for the unit to finish; if its worker is gone: gsd-tools unit finish --claim ${live.token} --status cancelled`
      : 'wait for the unit to finish: an unattended run, or another worktree of this repository, is working on it',
  })
}
