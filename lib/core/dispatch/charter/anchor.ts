// Where the draft says what a rendered file says.

/** Words that lead from what is said of a rendered file to the line of the draft that is meant: an id, a heading. */
export interface Anchor {
  readonly words: string
  readonly line: number
}
