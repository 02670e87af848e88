// Opens the extensions of the project and the user: finds them, and asks the active ones.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Active, activeIn, failureNotice, inactiveNotices, optionsOf } from '../../core/extensions/active.js'
import { answerProblem } from '../../core/extensions/answers.js'
import { isMoment, type Manifest, type Point } from '../../core/extensions/manifest.js'
import type { Extensions, Ground, HandlerAnswer, HandlerInput, HandlerResults } from '../../core/extensions/port.js'
import { KEY, KEY_RULE, statePath, stateProblem, statesOf } from '../../core/extensions/state.js'
import type { Notice } from '../../errors.js'
import type { Json, JsonObject } from '../../std/json.js'
import { personalFolderOf, type Variables } from '../home.js'
import { discover } from './discover.js'

/** Time limit of one handler, and of all handlers for one question. */
const HANDLER_MS = 6_000
const QUESTION_MS = 9_000

interface OpenOptions {
  readonly root: string
  readonly env: Variables
  /** End of the time for all answers, in milliseconds since the epoch. */
  readonly deadline?: number
}

/** Opens the extensions; null if there are none. Of two with the same name, the user's runs, not the project's. */
export function openExtensions(place: OpenOptions): Extensions | null {
  const usersOwn = discover(join(personalFolderOf(place.env, homedir), 'extensions'), 'user')
  const names = new Set(usersOwn.flatMap(({ manifest }) => manifest?.name ?? []))
  const ofProject = discover(join(place.root, '.gsd', 'extensions'), 'project')
  const found = [...usersOwn, ...ofProject.filter(({ name }) => !names.has(name))]
  if (found.length === 0) return null
  const asked = new Map<string, Promise<HandlerResults>>()
  const failures: Notice[] = []
  return {
    found,
    ask(point, ground, input) {
      const key = JSON.stringify([point, input])
      const known = asked.get(key)
      if (known !== undefined) return known
      const active = activeIn(found, ground).filter(({ manifest }) => manifest.points.includes(point))
      const answer = askAll(
        { point, ground, input, deadline: Math.min(place.deadline ?? Infinity, Date.now() + QUESTION_MS) },
        active,
      )
      asked.set(key, answer)
      void answer.then((results) => failures.push(...results.failures))
      return answer
    },
    notices: (ground) => [
      ...found.flatMap((extension) => inactiveNotices(extension, ground)),
      ...new Map(failures.map((failure) => [failure.message, failure])).values(),
    ],
  }
}

interface Question {
  readonly point: Point
  readonly ground: Ground
  readonly input: HandlerInput
  readonly deadline: number
}

async function askAll(question: Question, active: readonly Active[]): Promise<HandlerResults> {
  const { point } = question
  const answers: HandlerAnswer[] = []
  const failures: Notice[] = []
  let hold: Notice | null = null
  /** Asks one handler; null if it failed or gave no answer of its own. */
  const ask = async (extension: Active, next: () => Promise<Json>): Promise<Json> => {
    try {
      const answer = await answerOf(extension, question, next)
      answers.push(answer)
      return answer.value
    } catch (error) {
      const heldPoint = extension.manifest.onError?.[point] === 'hold' ? point : null
      const notice = failureNotice(extension, String((error as Error)?.message ?? error).slice(0, 500), heldPoint)
      failures.push(notice)
      if (heldPoint !== null) hold ??= notice
      return null
    }
  }
  /** Asks the outermost handler, which may ask the inner ones. A handler that failed is skipped. */
  const askOutermost = async ([extension, ...inner]: readonly Active[]): Promise<HandlerResults['decided']> => {
    if (extension === undefined) return null
    let innerResult: Promise<HandlerResults['decided']> | undefined
    const askInner = () => (innerResult ??= askOutermost(inner))
    const next = async (): Promise<Json> => (await askInner())?.verdict ?? { kind: 'default' }
    const verdict = (await ask(extension, next)) as JsonObject | null
    return verdict === null || verdict['kind'] === 'default' ? askInner() : { name: extension.name, verdict }
  }
  let decided: HandlerResults['decided'] = null
  // Handlers must not write to standard output, which is for our JSON.
  const { log, info } = console
  console.log = console.info = () => {}
  try {
    if (point === 'next') decided = await askOutermost(active)
    else for (const extension of active) await ask(extension, async () => null)
  } finally {
    Object.assign(console, { log, info })
  }
  return hold === null ? { answers, decided, failures, hold } : { answers: [], decided: null, failures, hold }
}

