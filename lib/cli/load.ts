// Loads what a command name stands for, and all of it for the parts that describe the whole CLI.
import { VERBS, type VerbName } from '../features/verbs.js'
import type { Arg, Args, Verb } from '../verbs/verb.js'
import { BUILTINS, type Builtin, type BuiltinName } from './builtin.js'
import { COMMAND_NAMES, type CommandName } from './command-line.js'

export type Command = Verb | Builtin

const isBuiltin = (name: CommandName): name is BuiltinName => Object.hasOwn(BUILTINS, name)

export const loadCommand = (name: CommandName): Promise<Command> =>
  isBuiltin(name) ? BUILTINS[name]() : (VERBS[name as VerbName]() as Promise<Verb>)

export const loadAll = (): Promise<readonly Command[]> => Promise.all(COMMAND_NAMES.map(loadCommand))

/** The declared arguments in order; erased verbs have lost the type. */
export const argumentsOf = (command: Command): readonly (readonly [string, Arg])[] =>
  Object.entries(command.args as Args)
