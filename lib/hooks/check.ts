// A check of a hook: events, switch, findings. Pure: reads its surroundings, acts through its effects.
import { SWITCHES, type SwitchKey } from '../artifacts/config/switches.js'
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'
import type { ContextAt, Contexts, HookContext } from './event.js'
import type { Surroundings } from './surroundings.js'

export type Finding =
  /** Blocks the call. The text says why, and what to do instead. */
  | { readonly kind: 'deny'; readonly code: string; readonly text: string }
  /** For the model. */
  | { readonly kind: 'advice'; readonly text: string }
  /** For the user. */
  | { readonly kind: 'message'; readonly text: string }
  /** For the client's status line. */
  | { readonly kind: 'line'; readonly text: string }
export type Deny = Extract<Finding, { kind: 'deny' }>
export type Advice = Extract<Finding, { kind: 'advice' }>

/** Effects the host offers to checks. */
export interface Host {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The check's stored value for the session; undefined if there is none. */
  readonly recalled: (check: string) => unknown
  /** Keeps a typed message that calls one of our commands. */
  readonly ordered: (prompt: string) => void
  /** Records the client's usage in the background. */
  readonly note: () => void
}

/** The effects of one check, applied after all checks ran and only if the call is not refused. */
export interface Effects extends Host {
  readonly value: unknown
  readonly keep: (value: unknown) => void
}

/** Tool actions the check applies to; null for all events. Only for tool events. */
type ActionsAt<P extends Point> = Contexts[P] extends { readonly tools: unknown } ? readonly Action[] | null : null

/** Whether a switch is on, by project and user settings; values other than true and false are ignored. */
export function isSwitchedOn(setting: SwitchKey, project: unknown, personal: () => unknown): boolean {
  const { isOn, guard } = SWITCHES[setting]
  if (typeof project === 'boolean' && (guard === null || project === guard.safe)) return project
  const own = personal()
  return typeof own === 'boolean' ? own : isOn
}

type Found = readonly Finding[] | Promise<readonly Finding[]>

export interface CheckAt<P extends Point> {
  readonly id: string
  readonly about: string
  readonly points: readonly P[]
  readonly actions: ActionsAt<P>
  /** The switch that controls it. Null: always on. */
  readonly setting: SwitchKey | null
  readonly needsProject: boolean
  readonly run: (context: ContextAt<P>, around: Surroundings, effects: Effects) => Found
}

/** Common to most guards: they check a call before it runs, in a project. */
export const BEFORE_CALLS = { points: ['pre-tool'], needsProject: true } as const

/** A check as a registry keeps it, run only at its events. */
export interface Check extends Omit<CheckAt<Point>, 'actions' | 'run'> {
  readonly actions: readonly Action[] | null
  run(context: HookContext, around: Surroundings, effects: Effects): Found
}
