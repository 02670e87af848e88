// Calls of our programs in a prompt: `{{cli}} <verb> …` and `{{gsd}} <action> …`, to the end of the inline code or
// line, split into words like a shell.
import { walkParts } from '../markdown/tokens.js'
import type { Prompt } from './prompt.js'

/** The CLI for agents, and the program for the user. */
export type Program = 'cli' | 'gsd'

export interface CliCall {
  readonly program: Program
  readonly words: readonly string[]
  readonly text: string
  /** Offset of the token in the source. */
  readonly at: number
}

export function callsIn(prompt: Prompt): readonly CliCall[] {
  const calls: CliCall[] = []
  for (const part of walkParts(prompt.tree.parts)) {
    if (part.kind !== 'token' || (part.name !== 'cli' && part.name !== 'gsd')) continue
    const at = prompt.bodyAt + part.start
    const from = prompt.bodyAt + part.end
    const quoted = prompt.text[at - 1] === '`'
    const text = prompt.text.slice(from, endOfCall(prompt.text, from, quoted)).trim()
    calls.push({ program: part.name, words: shellWords(text), text, at })
  }
  return calls
}

function endOfCall(text: string, from: number, quoted: boolean): number {
  const line = text.indexOf('\n', from)
  const end = line < 0 ? text.length : line
  if (!quoted) return end
  const tick = text.indexOf('`', from)
  return tick < 0 ? end : Math.min(tick, end)
}

/** Words of a plain command line, unquoted. */
export const shellWords = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"?|'[^']*'?)+/g)].map(([word]) => word.replace(/"([^"]*)"?|'([^']*)'?/g, '$1$2'))
