// What extensions say at a moment of a session. It is loaded where a manifest names the moment, and ends in time whatever they do.
import { isMoment } from '../core/extensions/manifest.js'
import type { Ground, Trace } from '../core/extensions/port.js'
import { asideIn, type Failed, type Failures, failuresIn, MOST_FAILURES } from '../core/extensions/put-aside.js'
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
  /** How often handlers failed in this session, by extension, as it was remembered. */
  readonly failed: unknown
}

interface Said {
  readonly findings: readonly Finding[]
  /** To be remembered; null: as before. */
  readonly failed: Failures | null
}

/** Of all extensions together at one moment. */
const MOST_BYTES = 1500
/** Characters that are kept of why one failed. */
const MOST_WHY = 300

export function saidBy(event: HookContext, { env, bin, now, due, read, failed }: Asking): Said {
  const project = findProject({ start: event.cwd, env, anyWorkstream: true })
  if (project === null || !isMoment(event.point)) return { findings: [], failed: null }
  const { root, base } = project
  const caller = openCaller({ env, root, now: () => now })
  const source: Ground['source'] = (path) => ({ path, text: read(path) }) as ReturnType<Ground['source']>
  const before = failuresIn(failed)
  const extensions = openExtensions({ root, env, bin, without: asideIn(before), due })
  const told = { now: new Date(now).toISOString(), state: {}, places: [], rounds: {}, more: moreOf(event) }
  const asked = extensions.ask(event.point as never, { caller, digest: sha256, base, source }, told)
  const broken = asked.trace.filter(isFailure)
  const after = { ...before, ...Object.fromEntries(broken.filter(isSkipped).map(counted)) }
  const messages = broken.map(
    (trace): Finding => ({ kind: 'message', text: messageOf(trace, after[trace.name]?.times ?? 0) }),
  )
  const held: readonly Finding[] =
    asked.held === null
      ? []
      : [{ kind: 'deny', code: asked.held.code, text: `${asked.held.message} (${asked.held.fix})` }]
  return {
    findings: [...held, ...findingsOf(event.point, asked.answers), ...messages],
    failed: broken.some(isSkipped) ? after : null,
  }

  function counted({ name, result, message }: Trace): readonly [string, Failed] {
    const why = `${result}: ${message}`.slice(0, MOST_WHY)
    return [name, { times: (before[name]?.times ?? 0) + 1, point: event.point, why }]
  }
}

const isSkipped = ({ holds }: Trace): boolean => holds === null

function messageOf(trace: Trace, count: number): string {
  const { message, fix } = failureNotice(trace)
  return count >= MOST_FAILURES
    ? `${message}; it is not asked any more in this session (${fix})`
    : `${message} (${fix})`
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
