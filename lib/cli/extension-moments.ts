// What extensions say at a moment of a session. It is loaded where a manifest names the moment, and ends in time whatever they do.
import { isMoment } from '../core/extensions/manifest.js'
import type { Ground } from '../core/extensions/port.js'
import { failureNotice, isFailure } from '../core/extensions/standing.js'
import type { Finding } from '../hooks/check.js'
import type { HookContext } from '../hooks/event.js'
import { openCaller } from '../node/caller.js'
import { sha256 } from '../node/digest.js'
import { openExtensions } from '../node/extensions/open.js'
import type { Variables } from '../node/home.js'
import { findProject } from '../node/project.js'
import type { Point } from '../runtimes/hooks.js'
import { isFields } from '../std/fields.js'
import type { Json, JsonObject } from '../std/json.js'
import { bytesOf, ours, quotedLabel, say } from '../std/told.js'

interface Asking {
  readonly env: Variables
  readonly bin: string
  readonly now: number
  /** Milliseconds since the epoch at which the answer must be there. */
  readonly due: number
  /** A file below the project's root as the checks of the pack read it. */
  readonly read: (path: string) => string | null
}

/** Of all extensions together at one moment. */
const MOST_BYTES = 1500

export function saidBy(event: HookContext, { env, bin, now, due, read }: Asking): readonly Finding[] {
  const project = findProject({ start: event.cwd, env, anyWorkstream: true })
  if (project === null || !isMoment(event.point)) return []
  const { root, base } = project
  const caller = openCaller({ env, root, now: () => now })
  const source: Ground['source'] = (path) => ({ path, text: read(path) }) as ReturnType<Ground['source']>
  const told = { now: new Date(now).toISOString(), state: {}, places: [], rounds: {}, more: moreOf(event) }
  const ground = { caller, digest: sha256, base, source }
  const asked = openExtensions({ root, env, bin, due }).ask(event.point as never, ground, told)
  const broken = asked.trace.filter(isFailure).map((trace): Finding => {
    const { message, fix } = failureNotice(trace)
    return { kind: 'message', text: `${message} (${fix})` }
  })
  const held: readonly Finding[] =
    asked.held === null
      ? []
      : [{ kind: 'deny', code: asked.held.code, text: `${asked.held.message} (${asked.held.fix})` }]
  return [...held, ...findingsOf(event.point, asked.answers), ...broken]
}

type Answers = ReturnType<ReturnType<typeof openExtensions>['ask']>['answers']

/** In their order: the first refusal ends the rest, and a question to the person stands before what is added. */
function findingsOf(point: Point, answers: Answers): readonly Finding[] {
  const findings: Finding[] = []
  let room = MOST_BYTES
  for (const { name, value } of answers) {
    const { deny, ask, context } = (value ?? {}) as Readonly<Record<string, string>>
    // The name is that of a folder that a manifest repeats: lower case letters, digits and dashes.
    const who = ours(name)
    if (point === 'pre-tool' && deny !== undefined) {
      const text = say`the extension ${who} of this project or of the user refuses this call: ${quotedLabel(deny, 600)}`
      return [{ kind: 'deny', code: 'EXT_DENIED', text }]
    }
    if (point === 'pre-tool' && ask !== undefined) {
      const text = say`the extension ${who} wants the user to be asked first: ${quotedLabel(ask, 600)}`
      findings.push({ kind: 'ask', code: 'EXT_ASKS', text })
    }
    if (context === undefined || room < 80) continue
    const text = say`The extension ${who} says: ${quotedLabel(context, Math.min(600, room - 40))}`
    room -= bytesOf(text)
    findings.push({ kind: 'advice', text })
  }
  return findings
}

/** Longer texts are not told whole: a handler has little time, and they go through two processes. */
const MOST_TEXT = 200_000
/** Of all of them. */
const MOST_TEXTS = 1_000_000

/** What is known at the moment, with texts of a bearable length. */
function moreOf({ name: _, ...event }: HookContext): JsonObject {
  let isCut = false
  let room = MOST_TEXTS
  const bearable = (value: unknown): Json => {
    if (typeof value === 'string') {
      const text = value.slice(0, Math.min(MOST_TEXT, room))
      room -= text.length
      isCut ||= text.length < value.length
      return text
    }
    if (Array.isArray(value)) return value.map(bearable)
    if (!isFields(value)) return (value ?? null) as Json
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bearable(inner)]))
  }
  const told = bearable(event) as JsonObject
  return { ...told, isCut }
}
