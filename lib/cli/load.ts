// Loads what a command name stands for, and all of it for the parts that describe the whole CLI.
import { loadVerb } from '../verbs/registry.js'
import type { Arg, Args, Verb } from '../verbs/verb.js'
import { type CommandName, commandNames } from './command-line.js'

export type Command = Verb

export const loadCommand = (name: CommandName): Promise<Command> => loadVerb(name)

export const loadAll = (): Promise<readonly Command[]> => Promise.all(commandNames().map(loadCommand))

/** The declared arguments in order; erased verbs have lost the type. */
export const argumentsOf = (command: Command): readonly (readonly [string, Arg])[] =>
  Object.entries(command.args as Args)
