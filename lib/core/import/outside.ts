// A plan of another tool in one neutral form: what each of its files says, and where it says it.

export interface Place {
  readonly path: string
  /** From 1 on. */
  readonly line: number
}

interface Said {
  readonly text: string
  readonly at: Place
}

export interface OutsideRequirement extends Said {
  /** As the other tool names it; null where it does not. */
  readonly id: string | null
  readonly category: string | null
  readonly done: boolean
}

export interface OutsideTask extends Said {
  readonly done: boolean
}

export interface OutsidePhase {
  readonly title: string
  readonly goal: string | null
  /** The other tool says that all of it is done. */
  readonly done: boolean
  readonly requirements: readonly OutsideRequirement[]
  readonly criteria: readonly Said[]
  readonly tasks: readonly OutsideTask[]
  readonly at: Place
}

export interface Outside {
  readonly title: string | null
  readonly what: string | null
  /** What the other tool describes as being there. */
  readonly works: readonly Said[]
  readonly decisions: readonly Said[]
  readonly constraints: readonly Said[]
  readonly phases: readonly OutsidePhase[]
  /** Requirements of no phase. */
  readonly requirements: readonly OutsideRequirement[]
}

export const NOTHING_OUTSIDE: Outside = {
  title: null,
  what: null,
  works: [],
  decisions: [],
  constraints: [],
  phases: [],
  requirements: [],
}

/** A piece of a file that a reader looks at whole. */
export interface Entry extends Place {
  readonly kind: 'heading' | 'item' | 'text'
  /** Of a heading; of an item its column. */
  readonly level: number
  readonly text: string
  /** Null: no box. */
  readonly box: boolean | null
  /** Titles of the headings above, the outermost first. */
  readonly above: readonly string[]
}

/** Reads entries and keeps which of them found a place: the others are reported, so that nothing is lost in silence. */
export interface Reading {
  readonly files: ReadonlyMap<string, readonly Entry[]>
  /** Text of the entry, which has found its place. */
  take(entry: Entry): string
}

export interface Format {
  readonly about: string
  /** Whether a file, by its path below the given folder, belongs to a plan of this kind. */
  readonly holds: (path: string) => boolean
  readonly read: (reading: Reading) => Outside
  /** Which of the files say what the system does now, in the form of our specs. */
  readonly specs?: (files: readonly string[]) => readonly { readonly from: string; readonly capability: string }[]
}
