// Chooses a phase's directory among the directories with its number, by code and title; never a closed milestone's.
import { projectCodeOf } from '../../artifacts/parts/phase-token.js'
import { activePhases, closedPhases, type PhaseSection, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { grouped } from '../../std/grouped.js'
import { isSlugOf, slugOf } from '../../std/slug.js'
import { namesPhase, type PhaseId, parsePhaseId, phaseKey } from '../ids.js'
import type { PhaseDirectory } from '../layout.js'

/**
 * Returns the directory and `duplicates`, directories that cannot be told apart. `candidates` have the phase's number;
 * `history`: titles of closed phases with this number.
 */
export function chooseDirectory(
  section: Pick<PhaseSection, 'id' | 'code' | 'title'>,
  candidates: readonly PhaseDirectory[],
  history: readonly string[] | undefined,
) {
  const code = projectCodeOf(section.id) ?? section.code
  // Another project code means another phase; a directory without one may belong to any.
  const fitting = code === null ? candidates : candidates.filter((found) => found.code === null || found.code === code)
  const coded = fitting.filter((found) => found.code !== null && found.code === code)
  const among = coded.length > 0 ? coded : fitting
  if (among.length === 1 && (history === undefined || coded.length > 0))
    return { directory: among[0] as PhaseDirectory, duplicates: [] }
  const byTitle = among.filter(({ slug }) => isSlugOf(slug, section.title))
  if (byTitle.length === 1) return { directory: byTitle[0] as PhaseDirectory, duplicates: [] }
  const own = among.filter(({ slug }) => history?.some((past) => isSlugOf(slug, past)) !== true)
  const meant = own.length > 1 ? madeOf(section.title, own) : undefined
  return { directory: meant ?? own[0] ?? null, duplicates: own.length > 1 && meant === undefined ? own : [] }
}

/** The directory whose words all occur in the title, provided no other directory shares a word with the title. */
function madeOf(title: string, directories: readonly PhaseDirectory[]): PhaseDirectory | undefined {
  const words = (slug: string) => slug.split('-').filter((word) => word.length > 2)
  const said = new Set(words(slugOf(title)))
  const [alike, ...more] = directories.filter(({ slug }) => words(slug).some((word) => said.has(word)))
  return more.length === 0 && alike !== undefined && words(alike.slug).every((word) => said.has(word))
    ? alike
    : undefined
}

/** Titles of the phases of closed milestones, by `phaseKey`. */
export function historyTitles(roadmap: RoadmapValue): ReadonlyMap<string, readonly string[]> {
  const closed = closedPhases(roadmap).flatMap(({ id: text, title }) => {
    const id = parsePhaseId(text)
    return id === null ? [] : [{ key: phaseKey(id), title }]
  })
  return new Map([...grouped(closed, ({ key }) => key)].map(([key, own]) => [key, own.map(({ title }) => title)]))
}

/** The open phase's directory among several of that number; null if the roadmap cannot tell. */
export function directoryByRoadmap(
  roadmap: RoadmapValue,
  id: PhaseId,
  candidates: readonly PhaseDirectory[],
): PhaseDirectory | null {
  const section = activePhases(roadmap).find((open) => namesPhase(open.id, id))
  if (section === undefined) return null
  const { directory, duplicates } = chooseDirectory(section, candidates, historyTitles(roadmap).get(phaseKey(id)))
  return duplicates.length > 0 ? null : directory
}
