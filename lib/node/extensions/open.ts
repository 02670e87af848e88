// The extensions of the project and the user, and the answers of the active ones.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isMoment, type Point } from '../../core/extensions/manifest.js'
import type { Asked, Extensions, Ground, Told } from '../../core/extensions/port.js'
import { type Active, activeIn, failureNotice, optionsOf, standings, whyNot } from '../../core/extensions/standing.js'
import { stateIn, stateProblem } from '../../core/extensions/state.js'
import type { Notice } from '../../errors.js'
import type { Json, JsonObject } from '../../std/json.js'
import { personalFolderOf, type Variables } from '../home.js'
import { discover } from './discover.js'
import { askHandlers, type Callee, type Reply } from './handlers.js'

interface Place {
  readonly root: string
  readonly env: Variables
  /** Deadline for all answers, in milliseconds since the epoch. */
  readonly due?: number
}

/** Null if there are none. */
export function openExtensions(place: Place): Extensions | null {
  const found = [
    ...discover(join(personalFolderOf(place.env, homedir), 'extensions'), 'user'),
    ...discover(join(place.root, '.gsd', 'extensions'), 'project'),
  ]
  if (found.length === 0) return null
  const asked = new Map<string, Promise<Asked>>()
  const failures: Notice[] = []
  return {
    found,
    ask(point, ground, told) {
      const here = activeIn(found, ground).filter(({ manifest }) => manifest.points.includes(point))
      const key = JSON.stringify([point, told])
      const known = asked.get(key)
      if (known !== undefined) return known
      const answer = askAll(point, here, ground, told, place)
      asked.set(key, answer)
      void answer.then((one) => failures.push(...one.failures))
      return answer
    },
    notices: (ground) => [
      ...standings(found, ground)
        .filter(({ standing }) => standing === 'untrusted' || standing === 'broken')
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

async function askAll(
  point: Point,
  here: readonly Active[],
  ground: Ground,
  told: Told,
  { due }: Place,
): Promise<Asked> {
  const replies = new Map<string, Reply>()
  const callees = here.flatMap((one): readonly Callee[] => {
    try {
      return [calleeOf(one, point, ground, told)]
    } catch (error) {
      replies.set(one.found.name, { name: one.found.name, problem: (error as Error).message, value: null, sets: [] })
      return []
    }
  })
  const { replies: given, decided } = await askHandlers(point, callees, due)
  for (const reply of given) replies.set(reply.name, reply)
  const failures: Notice[] = []
  let held: Notice | null = null
  const answers = here.flatMap(({ found, manifest }) => {
    const reply = replies.get(found.name)
    // An outer handler decided without calling it.
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
    digest: found.digest,
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

/** A string says why all are rejected: an extension's writes are all or nothing. */
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
