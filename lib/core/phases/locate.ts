// Finds a phase's directory, or its roadmap id, from how the user names the phase.
import { projectCodeOf } from '../../artifacts/parts/phase-token.js'
import type { ErrorBody } from '../../errors.js'
import { bareFolder } from '../../std/paths.js'
import { nearest } from '../../std/text.js'
import { idInName, type PhaseId, parsePhaseId, samePhase } from '../ids.js'
import { listArchivedDirectories, listPhaseDirectories, type PhaseDirectory } from '../layout.js'
import type { View } from '../view.js'
import { directoryByRoadmap } from './phase-directory.js'

export type Located = { readonly id: PhaseId; readonly directory: PhaseDirectory } | { readonly error: ErrorBody }

export const phaseMissing = (text: string, known: readonly string[] = []): ErrorBody => {
  const near = nearest(text, known)
  return {
    code: 'PHASE_NOT_FOUND',
    message: `unknown phase "${text}"`,
    fix: near === null ? 'to list the phases: gsd-tools progress' : `did you mean phase ${near}?`,
  }
}

const ambiguousError = (text: string, found: readonly PhaseDirectory[]): ErrorBody => ({
  code: 'PHASE_AMBIGUOUS',
  message: `"${text}" names ${found.length} directories: ${found.map(({ path }) => path).join(', ')}`,
  fix: 'rename all but the right one',
})

/** Finds a phase's directory, live ones before the newest archive. A project code must match or be absent. The view needs the codec `roadmap`. */
export function locatePhase(view: View, given: string): Located {
  const path = bareFolder(given)
  const all = [...listPhaseDirectories(view), ...listArchivedDirectories(view)]
  const named = path.includes('/') ? all.find((found) => found.path === path) : undefined
  if (named !== undefined) return { id: named.id, directory: named }
  const text = idInName(path)
  const id = parsePhaseId(text)
  if (id === null) return { error: phaseMissing(text) }
  const code = projectCodeOf(text.trim())
  const matches = (directory: PhaseDirectory) =>
    samePhase(directory.id, id) && (code === null || directory.code === null || directory.code === code)
  const live = all.filter((found) => found.archive === null && matches(found))
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  const chosen = live.length > 1 ? roadmap && directoryByRoadmap(roadmap, id, live) : live[0]
  if (chosen == null && live.length > 1) return { error: ambiguousError(text, live) }
  const directory = chosen ?? all.find(matches)
  if (directory !== undefined) return { id, directory }
  const listed = phaseArgument(view, text)
  return 'error' in listed
    ? listed
    : { error: { code: 'PHASE_NOT_FOUND', message: `phase ${text} has no folder yet`, fix: 'run gsd-tools next' } }
}

/** Finds the roadmap phase that an argument names; accepts any id if the roadmap has no phases. The view needs the codec `roadmap`. */
export function phaseArgument(view: View, text: string): { readonly id: PhaseId } | { readonly error: ErrorBody } {
  const id = parsePhaseId(text)
  const sections = view.parse('roadmap', view.at('ROADMAP.md'))?.value.phases ?? []
  const known = sections.flatMap((section) => parsePhaseId(section.id) ?? [])
  if (id !== null && known.length === 0) return { id }
  const found = known.find((other) => id !== null && samePhase(other, id))
  return found === undefined ? { error: phaseMissing(text, known) } : { id: found }
}
