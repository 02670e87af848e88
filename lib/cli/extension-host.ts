// The process that runs handlers of extensions: a thread for each, with a limit of time and memory. It answers on its standard output and ends.
import { readFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Callee, Calling, Line, Reply } from '../core/extensions/calling.js'
import { judged, type Verdict, verdictProblem } from '../core/extensions/chain.js'
import type { Json, JsonObject } from '../std/json.js'

/** Reading a module for the first time is slower than what it does, and slowest on a machine with other work. */
const LOAD_MS = 5000
/** All threads together may hold so much. */
const MOST_BYTES = 768 << 20
const MOST_ANSWER = 64 << 10

type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'next' }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'failed'; readonly result: Reply['result']; readonly message: string }

type ToThread = { readonly kind: 'inner'; readonly verdict: Json }

async function main(): Promise<void> {
  const calling = JSON.parse(readFileSync(0, 'utf8')) as Calling
  const tell = (line: Line) => {
    const bytes = Buffer.from(`${calling.mark}${JSON.stringify(line)}\n`)
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
  }
  // What a thread holds outside of its heap, such as buffers and messages, has no limit of its own.
  const watch = setInterval(() => process.memoryUsage.rss() > MOST_BYTES && process.exit(3), 20)
  const replies: Reply[] = []
  const began = (name: string) => tell({ began: name })
  let decided: Verdict = null
  const one = async (callee: Callee): Promise<void> => {
    began(callee.name)
    const ended = await run(calling, callee, async () => ({ kind: 'default' }))
    replies.push(ended)
    tell({ ended })
  }
  if (calling.point === 'next') decided = await around(calling, 0, replies, began)
  // Nobody's time is spent by another where little of it is left.
  else if (calling.isShort) await Promise.all(calling.callees.map(one))
  else for (const callee of calling.callees) await one(callee)
  clearInterval(watch)
  tell({ done: { replies, decided } })
  process.exit(0)
}

/** What the chain from here on decides; null: what the core decided. */
async function around(calling: Calling, at: number, replies: Reply[], began: (name: string) => void): Promise<Verdict> {
  const callee = calling.callees[at]
  if (callee === undefined) return null
  began(callee.name)
  const place = replies.length
  replies.push(notAsked(callee.name, ''))
  let going: Promise<Verdict> | undefined
  const inside = () => (going ??= around(calling, at + 1, replies, began))
  const reply = await run(calling, callee, async () => (await inside())?.verdict ?? { kind: 'default' })
  const asked = going !== undefined
  const units = (callee.context['units'] ?? []) as readonly string[]
  const problem = reply.result === 'ok' ? verdictProblem(reply.value, units) : null
  const isOk = reply.result === 'ok' && problem === null
  // Whoever fails, or forgets to ask, stands in nobody's way.
  const passes = !isOk || (reply.value as JsonObject)['kind'] === 'default'
  // Whoever answers before what it asked has ended has asked all the same.
  const inner = asked || passes ? await inside() : null
  if (!isOk) {
    replies[place] = problem === null ? reply : { ...reply, result: 'BAD_VERDICT', message: problem, value: null }
    return inner
  }
  const { stands, denied } = judged(callee.name, reply.value as JsonObject, inner, asked)
  replies[place] = denied === null ? reply : { ...reply, result: 'REPLACE_DENIED', message: denied }
  if (!asked && !passes)
    for (const later of calling.callees.slice(at + 1))
      replies.push(notAsked(later.name, `${callee.name} decided before it was asked`))
  return stands
}

const notAsked = (name: string, message: string): Reply => ({
  name,
  result: 'not-asked',
  message,
  ms: 0,
  value: null,
  sets: [],
})

