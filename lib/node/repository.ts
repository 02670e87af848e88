// Which repository git would work in. A tree can hold a bare one as plain files, and git obeys the settings in it, programs included.
import { dirname, join } from 'node:path'
import type { Variables } from './home.js'
import { realOf, statOf, targetOf } from './obstacle.js'

/** Why git must not be started in the folder, or null: on the way up to the first `.git` lies a repository without one. */
export function strangeRepository(folder: string): string | null {
  // Git starts from where a link leads.
  for (let at = realOf(folder); ; at = dirname(at)) {
    // No clone can bring an entry of this name.
    if (targetOf(join(at, '.git')) !== null) return null
    if (isBare(at))
      return `${at} is a repository in the form of plain files, whose settings may start programs; git is not used there`
    if (dirname(at) === at) return null
  }
}

/** By the entries git looks for, whatever they are: it takes a link that leads nowhere for a HEAD, and files for folders. */
function isBare(folder: string): boolean {
  const has = (name: string) => statOf(join(folder, name)) !== null
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** Settings that count for one call, over whatever a file says: a repository in the form of plain files is none. */
const OWN_SETTINGS = [
  ['safe.bareRepository', 'explicit'],
  ['protocol.ext.allow', 'never'],
] as const

/** Variables that name a repository: a hook of git and what it starts inherit them, and they would lead from the project's to that one. */
const NAMING = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'] as const

/**
 * The variables of a call of git in the repository around a folder, whichever the caller's variables name; `more` counts over them.
 * Settings that the caller's variables hold stay.
 */
export function gitEnv(env: Variables, more: Variables = {}): Record<string, string | undefined> {
  const around = Object.fromEntries(Object.entries(env).filter(([name]) => !NAMING.some((named) => named === name)))
  const held = Number.parseInt(env['GIT_CONFIG_COUNT'] ?? '', 10) || 0
  const own = OWN_SETTINGS.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${held + index}`, key],
    [`GIT_CONFIG_VALUE_${held + index}`, value],
  ])
  return {
    ...around,
    ...more,
    ...Object.fromEntries(own),
    GIT_CONFIG_COUNT: String(held + OWN_SETTINGS.length),
    // A commit is what it was: another one that is to be shown in its place is no history.
    GIT_NO_REPLACE_OBJECTS: '1',
  }
}
