// Taking a phase away: what has to change, or why it must not. Plan only; `renumber.ts` does it.
import { phaseNumber } from '../../artifacts/parts/phase-number.js'
import { findByPhase, phaseKey } from '../../artifacts/parts/phase-token.js'
import { PhaseRenames } from '../../artifacts/roadmap/phase-renames.js'
import type { PhaseSection, RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { type RenumberScope, scopeOfSection } from '../../artifacts/roadmap/roadmap-renumber.js'
import { activeWindow, closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'
import type { ErrorBody } from '../../errors.js'
import { grouped } from '../../std/grouped.js'
import { slugOf } from '../../std/text.js'
import { claimOf, isTaken, readClaims, unitKey } from '../dispatch/claims.js'
import { unitType } from '../dispatch/units.js'
import {
  displayPhaseId,
  phaseKey as idKey,
  type PhaseId,
  type PlanId,
  parsePhaseId,
  phaseOfPlan,
  samePhase,
} from '../ids.js'
import { listPhaseDirectories, type PhaseDirectory } from '../layout.js'
import { filesIn, linksIn } from '../project/folder-contents.js'
import type { View } from '../view.js'
import { phaseMissing } from './locate.js'
import { shiftAfter } from './phase-shift.js'

/** A live phase that moves up. */
export interface MovedPhase {
  readonly from: PhaseId
  readonly to: PhaseId
  readonly directory: PhaseDirectory | null
  /** Name its directory gets; null where it has none. */
  readonly name: string | null
}

/** A phase that goes, and those that get other numbers because it makes room. */
export interface Removal {
  readonly id: PhaseId
  readonly title: string
  readonly directory: PhaseDirectory | null
  /** Every file below its directory, relative to the project root; folders end with `/` and come after what is in them. */
  readonly files: readonly string[]
  readonly moved: readonly MovedPhase[]
  readonly renames: PhaseRenames
  readonly scope: RenumberScope
}

const blocked = (message: string, fix: string): { readonly error: ErrorBody } => ({
  error: { code: 'PHASE_RENUMBER_BLOCKED', message, fix },
})

/** The section a person means: the open milestone first, then backlog, then other open milestones; history is never meant. */
export function sectionNamed(roadmap: RoadmapValue, id: string): number | null {
  const active = activeWindow(roadmap)
  const closed = closedWindows(roadmap)
  const groups = [
    ({ window }: PhaseSection) => window === active,
    ({ window }: PhaseSection) => window === null,
    ({ window }: PhaseSection) => window !== null && !closed.has(window),
  ]
  for (const isMeant of groups) {
    const found = findByPhase(roadmap.phases.filter(isMeant), id)
    if (found !== null) return roadmap.phases.indexOf(found)
  }
  return null
}

export const noSection = (view: View, roadmap: RoadmapValue, text: string): ErrorBody => {
  const history = findByPhase(roadmap.phases, text)
  if (history !== null)
    return {
      code: 'PHASE_NOT_FOUND',
      message: `phase ${text} belongs to a closed milestone: history is never changed`,
      fix: 'name a phase of an open milestone; gsd-tools roadmap analyze lists them',
    }
  if (findByPhase(roadmap.checklist, text) !== null)
    return {
      code: 'MALFORMED_ROADMAP',
      message: `phase ${text} is only listed in ${view.at('ROADMAP.md')}, it has no section`,
      fix: `add "### Phase ${text}: <title>" with a line "**Goal**: …", or remove its line`,
    }
  return phaseMissing(
    text,
    roadmap.phases.map(({ id }) => id),
  )
}

type Refused = { readonly error: ErrorBody }

/** What removing the phase means. `roadmap` is the parsed ROADMAP.md. */
export function planRemoval(view: View, roadmap: RoadmapValue, text: string): Removal | Refused {
  const at = parsePhaseId(text) === null ? null : sectionNamed(roadmap, text.trim())
  const section = at === null ? undefined : roadmap.phases[at]
  const id = section === undefined ? null : parsePhaseId(section.id)
  if (at === null || section === undefined || id === null) return { error: noSection(view, roadmap, text) }
  const scope = scopeOfSection(roadmap, at)
  if ('ambiguous' in scope)
    return blocked(
      `phase ${scope.ambiguous} is there twice in ${view.at('ROADMAP.md')}, so references to it cannot be told apart`,
      'give one of the two another number by hand',
    )
  const mates = roadmap.phases.filter((_, index) => scope.sections.has(index))
  const shift = shiftAfter(
    section.id,
    mates.map((mate) => mate.id),
  )
  if (shift.children.length > 0)
    return blocked(
      `phase ${section.id} has ${shift.children.join(', ')} below it, which would hang under another phase afterwards`,
      `remove ${shift.children.map((child) => `phase ${child}`).join(', ')} first`,
    )
  const homes = new Homes(view, roadmap)
  const directory = homes.of(section)
  if (directory === 'ambiguous') return { error: severalHomes(section, homes) }
  const moved = movedTo(shift.ids, mates, homes)
  if ('error' in moved) return moved
  const error = inTheWay(view, directory, moved, [id, ...moved.map(({ from }) => from)])
  if (error !== null) return error
  return {
    id,
    title: section.title,
    directory,
    files: directory === null ? [] : filesIn(view, directory.path),
    moved,
    scope,
    renames: renamesOf(section.id, moved),
  }
}

const severalHomes = (section: PhaseSection, homes: Homes): ErrorBody => ({
  code: 'PHASE_AMBIGUOUS',
  message: `phase ${section.id} has several directories: ${homes
    .candidates(section)
    .map(({ path }) => path)
    .join(', ')}`,
  fix: 'rename or remove all but one of them',
})

/** The phases that get another number, with their directories. */
function movedTo(
  ids: ReadonlyMap<string, string>,
  mates: readonly PhaseSection[],
  homes: Homes,
): readonly MovedPhase[] | Refused {
  const moved: MovedPhase[] = []
  for (const mate of mates) {
    const next = ids.get(mate.id)
    const [from, to] = [parsePhaseId(mate.id), next === undefined ? null : parsePhaseId(next)]
    if (from === null || to === null) continue
    const directory = homes.of(mate)
    if (directory === 'ambiguous')
      return blocked(
        `phase ${mate.id} has several directories, so it cannot move to ${next}`,
        'rename or remove all but one of them',
      )
    moved.push({ from, to, directory, name: directory === null ? null : nameUnder(directory, to) })
  }
  return moved
}

/** What must not be moved: links and pipes, and what somebody works on. */
function inTheWay(
  view: View,
  own: PhaseDirectory | null,
  moved: readonly MovedPhase[],
  phases: readonly PhaseId[],
): Refused | null {
  const [odd] = [own, ...moved.map(({ directory }) => directory)].flatMap((directory) =>
    directory === null ? [] : linksIn(view, directory.path),
  )
  if (odd !== undefined)
    return blocked(`${odd} is neither a file nor a folder`, `remove it, or put a plain file in its place`)
  const live = liveClaim(view, phases)
  return live === null ? null : { error: live }
}

const renamesOf = (gone: string, moved: readonly MovedPhase[]): PhaseRenames =>
  new PhaseRenames(
    [[gone, null], ...moved.map(({ from, to }): [string, string] => [from, displayPhaseId(to)])],
    moved.flatMap(({ directory, name }): readonly [string, string][] =>
      directory === null || name === null ? [] : [[directory.name, name]],
    ),
  )

/** The directory's name under another number; code, slug and padding stay. */
function nameUnder({ name, code, id }: PhaseDirectory, to: PhaseId): string {
  const bare = code === null ? name : name.slice(code.length + 1)
  const head = phaseNumber(id) === null ? id.length : (/^\d+[A-Za-z]?(?:\.\d+)*/.exec(bare)?.[0].length ?? 0)
  const digits = /^\d+/.exec(bare)?.[0] ?? ''
  const width = digits.startsWith('0') ? digits.length : 2
  const number = to.replace(/^\d+/, (first) => String(Number(first)).padStart(width, '0'))
  return `${code === null ? '' : `${code}-`}${number}${bare.slice(head)}`
}

/** Which live directory is whose: by number, and by title where a phase of history has the same number. */
class Homes {
  /** By `phaseKey`, as the sections are: each of thousands that move is looked up. */
  readonly #directories: ReadonlyMap<string, readonly PhaseDirectory[]>
  readonly #sections: ReadonlyMap<string, readonly PhaseSection[]>
  readonly #closed: ReturnType<typeof closedWindows>

  constructor(view: View, roadmap: RoadmapValue) {
    this.#closed = closedWindows(roadmap)
    this.#sections = grouped(roadmap.phases, ({ id }) => phaseKey(id))
    const directories = listPhaseDirectories(
      view,
      roadmap.phases.flatMap(({ id }) => {
        const parsed = parsePhaseId(id)
        return parsed === null || phaseNumber(parsed) !== null ? [] : [parsed]
      }),
    )
    this.#directories = grouped(directories, ({ id }) => idKey(id))
  }

  candidates({ id }: PhaseSection): readonly PhaseDirectory[] {
    const own = parsePhaseId(id)
    return own === null ? [] : (this.#directories.get(idKey(own)) ?? [])
  }

  of(section: PhaseSection): PhaseDirectory | null | 'ambiguous' {
    const all = this.candidates(section)
    const named = all.filter(({ slug }) => slug === slugOf(section.title))
    if (named.length === 1) return named[0] as PhaseDirectory
    const others = (this.#sections.get(phaseKey(section.id)) ?? []).filter((other) => other !== section)
    const history = new Set(
      others.flatMap(({ window, title }) => (window !== null && this.#closed.has(window) ? [slugOf(title)] : [])),
    )
    const left = all.filter(({ slug }) => !history.has(slug))
    return left.length > 1 ? 'ambiguous' : (left[0] ?? null)
  }
}

/** Somebody at work on one of these phases or, unless `alone` are meant, on the milestone as a whole. */
export function liveClaim(view: View, phases: readonly PhaseId[], alone = false): ErrorBody | null {
  const claims = readClaims(view)
  const live = claims.find((claim) => {
    if (!isTaken(view, claim) || claimOf(claims, claim.unitType, claim.unitId) === null) return false
    const { subject } = unitType(claim.unitType)
    if (subject === 'free') return false
    if (subject !== 'phase' && subject !== 'plan') return !alone
    return phases.some((id) => samePhase(id, phaseOfUnit(subject, claim.unitId)))
  })
  return live === undefined
    ? null
    : {
        code: 'CLAIMED',
        message: `${unitKey(live.unitType, live.unitId)} is being worked on until ${live.leaseUntil}`,
        fix: `wait for it to finish; if nobody works on it any more: gsd-tools unit finish --claim ${live.token} --status cancelled`,
      }
}

export const phaseOfUnit = (subject: 'phase' | 'plan', unitId: string): PhaseId =>
  subject === 'plan' ? phaseOfPlan(unitId as PlanId) : (unitId as PhaseId)
