// The process that runs handlers of extensions, one after another. It writes what they answer to descriptor 3; what they print themselves goes nowhere.
import { readFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { answerProblem } from '../core/extensions/answers.js'
import type { Callee, Calling, Decided, Line, Reply } from '../core/extensions/port.js'
import type { Json, JsonObject } from '../std/json.js'

type Handler = (context: unknown, next?: () => Promise<Json>) => unknown
type Inside = () => Promise<Decided | null>

const { point, callees } = JSON.parse(readFileSync(0, 'utf8')) as Calling

function tell(line: Line): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  for (let at = 0; at < bytes.length; ) at += writeSync(3, bytes, at)
}

async function main(): Promise<void> {
  if (point === 'next') tell({ decided: await around(callees) })
  else for (const callee of callees) await ask(callee)
  process.exit(0)
}

/** What these decide, the first one outermost; null: nothing. One that fails, or leaves it to those further in, stands in nobody's way. */
async function around([callee, ...inner]: readonly Callee[]): Promise<Decided | null> {
  if (callee === undefined) return null
  let going: Promise<Decided | null> | undefined
  const inside = () => (going ??= around(inner))
  const { problem, value } = await ask(callee, inside)
  const verdict = problem === null ? (value as JsonObject | null) : null
  return verdict === null || verdict['kind'] === 'default' ? inside() : { name: callee.name, verdict }
}

async function ask(callee: Callee, inside?: Inside): Promise<Reply> {
  const { name, units } = callee
  tell({ began: name })
  const sets: Reply['sets'][number][] = []
  let reply: Reply
  try {
    const value = await answerOf(callee, inside, sets)
    reply = { name, problem: answerProblem(point, value, units), value, sets: [...sets] }
    JSON.stringify(reply)
  } catch (error) {
    reply = { name, problem: String((error as Error)?.message ?? error).slice(0, 500), value: null, sets: [] }
  }
  tell({ ended: reply })
  return reply
}

async function answerOf(callee: Callee, inside: Inside | undefined, sets: Reply['sets'][number][]): Promise<Json> {
  const handler = await handlerOf(callee)
  let inner: Json = null
  const next = async () => {
    inner = (await inside?.())?.verdict ?? { kind: 'default' }
    return inner
  }
  const set = (scope: unknown, id: unknown, value: unknown) =>
    void sets.push({ scope: String(scope), id: String(id), value: (value ?? null) as Json })
  const context = frozen({ ...callee.context, ...(point === 'afterFinish' ? { set } : {}) })
  const value = ((await handler(context, next)) ?? null) as Json
  // What came from within is passed on as theirs.
  return JSON.stringify(value) === JSON.stringify(inner) ? null : value
}

/** The module registers its handlers; that of the point is answered. */
async function handlerOf({ entry, points }: Callee): Promise<Handler> {
  const module = (await import(pathToFileURL(entry).href)) as {
    readonly default?: unknown
    readonly register?: unknown
  }
  const register = module.register ?? module.default
  if (typeof register !== 'function') throw new Error('the module exports no function register(api)')
  const handlers = new Map<string, Handler>()
  register({
    on(name: string, handler: Handler) {
      if (!(points as readonly string[]).includes(name)) throw new Error(`its manifest does not declare ${name}`)
      if (handlers.has(name)) throw new Error(`two handlers at ${name}`)
      handlers.set(name, handler)
    },
  })
  const handler = handlers.get(point)
  if (handler === undefined) throw new Error(`its manifest declares ${point}, and it registers nothing there`)
  return handler
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) frozen(item)
  return Object.freeze(value)
}

void main()
