// What may be done from the board's page: each act is one call that a person could type at a terminal, and its fields are words of that call. Pure.

import { objectIn } from '../../../std/json.js'
import { visible } from '../../../std/visible.js'
import type { VerbName } from '../../../verbs/registry.js'

/** `run`: the call is not a verb of the engine, but `gsd auto stop`. */
interface Act {
  readonly verb: VerbName | 'run'
  /** Arguments that never change. */
  readonly args: Readonly<Record<string, string | boolean>>
  /** What the page sends: true where it must. */
  readonly fields: Readonly<Record<string, boolean>>
  readonly done: string
}

export const ACTS = {
  answer: {
    verb: 'decision.answer',
    args: {},
    fields: { id: true, choice: true, note: false },
    done: 'The answer is recorded.',
  },
  other: {
    verb: 'decision.answer',
    args: { other: true },
    fields: { id: true, choice: true, note: false },
    done: 'The answer is recorded.',
  },
  capture: { verb: 'note.add', args: {}, fields: { text: true }, done: 'The thought is kept.' },
  pause: {
    verb: 'stop',
    args: {},
    fields: { reason: false },
    done: 'Paused: no further unit begins, by whomever, until you let it go on.',
  },
  resume: { verb: 'stop', args: { clear: true }, fields: {}, done: 'It goes on: units may be begun again.' },
  stop: { verb: 'run', args: {}, fields: {}, done: 'The unattended run ends after its present session.' },
} as const satisfies Readonly<Record<string, Act>>

/** Bytes of what is sent. */
export const MOST_SENT = 16 * 1024
/** Signs of one field. */
const LONGEST = 4000

export interface Wanted {
  readonly verb: Act['verb']
  readonly args: Readonly<Record<string, string | boolean>>
  readonly done: string
}

/** The call that is asked for, or why there is none. */
export function wantedIn(name: string, body: string): Wanted | string {
  const act: Act | undefined = Object.hasOwn(ACTS, name) ? ACTS[name as keyof typeof ACTS] : undefined
  if (act === undefined) return `nothing is called "${name}"; there is ${Object.keys(ACTS).join(', ')}`
  const sent = objectIn(body)
  if (sent === null) return 'expected an object of texts, as JSON'
  const args: Record<string, string | boolean> = { ...act.args }
  for (const [field, given] of Object.entries(sent)) {
    if (!Object.hasOwn(act.fields, field)) return `${name} has no field "${field}"`
    if (typeof given !== 'string') return `${field} is not text`
    if (given.length > LONGEST) return `${field} is longer than ${LONGEST} signs`
    if (STEERING.test(given) || visible(given) !== given) return `${field} holds control characters`
    if (given.trim() !== '') args[field] = given.trim()
  }
  const missing = Object.keys(act.fields).find((field) => act.fields[field] === true && args[field] === undefined)
  return missing === undefined ? { verb: act.verb, args, done: act.done } : `${missing} is empty`
}

/** Everything goes on one line. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}]/u
