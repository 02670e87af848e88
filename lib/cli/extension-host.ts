// The process that runs handlers of extensions, one after the other, each within its time. It answers on its standard output and ends.
import { readFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import type { Callee, Calling, Line, Reply } from '../core/extensions/calling.js'
import { type Verdict, verdictProblem } from '../core/extensions/chain.js'
import type { Json, JsonObject } from '../std/json.js'

/** Reading a module for the first time is slower than what it does, and slowest on a machine with other work. */
const LOAD_MS = 5000
const MOST_ANSWER = 64 << 10

/** Before foreign code could put something in its place. */
const { exit } = process

type Handler = (context: unknown, next?: () => Promise<Json>) => unknown

class Failure extends Error {
  readonly result: Reply['result']
  constructor(result: Reply['result'], message: string) {
    super(message)
    this.result = result
  }
}

async function main(): Promise<void> {
  const calling = JSON.parse(readFileSync(0, 'utf8')) as Calling
  const tell = (line: Line) => {
    const bytes = Buffer.from(`${calling.mark}${JSON.stringify(line)}\n`)
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
  }
  const replies: Reply[] = []
  const ask = async (callee: Callee, next?: () => Promise<Json>): Promise<Reply> => {
    tell({ began: callee.name })
    const ended = await replyOf(calling, callee, next)
    replies.push(ended)
    tell({ ended })
    return ended
  }
  let decided: Verdict = null
  if (calling.point === 'next') decided = await around(calling.callees, ask)
  else for (const callee of calling.callees) await ask(callee)
  tell({ done: { replies, decided } })
  exit(0)
}

/** What these decide, the first one outermost; null: what the core decided. Whoever fails, or leaves it to those further in, stands in nobody's way. */
async function around(
  [callee, ...inner]: readonly Callee[],
  ask: (callee: Callee, next: () => Promise<Json>) => Promise<Reply>,
): Promise<Verdict> {
  if (callee === undefined) return null
  let going: Promise<Verdict> | undefined
  const inside = () => (going ??= around(inner, ask))
  const { result, value } = await ask(callee, async () => (await inside())?.verdict ?? { kind: 'default' })
  const verdict = result === 'ok' ? (value as JsonObject) : null
  return verdict === null || verdict['kind'] === 'default' ? inside() : { name: callee.name, verdict }
}

async function replyOf(calling: Calling, callee: Callee, next?: () => Promise<Json>): Promise<Reply> {
  const started = performance.now()
  const sets: Reply['sets'][number][] = []
  const ended = (result: Reply['result'], message: string, value: Json): Reply => {
    const ms = Math.round(performance.now() - started)
    return {
      name: callee.name,
      result,
      message: message.slice(0, 500),
      ms,
      value,
      sets: result === 'ok' ? [...sets] : [],
    }
  }
  try {
    if (Date.now() > calling.until) throw new Failure('BUDGET', 'those before it took the time of all')
    const handler = await within(LOAD_MS, calling.end, handlerOf(calling, callee))
    const set = (scope: unknown, id: unknown, value: unknown) =>
      void sets.push({ scope: String(scope), id: String(id), value: (value ?? null) as Json })
    const context = frozen({ ...callee.context, ...(calling.point === 'afterFinish' ? { set } : {}) })
    const value = await answered(calling, callee, (inner) => handler(context, inner), next)
    const text = JSON.stringify({ value, sets })
    if (text.length > MOST_ANSWER) throw new Failure('FLOOD', `its answer is longer than ${MOST_ANSWER} characters`)
    const units = (callee.context['units'] ?? []) as readonly string[]
    const problem = calling.point === 'next' ? verdictProblem(value, units) : null
    if (problem !== null) throw new Failure('BAD_VERDICT', problem)
    return ended('ok', '', JSON.parse(text).value)
  } catch (error) {
    const result = error instanceof Failure ? error.result : 'THREW'
    return ended(result, String((error as Error)?.message ?? error), null)
  }
}

/** What a handler answers within its time; what it waits for others is not counted. */
async function answered(
  { end }: Calling,
  { milliseconds }: Callee,
  handle: (next?: () => Promise<Json>) => unknown,
  next: (() => Promise<Json>) | undefined,
): Promise<Json> {
  let waiting: Promise<Json> | undefined
  let asks = () => {}
  const asked = new Promise<void>((resolve) => {
    asks = resolve
  })
  const inner = () => {
    waiting ??= next?.()
    asks()
    return waiting as Promise<Json>
  }
  const answer = Promise.resolve(interrupted(() => handle(next === undefined ? undefined : inner), milliseconds))
  await within(milliseconds, end, Promise.race([answer, asked]))
  await waiting
  return ((await within(milliseconds, end, answer)) ?? null) as Json
}

/** What it answers at once; one that spins is interrupted. */
function interrupted<T>(work: () => T, milliseconds: number): T {
  Object.assign(globalThis, { [CALL]: work })
  try {
    return RUN.runInThisContext({ timeout: milliseconds })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw new Failure('TIMEOUT', `no answer within ${milliseconds} ms`)
  }
}

const CALL = 'gsdExtensionCall'
const RUN = new Script(`globalThis.${CALL}()`)

async function within<T>(milliseconds: number, end: number, work: Promise<T>): Promise<T> {
  const left = Math.min(milliseconds, Math.max(1, end - Date.now()))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('TIMEOUT', `no answer within ${Math.round(left)} ms`)), left)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The module registers its handlers; that of the point is answered. */
async function handlerOf({ point }: Calling, { entry, points }: Callee): Promise<Handler> {
  const module = (await import(pathToFileURL(entry).href)) as {
    readonly default?: unknown
    readonly register?: unknown
  }
  const register = module.register ?? module.default
  if (typeof register !== 'function') throw new Failure('THREW', 'the module exports no function register(api)')
  const handlers = new Map<string, Handler>()
  register({
    on(name: string, handler: Handler) {
      if (!(points as readonly string[]).includes(name))
        throw new Failure('UNDECLARED_POINT', `its manifest does not declare ${name}`)
      if (handlers.has(name)) throw new Error(`two handlers at ${name}`)
      handlers.set(name, handler)
    },
  })
  const handler = handlers.get(point)
  if (handler === undefined)
    throw new Failure('NO_HANDLER', `its manifest declares ${point}, and it registers nothing there`)
  return handler
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) frozen(item)
    Object.freeze(value)
  }
  return value
}

void main()
