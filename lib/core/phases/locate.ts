// From the words a person uses for a phase to its directory: live ones first, then the newest archive.
import { projectCodeOf } from '../../artifacts/parts/phase-number.js'
import type { ErrorBody } from '../../errors.js'
import { nearest } from '../../std/text.js'
import { type PhaseId, parsePhaseId, samePhase } from '../ids.js'
import { listArchivedDirectories, listPhaseDirectories, type PhaseDirectory } from '../layout.js'
import type { View } from '../view.js'
import { directoryByRoadmap } from './phase-directory.js'

export type Located = { readonly id: PhaseId; readonly directory: PhaseDirectory } | { readonly error: ErrorBody }

export const phaseMissing = (text: string, known: readonly string[] = []): ErrorBody => {
  const near = nearest(text, known)
  return {
    code: 'PHASE_NOT_FOUND',
    message: `there is no phase "${text}"`,
    fix: near === null ? 'gsd-tools progress lists the phases' : `did you mean phase ${near}?`,
  }
}

const ambiguous = (text: string, found: readonly PhaseDirectory[]): ErrorBody => ({
  code: 'PHASE_AMBIGUOUS',
  message: `"${text}" names ${found.length} directories: ${found.map(({ path }) => path).join(', ')}`,
  fix: 'rename the others',
})

function amongSeveral(view: View, id: PhaseId, live: readonly PhaseDirectory[]): PhaseDirectory | null {
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  return roadmap === undefined ? null : directoryByRoadmap(roadmap, id, live)
}

/** A phase that is only in the roadmap is there, and nothing was planned in it. */
function withoutFolder(view: View, text: string): ErrorBody {
  const found = phaseArgument(view, text)
  return 'error' in found
    ? found.error
    : { code: 'PHASE_NOT_FOUND', message: `phase ${text} has no folder yet`, fix: 'gsd-tools next' }
}

/** Needs `roadmap` among the verb's reads. Padding does not count; a project code in `text` must be the directory's own or absent there. */
export function locatePhase(view: View, text: string): Located {
  const id = parsePhaseId(text)
  if (id === null) return { error: phaseMissing(text) }
  const code = projectCodeOf(text.trim())
  const fits = (directory: PhaseDirectory) =>
    samePhase(directory.id, id) && (code === null || directory.code === null || directory.code === code)
  const live = listPhaseDirectories(view).filter(fits)
  const own = live.length > 1 ? amongSeveral(view, id, live) : live[0]
  if (own === null) return { error: ambiguous(text, live) }
  const directory = own ?? listArchivedDirectories(view).find(fits)
  return directory === undefined ? { error: withoutFolder(view, text) } : { id, directory }
}

/** The id of a phase of the roadmap as an argument names it; any id where there is no roadmap yet. Needs `roadmap` among the verb's reads. */
export function phaseArgument(view: View, text: string): { readonly id: PhaseId } | { readonly error: ErrorBody } {
  const id = parsePhaseId(text)
  const sections = view.parse('roadmap', view.at('ROADMAP.md'))?.value.phases ?? []
  const known = sections.flatMap((section) => parsePhaseId(section.id) ?? [])
  if (id === null) return { error: phaseMissing(text, known) }
  if (known.length === 0) return { id }
  const found = known.find((other) => samePhase(other, id))
  return found === undefined ? { error: phaseMissing(text, known) } : { id: found }
}
