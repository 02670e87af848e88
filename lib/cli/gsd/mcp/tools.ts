// Verbs as MCP tools. A tool's parameters come from its verb, so that nothing is declared twice.

import type { Args, Verb } from '../../../core/verb.js'
import { GsdError } from '../../../errors.js'
import { isFields } from '../../../std/fields.js'
import { TYPED } from '../../../verbs/arguments.js'
import type { VerbName } from '../../../verbs/registry.js'
import { argumentsOf, flagOf } from '../../arguments.js'
import type { Served, ToolAnswer } from '../../mcp-server.js'
import { argumentsShape } from '../../schema.js'

/** Everything a session needs from "where are we?" to "it is done". */
export const TOOL_VERBS = [
  'next',
  'begin',
  'unit.finish',
  'check.run',
  'progress',
  'phase.plan-index',
  'requirements.list',
  'pending.list',
  'note.add',
  'decision.add',
  'decision.list',
  'decision.answer',
  'log',
  'health',
] as const satisfies readonly VerbName[]

/** Clients allow letters, digits, `_` and `-` in tool names. */
export const toolName = (verb: string): string => verb.replace('.', '_')

/** Without path arguments: a caller without a shell must not reach files through us. */
const servedArgs = (verb: Verb): Args =>
  Object.fromEntries(
    argumentsOf(verb).filter(
      ([, arg]) => arg.type !== 'path' && !(arg.type === 'list' && arg.of === 'path') && arg !== TYPED,
    ),
  )

export const toolOf = (verb: Verb): Served['tools'][number] => ({
  name: toolName(verb.name),
  about: verb.about,
  input: argumentsShape(servedArgs(verb)),
  readsOnly: verb.writes === undefined,
})

/** The call's words as `--name=value`, so that no value can pass for a flag. */
export function toCommandLine(verb: Verb, given: Readonly<Record<string, unknown>>): readonly string[] {
  const args = new Map(argumentsOf({ ...verb, args: servedArgs(verb) }).map(([key, arg]) => [flagOf(key), arg]))
  const words = Object.entries(given).flatMap(([name, value]): readonly string[] => {
    const arg = args.get(name)
    if (arg === undefined) throw usage(verb, `has no argument "${name}"`)
    if (arg.type === 'flag') return value === true ? [`--${name}`] : []
    const values = Array.isArray(value) ? value : isFields(value) ? [] : [value]
    if (values.length === 0 || !values.every((one) => typeof one === 'string' || typeof one === 'number'))
      throw usage(verb, `needs text as "${name}"`)
    return values.map((one) => `--${name}=${one}`)
  })
  return [...verb.name.split('.'), ...words]
}

const usage = (verb: Verb, what: string): GsdError =>
  new GsdError({
    code: 'USAGE',
    message: `${toolName(verb.name)} ${what}`,
    fix: `its arguments: ${Object.keys(servedArgs(verb)).map(flagOf).join(', ')}`,
  })

/** Errors are refusals, except a hold: a question for the user is an answer. */
export function answerIn(stdout: string, stderr: string, exit: number): ToolAnswer {
  if (!stdout.startsWith('{')) return { text: stdout, refused: exit !== 0 && exit !== 4 && stderr !== '' }
  const document: unknown = JSON.parse(stdout)
  const refused = isFields(document) && 'error' in document && (exit !== 4 || Object.keys(document).length === 1)
  return { text: stdout, refused }
}
