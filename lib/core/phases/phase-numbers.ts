// Chooses numbers for new phases in the project's convention. Ids are permanent and never reused.
import { isBacklog, PREFIXED } from '../../artifacts/parts/phase-token.js'
import { listedIds, listedPhases } from '../../artifacts/roadmap/milestone-text.js'
import { activePhases, closedIds, type PhaseSection, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { refuse } from '../../errors.js'
import { slugOf } from '../../std/slug.js'
import { readLedger, removedIn } from '../history/ledger.js'
import {
  comparePhaseIds,
  displayPhaseId,
  isNumericPhase,
  majorOf,
  type PhaseId,
  parsePhaseId,
  phaseKey,
  samePhase,
} from '../ids.js'
import { listArchivedDirectories, listPhaseDirectories, phaseDirectoryName } from '../layout.js'
import { archivePath, ownVersions } from '../milestones/last-shipped.js'
import type { Settings } from '../project/settings.js'
import type { View } from '../view.js'

/** Returns the project code, which precedes the names of phase directories; null if there is none. */
export const codeOf = (settings: Settings): string | null => {
  const code = settings.get('project_code')
  return typeof code === 'string' && code !== '' ? code : null
}

/** Returns ids of closed milestones (without a roadmap, of archived ones), archived directories and removed phases. */
export function pastIds(view: View, roadmap: RoadmapValue | null): readonly PhaseId[] {
  return [
    ...(roadmap === null ? archivedIds(view) : closedIds(roadmap)).flatMap((id) => parsePhaseId(id) ?? []),
    // Archives belong to the root, never to a workstream.
    ...(view.base === '.planning' ? listArchivedDirectories(view).map(({ id }) => id) : []),
    ...removedIn(readLedger(view)),
  ]
}

/** Returns phase ids in roadmaps that were archived as a whole. */
const archivedIds = (view: View): readonly string[] =>
  ownVersions(view).flatMap((version) => {
    const value = view.parse('roadmap', archivePath(version))?.value
    return value === undefined ? [] : [...value.phases, ...value.checklist].map(({ id }) => id)
  })

export function takenIds(view: View, roadmap: RoadmapValue | null): readonly PhaseId[] {
  const listed = [...(roadmap?.phases ?? []), ...(roadmap?.checklist ?? []), ...(roadmap?.progress ?? [])]
  return [
    ...pastIds(view, roadmap),
    ...listed.flatMap(({ id }) => parsePhaseId(id) ?? []),
    ...promisedIds(view, roadmap),
    ...listPhaseDirectories(view).map(({ id }) => id),
  ]
}

/** Returns phases of open milestones that ROADMAP.md lists, but describes in another file or not yet. */
function promisedIds(view: View, roadmap: RoadmapValue | null): readonly PhaseId[] {
  const described = new Set(roadmap?.windows.map(({ version }) => version))
  const listed = (roadmap?.milestones ?? []).filter(
    ({ version, mark }) => mark !== 'shipped' && !described.has(version),
  )
  return listed.flatMap(({ version, rest }) => {
    const own = view.base === '.planning' ? view.parse('roadmap', archivePath(version ?? '')) : null
    const ids = [...listedIds(listedPhases(rest) ?? ''), ...(own?.value.phases ?? []).map(({ id }) => id)]
    return ids.flatMap((id) => parsePhaseId(id) ?? [])
  })
}

export interface NewPhase {
  readonly title: string
  readonly id?: string | undefined
}

/** Returns the requested id, or the next free one in the form of the milestone's last phase (`4`, `2-04`, `[CK.02] 04`, a name). */
export function newNumber(view: View, roadmap: RoadmapValue, settings: Settings, wanted: NewPhase) {
  const taken = takenIds(view, roadmap)
  const last = activePhases(roadmap).at(-1)
  const lastId = last === undefined ? null : parsePhaseId(last.id)
  if (wanted.id !== undefined || (lastId !== null && isNamedPhase(lastId)))
    return requestedNumber(settings, taken, wanted)
  const text = lastId !== null && PREFIXED.test(lastId) ? nextPrefixed(lastId, taken) : `${nextInteger(view, roadmap)}`
  return plainNumber(parsePhaseId(text) as PhaseId, codeOf(settings), last?.code ?? null)
}

/** Returns the next id with the same prefix, such as `2-04` after `2-03`. */
function nextPrefixed(last: PhaseId, taken: readonly PhaseId[]): string {
  const prefix = last.slice(0, last.lastIndexOf('-') + 1)
  const own = taken.flatMap((id) => (id.startsWith(prefix) ? Number(id.slice(prefix.length)) || [] : []))
  return `${prefix}${String(Math.max(0, ...own) + 1).padStart(2, '0')}`
}

/** Whether the id is a name such as `AUTH`, not a number of any form. */
export const isNamedPhase = (id: PhaseId): boolean => !isNumericPhase(id) && !PREFIXED.test(id)

/** `code`: the project's code; `bracket`: the code before the word Phase in the headings of neighbouring phases. */
const plainNumber = (id: PhaseId, code: string | null, bracket: string | null = null) => ({
  id,
  shown: bracket === null ? displayPhaseId(id) : id,
  code: bracket,
  directory: (title: string) => phaseDirectoryName(id, title, bracket ?? code),
})

function requestedNumber(settings: Settings, taken: readonly PhaseId[], { id: wanted, title }: NewPhase) {
  const text = wanted ?? slugOf(title).toUpperCase()
  const id = parsePhaseId(text)
  if (id === null)
    refuse({
      code: 'USAGE',
      message: `"${text}" cannot be a phase id`,
      fix: 'add --id with letters, digits, dots and dashes',
    })
  if (taken.some((known) => samePhase(known, id)))
    refuse({ code: 'CONFLICT', message: `the phase id ${id} was used before`, fix: 'choose another --id' })
  return plainNumber(id, codeOf(settings))
}

/** Returns the whole number after every phase that ever existed; 999 is reserved for the backlog. */
export function nextInteger(view: View, roadmap: RoadmapValue | null): number {
  const last = takenIds(view, roadmap).reduce((max, id) => (isBacklog(id) ? max : Math.max(max, majorOf(id) ?? 0)), 0)
  return last === 998 ? 1000 : last + 1
}

/** Returns the previous phase by number. */
export const previousPhase = (roadmap: RoadmapValue, id: PhaseId): PhaseId | null =>
  activePhases(roadmap)
    .flatMap((section) => parsePhaseId(section.id) ?? [])
    .filter((other) => comparePhaseIds(other, id) < 0)
    .sort(comparePhaseIds)
    .at(-1) ?? null

export interface BasePhase {
  readonly id: PhaseId
  readonly section: Pick<PhaseSection, 'code' | 'window'>
}

/** Returns a number between this phase and the next. */
export const decimalNumber = (view: View, roadmap: RoadmapValue, settings: Settings, base: BasePhase) =>
  plainNumber(nextDecimal(view, roadmap, base.id), codeOf(settings), base.section.code)

/** Returns the decimal after the highest one that was ever used below the phase. */
function nextDecimal(view: View, roadmap: RoadmapValue, base: PhaseId): PhaseId {
  const prefix = `${phaseKey(base)}.`
  const used = takenIds(view, roadmap).flatMap((id) => {
    const rest = phaseKey(id).startsWith(prefix) ? phaseKey(id).slice(prefix.length) : ''
    return /^\d+$/.test(rest) ? Number(rest) : []
  })
  return `${base}.${Math.max(0, ...used) + 1}` as PhaseId
}
