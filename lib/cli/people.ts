// Output for users at a terminal instead of JSON: the verb's report or a plain listing, and each error once.

import type { Answer, Verb } from '../core/verb.js'
import { CODES } from '../errors.js'
import { isFields } from '../std/fields.js'
import { fitted } from '../std/fitted.js'
import { parsedJson } from '../std/json.js'
import { visible } from '../std/visible.js'
import type { Flags } from './arguments.js'
import type { Outcome } from './execute.js'
import { recognisedHost } from './launcher.js'
import { plainText } from './plain-text.js'
import type { World } from './world.js'

/** Unchanged for programs: an explicit format, or a client, whose shell may be a terminal too. */
export async function shown(
  world: World,
  flags: Flags,
  outcome: Outcome,
  answer?: Answer<unknown>,
  verb?: Verb,
): Promise<Outcome> {
  if (flags.json || flags.pretty || flags.raw || flags.pick !== undefined)
    return saysError(outcome) ? { ...outcome, stderr: '' } : outcome
  if ((await recognisedHost(world)) !== null) return outcome
  if (answer === undefined || verb === undefined) return { ...outcome, stdout: '' }
  if ((answer.output ?? verb.output) === 'markdown') return outcome
  const exit = answer.exit ?? (answer.error === undefined ? 0 : CODES[answer.error.code])
  // The user has just said no.
  if (answer.error?.code === 'DECLINED') return { ...outcome, stdout: '', stderr: `${answer.error.message}\n` }
  if (answer.error !== undefined && exit !== 4) return { ...outcome, stdout: '' }
  const width = world.columns?.() ?? 80
  const text = verb.pretty?.(answer.result) ?? plainText(answer.result, width)
  const shown = isDocument(text, answer.result) ? text : fitted(text, width)
  return { ...outcome, stdout: visible(shown.endsWith('\n') ? shown : `${shown}\n`) }
}

/** Part of a file, to be copied, so no line is cut or broken. */
const isDocument = (report: string, result: unknown): boolean =>
  isFields(result) && Object.values(result).includes(report)

/** The requested document has the error already: on one terminal, the user would read it twice. */
function saysError({ stdout, stderr }: Outcome): boolean {
  const document = stderr === '' ? undefined : parsedJson(stdout)
  return isFields(document) && isFields(document['error'])
}
