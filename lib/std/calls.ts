// Rewrites commands in texts, from the bare names of our programs to what the reader must type.

/** A bare command with arguments, not part of a path or longer word. */
const BARE = /(?<![\w./\\-])(gsd|gsd-tools) (?=[a-z-])/g

export type Spelling = (program: 'gsd' | 'gsd-tools') => string

/** Replaces each `gsd-tools …` and `gsd …` by a command that works for the reader. */
export const withCalls = (text: string, spelling: Spelling): string =>
  text.replace(BARE, (_, program: 'gsd' | 'gsd-tools') => `${spelling(program)} `)
