// Lines of shell that had to be read, and of which no check could have anything to say either: the program with the checks is not loaded for them.
import { concernsPlans } from './checks/changed.js'
import { type Asked, isLinked, isNamed, type Known } from './plain-call.js'
import { changedByShell } from './shell/changed-files.js'
import { startedBy } from './shell/commands.js'
import { ownFolderBy } from './shell/own-folder.js'
import { secretReadBy } from './shell/secret-reads.js'
import type { LineAround } from './surroundings.js'

type Around = LineAround & Pick<Known, 'root' | 'exists' | 'settings'>

/** Throws where a line is too much to be followed to its end. */
export function isPlainLine(event: Asked, around: Around): boolean {
  if (ownFolderBy(event, around) !== null || secretReadBy(event, around) !== null) return false
  const changed = changedByShell(event, around)
  // Most lines do neither, and nobody looks for settings then.
  if (changed.length === 0 && !startedBy(event, around).some(({ program }) => program === 'git')) return true
  if (isNamed(['community', 'workflow_guard'], around)) return false
  return changed.length === 0 || (!isLinked(event.cwd, around) && !changed.some(concernsPlans))
}
