// What the pure part needs from the outside world, as interfaces only. Default implementations are in lib/node.
import type { Spans } from './markdown/spans.js'

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
  /** Sorted by name (code point order), `[]` when the directory is absent. */
  list(directory: string): readonly Entry[]
  /** One batch; `null` where a file is absent. Scans in parallel where the native addon serves. */
  read(paths: readonly string[]): readonly (Source | null)[]
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
  /** Relative to the project root. */
  readonly cwd?: string
  readonly timeoutMs?: number
  readonly stdin?: string
  /** How long it is started again while its complaint says that another process holds a lock of the repository. */
  readonly patienceMs?: number
}

export interface RunResult {
  /** `null`: the program could not be started or was ended by the time limit or a signal. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
  readonly problem: 'not-found' | 'timeout' | 'signal' | null
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
  /** What it calls the model classes of the settings; null: it takes no model for an agent. */
  readonly models: Readonly<Record<'opus' | 'sonnet' | 'haiku', string>> | null
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
}

/** Hex sha256 of the UTF-8 bytes of `text`. */
export type Digest = (text: string) => string
