// Verbs that describe the other verbs. They need the whole registry, so they are asked asynchronously and see no project.
import type { Shape } from '../std/shape.js'
import type { Answer, Args } from '../verbs/verb.js'

export interface Builtin {
  readonly kind: 'builtin'
  readonly name: string
  readonly about: string
  readonly args: Args
  readonly result: Shape
  answer(args: Readonly<Record<string, unknown>>): Promise<Answer<unknown>>
}

export const BUILTINS = {
  schema: async () => (await import('./schema.js')).schema,
} as const satisfies Readonly<Record<string, () => Promise<Builtin>>>

export type BuiltinName = keyof typeof BUILTINS
export const isBuiltin = (name: string): name is BuiltinName => Object.hasOwn(BUILTINS, name)
export const BUILTIN_NAMES = Object.keys(BUILTINS) as readonly BuiltinName[]

export const BUILTIN_ALIASES: Readonly<Record<string, BuiltinName>> = { commands: 'schema' }
