// Calls of our programs in texts: written by their names, spelled for where they are read.

/** The bare name as a command: at the start or behind a blank, a quote or a bracket, with words behind it. */
const BARE = /(?<![\w./\\-])(gsd|gsd-tools) (?=[a-z-])/g

export type Spelling = (program: 'gsd' | 'gsd-tools') => string

/** The text with each `gsd-tools …` and `gsd …` as it can be called. */
export const withCalls = (text: string, spelling: Spelling): string =>
  text.replace(BARE, (_, program: 'gsd' | 'gsd-tools') => `${spelling(program)} `)
