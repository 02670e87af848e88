// JSON Schema of a verb's arguments and answer.

import type { Arg, Args, Verb } from '../core/verb.js'
import type { Shape } from '../std/shape.js'
import { flagOf } from './arguments.js'

const ARG_SHAPES: Readonly<Record<Arg['type'], Shape>> = {
  text: { type: 'string' },
  int: { type: 'integer' },
  flag: { type: 'boolean' },
  choice: { type: 'string' },
  path: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
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

/** A verb's document on stdout: its own result, with the CLI's fields. */
export function documentShape(verb: Verb): Shape {
  const { result } = verb
  if (result.type !== 'object') return result
  const writes = verb.writes !== undefined
  return {
    ...result,
    properties: { ...result.properties, error: ERROR, ...(writes ? WRITE_FIELDS : {}) },
    required: [...(result.required ?? []), ...(writes ? Object.keys(WRITE_FIELDS) : [])],
  }
}
