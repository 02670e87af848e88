// How a client starts a program at certain moments, as data of its row: moments, tools, dialect, and where that is registered.
import { shellQuoted } from '../std/text.js'
import type { Edit, Offer } from './offers.js'
import type { Action, EmittedFile, Listing, Scope } from './terms.js'

/** The moments at which a client starts a hook. */
export const POINTS = [
  'session-start',
  'session-end',
  'prompt-submit',
  'pre-tool',
  'post-tool',
  'turn-end',
  'subagent-start',
  'subagent-stop',
  'pre-compact',
  'notification',
  'status-line',
] as const
export type Point = (typeof POINTS)[number]

/** The forms in which clients say what happened and take an answer (lib/hooks/dialects). */
const DIALECT_IDS = [
  'nested',
  'nested-deciding',
  'nested-doubled',
  'nested-message',
  'camel',
  'permission',
  'decision',
  'cancelling',
  'blocking',
  'plain',
  'exit-code',
] as const
export type DialectId = (typeof DIALECT_IDS)[number]

/** What the hook process must know of a client. */
export interface HookFacts {
  readonly dialect: DialectId
  /** The client's names of the moments; one moment may have several. */
  readonly events: Readonly<Partial<Record<Point, readonly string[]>>>
  /** What its tools do, by the names its hooks use. */
  readonly tools: Readonly<Record<string, Action>>
  /** Moments at which it starts the program and reads no answer. */
  readonly unheard?: readonly Point[]
  /** It puts a question to the person where a hook wants one, also where it would have asked nobody. */
  readonly asks?: true
  /** Other clients that run this row's registrations: a variable each sets for its hooks, and the form it takes an answer in. */
  readonly guests?: Readonly<Record<string, DialectId>>
}

/** How the program is called from a registration. */
export interface HookCall {
  /** Absolute, or as the client finds it from a project; with `/`. */
  readonly script: string
  /** First word behind the script: the row's id. */
  readonly runtime: string
}

/** `node "<script>" <words>`: the same in every shell. The variable of a project's folder is filled in; nothing else in a path is. */
export function commandLine({ script, runtime }: HookCall, ...words: readonly string[]): string {
  const [variable] = /^\$[A-Z_]+(?=\/)|/.exec(script) as RegExpExecArray
  return ['node', `"${variable}${shellQuoted(script.slice(variable.length)).slice(1)}`, runtime, ...words].join(' ')
}

/** The two shells of Windows have no quotes in common for these. */
export const isQuotable = (path: string): boolean => !/^[A-Za-z]:/.test(path) || !/[$`%]/.test(path)

/** More than the process ever takes: it gives up after three. */
export const HOOK_SECONDS = 5
/** A client that waits no longer for the end of a session says so, at every start. */
const LAST_SECONDS = 3
export const secondsAt = (point: Point): number => (point === 'session-end' ? LAST_SECONDS : HOOK_SECONDS)

/** One moment as a client is told of it. */
export interface Moment {
  readonly point: Point
  /** The client's name of it. */
  readonly event: string
  /** Its tools the moment is limited to; null: all, or it is about none. */
  readonly tools: readonly string[] | null
}

/** The text of a file in `hooks/`, by its name there. */
export type HookSource = (name: string) => string

/** What files of hooks are made from. */
export interface HookOrder {
  readonly moments: readonly Moment[]
  readonly call: HookCall
  readonly scope: Scope
  readonly source: HookSource
}

/** Where and how the program is registered. A client has one of the two. */
export interface Registration {
  /** In settings of the user. */
  readonly settings: {
    readonly files: Offer['files']
    readonly edits: (moments: readonly Moment[], call: HookCall) => readonly Edit[]
  } | null
  /** In files of its own, below the row's root. */
  readonly files: ((order: HookOrder) => readonly EmittedFile[]) | null
}

export interface HookRow extends HookFacts, Registration {
  /** How the client names the project's folder in a command line, where a project's registration must not hold an absolute path; null: commands run in that folder. */
  readonly project: string | null
  /** Roots whose registrations the client runs too: with one of them it needs none of its own. */
  readonly heard: readonly Listing[]
  /** What a person must do before the hooks run; null: nothing. */
  readonly approval: string | null
}
