// The extensions of the project and of the person: which are there, and what the active ones answer.
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  type Active,
  activeIn,
  extensionStates,
  failureNotice,
  optionsOf,
  whyNot,
} from '../../core/extensions/active.js'
import { answerProblem } from '../../core/extensions/answers.js'
import { isMoment, type Point } from '../../core/extensions/manifest.js'
import type { Decided, Extensions, Ground, HandlerInput, HandlerResults } from '../../core/extensions/port.js'
import { parseState, stateProblem } from '../../core/extensions/state.js'
import type { Notice } from '../../errors.js'
import type { Json, JsonObject } from '../../std/json.js'
import { personalFolderOf, type Variables } from '../home.js'
import { discover } from './discover.js'
import { callHandler, type StateSet } from './handlers.js'

/** Time for one handler, and for all that are asked one question. */
const ONE_MS = 6_000
const ALL_MS = 9_000

interface OpenOptions {
  readonly root: string
  readonly env: Variables
  /** When every answer must be there, in milliseconds since the epoch. */
  readonly due?: number
}

/** Null where there are none. */
export function openExtensions(place: OpenOptions): Extensions | null {
  const found = [
    ...discover(join(personalFolderOf(place.env, homedir), 'extensions'), 'user'),
    ...discover(join(place.root, '.gsd', 'extensions'), 'project'),
  ]
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
      ...extensionStates(found, ground)
        .filter(({ state }) => state === 'untrusted' || state === 'broken')
        .flatMap(whyNot),
      ...new Map(failures.map((one) => [one.message, one])).values(),
    ],
    unitAbout(ground, unitId) {
      for (const { manifest } of activeIn(found, ground))
        for (const [type, { about, rounds }] of Object.entries(manifest.units)) {
          const start = `${manifest.name}.${type}.`
          if (unitId.startsWith(start))
            return { name: manifest.name, type, key: unitId.slice(start.length), about, rounds }
        }
      return null
    },
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
  const answers: HandlerResults['answers'][number][] = []
  const failures: Notice[] = []
  let hold: Notice | null = null
  /** Null: it failed, or leaves it to those further in. */
  const ask = async (one: Active, next: () => Promise<Json>): Promise<Json> => {
    const { name } = one.found
    try {
      const { value, changes } = await answerOf(one, question, next)
      answers.push({ name, value, changes })
      return value
    } catch (error) {
      const holds = one.manifest.holdsAt.includes(point) ? point : null
      const notice = failureNotice(one.found, String((error as Error)?.message ?? error).slice(0, 500), holds)
      failures.push(notice)
      if (holds !== null) hold ??= notice
      return null
    }
  }
  /** Each handler wraps those further in; a failed one is skipped. */
  const around = async ([one, ...inner]: readonly Active[]): Promise<Decided | null> => {
    if (one === undefined) return null
    let going: Promise<Decided | null> | undefined
    const inside = () => (going ??= around(inner))
    const next = async (): Promise<Json> => (await inside())?.verdict ?? { kind: 'default' }
    const verdict = (await ask(one, next)) as JsonObject | null
    return verdict === null || verdict['kind'] === 'default' ? inside() : { name: one.found.name, verdict }
  }
  let decided: Decided | null = null
  // Standard output is one document of ours.
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

/** Throws where what it answers, or would keep, is not what a handler may. */
async function answerOf(one: Active, { point, ground, input, end }: Question, next: () => Promise<Json>) {
  const { found, manifest } = one
  const callee = {
    point,
    entry: join(found.folder, manifest.entry),
    digest: found.digest,
    points: manifest.points,
    context: contextOf(one, point, ground, input),
  }
  let heard: Json = null
  const hear = async () => (heard = await next())
  const { value, sets } = await callHandler(callee, hear, Math.min(ONE_MS, end - Date.now()))
  // An unchanged answer of an inner handler was checked there.
  const isPassedOn = value !== null && JSON.stringify(value) === JSON.stringify(heard)
  const problem = isPassedOn ? null : answerProblem(point, value, Object.keys(manifest.units))
  if (problem !== null) throw new Error(problem)
  return { value: isPassedOn ? null : value, changes: sets.map((set) => changeOf(set, manifest, input)) }
}

function contextOf({ found, manifest }: Active, point: Point, ground: Ground, input: HandlerInput): JsonObject {
  const { name } = found
  const common = { extension: name, now: input.now, options: optionsOf(found, ground) as Json }
  if (isMoment(point)) return { ...common, ...input.more }
  const own = { milestone: null as Json, phases: {} as Record<string, Json>, plans: {} as Record<string, Json> }
  for (const { scope, id, path } of manifest.state === null ? [] : input.places) {
    const state = parseState(ground.source(path), name, manifest.state as never)
    if (state === null) continue
    if (scope === 'milestone') own.milestone = state
    else own[scope === 'phase' ? 'phases' : 'plans'][id] = state
  }
  const rounds = Object.entries(input.rounds).flatMap(([id, count]) =>
    id.startsWith(`${name}.`) ? [[id.slice(name.length + 1), count]] : [],
  )
  const plans = input.places.flatMap(({ scope, id, path }) => (scope === 'plan' ? [{ id, path }] : []))
  return { ...common, state: input.state, own, plans, rounds: Object.fromEntries(rounds), ...input.more }
}

/** An extension's writes are all or none. */
function changeOf({ scope, id, value }: StateSet, { state }: Active['manifest'], { places }: HandlerInput) {
  const place = places.find((one) => one.scope === scope && (scope === 'milestone' || one.id === id))
  if (place === undefined) throw new Error(`no ${scope} ${id} to store state at`)
  const problem = stateProblem(state, value)
  if (problem !== null) throw new Error(`its new state does not match its schema: ${problem}`)
  return { path: place.path, value: value as JsonObject | null }
}