async function run({ point, until, end: last }: Calling, callee: Callee, next: () => Promise<Json>): Promise<Reply> {
  const { name, milliseconds, megabytes } = callee
  if (Date.now() > until)
    return { ...notAsked(name, 'those before it took the time that all of them have together'), result: 'BUDGET' }
  return new Promise((resolve) => {
    const started = performance.now()
    let waited = 0
    let isOver = false
    let hasAsked = false
    let left = LOAD_MS
    let since = performance.now()
    let timer: NodeJS.Timeout
    const worker = new Worker(process.argv[1] as string, {
      workerData: { callee, point },
      // Of the caller's variables nothing comes here; programs need some to be found.
      env: callee.grants.includes('run') ? process.env : {},
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    })
    // What it prints goes nowhere, and is not kept either.
    worker.stdout.resume()
    worker.stderr.resume()
    const end = (result: Reply['result'], message: string, value: Json = null, sets: Reply['sets'] = []) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      void worker.terminate()
      resolve({
        name,
        result,
        message: message.slice(0, 500),
        ms: Math.round(performance.now() - started - waited),
        value,
        sets,
      })
    }
    const go = (room: number) => {
      left = Math.min(room, Math.max(1, last - Date.now()))
      since = performance.now()
      clearTimeout(timer)
      timer = setTimeout(() => end('TIMEOUT', `no answer within ${Math.round(left)} ms`), left)
    }
    go(LOAD_MS)
    worker.on('message', async (message: FromThread) => {
      if (isOver) return
      if (message.kind === 'ready') return go(milliseconds)
      if (message.kind === 'failed') return end(message.result, message.message)
      if (message.kind === 'answer') {
        const { value, sets } = JSON.parse(message.text) as Pick<Reply, 'value' | 'sets'>
        return end('ok', '', value, sets)
      }
      if (message.kind !== 'next') return
      if (hasAsked) return end('NEXT_TWICE', 'next() was called twice')
      hasAsked = true
      const rest = left - (performance.now() - since)
      clearTimeout(timer)
      const from = performance.now()
      const verdict = await next()
      waited += performance.now() - from
      if (isOver) return
      go(Math.max(1, rest))
      worker.postMessage({ kind: 'inner', verdict } satisfies ToThread)
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? end('MEMORY', `it needs more than ${megabytes} MB`)
        : end('THREW', String(error?.message ?? error)),
    )
    worker.on('exit', () => end('CRASHED', 'it ended without an answer'))
  })
}

/** Before foreign code could put something in its place. */
const { exit } = process

type Handler = (context: unknown, next?: () => Promise<Json>) => unknown

/** In the thread: the module registers its handlers, the one of the point is called. */
async function thread({ callee, point }: Pick<Calling, 'point'> & { readonly callee: Callee }): Promise<void> {
  const port = parentPort
  if (port === null) return
  const say = (message: FromThread) => port.postMessage(message)
  // With the answer the thread ends: no timer of the handler comes to run, and what it was given is worth nothing any more.
  const end = (message: FromThread): never => {
    say(message)
    return exit()
  }
  const handlers = new Map<string, Handler>()
  const undeclared: string[] = []
  try {
    const module = (await import(pathToFileURL(callee.entry).href)) as {
      readonly default?: unknown
      readonly register?: unknown
    }
    const register = module.register ?? module.default
    if (typeof register !== 'function')
      return end({ kind: 'failed', result: 'THREW', message: 'the module exports no function register(api)' })
    register({
      on(name: string, handler: Handler) {
        if (!(callee.points as readonly string[]).includes(name)) undeclared.push(String(name))
        if (handlers.has(name)) throw new Error(`two handlers at ${name}`)
        handlers.set(name, handler)
      },
    })
    if (undeclared.length > 0)
      return end({
        kind: 'failed',
        result: 'UNDECLARED_POINT',
        message: `its manifest does not declare ${undeclared.join(', ')}`,
      })
    const handler = handlers.get(point)
    if (handler === undefined)
      return end({
        kind: 'failed',
        result: 'NO_HANDLER',
        message: `its manifest declares ${point}, and it registers nothing there`,
      })
    say({ kind: 'ready' })
    const sets: { scope: string; id: string; value: Json }[] = []
    const context = frozen({
      ...callee.context,
      ...(point === 'afterFinish'
        ? {
            set(scope: unknown, id: unknown, value: unknown) {
              sets.push({ scope: String(scope), id: String(id), value: (value ?? null) as Json })
            },
          }
        : {}),
    })
    const next = () =>
      new Promise<Json>((resolve) => {
        port.once('message', ({ verdict }: ToThread) => resolve(verdict))
        say({ kind: 'next' })
      })
    const value = (await handler(context, point === 'next' ? next : undefined)) ?? null
    const text = JSON.stringify({ value, sets })
    if (text.length > MOST_ANSWER)
      return end({ kind: 'failed', result: 'FLOOD', message: `its answer is longer than ${MOST_ANSWER} characters` })
    end({ kind: 'answer', text })
  } catch (error) {
    end({ kind: 'failed', result: 'THREW', message: String((error as Error)?.message ?? error).slice(0, 500) })
  }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) frozen(item)
    Object.freeze(value)
  }
  return value
}

if (isMainThread) void main()
else void thread(workerData as Parameters<typeof thread>[0])
