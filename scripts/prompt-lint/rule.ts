// A lint rule and its input.

import type { Assets, Program } from '../../lib/assets/pack.js'
import type { Prompt } from '../../lib/assets/prompt.js'
import { type Part, type TokenPart, walkParts } from '../../lib/markdown/tokens.js'
import type { Runtime } from '../../lib/runtimes/runtime.js'

export interface LintWorld {
  readonly assets: Assets
  readonly runtimes: readonly Runtime[]
  /** The problem of a call of our programs, or null. Words in angle brackets or braces are placeholders. */
  readonly checkCall: (words: readonly string[], program: Program) => string | null
}

/** `at` is an offset into the prompt's text. */
export interface Fault {
  readonly at: number
  readonly expected: string
  readonly received: string
}

/** By id. */
export type Rules = Readonly<Record<string, (prompt: Prompt, world: LintWorld) => readonly Fault[]>>

export interface Finding {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly expected: string
  readonly received: string
}

/** Offset of the first `part` in the prompt, or 0. */
export const placeOf = (prompt: Prompt, part: string): number => Math.max(prompt.text.indexOf(part), 0)

/** Every `{{name:…}}` with its target. */
export const tokensIn = (parts: readonly Part[], name: string): readonly (TokenPart & { readonly target: string })[] =>
  [...walkParts(parts)].flatMap((part) =>
    part.kind === 'token' && part.name === name ? [{ ...part, target: part.target ?? '' }] : [],
  )
