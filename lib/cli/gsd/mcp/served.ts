// The MCP server's interface to the pack. The protocol module knows nothing else of us.
import type { Shape } from '../../../std/shape.js'

export interface ServedTool {
  readonly name: string
  readonly about: string
  readonly input: Shape
  readonly readsOnly: boolean
}

export interface ServedDocument {
  /** Relative to the project, with `/`. */
  readonly path: string
  readonly about: string
}

interface ServedPrompt {
  readonly name: string
  readonly about: string
}

export interface ToolAnswer {
  readonly text: string
  /** The call was refused or failed; a verdict of no is an answer. */
  readonly refused: boolean
}

export interface Served {
  readonly version: string
  readonly tools: readonly ServedTool[]
  readonly prompts: readonly ServedPrompt[]
  call(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  documents(): readonly ServedDocument[]
  /** Null if there is no such planning file. */
  document(path: string): string | null
  /** `words`: the user's words after the command. */
  prompt(name: string, words: string): Promise<string>
}
