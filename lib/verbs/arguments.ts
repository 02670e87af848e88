// What many verbs take, and what they say of it.
import { arg } from './verb.js'

export const PHASE = arg.word('Phase, e.g. 3 or 2.1', { names: 'phase' })
export const PHASE_OR_DIRECTORY = arg.word('Phase, or its directory', { names: 'phase' })

/** A version as people say it: with or without its `v`. */
export const versionOf = (given: string): string => (/^\d/.test(given) ? `v${given}` : given.toLowerCase())
export const isVersion = (version: string): boolean => /^v\d+(?:\.\d+)*$/.test(version)
