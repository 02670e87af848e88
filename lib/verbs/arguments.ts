// Arguments that several verbs share.
import { arg } from '../core/verb.js'

export const PHASE = arg.word('Phase, e.g. 3 or 2.1')

/** Read before the verb runs (`lib/cli/typed.ts`), which gets the words like those that a hook recorded. */
export const TYPED = arg.text("File with the user's exact words; - for standard input")

/** Returns a version with `v`, whether it was given with or without. */
export const versionOf = (given: string): string => (/^\d/.test(given) ? `v${given}` : given.toLowerCase())
