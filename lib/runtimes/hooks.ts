// A client's hooks as data: moments, tools, dialect, and place of registration.
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

/** Formats of hook input and answer (lib/hooks/dialects.ts). */
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
  /** Moments whose hook answer the client ignores. */
  readonly unheard?: readonly Point[]
  /** Other clients that run this row's hooks: the environment variable of each, and its dialect. */
  readonly guests?: Readonly<Record<string, DialectId>>
}

export interface HookCall {
  /** Absolute, or relative to the project as the client resolves it; with `/`. */
  readonly script: string
  /** First argument of the script: the row's id. */
  readonly runtime: string
}

/** `node "<script>" <words>`: the same in every shell. Only the variable of the project's folder is expanded. */
export function commandLine({ script, runtime }: HookCall, ...words: readonly string[]): string {
  const [variable] = /^\$[A-Z_]+(?=\/)|/.exec(script) as RegExpExecArray
  return ['node', `"${variable}${shellQuoted(script.slice(variable.length)).slice(1)}`, runtime, ...words].join(' ')
}

/** Above the process's own limit of three. */
export const HOOK_SECONDS = 5
/** Some clients wait no longer at the end of a session, and warn at every start about a higher limit. */
const LAST_SECONDS = 3
export const secondsAt = (point: Point): number => (point === 'session-end' ? LAST_SECONDS : HOOK_SECONDS)

export interface Moment {
  readonly point: Point
  readonly event: string
  /** The client's tools to which the moment is limited; null for all, or for moments without tools. */
  readonly tools: readonly string[] | null
}

/** The text of a file in `hooks/`, by name. */
export type HookSource = (name: string) => string

export interface HookOrder {
  readonly moments: readonly Moment[]
  readonly call: HookCall
  readonly scope: Scope
  readonly source: HookSource
}

/** How the program is registered: one of the two. */
export interface Registration {
  /** In the user's settings. */
  readonly settings: {
    readonly files: Offer['files']
    readonly edits: (moments: readonly Moment[], call: HookCall) => readonly Edit[]
  } | null
  /** In files of our own, below the row's root. */
  readonly files: ((order: HookOrder) => readonly EmittedFile[]) | null
}

export interface HookRow extends HookFacts, Registration {
  /**
   * The client's variable for the project's folder, since a project's registration may hold no absolute path; null if
   * commands run in that folder.
   */
  readonly project: string | null
  /** Roots whose registrations the client also runs: with one of them it needs none of its own. */
  readonly heard: readonly Listing[]
  /** The user's step before the hooks run; null if there is none. */
  readonly approval: string | null
}
