// Runs the handlers of active extensions in a process beside this one, so that what breaks there stops nothing here.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isMoment, type Point } from '../../core/extensions/manifest.js'
import type { Asked, Callee, Extensions, Ground, Line, Reply, Told } from '../../core/extensions/port.js'
import { type Active, activeIn, failureNotice, optionsOf, standings, whyNot } from '../../core/extensions/standing.js'
import { stateIn, stateProblem } from '../../core/extensions/state.js'
import type { Notice } from '../../errors.js'
import type { Json, JsonObject } from '../../std/json.js'
import { personalFolderOf, type Variables } from '../home.js'
import { runSync } from '../start.js'
import { discover } from './discover.js'

/** Keys often lie in variables, so only these are handed on. */
const HANDED_ON = ['SystemRoot', 'HOME', 'PATH', 'PATHEXT', 'USERPROFILE', 'APPDATA']
/** One process may take so long, and all that are started for one question together. */
const ONE_MS = 6_000
const ALL_MS = 9_000

interface Place {
  readonly root: string
  readonly env: Variables
  /** Folder of the running bundle. */
  readonly bin: string
  /** When every answer must be there, in milliseconds since the epoch. */
  readonly due?: number
}

/** Null where there are none. */
export function openExtensions(place: Place): Extensions | null {
  const found = [
    ...discover(join(personalFolderOf(place.env, homedir), 'extensions'), 'user'),
    ...discover(join(place.root, '.gsd', 'extensions'), 'project'),
  ]
  if (found.length === 0) return null
  const asked = new Map<string, Asked>()
  return {
    found,
    ask(point, ground, told) {
      const here = activeIn(found, ground).filter(({ manifest }) => manifest.points.includes(point))
      const key = JSON.stringify([point, told])
      const answer = asked.get(key) ?? askAll(point, here, ground, told, place)
      asked.set(key, answer)
      return answer
    },
    notices: (ground) => [
      ...standings(found, ground)
        .filter(({ standing }) => standing === 'untrusted' || standing === 'broken')
        .flatMap(whyNot),
      ...new Map([...asked.values()].flatMap(({ failures }) => failures.map((one) => [one.message, one]))).values(),
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

function askAll(point: Point, here: readonly Active[], ground: Ground, told: Told, place: Place): Asked {
  const replies = new Map<string, Reply>()
  const callees = here.flatMap((one): readonly Callee[] => {
    try {
      return [calleeOf(one, point, ground, told)]
    } catch (error) {
      replies.set(one.found.name, failed(one.found.name, (error as Error).message))
      return []
    }
  })
  const decided = callees.length === 0 ? null : run(point, callees, replies, place)
  const failures: Notice[] = []
  let held: Notice | null = null
  const answers = here.flatMap(({ found, manifest }) => {
    const reply = replies.get(found.name)
    // One further out decided without asking it.
    if (reply === undefined) return []
    const changes = reply.problem ?? changesOf(reply, manifest.state, told)
    if (typeof changes !== 'string') return [{ name: found.name, value: reply.value, changes }]
    const holds = manifest.holdsAt.includes(point) ? point : null
    const notice = failureNotice(found, changes, holds)
    failures.push(notice)
    if (holds !== null) held ??= notice
    return []
  })
  return held === null ? { answers, decided, failures, held } : { answers: [], decided: null, failures, held }
}

function calleeOf({ found, manifest }: Active, point: Point, ground: Ground, told: Told): Callee {
  const { name } = found
  const own = { milestone: null as Json, phases: {} as Record<string, Json>, plans: {} as Record<string, Json> }
  if (manifest.state !== null && !isMoment(point))
    for (const { scope, id, path } of told.places) {
      const state = stateIn(ground.source(path), name, manifest.state)
      if (state === null) continue
      if (scope === 'milestone') own.milestone = state
      else own[scope === 'phase' ? 'phases' : 'plans'][id] = state
    }
  const rounds = Object.entries(told.rounds).flatMap(([id, count]) =>
    id.startsWith(`${name}.`) ? [[id.slice(name.length + 1), count]] : [],
  )
  const plans = told.places.flatMap(({ scope, id, path }) => (scope === 'plan' ? [{ id, path }] : []))
  const ofProject = { state: told.state, own, plans, rounds: Object.fromEntries(rounds) }
  return {
    name,
    entry: join(found.folder, manifest.entry),
    points: manifest.points,
    units: Object.keys(manifest.units),
    context: {
      extension: name,
      now: told.now,
      options: optionsOf(found, ground) as Json,
      ...(isMoment(point) ? {} : ofProject),
      ...told.more,
    },
  }
}

const failed = (name: string, problem: string): Reply => ({ name, problem, value: null, sets: [] })

/** Answers what handlers of `next` decided. One that ends the process, or lets it hang, is left out, and those that have not answered are asked again. */
function run(point: Point, callees: readonly Callee[], replies: Map<string, Reply>, place: Place) {
  const end = Math.min(place.due ?? Infinity, Date.now() + ALL_MS)
  let left = callees
  while (left.length > 0 && Date.now() < end) {
    const lines = started(JSON.stringify({ point, callees: left }), Math.min(ONE_MS, end - Date.now()), place)
    const ended = lines.flatMap((line) => ('ended' in line ? [line.ended] : []))
    const done = lines.find((line) => 'decided' in line)
    if (done !== undefined || point !== 'next') for (const reply of ended) replies.set(reply.name, reply)
    if (done !== undefined) return done.decided
    const began = lines.flatMap((line) => ('began' in line ? [line.began] : []))
    const open = left.filter(({ name }) => !ended.some((reply) => reply.name === name))
    const culprit = began.findLast((name) => open.some((one) => one.name === name)) ?? open[0]?.name
    if (culprit === undefined) return null
    replies.set(culprit, failed(culprit, 'it did not answer in time, or ended the process it ran in'))
    left = (point === 'next' ? left : open).filter(({ name }) => name !== culprit)
  }
  for (const { name } of left) replies.set(name, failed(name, 'those before it took the time of all'))
  return null
}

function started(input: string, timeout: number, { root, env, bin }: Place): readonly Line[] {
  const { output } = runSync([process.execPath, '--no-warnings', join(bin, 'gsd-ext.cjs')], {
    cwd: root,
    env: Object.fromEntries(HANDED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    input,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    timeoutMs: Math.max(1, timeout),
    most: 8 << 20,
  })
  return (output?.[3]?.toString('utf8') ?? '').split('\n').flatMap((line): readonly Line[] => {
    try {
      return [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })
}

/** A text says why none of them counts: an extension's writes are all or none. */
function changesOf({ sets }: Reply, schema: Active['manifest']['state'], { places }: Told) {
  const changes: { readonly path: string; readonly value: JsonObject | null }[] = []
  for (const { scope, id, value } of sets) {
    const place = places.find((one) => one.scope === scope && (scope === 'milestone' || one.id === id))
    if (place === undefined) return `there is no ${scope} ${id} to keep state at`
    const problem = stateProblem(schema, value)
    if (problem !== null) return `what it would keep does not fit its schema: ${problem}`
    changes.push({ path: place.path, value: value as JsonObject | null })
  }
  return changes
}
