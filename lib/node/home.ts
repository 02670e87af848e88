// Where a person's own folder lies, for programs that must not pay for more than that.
import { slashed } from '../std/paths.js'

export type Variables = Readonly<Record<string, string | undefined>>

/** `fallback`: the home that the system names; asked only where no variable does. */
export const homeOf = (env: Variables, fallback: () => string): string =>
  slashed(env['HOME'] || env['USERPROFILE'] || fallback())

/** Folder of the person's own settings, key and records: `~/.gsd`, or below the home that `GSD_HOME` names. */
export const personalFolderOf = (env: Variables, fallback: () => string): string =>
  `${slashed(env['GSD_HOME'] || homeOf(env, fallback))}/.gsd`

/** Files of its settings, the later one over the earlier: what new projects start from, and what holds for the person everywhere. */
export const PERSONAL_FILES = ['defaults.json', 'config.json'] as const
