// Answers the questions of the pure part with the extensions that count: a process of its own runs their handlers, and what one breaks is named and left out.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import type { Callee, Calling, Line, Reply } from '../../core/extensions/calling.js'
import { answerProblem, verdictProblem } from '../../core/extensions/chain.js'
import { type Grant, isMoment, type Point } from '../../core/extensions/manifest.js'
import { isInvalid, stateIn, stateProblem } from '../../core/extensions/own-state.js'
import type { Asked, Extensions, Ground, StateChange, Told, Trace } from '../../core/extensions/port.js'
import {
  type Active,
  activeIn,
  failureNotice,
  isFailure,
  optionsOf,
  standings,
  WHY,
} from '../../core/extensions/standing.js'
import type { Json, JsonObject } from '../../std/json.js'
import { personalFolderOf, type Variables } from '../home.js'
import { copyOf, forget } from './copy.js'
import { type Bundle, discover, shipped } from './discover.js'

/** Refuses files, programs and native code that no grant names; older releases have it under another name. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'
/** Keys often lie in variables, so that only these are handed on; the second row where programs are started. */
const HANDED_ON = { always: ['SystemRoot'], run: ['HOME', 'PATH', 'PATHEXT', 'USERPROFILE', 'APPDATA'] }

const PROGRAM = 'gsd-ext.cjs'
const MEMORY = '--max-old-space-size=256'
/** Beside what the handlers take: starting, reading modules. */
const START_MS = 5_000
/** All that are asked one question have so long together, whatever each may take for itself; the last one to begin within it may end. */
const TOGETHER_MS = 10_000

/** At a moment of a session none takes longer for itself, however much it may take elsewhere: others stand behind it, and the client waits. */
const MOMENT_MS = 500
/** What is left of the time of a moment when the answer must be on its way. */
const LAST_MS = 150

interface Place {
  readonly root: string
  readonly env: Variables
  /** Folder of the running bundle. */
  readonly bin: string
  /** Milliseconds since the epoch at which every answer must be there, whatever becomes of it; a while from the question when left out. */
  readonly due?: number
}

export function openExtensions({ root, env, bin, due }: Place): Extensions {
  const personal = personalFolderOf(env, homedir)
  const found: readonly Bundle[] = [
    ...discover(join(personal, 'extensions'), 'user'),
    ...discover(join(root, '.gsd', 'extensions'), 'project'),
    ...shipped(bin),
  ]
  const asked = new Map<string, Asked>()
  const traces = new Map<Point, readonly Trace[]>()
  const active = (ground: Ground): readonly Active[] => activeIn(found, ground)

  const ask = (point: Point, ground: Ground, told: Told): Asked => {
    const here = active(ground).filter(({ manifest }) => manifest.points.includes(point))
    if (here.length === 0) return NOBODY
    const derived = point === 'derive' || isMoment(point) ? NOBODY : ask('derive', ground, { ...told, more: {} })
    if (derived.held !== null) return { ...NOBODY, held: derived.held }
    // What the handlers of `derive` added, by extension.
    const facts = Object.fromEntries(derived.answers.map(({ name, value }) => [name, value]))
    const key = JSON.stringify([point, told, facts, here.map(({ found: { digest } }) => digest)])
    const known = asked.get(key)
    if (known !== undefined && point !== 'afterFinish') return known
    const answer = askAll({ point, ground, told, facts, here, bin, root, personal, due })
    asked.set(key, answer)
    traces.set(point, answer.trace)
    return answer
  }

  return {
    found,
    ask,
    traced: (point) => traces.get(point) ?? [],
    notices: (ground) => [
      ...standings(found, ground).flatMap(({ found: one, standing }) =>
        standing === 'untrusted' || standing === 'broken' ? [WHY[standing](one)] : [],
      ),
      ...[...traces.values()].flat().filter(isFailure).map(failureNotice),
    ],
    unitAbout(ground, unitId) {
      for (const {
        found: { name },
        manifest,
      } of active(ground))
        for (const [type, { about, rounds }] of Object.entries(manifest.units))
          if (unitId.startsWith(`${name}.${type}.`))
            return { name, type, key: unitId.slice(name.length + type.length + 2), about, rounds }
      return null
    },
  }
}

interface Question {
  readonly point: Point
  readonly ground: Ground
  readonly told: Told
  readonly facts: JsonObject
  readonly here: readonly Active[]
  readonly bin: string
  readonly root: string
  readonly personal: string
  readonly due: number | undefined
}

