// Decisions that need consent. `--yes` gives it, and the record says who did.
import type { ErrorBody } from '../errors.js'
import type { View } from './view.js'

/** `person`: a user at a terminal that no client started, or on a board opened there. Other callers are agents. */
export const DECIDERS = ['person', 'agent'] as const
export type Decider = (typeof DECIDERS)[number]

export const WHOSE: Readonly<Record<Decider, string>> = { person: 'decided by the user', agent: 'decided by an agent' }

export const deciderOf = ({ caller }: Pick<View, 'caller'>): Decider => (caller.isPerson ? 'person' : 'agent')

export interface Decision {
  /** The consequence in one sentence, for the user's confirmation. */
  readonly question: string
  /** The command without `--yes`. */
  readonly call: string
  /** An agent's `--yes` is not enough. */
  readonly personOnly?: boolean
}

/** Argument of every verb that asks for confirmation. */
export const YES = { type: 'flag', about: 'Already decided: do not ask' } as const

/** The decider, or an error that asks for a decision. At a terminal the CLI itself asks (`call.ts`). */
export function decide(
  view: View,
  yes: boolean,
  { question, call, personOnly = false }: Decision,
): Decider | ErrorBody {
  const decider = deciderOf(view)
  if (yes && (decider === 'person' || !personOnly)) return decider
  return {
    code: personOnly ? 'PERSON_ONLY' : 'CONFIRM_REQUIRED',
    message: personOnly ? `${question} Only the user can decide this, in their own terminal` : question,
    fix: personOnly
      ? `show the user the question; they run in a terminal: ${call}`
      : `ask the user; if they agree: ${call} --yes`,
  }
}

export const isRefused = (decided: Decider | ErrorBody): decided is ErrorBody => typeof decided !== 'string'
