// A run's start: its flags, its client, and the engine in the plans' folder.
import { ONE_UNIT } from '../../../core/dispatch/session-variables.js'
import { SERVICES } from '../../../core/remote/services.js'
import { ownModels } from '../../../node/own-models.js'
import { RUN_MARK } from '../../../node/presence.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { QUEUE } from './claims.js'
import type { Client } from './client.js'
import type { Driver } from './drivers/driver.js'
import { parseLimits, parseNumber } from './limits.js'
import type { Run } from './run.js'

/** Least time limit of an engine call, which may run every check of a phase and so take as long as a session. */
const LEAST_CALL_MS = 10 * 60_000

export interface Opening {
  readonly given: AutoGiven
  readonly world: World
  readonly client: Client
  readonly driver: Driver
  /** The project's root, and the planning folder in it. */
  readonly root: string
  readonly base: string
  /** In the user's own folder. */
  readonly folder: string
  /** Identifies every process of the run. */
  readonly token: string
}

export function openRun({ given, world, client, driver, root, base, folder, token }: Opening): Run {
  const sessionMs = parseNumber(given, 'sessionMinutes') * 60_000
  return {
    world,
    given,
    folder,
    client,
    driver,
    engine: {
      tools: client.tools,
      cwd: root,
      base,
      env: { ...world.env, ...UNSET, [ONE_UNIT]: '1', [RUN_MARK]: token },
      mostMs: Math.max(sessionMs, LEAST_CALL_MS),
      call: world.engineCall,
    },
    limits: parseLimits(given, driver),
    sessionMs,
    idleMs: parseNumber(given, 'idleMinutes') * 60_000,
    answerMinutes: parseNumber(given, 'answerMinutes'),
    startedAt: performance.now(),
    begun: Date.now(),
    used: Object.values(driver.unknownUsage).includes(null) ? { tokens: 0, dollars: 0, unpriced: [] } : null,
    reported: [],
    models: ownModels(world.env),
    closed: null,
    ceiling: null,
    tried: [],
    started: 0,
    remote: null,
    held: new Map(),
  }
}

/** Sessions need no credentials of messages or claims. */
const UNSET = Object.fromEntries(
  [QUEUE, ...Object.values(SERVICES).map(({ secret }) => secret)].map((name) => [name, undefined]),
)
