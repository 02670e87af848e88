// What many verbs take, and what they say of it.
import { arg } from '../core/verb.js'

export const PHASE = arg.word('Phase, e.g. 3 or 2.1', { names: 'phase' })
export const PHASE_OR_DIRECTORY = arg.word('Phase, or its directory', { names: 'phase' })

/** Read before any verb runs (`lib/cli/typed.ts`); for the verb it is as if a hook had seen the words. */
export const TYPED = arg.text("File with the user's words, word for word; - for the standard input")

/** Words of a list argument: `a,b` counts as two. */
export const splitList = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => word.split(',')).filter((word) => word !== '')

/** A version as people say it: with or without its `v`. */
export const versionOf = (given: string): string => (/^\d/.test(given) ? `v${given}` : given.toLowerCase())
export const isVersion = (version: string): boolean => /^v\d+(?:\.\d+)*$/.test(version)
