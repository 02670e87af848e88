// A run's calls to the engine: the installed copy that the client's own texts call, in its own process.

import type { Offer } from '../../../core/auto/decide.js'
import type { Listed } from '../../../core/auto/unapproved-commands.js'
import { type ErrorBody, gsdError } from '../../../errors.js'
import { runProgram } from '../../../node/run.js'
import { isJsonObject, type JsonObject, objectIn } from '../../../std/json.js'
import type { EngineCall } from '../world.js'
import { endAll, MARK } from './processes.js'

export interface Engine {
  readonly tools: string
  readonly cwd: string
  /** The planning folder, relative to `cwd`. */
  readonly base: string
  readonly env: NodeJS.ProcessEnv
  /** Per call. */
  readonly timeoutMs: number
  readonly call?: EngineCall | undefined
}

/** One call and its document; null if it printed none. Throws on timeout. */
export async function ask(engine: Engine, ...words: readonly string[]): Promise<JsonObject | null> {
  const { tools, cwd, env, timeoutMs, call } = engine
  if (call !== undefined) return objectIn(await call([...words, '--json'], engine))
  const token = `${process.pid}-${process.hrtime.bigint()}`
  const { stdout, problem } = await runProgram([process.execPath, tools, ...words, '--json'], {
    cwd,
    env: { ...env, [MARK]: token },
    timeoutMs,
  })
  if (problem !== 'timeout') return objectIn(stdout)
  endAll({ token, pid: null }, 'SIGKILL')
  const minutes = Number((timeoutMs / 60_000).toFixed(2))
  throw gsdError(
    'BAD_DATA',
    `gsd-tools ${words.join(' ')} did not end within ${minutes} min and was ended`,
    'run it by hand to see why, or raise --session-minutes',
  )
}

/** Why a call was refused; null if it succeeded. */
export function refusalIn(said: JsonObject | null): string | null {
  if (said === null) return 'gsd-tools gave no answer'
  const error = said['error']
  return isJsonObject(error) ? String(error['message'] ?? 'it was refused') : null
}

export async function nextOffer(engine: Engine): Promise<Offer> {
  const said = await ask(engine, 'next')
  if (typeof said?.['revision'] !== 'string') {
    const { message, fix } = (said?.['error'] ?? {}) as Partial<ErrorBody>
    throw gsdError('BAD_DATA', message ?? 'gsd-tools next gave no answer', fix ?? 'gsd doctor')
  }
  const { unit = null, run = null, command = null, hold = null, order = null, ...more } = said as Partial<Offer>
  return { ready: [], beside: [], ...more, unit, run, command, hold, order, about: said['phase'] ?? null } as Offer
}

/** The commands this project can run, with approvals; empty if the caller approved them all. */
export async function listedIn(engine: Engine): Promise<readonly Listed[]> {
  const { commands, digest } = (await ask(engine, 'trust')) ?? {}
  // The list with the caller's digest is approved for this run.
  if (digest === engine.env['GSD_TRUST']) return []
  return Array.isArray(commands) ? (commands as unknown as readonly Listed[]) : []
}

export const findingsIn = (said: JsonObject | null): readonly string[] =>
  (Array.isArray(said?.['findings']) ? said['findings'].filter(isJsonObject) : []).map(({ message }) => String(message))
