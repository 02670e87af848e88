// Lets the board's page answer an open question on behalf of the user who started the board.
import { GsdError } from '../../../errors.js'
import { inTurn } from '../../../std/in-turn.js'
import { objectIn } from '../../../std/json.js'
import { visible } from '../../../std/visible.js'
import { loadVerb } from '../../../verbs/registry.js'
import { callVerb } from '../of-verb.js'
import type { World } from '../world.js'

/** Bytes of a request body. */
export const MAX_SENT = 16 * 1024
/** Characters of one field. */
const LONGEST = 4000
/** Waiting for a lock blocks the board, even for pages that only read. */
const BUSY_MS = 250

interface ActAnswer {
  readonly status: 200 | 400 | 409
  readonly text: string
}

export type Acting = (name: string, body: string) => Promise<ActAnswer>

export function actingOn(world: World): Acting {
  // Two calls of one process would hold one lock.
  const run = inTurn((args: Answer) => answer(args, world))
  return async (name, body) => {
    const args = answerIn(name, body)
    return typeof args === 'string' ? { status: 400, text: args } : run(args)
  }
}

async function answer(args: Answer, world: World): Promise<ActAnswer> {
  try {
    const person = { isPerson: true, lockWaitMs: BUSY_MS }
    const { error } = await callVerb(await loadVerb('decision.answer'), args, world, person)
    return error === undefined ? { status: 200, text: 'The answer is recorded.' } : refused(error)
  } catch (thrown) {
    if (thrown instanceof GsdError) return refused(thrown.body)
    throw thrown
  }
}

const refused = ({ message, fix }: GsdError['body']): ActAnswer => ({ status: 409, text: `${message}; ${fix}` })

type Answer = Readonly<Record<string, string | boolean>>

const FIELDS = ['id', 'choice', 'note']
/** Everything must fit on one line. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}]/u

export function answerIn(name: string, body: string): Answer | string {
  if (name !== 'answer' && name !== 'other') return `unknown action "${name}"; use answer or other`
  const sent = objectIn(body)
  if (sent === null) return 'expected a JSON object of strings'
  const args: Record<string, string | boolean> = name === 'other' ? { other: true } : {}
  for (const [field, given] of Object.entries(sent)) {
    if (!FIELDS.includes(field)) return `${name} has no field "${field}"`
    if (typeof given !== 'string') return `${field} is not text`
    if (given.length > LONGEST) return `${field} is longer than ${LONGEST} characters`
    if (STEERING.test(given) || visible(given) !== given) return `${field} contains control characters`
    if (given.trim() !== '') args[field] = given.trim()
  }
  const missing = ['id', 'choice'].find((field) => args[field] === undefined)
  return missing === undefined ? args : `${missing} is empty`
}
