// Calls one handler of an extension in this process. One that throws or takes too long counts for nothing.
import { pathToFileURL } from 'node:url'
import type { Point } from '../../core/extensions/manifest.js'
import type { Json, JsonObject } from '../../std/json.js'

export interface Callee {
  readonly point: Point
  /** Absolute path of its module, and the digest of its files: the same path may hold other code later. */
  readonly entry: string
  readonly digest: string
  readonly points: readonly Point[]
  readonly context: JsonObject
}

/** State that a handler wants to keep. */
export interface StateSet {
  readonly scope: string
  readonly id: string
  readonly value: Json
}

type Handler = (context: unknown, next: () => Promise<Json>) => unknown

/** Calls a handler for at most `most` milliseconds: its answer, and the state set until then. */
export async function callHandler(callee: Callee, next: () => Promise<Json>, most: number) {
  if (most <= 0) throw new Error('earlier ones used up the time')
  const sets: StateSet[] = []
  const set = (scope: unknown, id: unknown, value: unknown) =>
    void sets.push({ scope: String(scope), id: String(id), value: plain(value) })
  const told = plain(callee.context) as JsonObject
  const context = frozen({ ...told, ...(callee.point === 'afterFinish' ? { set } : {}) })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it timed out')), most)
  })
  const answer = async () => (await handlerOf(callee))(context, next)
  try {
    return { value: plain(await Promise.race([answer(), late])), sets: [...sets] }
  } finally {
    clearTimeout(timer)
  }
}

interface Module {
  readonly register?: unknown
  readonly default?: unknown
}
/** Handed to the bundle of a program, which cannot import by itself. */
declare const importModule: ((url: string) => Promise<Module>) | undefined
const moduleAt = (url: string): Promise<Module> =>
  typeof importModule === 'undefined' ? import(/* @vite-ignore */ url) : importModule(url)

/** The module registers its handlers; that of the point is answered. */
async function handlerOf({ point, entry, digest, points }: Callee): Promise<Handler> {
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
  if (handler === undefined) throw new Error(`its manifest declares ${point}, but it registers no handler there`)
  return handler
}

/** A copy as JSON: nothing of ours is handed out, and nothing is kept that may still change. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) frozen(item)
  return Object.freeze(value)
}