/** Asks a handler. Throws if it fails or times out, or if its answer or new state is invalid. */
async function answerOf(extension: Active, { point, ground, input, deadline }: Question, next: () => Promise<Json>) {
  const { name, manifest } = extension
  const changes: Change[] = []
  const set = (key: unknown, value: unknown) => {
    changes.push(changeOf(String(key), plain(value), manifest, ground))
  }
  const common = plain(contextOf(extension, point, ground, input)) as JsonObject
  const context = point === 'afterFinish' ? { ...common, set } : common
  let innerAnswer: Json = null
  const nextForHandler = async () => plain((innerAnswer = await next()))
  const answer = async () => (await handlerOf(extension, point))(context, nextForHandler)
  const value = plain(await withTimeout(Math.min(HANDLER_MS, deadline - Date.now()), answer))
  // An answer that is passed on unchanged was checked when the inner handler gave it.
  const isPassedOn = value !== null && JSON.stringify(value) === JSON.stringify(innerAnswer)
  const problem = isPassedOn ? null : answerProblem(point, value, Object.keys(manifest.units ?? {}))
  if (problem !== null) throw new Error(problem)
  // Changes are copied, because later calls of `set` do not count.
  return { name, value: isPassedOn ? null : value, changes: [...changes] }
}

/** Waits for an answer; throws after the time limit. */
async function withTimeout<T>(timeoutMs: number, answer: () => Promise<T>): Promise<T> {
  if (timeoutMs <= 0) throw new Error('earlier handlers used up the time')
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it timed out')), timeoutMs)
  })
  return Promise.race([answer(), timeout]).finally(() => clearTimeout(timer))
}

type Change = HandlerAnswer['changes'][number]
type Handler = (context: unknown, next: () => Promise<Json>) => unknown

type Module = Readonly<Record<string, unknown>>
/** `import` for the bundle of a program, which cannot import by itself. */
declare const importModule: ((url: string) => Promise<Module>) | undefined
const moduleAt = (url: string): Promise<Module> =>
  typeof importModule === 'undefined' ? import(/* @vite-ignore */ url) : importModule(url)

/** Lets the module register its handlers, and returns the one for this point. */
async function handlerOf({ folder, digest, manifest: { entry, points } }: Active, point: Point): Promise<Handler> {
  const url = pathToFileURL(join(folder, entry)).href
  // The digest is in the URL, because the path may have other code later.
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

/** Copies a value as JSON, so that extensions and our code never share an object. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json

function contextOf(extension: Active, point: Point, ground: Ground, input: HandlerInput): JsonObject {
  const common = { extension: extension.name, now: input.now, options: optionsOf(extension, ground) as Json }
  if (isMoment(point)) return { ...common, ...input.pointInput }
  const own = statesOf(ground, extension)
  return { ...common, state: input.state, own, plans: input.plans, ...input.pointInput }
}

function changeOf(key: string, value: Json, { name, state }: Manifest, ground: Ground): Change {
  if (!KEY.test(key)) throw new Error(`the key of its state ${KEY_RULE}`)
  const problem = stateProblem(state, value)
  if (problem !== null) throw new Error(`its new state does not match its schema: ${problem}`)
  return { path: statePath(ground, name, key), value: value as JsonObject | null }
}
