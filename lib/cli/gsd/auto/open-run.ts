// Opens a run: its flags and limits, its client, and the engine in the project's folder.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Limits } from '../../../core/auto/decide.js'
import { ONE_UNIT } from '../../../core/dispatch/session-variables.js'
import { parsePhaseId } from '../../../core/ids.js'
import { SERVICES } from '../../../core/remote/services.js'
import { type GsdError, gsdError } from '../../../errors.js'
import { ownModels } from '../../../node/personal-settings.js'
import { RUN_MARK, runMark } from '../../../node/presence.js'
import { flagOf } from '../../arguments.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { QUEUE_VARIABLE } from './claims.js'
import { requireClient } from './client.js'
import { acp } from './drivers/acp.js'
import { commandLine } from './drivers/command-line.js'
import type { Driver } from './drivers/driver.js'
import { endOrphans, noteProcess } from './processes.js'
import { dropOldLogs, notesIn, type Run } from './run.js'

/** Shortest time limit of an engine call, which may run every check of a phase. */
const MIN_CALL_MS = 10 * 60_000

interface Opening {
  readonly given: AutoGiven
  readonly world: World
  /** The project's root, and the planning folder in it. */
  readonly root: string
  readonly base: string
  readonly folder: string
}

export function openRun({ given, world, root, base, folder }: Opening): Run {
  const client = requireClient(given, { ...world, cwd: root })
  const driver = (given.driver === 'acp' ? acp : commandLine)(client, given, world)
  if (given.model !== undefined && !driver.takesModel)
    throw gsdError('USAGE', `${client.row.title} does not accept a model`, 'omit --model')
  // Throws before anything runs if the client has no setting for the permissions.
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
      toolsPath: client.toolsPath,
      cwd: root,
      base,
      env: { ...world.env, ...NO_CREDENTIALS, [ONE_UNIT]: '1', [RUN_MARK]: token },
      timeoutMs: Math.max(sessionMs, MIN_CALL_MS),
      call: world.engineCall,
      isOwn: dirname(client.toolsPath) === world.bin,
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
    channel: null,
    held: new Map(),
  }
}

/** Hides from sessions the credentials of messaging channels and of the claims' database, which they do not need. */
const NO_CREDENTIALS = Object.fromEntries(
  [QUEUE_VARIABLE, ...Object.values(SERVICES).map((one) => one.secretVariable)].map((name) => [name, undefined]),
)

/** Notes the run until the returned function is called, and drops old logs. If an earlier run left notes, ends its processes and calls `settle`. */
export async function noteRun({ folder, token }: Run, settle: () => Promise<unknown>): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const forget = noteProcess(notesIn(folder), { token, pid: null })
  if (await endOrphans(notesIn(folder), token)) await settle()
  dropOldLogs(folder)
  return forget
}

/** Default limits: enough for a phase or two, with an end if something goes wrong at night. */
const DEFAULTS = {
  maxSessions: 50,
  minutes: 480,
  sessionMinutes: 60,
  idleMinutes: 15,
  answerMinutes: 60,
  maxTokens: 20_000_000,
  maxCost: 50,
  waitMinutes: 60,
  jobs: 1,
} as const
type Name = keyof typeof DEFAULTS

const usageError = (name: string, what: string, text: string, example: string | number): GsdError =>
  gsdError('USAGE', `--${flagOf(name)} takes ${what}, not "${text}"`, `for example --${flagOf(name)} ${example}`)

/** Whole-number limits with their maximum. */
const WHOLE: Readonly<Partial<Record<Name, number>>> = { jobs: 99, maxTokens: 999_999_999_999 }
const MAX_NUMBER = 999_999

export function parseNumber(given: { readonly [One in Name]?: string | undefined }, name: Name): number {
  const text = given[name]
  if (text === undefined) return DEFAULTS[name]
  const max = WHOLE[name]
  const value = /^\d+(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (value > 0 && value <= (max ?? MAX_NUMBER) && (max === undefined || Number.isInteger(value))) return value
  const range = `${max === undefined ? 'number from 0.001' : 'whole number from 1'} to ${(max ?? MAX_NUMBER).toLocaleString('en')}`
  throw usageError(name, `a ${range}`, text, DEFAULTS[name])
}

function parseLimits(given: AutoGiven, { unknownUsage }: Driver): Limits {
  const { to } = given
  const phase = to === undefined ? null : parsePhaseId(to)
  if (to !== undefined && phase === null) throw usageError('to', 'a phase', to, 3)
  const whys = { maxTokens: unknownUsage.tokens, maxCost: unknownUsage.cost }
  const limit = (['maxTokens', 'maxCost'] as const).find((name) => given[name] !== undefined && whys[name] !== null)
  if (limit !== undefined)
    throw gsdError(
      'USAGE',
      `${whys[limit]}, so --${flagOf(limit)} cannot be enforced`,
      'limit the run with --max-sessions or --minutes',
    )
  return {
    sessions: parseNumber(given, 'maxSessions'),
    minutes: parseNumber(given, 'minutes'),
    tokens: unknownUsage.tokens === null ? parseNumber(given, 'maxTokens') : null,
    cost: unknownUsage.cost === null ? parseNumber(given, 'maxCost') : null,
    to: phase,
  }
}
