// Decisions that a call alone does not carry out: `--yes` says that it is decided, and the record says by whom.
import type { ErrorBody } from '../errors.js'
import type { View } from './view.js'

/** `person`: at a terminal that no client started, or at the board they opened there. Everybody else counts as an agent. */
export const DECIDERS = ['person', 'agent'] as const
export type Decider = (typeof DECIDERS)[number]

/** How views name who decided. */
export const WHOSE: Readonly<Record<Decider, string>> = { person: 'a person decided so', agent: 'an agent decided so' }

export const deciderOf = ({ caller }: Pick<View, 'caller'>): Decider => (caller.isPerson ? 'person' : 'agent')

export interface Decision {
  /** The consequence in one sentence, for the person who is asked. */
  readonly question: string
  /** The call that carries it out, without `--yes`. */
  readonly call: string
  /** An agent's `--yes` is not enough. */
  readonly personOnly?: boolean
}

/** The argument of every verb that asks first. */
export const YES = { type: 'flag', about: 'It is decided: do not ask' } as const

/** The decider, or the error that asks for a decision. At a terminal the CLI puts the question itself (`call.ts`). */
export function decide(
  view: View,
  { question, call, personOnly = false }: Decision,
  yes: boolean,
): Decider | ErrorBody {
  const decider = deciderOf(view)
  if (yes && (decider === 'person' || !personOnly)) return decider
  return {
    code: personOnly ? 'PERSON_ONLY' : 'CONFIRM_REQUIRED',
    message: personOnly ? `${question} Only a person at a terminal of their own decides this` : question,
    fix: personOnly
      ? `show the user the question; they run at a terminal: ${call}`
      : `ask the user; if they agree: ${call} --yes`,
  }
}

export const isRefused = (decided: Decider | ErrorBody): decided is ErrorBody => typeof decided !== 'string'
