// Calls of our programs in texts, from bare name to the reader's spelling.

/** The bare command: at the start or after a blank, quote or bracket, with arguments. */
const BARE = /(?<![\w./\\-])(gsd|gsd-tools) (?=[a-z-])/g

export type Spelling = (program: 'gsd' | 'gsd-tools') => string

/** Spells each `gsd-tools …` and `gsd …` as it can be called. */
export const withCalls = (text: string, spelling: Spelling): string =>
  text.replace(BARE, (_, program: 'gsd' | 'gsd-tools') => `${spelling(program)} `)
