// All that is asked of a line of shell, as the program for hooks loads it.
import type { ShellReader } from '../surroundings.js'
import { changedByShell } from './changed-files.js'
import { startedBy } from './commands.js'
import { gitVerbOf, subjectOf } from './git-calls.js'
import { ownFolderBy } from './own-folder.js'
import { secretPattern, secretReadBy } from './secret-reads.js'

const isThere = (one: string | null): one is string => one !== null

export const shellReader: ShellReader = {
  secret: secretReadBy,
  own: ownFolderBy,
  changed: changedByShell,
  subjects: (event, around) => startedBy(event, around).map(subjectOf).filter(isThere),
  gitVerbs: (event, around) => startedBy(event, around).map(gitVerbOf).filter(isThere),
  secretPattern,
}
