// Checks a call in a prompt with our programs' own parsers.
import type { Program } from '../../lib/assets/pack.js'
import { type Callable, readArguments } from '../../lib/cli/arguments.js'
import { readCommandLine } from '../../lib/cli/command-line.js'
import { type Actions, loadActions } from '../../lib/cli/gsd/actions.js'
import { readCommandLine as readGsd } from '../../lib/cli/gsd/command-line.js'
import { type Arg, type Args, callName } from '../../lib/core/verb.js'
import { GsdError } from '../../lib/errors.js'
import { loadAll } from '../../lib/verbs/registry.js'

/** Words such as `<phase>`, whose values only the reader of the prompt knows. */
export const isPlaceholder = (word: string): boolean => /[<{…]/.test(word)

/** Placeholders fit any type, so numbers and choices become text. */
const loosened = (args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([key, arg]): [string, Arg] => [
      key,
      arg.type === 'int' || arg.type === 'choice' ? { ...arg, type: 'text' } : arg,
    ]),
  )

/** Returns a checker: the problem of a call, or null. Prompts use a verb's own name, never an alias. */
export async function callChecker(): Promise<(words: readonly string[], program: Program) => string | null> {
  const commands = new Map((await loadAll()).map((command) => [command.name as string, command as Callable]))
  const actions = await loadActions()
  return (words, program) => (program === 'gsd' ? actionFault(words, actions) : verbFault(words, commands))
}

function verbFault(words: readonly string[], commands: ReadonlyMap<string, Callable>): string | null {
  const line = readCommandLine(words)
  if (line.kind !== 'call') return line.kind === 'unknown' ? `there is no verb "${line.words.join(' ')}"` : null
  const command = commands.get(line.name)
  if (command === undefined) return `there is no verb "${line.name}"`
  if (!words.join(' ').startsWith(callName(line.name))) return `the verb is called "${callName(line.name)}"`
  return argumentsFault({ name: command.name, args: command.args }, line.words)
}

function actionFault([name = '', ...words]: readonly string[], actions: Actions): string | null {
  const action = actions[name]
  if (action === undefined) return `gsd has no action "${name}"`
  return faultOf(() => readGsd([name, ...words], { [name]: { ...action, args: fitting(action.args, words) } }))
}

const argumentsFault = (callable: Callable, words: readonly string[]): string | null =>
  faultOf(() => readArguments({ ...callable, args: fitting(callable.args, words) }, words))

const fitting = (args: Args, words: readonly string[]): Args => (words.some(isPlaceholder) ? loosened(args) : args)

function faultOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof GsdError) return error.message
    throw error
  }
}
