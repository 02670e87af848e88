// Arguments that several verbs share.
import { arg } from '../core/verb.js'

export const PHASE = arg.word('Phase, e.g. 3 or 2.1')

/** The CLI reads the file (`lib/cli/typed.ts`) and passes the words to the verb as if a hook had recorded them. */
export const TYPED = arg.text("File with the user's exact words; - for standard input")

/** Returns the version in lower case, with a `v` before a digit: `v1.0` for `1.0` and `V1.0`. */
export const versionOf = (given: string): string => (/^\d/.test(given) ? `v${given}` : given.toLowerCase())
