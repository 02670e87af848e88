// A check of a hook: when it runs, what switches it, what it says. Checks are pure; they read through their
// surroundings and change things through their effects.
import { SWITCHES, type SwitchKey } from '../artifacts/config/switches.js'
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'
import type { ContextAt, Contexts, HookContext } from './event.js'
import type { Surroundings } from './surroundings.js'

/** What a check can find. */
export type Finding =
  /** The call must not happen. The text says why and what to do instead. */
  | { readonly kind: 'deny'; readonly code: string; readonly text: string }
  /** A person must say whether it happens; where the client cannot ask, it does not. */
  | { readonly kind: 'ask'; readonly code: string; readonly text: string }
  /** For the model to read. */
  | { readonly kind: 'advice'; readonly text: string }
  /** For the person to read. */
  | { readonly kind: 'message'; readonly text: string }
  /** The line a client shows below its prompt. */
  | { readonly kind: 'line'; readonly text: string }
export type Deny = Extract<Finding, { kind: 'deny' }>
export type Advice = Extract<Finding, { kind: 'advice' }>
export type Message = Extract<Finding, { kind: 'message' }>

/** What the host does for checks. */
export interface Host {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** What a check remembers of the session; undefined: nothing yet. */
  readonly recalled: (check: string) => unknown
  /** Keeps a message that calls one of our commands, as a person typed it. */
  readonly ordered: (prompt: string) => void
  /** Looks for a newer version, beside the session. */
  readonly look: () => void
  /** Notes what sessions of the client used, beside the session. */
  readonly note: () => void
}

/** The same for one check. Effects happen after all checks ran, and not if the call is refused. */
export interface Effects extends Host {
  /** What this check remembers. */
  readonly value: unknown
  readonly keep: (value: unknown) => void
}

/** Actions of the tool a check cares for; null: any, also none. Only where the event is about a tool. */
type ActionsAt<P extends Point> = Contexts[P] extends { readonly tools: unknown } ? readonly Action[] | null : null

/** Whether a switch is on, from what the project and the person say; anything but true and false says nothing. */
export function isSwitchedOn(setting: SwitchKey, project: unknown, personal: () => unknown): boolean {
  const { isOn, guard } = SWITCHES[setting]
  if (typeof project === 'boolean' && (guard === null || project === guard.safe)) return project
  const own = personal()
  return typeof own === 'boolean' ? own : isOn
}

/** Whether a project cannot switch off what a setting switches. */
export const isGuarding = (setting: SwitchKey | null): boolean =>
  setting !== null && SWITCHES[setting].guard?.safe === true

interface CheckFacts<P extends Point = Point> {
  readonly id: string
  readonly about: string
  readonly points: readonly P[]
  readonly actions: ActionsAt<P>
  /** What switches it. Null: always on. */
  readonly setting: SwitchKey | null
  /** It has nothing to say outside a project. */
  readonly needsProject: boolean
}

/** What a check finds, in its order. */
type Found = readonly Finding[] | Promise<readonly Finding[]>

export interface CheckAt<P extends Point> extends CheckFacts<P> {
  readonly run: (context: ContextAt<P>, around: Surroundings, effects: Effects) => Found
}

/** What most guards have alike: they look at a call before it is made, in a project. */
export const BEFORE_CALLS = { points: ['pre-tool'], needsProject: true } as const

/** A check as a registry keeps it: of some moments, which are the only ones it is asked at. */
export interface Check extends Omit<CheckFacts, 'actions'> {
  readonly actions: readonly Action[] | null
  run(context: HookContext, around: Surroundings, effects: Effects): Found
}
