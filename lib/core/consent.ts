// Decisions that need consent. `--yes` gives consent, and the ledger records who gave it.
import type { ErrorBody } from '../errors.js'
import type { View } from './view.js'

/** `person`: a user at a terminal that no client started, or on a board opened there. Other callers are agents. */
export const DECIDERS = ['person', 'agent'] as const
export type Decider = (typeof DECIDERS)[number]

export const DECIDER_TEXT: Readonly<Record<Decider, string>> = {
  person: 'decided by the user',
  agent: 'decided by an agent',
}

export const deciderOf = ({ caller }: Pick<View, 'caller'>): Decider => (caller.isPerson ? 'person' : 'agent')

export interface Decision {
  /** What the user agrees to: a question, or a statement of the consequence. */
  readonly question: string
  /** The command to repeat, without `--yes`. */
  readonly call: string
  /** Whether only the user can decide: an agent's `--yes` is not enough. */
  readonly isForUserOnly?: boolean
}

/** Argument of every verb that asks for confirmation. */
export const YES = { type: 'flag', about: 'The user has decided: do not ask' } as const

/** Returns the decider, or an error that asks for a decision. At a terminal the CLI itself asks the user (`call.ts`). */
export function decide(
  view: View,
  yes: boolean,
  { question, call, isForUserOnly = false }: Decision,
): Decider | ErrorBody {
  const decider = deciderOf(view)
  if (yes && (decider === 'person' || !isForUserOnly)) return decider
  return {
    code: isForUserOnly ? 'PERSON_ONLY' : 'CONFIRM_REQUIRED',
    message: isForUserOnly ? `${question} Only the user can decide this, in their own terminal` : question,
    fix: isForUserOnly
      ? `show the user this message; they can run this in a terminal: ${call}`
      : `ask the user; if they agree, run: ${call} --yes`,
  }
}

export const isRefused = (decided: Decider | ErrorBody): decided is ErrorBody => typeof decided !== 'string'
