// The `schema` verb: JSON Schema of arguments, result and effects of a verb, or the list of verbs.
import { any, type Shape } from '../std/shape.js'
import { nearest } from '../std/text.js'
import type { Answer, Arg, Args, Verb } from '../verbs/verb.js'
import { arg, spoken } from '../verbs/verb.js'
import { flagOf } from './arguments.js'
import type { Builtin } from './builtin.js'
import { type CommandName, commandAliases, commandNames } from './command-line.js'
import { argumentsOf, type Command, loadAll, loadCommand } from './load.js'

const ARG_SHAPES: Readonly<Record<Arg['type'], Shape>> = {
  text: { type: 'string' },
  int: { type: 'integer' },
  flag: { type: 'boolean' },
  choice: { type: 'string' },
  path: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  pairs: { type: 'object', additionalProperties: { type: 'string' } },
  rest: { type: 'array', items: { type: 'string' } },
}

const shapeOfArg = (arg: Arg): Shape => ({
  ...ARG_SHAPES[arg.type],
  ...(arg.type === 'choice' ? { enum: arg.values } : {}),
  description: arg.about,
})

export function argumentsShape(args: Args): Shape {
  const entries = Object.entries(args)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, arg]) => [flagOf(key), shapeOfArg(arg)])),
    required: entries.filter(([, arg]) => arg.required === true).map(([key]) => flagOf(key)),
    additionalProperties: false,
  }
}

const ERROR: Shape = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    fix: { type: 'string' },
  },
  required: ['code', 'message', 'fix'],
  additionalProperties: false,
}

/** Fields the CLI adds to the answer of every verb that may write. */
const WRITE_FIELDS: Readonly<Record<string, Shape>> = {
  changed: { type: 'boolean' },
  changed_files: { type: 'array', items: { type: 'string' } },
  journal: { anyOf: [{ type: 'string' }, { type: 'null' }] },
}

/** What stands on stdout when the verb answered: its own result, with what the CLI adds. */
export function documentShape(command: Command): Shape {
  const { result } = command
  if (result.type !== 'object') return result
  const writes = isWriter(command)
  return {
    ...result,
    properties: { ...result.properties, error: ERROR, ...(writes ? WRITE_FIELDS : {}) },
    required: [...(result.required ?? []), ...(writes ? Object.keys(WRITE_FIELDS) : [])],
  }
}

const effectsOf = (command: Command): readonly string[] => (isWriter(command) ? command.writes : [])
const isWriter = (command: Command): command is Exclude<Verb, { kind: 'query' }> => 'writes' in command

const briefly = (command: Command) => ({
  name: command.name,
  call: spoken(command.name),
  kind: command.kind,
  about: command.about,
  aliases: [...commandAliases()].filter(([, target]) => target === command.name).map(([alias]) => alias),
})

const inFull = (command: Command) => ({
  ...briefly(command),
  positional: argumentsOf(command)
    .filter(([, arg]) => arg.positional === true)
    .map(([key]) => flagOf(key)),
  arguments: argumentsShape(command.args),
  result: documentShape(command),
  reads: command.kind === 'builtin' ? [] : command.reads,
  writes: effectsOf(command),
})

export const schema: Builtin = {
  kind: 'builtin',
  name: 'schema',
  about: 'JSON Schema of a verb, or the list of verbs',
  args: { verb: arg.list('The verb, as one or two words', { positional: true }) },
  result: any('`{verbs: […]}`, or the description of the verb'),
  async answer({ verb }): Promise<Answer<unknown>> {
    const words = verb as readonly string[]
    if (words.length === 0) return { result: { verbs: (await loadAll()).map(briefly) } }
    const name = words.join('.')
    const known =
      commandAliases().get(name) ?? commandNames().find((id) => id === name || id.replace('.', '-') === name)
    if (known !== undefined) return { result: inFull(await loadCommand(known as CommandName)) }
    const near = nearest(words.join(' '), commandNames().map(spoken))
    return {
      result: { found: false },
      exit: 1,
      error: {
        code: 'NOT_FOUND',
        message: `there is no verb "${words.join(' ')}"`,
        fix: near === null ? 'gsd-tools schema' : `gsd-tools schema ${near}`,
      },
    }
  },
}
