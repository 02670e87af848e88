// Interfaces between pure code and the outside world. Most implementations are in lib/node.
import type { ErrorBody } from './errors.js'
import type { JsonObject } from './std/json.js'

/** Spans in one flat array, with `SPAN_U32_COUNT` numbers for each. */
export type Spans = Uint32Array

/** One planning file. `text` is lossless for valid UTF-8, including a BOM; `null` if the bytes are not UTF-8. */
export interface Source {
  /** Path relative to the project root, with `/`. */
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
  /** Lists the entries sorted by name; `[]` if the directory is absent. */
  list(directory: string): readonly Entry[]
  /** Reads a file; `null` if it is absent. */
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
  /** Local calendar day, `YYYY-MM-DD`. */
  today(): string
}

/** A program to run without a shell. */
export interface Run {
  readonly argv: readonly [string, ...string[]]
  /** Relative to the project root, or absolute. */
  readonly cwd?: string
  readonly timeoutMs?: number
  readonly stdin?: string
  /** Environment variables in addition to the caller's. */
  readonly env?: Readonly<Record<string, string>>
  /** How long to retry while another process holds a lock of the repository. */
  readonly patienceMs?: number
  /** Commit whose temporary worktree the program runs in. */
  readonly commit?: string
}

export interface RunResult {
  /** `null` if the program could not start, timed out, or was killed by a signal. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
  readonly problem: 'not-found' | 'timeout' | 'signal' | null
  /** The signal that killed the program, if any. */
  readonly signal?: string | null
  /** Set if the beginning of `stdout` was dropped, because it was too long. */
  readonly cut?: true
}

/** A client's abilities, and how it names commands and tools, for rooms that may not import its row. */
export interface Host {
  readonly id: string
  readonly abilities: Readonly<Record<string, boolean>>
  /** What a user types to start one of the pack's commands. */
  command(name: string): string
  agent(name: string): string
  /** The client's tool for an action, or a description if it has none. */
  tool(action: string): string
  /** The tool that asks the user; null if the model asks in its reply. */
  readonly askTool: string | null
  /** Model names that the client's agent tool accepts; if empty, agents run on their file's or the session's model. */
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
  /** The heaviest work that the model is chosen for; null if it is never chosen. */
  readonly tier: 'light' | 'standard' | 'heavy' | null
  readonly price: Price | null
  /** Context window in tokens. */
  readonly window: number | null
  /** Ids of the clients that use this name for the model. */
  readonly clients: readonly string[]
}

export interface ModelTable {
  /** Date of the prices. */
  readonly asOf: string
  readonly models: readonly Model[]
}

/** The installed pack of this CLI: the payload around it, or the source tree in a checkout. */
export interface Pack {
  readonly version: string
  /** Id of the runtime the payload was rendered for. */
  readonly runtime: string
  /** Ids of the commands in the installed profile. */
  readonly listed: readonly string[]
  /** Absolute path of the payload, with `/`. */
  readonly root: string
  /** Returns the text of a payload file such as `workflows/plan-phase.md`, or null. */
  read(path: string): string | null
  /** The command that starts this CLI in prompts, such as `node "/home/a/agent/get-shit-done/bin/gsd-tools.cjs"`. */
  readonly cli: string
  /** The calling client; the payload's own client if no caller is known. */
  readonly host: Host
  /** Returns the client with this id; the payload's own client if the id is unknown. */
  hostNamed(id: string): Promise<Host>
}

/** Hex sha256 of the UTF-8 bytes of `text`. */
export type Digest = (text: string) => string

export interface TypedOrder {
  readonly words: string
  readonly at: string
}

export interface Personal {
  readonly settings: JsonObject
  /** Why a settings file of the user cannot be read; none of the user's settings apply then. */
  readonly problem: ErrorBody | null
}

/** Facts about the user and machine, kept outside the project's tree so that no tree can forge them. */
export interface Caller {
  /** Whether the user made the call, in a terminal outside any client or on a board. False for verbs that do not ask. */
  readonly isPerson: boolean
  /** This machine's id for the project, written into claims. Null if `~/.gsd` is not writable. */
  readonly mark: string | null
  /** Returns who approved the command with this digest on this machine; null if nobody did. */
  trustedBy(digest: string): Agreed['by'] | null
  /** The words of the user's order, given to this call or recorded in the last twelve hours; null if there are none. */
  readonly order: TypedOrder | null
  /** The user's own settings. A project's settings override them. */
  readonly personal: Personal
  /** All known models, with the user's own entries (`~/.gsd/models.json`). */
  readonly models: ModelTable
  /** The user's additions to the pack for all projects (`core/pages.ts`). */
  readonly pages: readonly OwnPage[]
}

export interface OwnPage {
  /** Folder below `~/.gsd`, such as `overrides/agents`. */
  readonly folder: string
  readonly file: string
  /** Absolute path, with `/`. */
  readonly path: string
  /** Null if the page cannot be read as text. */
  readonly text: string | null
}

/** An approved command on this machine. */
export interface Agreed {
  readonly digest: string
  /** The command as shown to the user. */
  readonly command: string
  /** `unit`: this machine approved the command by accepting a unit or a setting. */
  readonly by: 'person' | 'unit'
}

/** The process that owns a claim, as recorded in the claim: usually the client that made the call. */
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
 * `mine`: this conversation · `earlier`: another conversation of this client process · `client`: one of these two ·
 * `elsewhere`: another running process · `gone`: an ended process · `run`: this call's unattended run · `unknown`: the
 * process cannot be checked
 */
export type HolderState = 'mine' | 'earlier' | 'client' | 'elsewhere' | 'gone' | 'run' | 'unknown'

export interface Presence {
  /** The process that owns the claims of this call; null if none is found. */
  readonly holder: Holder | null
  stateOf(other: Holder): HolderState
  /** Returns the texts of the `.json` files in this folder of the repository's other worktrees. */
  recordsElsewhere(folder: string): readonly string[]
}
