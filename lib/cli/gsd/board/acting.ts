// Lets the board's page answer an open question on behalf of the user who started the board.
import { GsdError } from '../../../errors.js'
import { inTurn } from '../../../std/in-turn.js'
import { objectIn } from '../../../std/json.js'
import { visible } from '../../../std/visible.js'
import { loadVerb } from '../../../verbs/registry.js'
import { callVerb } from '../call-tools.js'
import type { World } from '../world.js'

export const MAX_BODY_BYTES = 16 * 1024
const MAX_FIELD_LENGTH = 4000
/** How long to wait for a lock: waiting blocks the board, even for pages that only read. */
const LOCK_WAIT_MS = 250

interface ActReply {
  readonly status: 200 | 400 | 409
  readonly text: string
}

export type AnswerHandler = (name: string, body: string) => Promise<ActReply>

export function answerHandlerFor(world: World): AnswerHandler {
  // One at a time, because two calls of one process would hold the same lock.
  const run = inTurn((args: AnswerArgs) => answer(args, world))
  return async (name, body) => {
    const args = parseAnswer(name, body)
    return typeof args === 'string' ? { status: 400, text: args } : run(args)
  }
}

async function answer(args: AnswerArgs, world: World): Promise<ActReply> {
  try {
    const person = { isPerson: true, lockWaitMs: LOCK_WAIT_MS }
    const { error } = await callVerb(await loadVerb('decision.answer'), args, world, person)
    return error === undefined ? { status: 200, text: 'The answer is recorded.' } : refusedReply(error)
  } catch (thrown) {
    if (thrown instanceof GsdError) return refusedReply(thrown.body)
    throw thrown
  }
}

const refusedReply = ({ message, fix }: GsdError['body']): ActReply => ({ status: 409, text: `${message}; ${fix}` })

type AnswerArgs = Readonly<Record<string, string | boolean>>

const FIELDS = ['id', 'choice', 'note']
/** Control characters and line breaks. No field may contain these, or the direction marks that `visible` escapes. */
const CONTROL_OR_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u

export function parseAnswer(name: string, body: string): AnswerArgs | string {
  if (name !== 'answer' && name !== 'other') return `unknown action "${name}"; use answer or other`
  const sent = objectIn(body)
  if (sent === null) return 'expected a JSON object of strings'
  const args: Record<string, string | boolean> = name === 'other' ? { other: true } : {}
  for (const [field, given] of Object.entries(sent)) {
    if (!FIELDS.includes(field)) return `${name} has no field "${field}"`
    if (typeof given !== 'string') return `${field} is not text`
    if (given.length > MAX_FIELD_LENGTH) return `${field} is longer than ${MAX_FIELD_LENGTH} characters`
    if (CONTROL_OR_BREAK.test(given) || visible(given) !== given) return `${field} contains invisible characters`
    if (given.trim() !== '') args[field] = given.trim()
  }
  const missing = ['id', 'choice'].find((field) => args[field] === undefined)
  return missing === undefined ? args : `${missing} is empty`
}
