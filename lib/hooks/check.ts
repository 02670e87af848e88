// One thing a hook looks at: when, whether it is switched on, and what it says. Checks are pure: what they need from the disk they ask the surroundings for.
import type { Point } from '../runtimes/hooks.js'
import type { Action } from '../runtimes/terms.js'
import type { HookEvent } from './event.js'
import type { Surroundings } from './surroundings.js'

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

export interface Checked {
  readonly findings: readonly Finding[]
  /** What this check remembers from now on; undefined: nothing changes. */
  readonly remember?: unknown
}

export const NOTHING: Checked = { findings: [] }

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
