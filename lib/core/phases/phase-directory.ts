// Chooses a phase's directory among the directories with its number, by code and title, without those of closed phases.
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
  const considered = coded.length > 0 ? coded : fitting
  if (considered.length === 1 && (history === undefined || coded.length > 0))
    return { directory: considered[0] as PhaseDirectory, duplicates: [] }
  const byTitle = considered.filter(({ slug }) => isSlugOf(slug, section.title))
  if (byTitle.length === 1) return { directory: byTitle[0] as PhaseDirectory, duplicates: [] }
  const notClosed = considered.filter(({ slug }) => history?.some((past) => isSlugOf(slug, past)) !== true)
  const byWords = notClosed.length > 1 ? directoryByWords(section.title, notClosed) : undefined
  return {
    directory: byWords ?? notClosed[0] ?? null,
    duplicates: notClosed.length > 1 && byWords === undefined ? notClosed : [],
  }
}

/** Finds the directory whose words all occur in the title, provided no other directory shares a word with the title. */
function directoryByWords(title: string, directories: readonly PhaseDirectory[]): PhaseDirectory | undefined {
  const words = (slug: string) => slug.split('-').filter((word) => word.length > 2)
  const titleWords = new Set(words(slugOf(title)))
  const [match, ...others] = directories.filter(({ slug }) => words(slug).some((word) => titleWords.has(word)))
  return others.length === 0 && match !== undefined && words(match.slug).every((word) => titleWords.has(word))
    ? match
    : undefined
}

/** Maps each `phaseKey` to the titles of phases of closed milestones. */
export function historyTitles(roadmap: RoadmapValue): ReadonlyMap<string, readonly string[]> {
  const closed = closedPhases(roadmap).flatMap(({ id: text, title }) => {
    const id = parsePhaseId(text)
    return id === null ? [] : [{ key: phaseKey(id), title }]
  })
  return new Map([...grouped(closed, ({ key }) => key)].map(([key, own]) => [key, own.map(({ title }) => title)]))
}

/** Finds the open phase's directory among several with its number; null if the roadmap does not decide. */
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
