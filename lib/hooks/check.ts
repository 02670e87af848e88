// One thing a hook looks at: when, whether it is switched on, and what it says. Checks are pure: what they need from the disk they ask the surroundings for.

import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/runtime.js'
import type { HookEvent } from './event.js'
import type { ShellReader } from './shell.js'

/** What one check found. */
export type Finding =
  /** The call must not happen. The text says why and what to do instead. */
  | { readonly kind: 'deny'; readonly code: string; readonly text: string }
  /** For the model to read. */
  | { readonly kind: 'advice'; readonly text: string }
  /** For the person to read. */
  | { readonly kind: 'message'; readonly text: string }
  /** The line a client shows below its prompt. */
  | { readonly kind: 'line'; readonly text: string }
  /** A permission in a file of the project, used up by this event. */
  | { readonly kind: 'spend'; readonly path: string }
  /** Words by which a person agrees, as they typed them. */
  | { readonly kind: 'typed'; readonly words: readonly string[] }
  /** A program to start and forget. */
  | { readonly kind: 'start'; readonly argv: readonly [string, ...string[]] }

/** What a refusal says. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

export interface Checked {
  readonly findings: readonly Finding[]
  /** What this check remembers from now on; undefined: nothing changes. */
  readonly remember?: unknown
}

export const NOTHING: Checked = { findings: [] }

/** The project an event happened in. */
export interface HookProject {
  /** Absolute folder that holds `.planning`. */
  readonly root: string
  /** A setting as it is written; undefined where it is absent. */
  setting(key: string): unknown
  /** Names in a folder below the root; none where it is not there. */
  list(folder: string): readonly string[]
  /** When a file below the root was written last, in milliseconds since the epoch; null: it is not there. */
  writtenAt(path: string): number | null
  /** Text of a file below the root, or null. */
  read(path: string): string | null
}

/** What a check may ask of the outside. All of it is lazy: an unasked question costs nothing. */
export interface Surroundings {
  now(): number
  env(name: string): string | null
  /** The project around the event's folder, or null. */
  readonly project: HookProject | null
  /** Text of an absolute path, at most 16 megabytes, or null. */
  read(path: string): string | null
  /** The last 64 kilobytes of it. */
  tail(path: string): string | null
  exists(path: string): boolean
  /** Names in an absolute folder; none where it is not there. */
  names(folder: string): readonly string[]
  /** Where an absolute path leads when every link in it is followed; what is not there yet stays as it is. */
  real(path: string): string
  /** What a program that only reads its input makes of it; null: it is not there, failed, or took too long. */
  filtered(argv: readonly [string, ...string[]], input: string): string | null
  /** Whether git keeps a file below the project's root: it came with the tree. */
  tracked(path: string): boolean
  /** Reads lines of shell; loaded with the first call. */
  shell(): ShellReader
  /** The person's home, and their own folder in it; absolute, with `/`. */
  readonly home: string
  readonly own: string
  /** A setting of the person's own files, which no tree can change; undefined where it is absent. */
  personal(key: string): unknown
  /** What this check remembered of the session. */
  readonly remembered: unknown
  /** What another one remembered. */
  recalled(check: string): unknown
  /** Keeps a reminder of the plan claimed by the token and gives its text once it is kept; null where it is not, or nothing is open. Absent where nothing can be kept. */
  readonly remind: ((token: string, bucket: number) => Promise<string | null>) | null
  /** Folder of the installed payload; absolute. */
  readonly payload: string
  readonly version: string
}

/** The setting that switches a check. */
export interface Switch {
  readonly key: string
  /** While nothing is set. */
  readonly isOn: boolean
  /** Not null: a project may set it to `safe` alone, because a tree from elsewhere would set it otherwise too. The person's own file does both. */
  readonly guard: { readonly safe: boolean } | null
}

/** Whether a switch is on, from what the project and the person say; anything but true and false says nothing. */
export function isSwitchedOn({ isOn, guard }: Switch, project: unknown, personal: () => unknown): boolean {
  if (typeof project === 'boolean' && (guard === null || project === guard.safe)) return project
  const own = personal()
  return typeof own === 'boolean' ? own : isOn
}

export interface Check {
  readonly id: string
  readonly about: string
  readonly points: readonly Point[]
  /** Actions of the tool it cares for; null: any, also none. */
  readonly actions: readonly Action[] | null
  /** What switches it. Null: always on. */
  readonly setting: Switch | null
  /** It has nothing to say outside a project. */
  readonly needsProject: boolean
  /** What a guard that nobody switches off finds where it could not judge a call to its end, by a look that cannot fail. */
  readonly unjudged?: (event: HookEvent, around: Surroundings) => Finding | null
  readonly run: (event: HookEvent, around: Surroundings) => Checked | Promise<Checked>
}
