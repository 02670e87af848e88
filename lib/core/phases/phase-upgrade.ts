// Giving the phases of the open milestone ids that name it (`2-05` for `5`): a renumbering in which nothing goes.

import { PREFIXED, phaseNumber, withoutCode } from '../../artifacts/parts/phase-number.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { openSections } from '../../artifacts/roadmap/roadmap-close.js'
import { scopeOfSection } from '../../artifacts/roadmap/roadmap-renumber.js'
import { activeWindow } from '../../artifacts/roadmap/roadmap-windows.js'
import type { ErrorBody } from '../../errors.js'
import { type PhaseId, parsePhaseId } from '../ids.js'
import type { View } from '../view.js'
import { blocked, Homes, inTheWay, type MovedPhase, nameUnder, type Renumbering, renamesOf } from './phase-removal.js'

export type Upgrade = { readonly already: true } | { readonly already: false; readonly plan: Renumbering }

export function planUpgrade(view: View, roadmap: RoadmapValue): Upgrade | { readonly error: ErrorBody } {
  const at = openSections(roadmap)
  if (at === null)
    return { error: { code: 'MILESTONE_UNKNOWN', message: 'no milestone is open', fix: 'gsd-tools next' } }
  const active = activeWindow(roadmap)
  const version = active === null ? null : (roadmap.windows[active]?.version ?? null)
  const major = /^v(\d+)/.exec(version ?? '')?.[1]
  if (major === undefined)
    return {
      error: {
        code: 'MILESTONE_UNKNOWN',
        message: 'the open phases stand under no milestone with a version, which their ids would begin with',
        fix: 'add a heading such as "## v1.0 Name" above them',
      },
    }
  const scope = scopeOfSection(roadmap, at)
  if ('ambiguous' in scope)
    return blocked(
      `phase ${scope.ambiguous} is there twice in ${view.at('ROADMAP.md')}`,
      'give one of the two another number',
    )
  const sections = roadmap.phases.filter((_, index) => scope.sections.has(index))
  const open = sections.filter(({ id }) => !PREFIXED.test(id))
  if (open.length === 0) return { already: true }
  const odd = open.find(({ id }) => !/^\d+$/.test(withoutCode(id)) || phaseNumber(withoutCode(id)) === null)
  if (odd !== undefined)
    return blocked(
      `phase ${odd.id} has no form in this convention: only whole numbers have`,
      `remove phase ${odd.id}, or finish the milestone first`,
    )
  const homes = new Homes(view, roadmap)
  const moved: MovedPhase[] = []
  for (const section of open) {
    const from = parsePhaseId(section.id) as PhaseId
    const number = String(phaseNumber(withoutCode(section.id))?.integer ?? 0).padStart(2, '0')
    const to = parsePhaseId(`${major}-${number}`) as PhaseId
    const directory = homes.of(section)
    if (directory === 'ambiguous')
      return blocked(`phase ${section.id} has several directories`, 'rename or remove all but one of them')
    moved.push({ from, to, directory, name: directory === null ? null : nameUnder(directory, to) })
  }
  const error = inTheWay(
    view,
    null,
    moved,
    moved.map(({ from }) => from),
  )
  if (error !== null) return error
  const plan: Renumbering = {
    gone: [],
    files: [],
    moved,
    scope,
    activity: `Phases of ${version} named after their milestone`,
    renames: renamesOf(moved),
  }
  return { already: false, plan }
}
