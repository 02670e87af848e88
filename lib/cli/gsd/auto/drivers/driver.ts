// The driver of a client's sessions: hides from a run how clients differ.
import type { Ended } from '../../../../core/auto/decide.js'
import type { Use } from '../../../../core/usage/use.js'
import type { Argv } from '../../../../node/start.js'
import type { Measure, Runtime } from '../../../../runtimes/runtime.js'
import type { PermissionQuery } from '../../../acp-client.js'

export const DRIVERS = ['cli', 'acp'] as const
export type DriverId = (typeof DRIVERS)[number]

const HOW = { cli: 'headless', acp: 'acp' } as const satisfies Readonly<Record<DriverId, keyof Runtime>>

export const isDriven = (row: Runtime, driver: DriverId): boolean => row[HOW[driver]] !== null

export interface SessionOrder {
  readonly prompt: string
  /** Null for the client's default. */
  readonly model: string | null
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder for the note that it is running. */
  readonly notes: string
  readonly log: string
  readonly mostMs: number
  readonly idleMs: number
  /** Null to permit, else the reason against it. `over`: aborted when the session ends. */
  permit(asked: PermissionQuery, over: AbortSignal): Promise<string | null>
}

export interface Session {
  readonly ended: Promise<Ended>
  end(): void
  lastLine(): string
  /** The usage it reported, after its end; empty if the client's records have it. */
  used(): readonly Use[]
}

export interface Driver {
  readonly takesModel: boolean
  /** Whether sessions report their own usage; otherwise the client's records have it. */
  readonly reportsUsage: boolean
  /** Why usage is unknown; null if it is known. */
  readonly unknownUsage: Readonly<Record<Measure, string | null>>
  /** The command line of a session. Throws if the client cannot take these options. */
  argv(prompt: string, model: string | null): Argv
  start(order: SessionOrder): Session
}
