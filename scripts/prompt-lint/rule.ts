// The types of lint rules, their input and their findings.

import type { Assets, Program } from '../../lib/assets/pack.js'
import type { Prompt } from '../../lib/assets/prompt.js'
import { type Part, type TokenPart, walkParts } from '../../lib/markdown/tokens.js'
import type { Runtime } from '../../lib/runtimes/runtime.js'

export interface LintWorld {
  readonly assets: Assets
  readonly runtimes: readonly Runtime[]
  /** Returns what is wrong with a call of our programs, or null. Words in angle brackets or braces are placeholders. */
  readonly checkCall: (words: readonly string[], program: Program) => string | null
}

/** What a rule finds in one prompt; `at` is an offset into the prompt's text. */
export interface RuleFinding {
  readonly at: number
  readonly expected: string
  readonly received: string
}

/** Rules by id. */
export type Rules = Readonly<Record<string, (prompt: Prompt, world: LintWorld) => readonly RuleFinding[]>>

/** A finding with the rule, file and place to which it belongs. */
export interface Finding {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly expected: string
  readonly received: string
}

/** Returns the offset of the first `part` in a prompt, or 0. */
export const offsetOf = (prompt: Prompt, part: string): number => Math.max(prompt.text.indexOf(part), 0)

/** Returns every token with this name; a missing target becomes ''. */
export const tokensIn = (parts: readonly Part[], name: string): readonly (TokenPart & { readonly target: string })[] =>
  [...walkParts(parts)].flatMap((part) =>
    part.kind === 'token' && part.name === name ? [{ ...part, target: part.target ?? '' }] : [],
  )
