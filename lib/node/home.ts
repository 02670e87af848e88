// The user's own folder, for programs that must start fast.
import { slashed } from '../std/paths.js'

export type Variables = Readonly<Record<string, string | undefined>>

/** `fallback`: the system's answer, asked only if no variable is set. */
export const homeOf = (env: Variables, fallback: () => string): string =>
  slashed(env['HOME'] || env['USERPROFILE'] || fallback())

/** The user's own folder: `~/.gsd`, or below the home named by `GSD_HOME`. */
export const personalFolderOf = (env: Variables, fallback: () => string): string =>
  `${slashed(env['GSD_HOME'] || homeOf(env, fallback))}/.gsd`

/** Defaults for new projects, and the user's settings for every project, which override the defaults. */
export const PERSONAL_FILES = ['defaults.json', 'config.json'] as const
