// What runs the sessions of a client. A run knows this and no more: what differs between drivers is behind it.
import type { Ended } from '../../../../core/auto/decide.js'
import type { Use } from '../../../../core/usage/use.js'
import type { Argv } from '../../../../node/start.js'
import type { Measure, Runtime } from '../../../../runtimes/runtime.js'
import type { Asked } from '../../../acp-client.js'

export const DRIVERS = ['cli', 'acp'] as const
export type DriverId = (typeof DRIVERS)[number]

/** Where a row says how a client is driven so. */
const HOW = { cli: 'headless', acp: 'acp' } as const satisfies Readonly<Record<DriverId, keyof Runtime>>

export const isDriven = (row: Runtime, driver: DriverId): boolean => row[HOW[driver]] !== null

export interface SessionOrder {
  readonly prompt: string
  /** Null: what the client takes by itself. */
  readonly model: string | null
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder in which it is noted while it runs. */
  readonly notes: string
  /** File that takes what it prints. */
  readonly log: string
  readonly mostMs: number
  readonly idleMs: number
  /** Answers what the session asks for: null where it may, else why not. `over`: the session has ended meanwhile. */
  permit(asked: Asked, over: AbortSignal): Promise<string | null>
}

export interface Session {
  readonly ended: Promise<Ended>
  /** Ends it at once. */
  end(): void
  /** The last line it printed, as it stands. */
  lastLine(): string
  /** What it told of its use, once it has ended; nothing where the client's records tell it. */
  used(): readonly Use[]
}

export interface Driver {
  readonly takesModel: boolean
  /** Sessions tell what they used themselves; false: the client's records do. */
  readonly tells: boolean
  /** Why nobody can say what was used; null where somebody can. */
  readonly untold: Readonly<Record<Measure, string | null>>
  /** What starts a session, and what is told to it then. Throws where the client has no words for what is asked. */
  words(prompt: string, model: string | null): { readonly argv: Argv; readonly told: string | null }
  start(order: SessionOrder): Session
}