function askAll(question: Question): Asked {
  const { point, here, told } = question
  const asked = here.map((one) => ({ one, own: ownOf(one, question.ground, told) }))
  const replies: Reply[] = asked.flatMap(({ one, own }) =>
    'problem' in own ? [failed(one.found.name, 'BAD_VERDICT', own.problem)] : [],
  )
  const callees = asked.flatMap(({ one, own }) => ('problem' in own ? [] : [calleeOf(one, own.value, question)]))
  let decided: Asked['decided'] = null
  for (const group of byGrants(point, callees)) {
    const outcome = askGroup(group, question)
    replies.push(...outcome.replies)
    decided ??= checked(outcome.decided, here)
  }
  forget()
  return judgedBy(replies, decided, question)
}

/** Rights are those of a whole process, so that whoever has the same shares one; around `next` and at moments of a session all are in one, and have none. */
function byGrants(point: Point, callees: readonly Callee[]): readonly (readonly Callee[])[] {
  if (point === 'next' || isMoment(point)) return [callees.map((callee) => ({ ...callee, grants: [] }))]
  const groups = new Map<string, Callee[]>()
  for (const callee of callees) {
    const key = [...callee.grants].sort().join()
    groups.set(key, [...(groups.get(key) ?? []), callee])
  }
  return [...groups.values()]
}

/** Whoever ends the process is left out, and the others are asked again. */
function askGroup(
  group: readonly Callee[],
  { point, bin, root, due = Infinity }: Question,
): { readonly replies: readonly Reply[]; readonly decided: Asked['decided'] } {
  const replies: Reply[] = []
  let callees = group
  while (callees.length > 0 && Date.now() < due - LAST_MS) {
    const until = Math.min(Date.now() + TOGETHER_MS, due - LAST_MS)
    const slowest = Math.max(...callees.map(({ milliseconds }) => milliseconds))
    const end = Math.min(due - LAST_MS, until + slowest)
    const mark = randomBytes(12).toString('hex')
    const outcome = start({ mark, point, until, end, callees }, bin, root, due)
    if ('done' in outcome) return { replies: [...replies, ...outcome.done.replies], decided: outcome.done.decided }
    // Who has answered is not asked again: it may have done something.
    replies.push(...outcome.replies)
    const left = callees.filter(({ name }) => !outcome.replies.some((reply) => reply.name === name))
    const culprit = left.find(({ name }) => name === outcome.last) ?? left[0]
    if (culprit === undefined) return { replies, decided: null }
    replies.push(failed(culprit.name, 'CRASHED', 'it ended the process it ran in, or let it hang'))
    callees = left.filter((one) => one !== culprit)
  }
  const late = callees.map(({ name }) => failed(name, 'BUDGET', 'no time was left for it'))
  return { replies: [...replies, ...late], decided: null }
}

function calleeOf(
  { found, manifest }: Active,
  own: JsonObject,
  { point, ground, told, facts, personal }: Question,
): Callee {
  const { name } = found
  return {
    name,
    entry: join(realpathSync(copyOf(found as Bundle, personal)), manifest.entry),
    points: manifest.points,
    grants: manifest.grants,
    milliseconds: isMoment(point) ? Math.min(manifest.milliseconds, MOMENT_MS) : manifest.milliseconds,
    context: {
      extension: name,
      point,
      now: told.now,
      options: optionsOf(manifest, ground),
      ...(isMoment(point) ? {} : ofProject()),
      ...told.more,
    },
  }

  function ofProject(): JsonObject {
    return {
      state: told.state,
      facts,
      own,
      plans: told.places.flatMap(({ scope, id, path }) => (scope === 'plan' ? [{ id, path }] : [])),
      units: Object.keys(manifest.units),
      rounds: roundsOf(name, told.rounds),
      mostRounds: Object.fromEntries(Object.entries(manifest.units).map(([type, { rounds }]) => [type, rounds])),
    }
  }
}

/** The process ran foreign code: what it says is looked at here too. */
function checked(decided: Asked['decided'], here: readonly Active[]): Asked['decided'] {
  const who = here.find(({ found }) => found.name === decided?.name)
  if (decided === null || who === undefined) return null
  return verdictProblem(decided.verdict, Object.keys(who.manifest.units)) === null ? decided : null
}

const NOBODY: Asked = { answers: [], decided: null, trace: [], held: null }

const failed = (name: string, result: Reply['result'], message: string): Reply => ({
  name,
  result,
  message,
  ms: 0,
  value: null,
  sets: [],
})

/** What an extension keeps at each place; a value that does not obey its schema keeps it from running, and stays as it is. */
function ownOf(
  { found, manifest }: Active,
  ground: Ground,
  told: Told,
): { readonly value: JsonObject } | { readonly problem: string } {
  const value: { milestone: Json; phases: Record<string, Json>; plans: Record<string, Json> } = {
    milestone: null,
    phases: {},
    plans: {},
  }
  if (manifest.state === null) return { value }
  for (const { scope, id, path } of told.places) {
    const state = stateIn(ground.source(path), found.name, manifest.state)
    if (isInvalid(state)) return { problem: `its state in ${path} does not obey its schema: ${state.$invalid}` }
    if (state === undefined) continue
    if (scope === 'milestone') value.milestone = state
    else value[scope === 'phase' ? 'phases' : 'plans'][id] = state
  }
  return { value }
}

