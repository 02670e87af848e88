// Lines of shell that had to be read, and of which no check could have anything to say either: the program with the checks is not loaded for them.
import { slashed } from '../std/paths.js'
import { concernsPlans } from './checks/changed.js'
import { type Asked, isNamed } from './plain-call.js'
import { changedByShell } from './shell/changed-files.js'
import { ownFolderBy } from './shell/own-folder.js'
import { secretReadBy } from './shell/secret-reads.js'
import type { LineAround } from './surroundings.js'

type Around = LineAround & Parameters<typeof isNamed>[1]

/** Throws where a line is too much to be followed to its end. */
export function isPlainLine(event: Asked, around: Around): boolean {
  if (isNamed(['community', 'workflow_guard'], around)) return false
  if (ownFolderBy(event, around) !== null || secretReadBy(event, around) !== null) return false
  const changed = changedByShell(event, around)
  return changed.length === 0 || (!isLinked(event, around) && !changed.some(concernsPlans))
}

/** In a work tree of an agent, another tree is not to be changed. */
const isLinked = ({ cwd }: Asked, { project, read }: Around): boolean =>
  project !== null && (slashed(cwd).includes('/.planning/.runtime/') || read(`${project.root}/.git`) !== null)
