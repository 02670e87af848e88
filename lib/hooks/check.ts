// One thing a hook looks at: when, whether it is switched on, and what it says. Checks are pure: what they need from the disk they ask the surroundings for.

import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/runtime.js'
import type { HookEvent } from './event.js'

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
  /** A program to start and forget. */
  | { readonly kind: 'start'; readonly argv: readonly [string, ...string[]] }

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

export interface Check {
  readonly id: string
  readonly about: string
  readonly points: readonly Point[]
  /** Actions of the tool it cares for; null: any, also none. */
  readonly actions: readonly Action[] | null
  /** The setting that switches it, and whether it is on while that is absent. Null: always on. */
  readonly setting: { readonly key: string; readonly isOn: boolean } | null
  /** It has nothing to say outside a project. */
  readonly needsProject: boolean
  readonly run: (event: HookEvent, around: Surroundings) => Checked | Promise<Checked>
}
