// What a check of a hook is: its event in the same form for all clients, surroundings, switch, findings, effects. Pure.
import { SWITCHES, type SwitchKey } from '../artifacts/config/switches.js'
import type { ToolResult as AnyToolResult, ToolUse as AnyToolUse, Moments } from '../core/extensions/api.js'
import type { Rule } from '../core/own-rules.js'
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'

export type ToolUse = AnyToolUse<Action>
export type ToolResult = AnyToolResult<Action>

interface EventData {
  /** The client's own name for the event, which the answer must repeat. */
  readonly name: string
  /** Id of the session; null if the client gives none. */
  readonly session: string | null
  /** Absolute. */
  readonly cwd: string
}

/** The tools that the model uses in one call: one patch may write several files. */
export interface ToolEvent {
  readonly cwd: string
  readonly tools: readonly ToolUse[]
}

/** The data of each event. Extensions receive only what `Moments` has. */
export interface Contexts extends Moments<Action> {
  readonly 'session-end': Pick<Moments['turn-end'], 'transcript'>
  readonly 'status-line': Omit<Moments['turn-end'], 'transcript'>
}

/** Discriminated by `point`. */
export type ContextAt<P extends Point> = P extends Point ? EventData & Contexts[P] & { readonly point: P } : never

export type HookContext = ContextAt<Point>

export interface HookProject {
  /** Absolute path of the folder with `.planning`. */
  readonly root: string
  /** The raw value of a setting; undefined if absent. */
  setting(key: string): unknown
  /** Names in a folder below the root; none if it cannot be read or a link is on the path. */
  list(folder: string): readonly string[]
  /** When entries of a folder below the root last changed, in epoch milliseconds; null if unreadable or behind a link. */
  changedAt(folder: string): number | null
  /** The text of a file below the root; null if it cannot be read. */
  read(path: string): string | null
}

/** What a check may read outside its event; everything is read on demand. */
export interface Surroundings {
  env(name: string): string | null
  readonly project: HookProject | null
  /** The text of the file at an absolute path; null if it cannot be read or is larger than 16 megabytes. */
  read(path: string): string | null
  /** The last 64 kilobytes of a file; null if it cannot be read. */
  tail(path: string): string | null
  /** Names in the folder at an absolute path; none if it cannot be read. */
  names(folder: string): readonly string[]
  /** The absolute path with all links resolved; missing parts stay unchanged. */
  real(path: string): string
  /** The user's home; absolute, with `/`. */
  readonly home: string
  /** A setting from the user's own files, which no project can change; undefined if absent. */
  personal(key: string): unknown
  rules(): readonly Rule[]
  readonly payload: string
}

/** The folder of the claim files, relative to the project's root. */
export const CLAIMS = '.planning/.runtime/claims'

export type Finding =
  /** Blocks the call. The text says why, and what the model should do instead. */
  | { readonly kind: 'deny'; readonly code: string; readonly text: string }
  /** For the model. */
  | { readonly kind: 'advice'; readonly text: string }
  /** For the user. */
  | { readonly kind: 'message'; readonly text: string }
  /** For the client's status line. */
  | { readonly kind: 'line'; readonly text: string }
export type Deny = Extract<Finding, { kind: 'deny' }>
export type Advice = Extract<Finding, { kind: 'advice' }>

export interface Host {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The value that a check has stored for the session; undefined if there is none. */
  readonly storedValue: (check: string) => unknown
  /** Records a typed message that starts one of our commands. */
  readonly recordRequest: (prompt: string) => void
  /** Records the client's usage in the background. */
  readonly recordUsage: () => void
}

/** The effects of one check, applied after all checks have run; if the call is refused, only values are stored. */
export interface Effects extends Host {
  readonly ownValue: unknown
  readonly store: (value: unknown) => void
}

/** The tool actions to which a check applies, or null for all; always null if a moment has no tools. */
type ActionsAt<P extends Point> = Contexts[P] extends { readonly tools: unknown } ? readonly Action[] | null : null

/** Whether a switch is on. Only true and false count, and in a project only the safe value of a guarded switch. */
export function isSwitchedOn(setting: SwitchKey, project: unknown, personal: () => unknown): boolean {
  const { isOn, guard } = SWITCHES[setting]
  if (typeof project === 'boolean' && (guard === null || project === guard.safe)) return project
  const own = personal()
  return typeof own === 'boolean' ? own : isOn
}

type Findings = readonly Finding[] | Promise<readonly Finding[]>

export interface CheckAt<P extends Point> {
  readonly id: string
  readonly points: readonly P[]
  readonly actions: ActionsAt<P>
  /** The switch that controls the check; null if the check is always on. */
  readonly setting: SwitchKey | null
  readonly needsProject: boolean
  readonly run: (context: ContextAt<P>, around: Surroundings, effects: Effects) => Findings
}

/** Shared by most guards, which check a call before it runs, in a project. */
export const BEFORE_CALLS = { points: ['pre-tool'], needsProject: true } as const

/** A check in a registry; it may be run only at its points. */
export interface Check extends Omit<CheckAt<Point>, 'actions' | 'run'> {
  readonly actions: readonly Action[] | null
  run(context: HookContext, around: Surroundings, effects: Effects): Findings
}
