// A client's hooks as data: moments, tools, dialect, and where hooks are registered.
import { shellQuoted } from '../std/text.js'
import type { Edit, Offer } from './offers.js'
import type { Action, EmittedFile, Listing, Scope } from './terms.js'

export const POINTS = [
  'session-start',
  'session-end',
  'prompt-submit',
  'pre-tool',
  'post-tool',
  'turn-end',
  'subagent-stop',
  'pre-compact',
  'status-line',
] as const
export type Point = (typeof POINTS)[number]

/** Formats of hook answers (lib/hooks/dialects.ts). */
export type DialectId =
  | 'nested'
  | 'nested-deciding'
  | 'nested-doubled'
  | 'nested-message'
  | 'camel'
  | 'permission'
  | 'decision'
  | 'cancelling'
  | 'plain'

/** The facts about a client that the hook process needs. */
export interface HookFacts {
  readonly dialect: DialectId
  /** The client's names of the moments; a moment may have several. */
  readonly events: Readonly<Partial<Record<Point, readonly string[]>>>
  /** The action of each tool, by the tool's name in hooks. */
  readonly tools: Readonly<Record<string, Action>>
  /** Moments at which the client ignores the advice of a hook. */
  readonly ignoredAt?: readonly Point[]
  /** Dialects of other clients that run this row's hooks, by the environment variable that shows each client. */
  readonly guests?: Readonly<Record<string, DialectId>>
}

export interface HookCall {
  /** Absolute, relative to the project, or below the client's variable for the project's folder; with `/`. */
  readonly script: string
  /** First argument of the script: the row's id. */
  readonly runtime: string
}

/** Returns `node "<script>" <runtime> <args>` for any shell; only the project folder's variable is expanded. */
export function commandLine({ script, runtime }: HookCall, ...args: readonly string[]): string {
  const [variable] = /^\$[A-Z_]+(?=\/)|/.exec(script) as RegExpExecArray
  return ['node', `"${variable}${shellQuoted(script.slice(variable.length)).slice(1)}`, runtime, ...args].join(' ')
}

/** The time limit given to clients; the hook process ends itself sooner (`MAX_RUN_MS`). */
export const HOOK_SECONDS = 5
/** Some clients wait no longer than this at the end of a session, and warn at every start about a higher limit. */
const SESSION_END_SECONDS = 3
export const timeLimitAt = (point: Point): number => (point === 'session-end' ? SESSION_END_SECONDS : HOOK_SECONDS)

export interface Moment {
  readonly point: Point
  readonly event: string
  /** The client's tools to which the moment is limited; null for all, or for moments without tools. */
  readonly tools: readonly string[] | null
}

/** Returns the text of the file with that name in `hooks/`. */
export type HookSource = (name: string) => string

export interface HookRequest {
  readonly moments: readonly Moment[]
  readonly call: HookCall
  readonly scope: Scope
  readonly source: HookSource
}

/** How the hook program is registered; either `settings` or `files` is null. */
export interface Registration {
  /** In the user's settings. */
  readonly settings: {
    readonly files: Offer['files']
    readonly edits: (moments: readonly Moment[], call: HookCall) => readonly Edit[]
  } | null
  /** In files of our own, below the row's root. */
  readonly files: ((request: HookRequest) => readonly EmittedFile[]) | null
}

export interface HookRow extends HookFacts, Registration {
  /**
   * The client's variable for the project's folder, since a project's registration may hold no absolute path; null if
   * commands run in that folder.
   */
  readonly projectVariable: string | null
  /** Roots whose registrations the client also runs; if one has our hooks, the client needs none of its own. */
  readonly inheritedFrom: readonly Listing[]
  /** What the user must do before the hooks run; null if nothing. */
  readonly approval: string | null
}
