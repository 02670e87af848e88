// Interfaces between pure code and the outside world. Default implementations are in lib/node.
import type { ErrorBody } from './errors.js'
import type { JsonObject } from './std/json.js'

/** Flat spans: `SPAN_U32_COUNT` words each. */
export type Spans = Uint32Array

/** One planning file. `text` is lossless for valid UTF-8, including a BOM; `null` if the bytes are not UTF-8. */
export interface Source {
  /** Relative to the project root, with `/`. */
  readonly path: string
  readonly text: string | null
  /** Spans of `text` (see markdown/spans.ts); empty unless the file is Markdown. Computed on first use. */
  readonly spans: Spans
  /** Hex sha256 of the bytes. Computed on first use. */
  readonly sha256: string
}

export interface Entry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'other'
}

/** Read access to the project's files. Synchronous: asynchronous reads take three times as long in a short process. */
export interface Tree {
  /** Sorted by name, `[]` if the directory is absent. */
  list(directory: string): readonly Entry[]
  /** `null` if the file is absent. */
  read(path: string): Source | null
}

/** Turns text into flat spans. Implemented in TypeScript (the reference) and by the native addon. */
export interface Scanner {
  readonly name: 'ts' | 'native'
  scan(text: string): Spans
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Local calendar day of `now()`, `YYYY-MM-DD`. */
  today(): string
}

/** One program to run: argv without a shell. */
export interface Run {
  readonly argv: readonly [string, ...string[]]
  /** Relative to the project root, or absolute. */
  readonly cwd?: string
  readonly timeoutMs?: number
  readonly stdin?: string
  /** Variables added to the caller's. */
  readonly env?: Readonly<Record<string, string>>
  /** How long to retry while another process holds a lock of the repository. */
  readonly patienceMs?: number
  /** Runs in a temporary worktree of this commit. */
  readonly commit?: string
}

export interface RunResult {
  /** `null` if the program could not start, or was ended by the time limit or a signal. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
  readonly problem: 'not-found' | 'timeout' | 'signal' | null
  /** The signal that ended it, if any. */
  readonly signal?: string | null
  /** The beginning of the output was dropped for its length. */
  readonly cut?: true
}

/** The calling client's abilities and spelling: its row as plain data, for modules that know no runtime. */
export interface Host {
  readonly id: string
  readonly abilities: Readonly<Record<string, boolean>>
  /** How a user starts a command of the pack. */
  command(name: string): string
  agent(name: string): string
  /** The client's tool for an action, or a description if it has none. */
  tool(action: string): string
  /** Tool that asks the user; null if it asks in its reply. */
  readonly ask: string | null
  /** Model words its agent call takes; if empty, agents run on the session's model. */
  readonly callModels: readonly string[]
}

/** US dollars per million tokens: input (including cache writes), cache reads, output. */
interface Price {
  readonly input: number
  readonly cached: number
  readonly output: number
}

export interface Model {
  readonly name: string
  /** The heaviest work it is chosen for; null if none. */
  readonly tier: 'light' | 'standard' | 'heavy' | null
  readonly price: Price | null
  /** Context window in tokens. */
  readonly window: number | null
  /** Ids of the clients that use this name. */
  readonly clients: readonly string[]
}

export interface ModelTable {
  /** Date of the prices. */
  readonly asOf: string
  readonly models: readonly Model[]
}

/** The installed pack of this CLI: the payload folder beside it, or the source tree in a checkout. */
export interface Pack {
  readonly version: string
  /** Id of the runtime the payload was rendered for. */
  readonly runtime: string
  /** Ids of the commands in the installed profile. */
  readonly listed: readonly string[]
  /** Absolute folder of the payload, with `/`. */
  readonly root: string
  /** Text of a payload file such as `workflows/plan-phase.md`, or null. */
  read(path: string): string | null
  /** How prompts call this CLI, e.g. `node "/home/a/agent/get-shit-done/bin/gsd-tools.cjs"`. */
  readonly cli: string
  /** The calling client; the payload's own if none is known. */
  readonly host: Host
  /** The client with this id or other name; the payload's own if the name is unknown. */
  hostNamed(word: string): Promise<Host>
}

/** Hex sha256 of the UTF-8 bytes of `text`. */
export type Digest = (text: string) => string

export interface TypedOrder {
  readonly words: string
  readonly at: string
}

export interface Personal {
  readonly settings: JsonObject
  /** An unreadable settings file of the user's; none of their settings apply then. */
  readonly problem: ErrorBody | null
}

/** Facts about the user and machine, kept outside the project's tree so that no tree can forge them. */
export interface Caller {
  /** Whether the user calls: in a terminal that no client started, or on a board. False for verbs that do not ask. */
  readonly isPerson: boolean
  /** This machine's id for the project, written into claims. Null if `~/.gsd` is not writable. */
  readonly mark: string | null
  /** The approver of the command with this digest on this machine; null if not approved. */
  trustedBy(digest: string): Agreed['by'] | null
  /** The user's words after one of our commands in the last hours, as recorded by a hook; null if none. */
  readonly order: TypedOrder | null
  /** The user's own settings. A project's settings override them. */
  readonly personal: Personal
  /** All known models, with the user's own entries (`~/.gsd/models.json`). */
  readonly models: ModelTable
  /** The user's additions to the pack for all projects (`core/pages.ts`). */
  readonly pages: readonly OwnPage[]
}

export interface OwnPage {
  /** Below `~/.gsd`: `overrides/agents`. */
  readonly folder: string
  readonly file: string
  /** Absolute, with `/`. */
  readonly path: string
  /** Null if it is not readable text. */
  readonly text: string | null
}

/** An approved command on this machine. */
export interface Agreed {
  readonly digest: string
  /** As shown to the user. */
  readonly command: string
  /** `unit`: this machine accepted it with a unit or a setting. */
  readonly by: 'person' | 'unit'
}

/** The client process that a call descends from, as recorded in a claim. */
export interface Holder {
  readonly host: string
  /** Process ids are comparable only within one namespace. */
  readonly namespace: string
  readonly pid: number
  /** Opaque mark of the process start, which tells reused ids apart. */
  readonly start: string
  /** The client's name for the conversation; null if it gives none. */
  readonly session: string | null
}

/**
 * `mine`: this conversation · `earlier`: another one of this client process · `client`: either of these ·
 * `elsewhere`: another running process · `gone`: an ended process · `run`: this call's unattended run
 */
export type HolderState = 'mine' | 'earlier' | 'client' | 'elsewhere' | 'gone' | 'run' | 'unknown'

export interface Presence {
  /** Null if the system cannot tell. */
  readonly holder: Holder | null
  stateOf(other: Holder): HolderState
  /** Texts of the `.json` files in this folder of the repository's other worktrees. */
  elsewhere(folder: string): readonly string[]
}