const roundsOf = (name: string, rounds: Told['rounds']): JsonObject =>
  Object.fromEntries(
    Object.entries(rounds).flatMap(([id, count]) =>
      id.startsWith(`${name}.`) ? [[id.slice(name.length + 1), count]] : [],
    ),
  )

function judgedBy(replies: readonly Reply[], decided: Asked['decided'], { here, told, point }: Question): Asked {
  const byName = new Map(replies.map((reply) => [reply.name, reply]))
  const rows = here.map(({ found: { name, source }, manifest, priority }) => {
    const given = byName.get(name) ?? failed(name, 'not-asked', '')
    const changes = answerProblem(point, given.value) ?? changesOf(given, manifest.state, told)
    const reply: Reply = typeof changes === 'string' ? { ...given, result: 'BAD_VERDICT', message: changes } : given
    const { result, message, ms } = reply
    const isBroken = result !== 'ok' && result !== 'not-asked'
    const holds = isBroken && manifest.holdsAt.includes(point) ? point : null
    const trace: Trace = { name, source, priority, result, message, ms, holds }
    return { trace, value: reply.value, changes: typeof changes === 'string' ? [] : changes }
  })
  const trace = rows.map((row) => row.trace)
  const holding = trace.find(({ holds }) => holds !== null)
  if (holding !== undefined) return { answers: [], decided: null, trace, held: failureNotice(holding) }
  return {
    answers: rows.flatMap(({ trace: { name, result }, value, changes }) =>
      result === 'ok' ? [{ name, value, changes }] : [],
    ),
    decided,
    trace,
    held: null,
  }
}

/** A text says why none of them counts: an extension's writes are all or none. */
function changesOf(
  { name, sets, result }: Reply,
  schema: Active['manifest']['state'],
  { places }: Told,
): readonly StateChange[] | string {
  if (result !== 'ok') return []
  const changes: StateChange[] = []
  for (const { scope, id, value } of sets) {
    const place = places.find((one) => one.scope === scope && (scope === 'milestone' || one.id === id))
    if (place === undefined) return `there is no ${scope} ${id} to keep state at`
    const problem = stateProblem(schema, value)
    if (problem !== null) return `what it would keep does not obey its schema: ${problem}`
    changes.push({ name, path: place.path, value: value as JsonObject | null })
  }
  return changes
}

function variablesFor(grants: readonly Grant[]): Readonly<Record<string, string>> {
  const names = [...HANDED_ON.always, ...(grants.includes('run') ? HANDED_ON.run : [])]
  const given = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]))
  return Object.fromEntries(given)
}

type Ended =
  | Extract<Line, { readonly done: unknown }>
  | { readonly last: string | null; readonly replies: readonly Reply[] }

/** The process is ended at `due`, and a little behind its own end in any case. */
function start(calling: Calling, bin: string, root: string, due: number): Ended {
  const grants = calling.callees[0]?.grants ?? []
  const program = realpathSync(join(bin, PROGRAM))
  const readable = [
    program,
    ...calling.callees.map(({ entry, name }) => join(entry.slice(0, entry.lastIndexOf(`${sep}${name}${sep}`)), '*')),
    ...(grants.includes('read') ? [join(realpathSync(root), '*')] : []),
  ]
  const rights = [
    PERMISSION,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(grants.includes('run') ? ['--allow-child-process'] : []),
  ]
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', MEMORY, ...rights, program], {
    cwd: root,
    env: variablesFor(grants),
    input: JSON.stringify(calling),
    encoding: 'utf8',
    timeout: Math.max(1, Math.min(due, calling.end + START_MS) - Date.now()),
    killSignal: 'SIGKILL',
    maxBuffer: 8 << 20,
    windowsHide: true,
  })
  const lines = (stdout ?? '').split('\n').flatMap((line): readonly Line[] => {
    const at = line.indexOf(calling.mark)
    if (at < 0) return []
    try {
      return [JSON.parse(line.slice(at + calling.mark.length)) as Line]
    } catch {
      return []
    }
  })
  const done = lines.find((line) => 'done' in line)
  if (done !== undefined && 'done' in done) return done
  const last = lines.findLast((line) => 'began' in line)
  const replies = lines.flatMap((line) => ('ended' in line ? [line.ended] : []))
  return { last: last !== undefined && 'began' in last ? last.began : null, replies }
}
