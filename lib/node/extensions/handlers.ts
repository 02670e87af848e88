// Runs extension handlers in this process. A handler that throws, times out or returns an invalid answer is ignored.
import { pathToFileURL } from 'node:url'
import { answerProblem } from '../../core/extensions/answers.js'
import type { Point } from '../../core/extensions/manifest.js'
import type { Decided } from '../../core/extensions/port.js'
import type { Json, JsonObject } from '../../std/json.js'

/** Time limits for one handler, and for all handlers of a point. */
const ONE_MS = 6_000
const ALL_MS = 9_000

/** A handler to run. */
export interface Callee {
  readonly name: string
  /** Absolute path of its module, and the digest of its files, because the code at a path may change. */
  readonly entry: string
  readonly digest: string
  readonly points: readonly Point[]
  /** Unit types it may request. */
  readonly units: readonly string[]
  readonly context: JsonObject
}

/** What one handler answered. */
export interface Reply {
  readonly name: string
  /** Why the answer is ignored; null on success. */
  readonly problem: string | null
  readonly value: Json
  /** State to keep. */
  readonly sets: readonly StateSet[]
}
interface StateSet {
  readonly scope: string
  readonly id: string
  readonly value: Json
}

type Handler = (context: unknown, next: () => Promise<Json>) => unknown
type Inside = () => Promise<Decided | null>

/** Asks them in order. `decided`: what those at `next` decide, the first one outermost; null: nothing. */
export async function askHandlers(point: Point, callees: readonly Callee[], due: number | undefined) {
  const end = Math.min(due ?? Infinity, Date.now() + ALL_MS)
  const replies: Reply[] = []
  const ask = async (callee: Callee, inside: Inside): Promise<Reply> => {
    const reply = await replyOf(point, callee, inside, Math.min(ONE_MS, end - Date.now()))
    replies.push(reply)
    return reply
  }
  /** A handler that fails or abstains passes the inner answer on. */
  const around = async ([callee, ...inner]: readonly Callee[]): Promise<Decided | null> => {
    if (callee === undefined) return null
    let going: Promise<Decided | null> | undefined
    const inside = () => (going ??= around(inner))
    const { problem, value } = await ask(callee, inside)
    const verdict = problem === null ? (value as JsonObject | null) : null
    return verdict === null || verdict['kind'] === 'default' ? inside() : { name: callee.name, verdict }
  }
  // Standard output is reserved for our document.
  const { log, info } = console
  console.log = console.info = () => {}
  try {
    if (point === 'next') return { replies, decided: await around(callees) }
    for (const callee of callees) await ask(callee, async () => null)
    return { replies, decided: null }
  } finally {
    Object.assign(console, { log, info })
  }
}

async function replyOf(point: Point, callee: Callee, inside: Inside, most: number): Promise<Reply> {
  const { name, units } = callee
  if (most <= 0) return { name, problem: 'those before it took the time of all', value: null, sets: [] }
  const sets: StateSet[] = []
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it did not answer in time')), most)
  })
  try {
    const value = plain(await Promise.race([answerOf(point, callee, inside, sets), late]))
    return { name, problem: answerProblem(point, value, units), value, sets: [...sets] }
  } catch (error) {
    return { name, problem: String((error as Error)?.message ?? error).slice(0, 500), value: null, sets: [] }
  } finally {
    clearTimeout(timer)
  }
}

async function answerOf(point: Point, callee: Callee, inside: Inside, sets: StateSet[]): Promise<unknown> {
  const handler = await handlerOf(point, callee)
  let inner: Json = null
  const next = async () => {
    inner = (await inside())?.verdict ?? { kind: 'default' }
    return inner
  }
  const set = (scope: unknown, id: unknown, value: unknown) =>
    void sets.push({ scope: String(scope), id: String(id), value: plain(value) })
  const told = plain(callee.context) as JsonObject
  const value = await handler(frozen({ ...told, ...(point === 'afterFinish' ? { set } : {}) }), next)
  // The inner answer is passed on unchanged.
  return JSON.stringify(value) === JSON.stringify(inner) ? null : value
}

interface Module {
  readonly register?: unknown
  readonly default?: unknown
}
/** Passed to the bundle, which cannot import by itself. */
declare const importModule: ((url: string) => Promise<Module>) | undefined
const moduleAt = (url: string): Promise<Module> =>
  typeof importModule === 'undefined' ? import(/* @vite-ignore */ url) : importModule(url)

/** Lets the module register its handlers; returns the one of the point. */
async function handlerOf(point: Point, { entry, digest, points }: Callee): Promise<Handler> {
  const { register: named, default: main } = await moduleAt(`${pathToFileURL(entry).href}?${digest}`)
  const register = named ?? main
  if (typeof register !== 'function') throw new Error('the module exports no function register(api)')
  const handlers = new Map<string, Handler>()
  register({
    on(name: Point, handler: Handler) {
      if (!points.includes(name)) throw new Error(`its manifest does not declare ${name}`)
      if (handlers.has(name)) throw new Error(`two handlers at ${name}`)
      handlers.set(name, handler)
    },
  })
  const handler = handlers.get(point)
  if (handler === undefined) throw new Error(`its manifest declares ${point}, and it registers nothing there`)
  return handler
}

/** A copy through JSON, so that neither side keeps a reference. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) frozen(item)
  return Object.freeze(value)
}
