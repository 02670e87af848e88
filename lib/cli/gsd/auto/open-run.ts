// A run's start: its flags, its client, and the engine in the plans' folder.
import { mkdirSync } from 'node:fs'
import { ONE_UNIT } from '../../../core/dispatch/session-variables.js'
import { SERVICES } from '../../../core/remote/services.js'
import { GsdError } from '../../../errors.js'
import { ownModels } from '../../../node/own-models.js'
import { RUN_MARK, runMark } from '../../../node/presence.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { QUEUE } from './claims.js'
import { requireClient } from './client.js'
import { acp } from './drivers/acp.js'
import { commandLine } from './drivers/command-line.js'
import { parseLimits, parseNumber } from './limits.js'
import { endOrphans, noted } from './processes.js'
import { dropOldLogs, notesIn, type Run } from './run.js'

/** Least time limit of an engine call, which may run every check of a phase and so take as long as a session. */
const LEAST_CALL_MS = 10 * 60_000

interface Opening {
  readonly given: AutoGiven
  readonly world: World
  /** The project's root, and the planning folder in it. */
  readonly root: string
  readonly base: string
  /** In the user's own folder. */
  readonly folder: string
}

export function openRun({ given, world, root, base, folder }: Opening): Run {
  const client = requireClient(given, { ...world, cwd: root })
  const driver = (given.driver === 'acp' ? acp : commandLine)(client, given, world)
  if (given.model !== undefined && !driver.takesModel)
    throw new GsdError({ code: 'USAGE', message: `${client.row.title} does not accept a model`, fix: 'omit --model' })
  // Fails before anything runs if the client cannot take these options.
  driver.argv('', given.model ?? null)
  const token = runMark(process.pid)
  const sessionMs = parseNumber(given, 'sessionMinutes') * 60_000
  return {
    world,
    given,
    token,
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

/** Notes the run until the returned function is called; if an earlier one left processes, ends them and settles. */
export async function noteRun({ folder, token }: Run, settle: () => Promise<unknown>): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const forget = noted(notesIn(folder), { token, pid: null })
  if (await endOrphans(notesIn(folder), token)) await settle()
  dropOldLogs(folder)
  return forget
}
