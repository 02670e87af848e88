// The extensions of the project and of the user: finds them and asks the active ones.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Active, activeIn, failureNotice, optionsOf, whyNot } from '../../core/extensions/active.js'
import { answerProblem } from '../../core/extensions/answers.js'
import { isMoment, type Manifest, type Point } from '../../core/extensions/manifest.js'
import type { Extensions, Ground, HandlerAnswer, HandlerInput, HandlerResults } from '../../core/extensions/port.js'
import { KEY, statePath, stateProblem, statesOf } from '../../core/extensions/state.js'
import type { Notice } from '../../errors.js'
import type { Json, JsonObject } from '../../std/json.js'
import { personalFolderOf, type Variables } from '../home.js'
import { discover } from './discover.js'

/** Timeout of one handler, and of all handlers for one question. */
const ONE_MS = 6_000
const ALL_MS = 9_000

interface OpenOptions {
  readonly root: string
  readonly env: Variables
  /** Deadline for all answers, in milliseconds since the epoch. */
  readonly due?: number
}

/** Null if there are none. If two extensions have the same name, the user's runs. */
export function openExtensions(place: OpenOptions): Extensions | null {
  const own = discover(join(personalFolderOf(place.env, homedir), 'extensions'), 'user')
  const names = new Set(own.flatMap(({ manifest }) => manifest?.name ?? []))
  const ofProject = discover(join(place.root, '.gsd', 'extensions'), 'project')
  const found = [...own, ...ofProject.filter(({ name }) => !names.has(name))]
  if (found.length === 0) return null
  const asked = new Map<string, Promise<HandlerResults>>()
  const failures: Notice[] = []
  return {
    found,
    ask(point, ground, input) {
      const key = JSON.stringify([point, input])
      const known = asked.get(key)
      if (known !== undefined) return known
      const here = activeIn(found, ground).filter(({ manifest }) => manifest.points.includes(point))
      const answer = askAll({ point, ground, input, end: Math.min(place.due ?? Infinity, Date.now() + ALL_MS) }, here)
      asked.set(key, answer)
      void answer.then((one) => failures.push(...one.failures))
      return answer
    },
    notices: (ground) => [
      ...found.flatMap((one) => whyNot(one, ground)),
      ...new Map(failures.map((one) => [one.message, one])).values(),
    ],
  }
}

interface Question {
  readonly point: Point
  readonly ground: Ground
  readonly input: HandlerInput
  readonly end: number
}

async function askAll(question: Question, here: readonly Active[]): Promise<HandlerResults> {
  const { point } = question
  const answers: HandlerAnswer[] = []
  const failures: Notice[] = []
  let hold: Notice | null = null
  /** Null if the handler failed, or leaves the answer to inner handlers. */
  const ask = async (one: Active, next: () => Promise<Json>): Promise<Json> => {
    try {
      const answer = await answerOf(one, question, next)
      answers.push(answer)
      return answer.value
    } catch (error) {
      const holds = one.manifest.onError?.[point] === 'hold' ? point : null
      const notice = failureNotice(one, String((error as Error)?.message ?? error).slice(0, 500), holds)
      failures.push(notice)
      if (holds !== null) hold ??= notice
      return null
    }
  }
  /** Each handler wraps the inner ones; a failed handler is skipped. */
  const around = async ([one, ...inner]: readonly Active[]): Promise<HandlerResults['decided']> => {
    if (one === undefined) return null
    let going: Promise<HandlerResults['decided']> | undefined
    const inside = () => (going ??= around(inner))
    const next = async (): Promise<Json> => (await inside())?.verdict ?? { kind: 'default' }
    const verdict = (await ask(one, next)) as JsonObject | null
    return verdict === null || verdict['kind'] === 'default' ? inside() : { name: one.name, verdict }
  }
  let decided: HandlerResults['decided'] = null
  // Standard output must contain only our document.
  const { log, info } = console
  console.log = console.info = () => {}
  try {
    if (point === 'next') decided = await around(here)
    else for (const one of here) await ask(one, async () => null)
  } finally {
    Object.assign(console, { log, info })
  }
  return hold === null ? { answers, decided, failures, hold } : { answers: [], decided: null, failures, hold }
}

/** Throws if the answer or the new state is invalid. */
async function answerOf(one: Active, { point, ground, input, end }: Question, next: () => Promise<Json>) {
  const { name, manifest } = one
  const changes: Change[] = []
  const set = (key: unknown, value: unknown) => {
    changes.push(changeOf(String(key), plain(value), manifest, ground))
  }
  const told = plain(contextOf(one, point, ground, input)) as JsonObject
  const context = point === 'afterFinish' ? { ...told, set } : told
  let heard: Json = null
  const hear = async () => plain((heard = await next()))
  const answer = async () => (await handlerOf(one, point))(context, hear)
  const value = plain(await within(Math.min(ONE_MS, end - Date.now()), answer))
  // An answer passed on unchanged was checked when the inner handler gave it.
  const isPassedOn = value !== null && JSON.stringify(value) === JSON.stringify(heard)
  const problem = isPassedOn ? null : answerProblem(point, value, Object.keys(manifest.units ?? {}))
  if (problem !== null) throw new Error(problem)
  // A copy: later calls of `set` do not count.
  return { name, value: isPassedOn ? null : value, changes: [...changes] }
}

async function within<T>(most: number, answer: () => Promise<T>): Promise<T> {
  if (most <= 0) throw new Error('earlier ones used up the time')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it timed out')), most)
  })
  return Promise.race([answer(), late]).finally(() => clearTimeout(timer))
}

type Change = HandlerAnswer['changes'][number]
type Handler = (context: unknown, next: () => Promise<Json>) => unknown

type Module = Readonly<Record<string, unknown>>
/** Given to the bundle of a program, which cannot import by itself. */
declare const importModule: ((url: string) => Promise<Module>) | undefined
const moduleAt = (url: string): Promise<Module> =>
  typeof importModule === 'undefined' ? import(/* @vite-ignore */ url) : importModule(url)

/** Lets the module register its handlers; returns the handler for this point. */
async function handlerOf({ folder, digest, manifest: { entry, points } }: Active, point: Point): Promise<Handler> {
  const url = pathToFileURL(join(folder, entry)).href
  // The digest is in the URL because the path may hold other code later.
  const { register } = await moduleAt(`${url}?${digest}`)
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

/** A copy as JSON, so that extensions and our code never share an object. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json

function contextOf(one: Active, point: Point, ground: Ground, input: HandlerInput): JsonObject {
  const common = { extension: one.name, now: input.now, options: optionsOf(one, ground) as Json }
  if (isMoment(point)) return { ...common, ...input.more }
  const own = statesOf(ground, one)
  return { ...common, state: input.state, own, plans: input.plans, ...input.more }
}

function changeOf(key: string, value: Json, { name, state }: Manifest, ground: Ground): Change {
  if (!KEY.test(key)) throw new Error('the key of its state takes letters, digits, dot, dash and underscore')
  const problem = stateProblem(state, value)
  if (problem !== null) throw new Error(`its new state does not match its schema: ${problem}`)
  return { path: statePath(ground, name, key), value: value as JsonObject | null }
}
