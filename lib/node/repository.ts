// Protects calls of git from bare repositories that were planted in a tree as plain files: git would obey their
// settings, which can name programs.
import { dirname, join } from 'node:path'
import { realOf, statOf, targetOf } from './disk.js'
import type { Variables } from './home.js'

/** Why git must not start in the folder: it is in a bare repository that is nearer than any `.git`. Otherwise null. */
export function gitRefusal(folder: string): string | null {
  // Links are resolved first, as git does.
  for (let at = realOf(folder); ; at = dirname(at)) {
    // A clone cannot bring an entry of this name.
    if (targetOf(join(at, '.git')) !== null) return null
    if (isBare(at)) return `${at} is a bare-style repository whose settings may start programs; git is not used there`
    if (dirname(at) === at) return null
  }
}

/** Whether the folder may be a bare repository: only names count, because git accepts even a broken link as HEAD. */
function isBare(folder: string): boolean {
  const has = (name: string) => statOf(join(folder, name)) !== null
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** Settings that override any file, so that git ignores planted repositories and `ext::` addresses. */
const GIT_SETTINGS = [
  ['safe.bareRepository', 'explicit'],
  ['protocol.ext.allow', 'never'],
] as const

/** Variables that select a repository. Git hooks pass them on, and they would lead us to another repository. */
const REPOSITORY_VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'] as const

/**
 * The environment for git in the repository around a folder: without the caller's repository variables, but with the
 * caller's git settings. `more` overrides the caller's environment.
 */
export function gitEnv(env: Variables, more: Variables = {}): Record<string, string | undefined> {
  const around = Object.fromEntries(
    Object.entries(env).filter(([name]) => !REPOSITORY_VARIABLES.some((named) => named === name)),
  )
  const existing = Number.parseInt(env['GIT_CONFIG_COUNT'] ?? '', 10) || 0
  const gitSettings = GIT_SETTINGS.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${existing + index}`, key],
    [`GIT_CONFIG_VALUE_${existing + index}`, value],
  ])
  return {
    ...around,
    ...more,
    ...Object.fromEntries(gitSettings),
    GIT_CONFIG_COUNT: String(existing + GIT_SETTINGS.length),
    // Git's messages are parsed, so they are not translated; unlike LC_ALL, this changes nothing else for the user's hooks.
    LANGUAGE: 'en',
    // Replace refs, which can fake history, are ignored.
    GIT_NO_REPLACE_OBJECTS: '1',
  }
}
