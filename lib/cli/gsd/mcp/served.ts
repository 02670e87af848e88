// What the MCP server offers. The module that speaks the protocol knows nothing else of us.
import type { Shape } from '../../../std/shape.js'

export interface ServedTool {
  readonly name: string
  readonly about: string
  readonly input: Shape
  /** It changes no file. */
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
  /** The call was refused, or something broke; a verdict that is no is an answer. */
  readonly refused: boolean
}

export interface Served {
  readonly version: string
  readonly tools: readonly ServedTool[]
  readonly prompts: readonly ServedPrompt[]
  call(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  documents(): readonly ServedDocument[]
  /** Null where there is no such planning file. */
  document(path: string): string | null
  /** `words`: what a person typed behind the command. */
  prompt(name: string, words: string): Promise<string>
}
