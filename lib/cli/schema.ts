// JSON Schema of a verb's arguments.

import type { Arg, Args } from '../core/verb.js'
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
