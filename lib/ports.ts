// What the pure part needs from the outside world, as interfaces only. Default implementations are in lib/node.
import type { ErrorBody } from './errors.js'
import type { JsonObject } from './std/json.js'

/** Flat spans: `SPAN_WORDS` words each. */
export type Spans = Uint32Array

/** One planning file as it was read. `text` is lossless for valid UTF-8 (a BOM stays in it); `null` means the bytes are not UTF-8. */
export interface Source {
  /** Relative to the project root, with `/`. */
  readonly path: string
  readonly text: string | null
  /** Spans of `text` (see markdown/spans.ts); empty for files that are not Markdown. Computed on first use. */
  readonly spans: Spans
  /** Hex sha256 of the bytes. Computed on first use. */
  readonly sha256: string
}

export interface Entry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'other'
}

/** Read access to the project's files. Synchronous: a verb is one short process, and asynchronous reads cost three times as much. */
export interface Tree {
  /** Sorted by name, `[]` when the directory is absent. */
  list(directory: string): readonly Entry[]
  /** `null` where the file is absent. */
  read(path: string): Source | null
}

/** Turns text into flat spans; the TypeScript reference and the native addon implement it. */
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
  /** Variables beside those of the caller. */
  readonly env?: Readonly<Record<string, string>>
  /** How long it is started again while its complaint says that another process holds a lock of the repository. */
  readonly patienceMs?: number
  /** It runs in a scratch work tree of this commit, which is made for it and removed behind it. */
  readonly commit?: string
}

export interface RunResult {
  /** `null`: the program could not be started or was ended by the time limit or a signal. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
  readonly problem: 'not-found' | 'timeout' | 'signal' | null
  /** Name of the signal that ended it, where one did. */
  readonly signal?: string | null
  /** It said more than is kept: the beginning of its output is not here. */
  readonly cut?: true
}

/** What the calling client can do and how it spells things: its row as plain data, for the rooms that know no runtime. */
export interface Host {
  readonly id: string
  readonly abilities: Readonly<Record<string, boolean>>
  /** How a person starts a command of the pack. */
  command(name: string): string
  /** Words that start an agent of the pack. */
  agent(name: string): string
  /** The client's tool for an action, in words where it has none. */
  tool(action: string): string
  /** How to ask the user. */
  readonly ask: string
  /** Words for a model that its call of an agent takes; it has none: the agent runs on the session's. */
  readonly callModels: readonly string[]
}

/** US dollars for a million tokens: read anew (those that go into a cache among them), read from a cache, written. */
interface Price {
  readonly input: number
  readonly cached: number
  readonly output: number
}

export interface Model {
  readonly name: string
  /** The heaviest work that it serves; null: it is chosen for none. */
  readonly tier: 'light' | 'standard' | 'heavy' | null
  readonly price: Price | null
  /** Tokens of a context. */
  readonly window: number | null
  /** Ids of the clients that take it by this name. */
  readonly clients: readonly string[]
}

export interface ModelTable {
  /** Day of the prices. */
  readonly asOf: string
  readonly models: readonly Model[]
}

/** The installed pack this CLI belongs to: the payload folder beside it, or the source tree in a checkout. */
export interface Pack {
  readonly version: string
  /** Id of the runtime row the payload was rendered for. */
  readonly runtime: string
  /** Ids of the commands the installed profile lists. */
  readonly listed: readonly string[]
  /** Absolute folder of the payload, with `/`. */
  readonly root: string
  /** Text of a payload file such as `workflows/plan-phase.md`, or null. */
  read(path: string): string | null
  /** How prompts call this CLI, e.g. `node "/home/a/agent/get-shit-done/bin/gsd-tools.cjs"`. */
  readonly cli: string
  /** The client with this id; the payload's own where the id is null or no row's. */
  host(id: string | null): Host
  /** The id that a person means by a word: an id or another name of a client; null where no row knows it. */
  hostNamed(word: string): string | null
}

/** Hex sha256 of the UTF-8 bytes of `text`. */
export type Digest = (text: string) => string

export interface TypedOrder {
  readonly words: string
  /** When they were typed. */
  readonly at: string
}

/** A person's own settings. */
export interface Personal {
  readonly settings: JsonObject
  /** A file of theirs that is there and does not parse; no setting of theirs counts then. */
  readonly problem: ErrorBody | null
}

/** What this machine and its person say about the project: outside of the tree, so that no tree can say it. Read only for verbs. */
export interface Caller {
  /** A person calls: at a terminal that no client started, or at a board they opened there. Known for verbs that ask; else false. */
  readonly isPerson: boolean
  /** This machine's mark for the project; claims bear it. Null: `~/.gsd` cannot be written. */
  readonly mark: string | null
  /** Who agreed to the command with this digest; null: nobody on this machine. */
  trustedBy(digest: string): Agreed['by'] | null
  /** What a hook saw the person ask for behind one of our commands in the last hours, word for word; null: nothing. */
  readonly order: TypedOrder | null
  /** Their own settings, which hold below those of every project. */
  readonly personal: Personal
  /** Every model that is known, with what the person says of theirs (`~/.gsd/models.json`). */
  readonly models: ModelTable
  /** What the person adds to the pack in every project (`core/pages.ts`). */
  readonly pages: readonly OwnPage[]
}

export interface OwnPage {
  /** Below `~/.gsd`: `overrides/agents`. */
  readonly folder: string
  readonly file: string
  /** Absolute, with `/`. */
  readonly path: string
  /** Null: it cannot be read as a text. */
  readonly text: string | null
}

/** A command that may run on this machine from now on. */
export interface Agreed {
  readonly digest: string
  /** As a person reads it. */
  readonly command: string
  /** `unit`: this machine accepted it with a unit or a setting. */
  readonly by: 'person' | 'unit'
}

/** The client's process that a call descends from, as a claim records it. */
export interface Holder {
  readonly host: string
  /** Process numbers are comparable only within one. */
  readonly namespace: string
  readonly pid: number
  /** Opaque mark of the process' start: a number that is used again is another process. */
  readonly start: string
  /** The client's own name for the conversation; null where it tells none. */
  readonly session: string | null
}

/**
 * `mine`: this conversation · `earlier`: another conversation of the same client's process · `client`: one of the two, and the client does not tell which ·
 * `elsewhere`: another process, which runs · `gone`: a process that ended · `run`: the unattended run that the call belongs to · `unknown`: nothing here can tell.
 */
export type Standing = 'mine' | 'earlier' | 'client' | 'elsewhere' | 'gone' | 'run' | 'unknown'

/** Who makes the call. */
export interface Presence {
  /** null where the system does not tell. */
  readonly holder: Holder | null
  standingOf(other: Holder): Standing
  /** Texts of the files in this folder of the repository's other work trees. */
  elsewhere(folder: string): readonly string[]
}
