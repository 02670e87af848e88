// Calls from an unattended run to the engine: the gsd-tools that the client's prompts use. Questions are answered in this process if the run
// belongs to the same installation; everything else runs in a separate process.

import { dirname } from 'node:path'
import type { Offer } from '../../../core/auto/decide.js'
import type { ListedCommand } from '../../../core/auto/unapproved-commands.js'
import { type ErrorBody, gsdError } from '../../../errors.js'
import { runProgram } from '../../../node/run.js'
import { isJsonObject, type JsonObject, objectIn } from '../../../std/json.js'
import { callTools } from '../call-tools.js'
import type { EngineCall } from '../world.js'
import { endAll, MARK } from './processes.js'

export interface Engine {
  readonly toolsPath: string
  readonly cwd: string
  /** The planning folder, relative to `cwd`. */
  readonly base: string
  readonly env: NodeJS.ProcessEnv
  /** Time limit of one call. */
  readonly timeoutMs: number
  readonly call?: EngineCall | undefined
  /** Whether `toolsPath` is of the installation that runs now. */
  readonly isOwn?: boolean
}

/** Verbs that a run asks again and again, and that start no program but git. */
const QUESTIONS: ReadonlySet<string> = new Set(['next', 'metrics', 'trust', 'model'])

/** Makes one call and returns the JSON object it printed; null if it printed none. Throws on timeout. */
export async function ask(engine: Engine, ...args: readonly string[]): Promise<JsonObject | null> {
  const { toolsPath, cwd, env, timeoutMs, call, isOwn } = engine
  if (call !== undefined) return objectIn(await call([...args, '--json'], engine))
  if (isOwn && QUESTIONS.has(args[0] ?? ''))
    return objectIn((await callTools({ env, cwd, bin: dirname(toolsPath) }, ...args, '--json')).stdout)
  const token = `${process.pid}-${process.hrtime.bigint()}`
  const { stdout, problem } = await runProgram([process.execPath, toolsPath, ...args, '--json'], {
    cwd,
    env: { ...env, [MARK]: token },
    timeoutMs,
  })
  if (problem !== 'timeout') return objectIn(stdout)
  endAll({ token, pid: null }, 'SIGKILL')
  const minutes = Number((timeoutMs / 60_000).toFixed(2))
  throw gsdError(
    'BAD_DATA',
    `gsd-tools ${args.join(' ')} did not finish within ${minutes} min and was killed`,
    'run the command yourself to see why, or raise --session-minutes',
  )
}

/** Returns why a call was refused or gave no answer; null if it succeeded. */
export function refusalIn(reply: JsonObject | null): string | null {
  if (reply === null) return 'gsd-tools gave no answer'
  const error = reply['error']
  return isJsonObject(error) ? String(error['message'] ?? 'it was refused') : null
}

export async function nextOffer(engine: Engine): Promise<Offer> {
  const reply = await ask(engine, 'next')
  if (typeof reply?.['revision'] !== 'string') {
    const { message, fix } = (reply?.['error'] ?? {}) as Partial<ErrorBody>
    throw gsdError('BAD_DATA', message ?? 'gsd-tools next gave no answer', fix ?? 'run gsd doctor')
  }
  const { unit = null, run = null, command = null, hold = null, order = null, ...more } = reply as Partial<Offer>
  return { ready: [], beside: [], ...more, unit, run, command, hold, order, about: reply['phase'] ?? null } as Offer
}

/** Returns the commands this project can run and who approved each; empty if the caller approved the whole list. */
export async function listedCommands(engine: Engine): Promise<readonly ListedCommand[]> {
  const { commands, digest } = (await ask(engine, 'trust')) ?? {}
  if (digest === engine.env['GSD_TRUST']) return []
  return Array.isArray(commands) ? (commands as unknown as readonly ListedCommand[]) : []
}

export const findingsIn = (reply: JsonObject | null): readonly string[] =>
  (Array.isArray(reply?.['findings']) ? reply['findings'].filter(isJsonObject) : []).map(({ message }) =>
    String(message),
  )
