// The driver of a client's sessions: hides from a run how clients differ.
import type { SessionEnd } from '../../../../core/auto/decide.js'
import type { Use } from '../../../../core/usage/use.js'
import type { Argv } from '../../../../node/start.js'
import type { Measure, Runtime } from '../../../../runtimes/runtime.js'
import type { PermissionQuery } from '../../../acp-client.js'

export const DRIVERS = ['cli', 'acp'] as const
export type DriverId = (typeof DRIVERS)[number]

const FIELDS = { cli: 'headless', acp: 'acp' } as const satisfies Readonly<Record<DriverId, keyof Runtime>>

export const isDriven = (row: Runtime, driver: DriverId): boolean => row[FIELDS[driver]] !== null

export interface SessionOptions {
  readonly prompt: string
  /** The model; null for the client's default. */
  readonly model: string | null
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder for the note that the session is running. */
  readonly notes: string
  readonly log: string
  readonly maxMs: number
  readonly idleMs: number
  /** Returns null to permit, otherwise the reason for refusing. `endSignal` is aborted when the session ends. */
  permit(query: PermissionQuery, endSignal: AbortSignal): Promise<string | null>
}

export interface Session {
  readonly ended: Promise<SessionEnd>
  end(): void
  lastLine(): string
  /** The usage that the session reported, completed from the client's records; empty if it reported none. */
  used(): readonly Use[]
}

export interface Driver {
  readonly takesModel: boolean
  /** Whether sessions report their own usage; otherwise only the client's records can have it. */
  readonly reportsUsage: boolean
  /** Why usage is unknown; null if it is known. */
  readonly unknownUsage: Readonly<Record<Measure, string | null>>
  /** Returns the command line of a session. Throws if the client has no setting for the run's permissions. */
  argv(prompt: string, model: string | null): Argv
  start(options: SessionOptions): Session
}
