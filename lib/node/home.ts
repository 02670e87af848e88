// Locates the user's own folder. Separate from the code that reads it, for programs that must start fast.
import { slashed } from '../std/paths.js'

export type Variables = Readonly<Record<string, string | undefined>>

/** The user's home. `fallback` asks the system, and is called only if no variable is set. */
export const homeOf = (env: Variables, fallback: () => string): string =>
  slashed(env['HOME'] || env['USERPROFILE'] || fallback())

/** The user's own folder: `~/.gsd`, or below the home named by `GSD_HOME`. */
export const personalFolderOf = (env: Variables, fallback: () => string): string =>
  `${slashed(env['GSD_HOME'] || homeOf(env, fallback))}/.gsd`

/** The user's defaults and settings for all projects; the second file overrides the first. */
export const PERSONAL_FILES = ['defaults.json', 'config.json'] as const
