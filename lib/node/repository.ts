// Detects bare repositories planted in a tree as plain files: git obeys their settings, including programs.
import { dirname, join } from 'node:path'
import { realOf, statOf, targetOf } from './disk.js'
import type { Variables } from './home.js'

/** Why git must not start in the folder: there is a bare repository at or above it, before any `.git`. Else null. */
export function strangeRepository(folder: string): string | null {
  // Git resolves links first.
  for (let at = realOf(folder); ; at = dirname(at)) {
    // A clone cannot contain an entry of this name.
    if (targetOf(join(at, '.git')) !== null) return null
    if (isBare(at)) return `${at} is a bare-style repository whose settings may start programs; git is not used there`
    if (dirname(at) === at) return null
  }
}

/** Checks only that the entries exist: git accepts a broken link as HEAD, and files as folders. */
function isBare(folder: string): boolean {
  const has = (name: string) => statOf(join(folder, name)) !== null
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** Settings for one call that override any file: planted repositories are ignored. */
const OWN_SETTINGS = [
  ['safe.bareRepository', 'explicit'],
  ['protocol.ext.allow', 'never'],
] as const

/** Variables that select a repository: git hooks pass them on, and they would redirect us to another repository. */
const NAMING = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'] as const

/**
 * Environment for git in the repository around a folder, without the caller's repository variables; `more` overrides.
 * The caller's git settings stay.
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
    // Ignore replace refs: they fake history.
    GIT_NO_REPLACE_OBJECTS: '1',
  }
}
