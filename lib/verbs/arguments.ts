// Arguments shared by many verbs, and their texts.
import { arg } from '../core/verb.js'

export const PHASE = arg.word('Phase, e.g. 3 or 2.1')

/** Read before any verb runs (`lib/cli/typed.ts`); the verb gets the words the same way as words captured by a hook. */
export const TYPED = arg.text("File with the user's exact words; - for standard input")

/** A version with or without its `v`. */
export const versionOf = (given: string): string => (/^\d/.test(given) ? `v${given}` : given.toLowerCase())
