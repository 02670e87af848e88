// A program that a line of shell starts, with what is known of it.
import { type Field, shown, UNKNOWN } from './expand.js'

interface Output {
  readonly path: Field
  readonly appends: boolean
  /** What it would hold, or have added; null: not known. */
  readonly content: string | null
}

export interface Call {
  /** Name of the program without its folder, in lower case; empty where there is none, or it is not known. */
  readonly program: string
  /** As it is written. */
  readonly path: string
  readonly words: readonly Field[]
  /** Names that it may be given without standing in its words: output of other commands. */
  readonly hints: readonly Field[]
  /** Files it reads as its input. */
  readonly inputs: readonly Field[]
  /** The text it reads as its input; null: not known, or none. */
  readonly stdin: string | null
  readonly outputs: readonly Output[]
  /** Names of the variables that are set for it, or by it. */
  readonly sets: readonly string[]
  /** Where it runs, below the folder of the call or absolute; null: not known. */
  readonly folder: string | null
}

/** The program that a word names. */
export function named(path: Field): Pick<Call, 'program' | 'path'> {
  const text = shown(path)
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
  return { path: text, program: path.includes(UNKNOWN) ? '' : withoutEnding(name.toLowerCase()) }
}

const withoutEnding = (name: string): string => (name.endsWith('.exe') ? name.slice(0, -'.exe'.length) : name)
