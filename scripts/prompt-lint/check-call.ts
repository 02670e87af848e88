// Checks a call in a prompt with the programs' own parsers.
import type { Program } from '../../lib/assets/pack.js'
import { type Callable, readArguments } from '../../lib/cli/arguments.js'
import { readCommandLine } from '../../lib/cli/command-line.js'
import { type Actions, loadActions } from '../../lib/cli/gsd/actions.js'
import { readCommandLine as readGsd } from '../../lib/cli/gsd/command-line.js'
import { type Arg, type Args, callName } from '../../lib/core/verb.js'
import { GsdError } from '../../lib/errors.js'
import { loadAll } from '../../lib/verbs/registry.js'

/** Whether a word is a placeholder such as `<phase>`, whose value only the reader of the prompt knows. */
export const isPlaceholder = (word: string): boolean => /[<{…]/.test(word)

/** Returns arguments in which numbers and choices became text, so that a placeholder fits any of them. */
const looseArgs = (args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([key, arg]): [string, Arg] => [
      key,
      arg.type === 'int' || arg.type === 'choice' ? { ...arg, type: 'text' } : arg,
    ]),
  )

/** Returns a function that says what is wrong with a call, or null. An alias of a verb is wrong in a prompt. */
export async function callChecker(): Promise<(words: readonly string[], program: Program) => string | null> {
  const commands = new Map((await loadAll()).map((command) => [command.name as string, command as Callable]))
  const actions = await loadActions()
  return (words, program) => (program === 'gsd' ? actionProblem(words, actions) : verbProblem(words, commands))
}

function verbProblem(words: readonly string[], commands: ReadonlyMap<string, Callable>): string | null {
  const line = readCommandLine(words)
  if (line.kind !== 'call') return line.kind === 'unknown' ? `there is no verb "${line.words.join(' ')}"` : null
  const command = commands.get(line.name)
  if (command === undefined) return `there is no verb "${line.name}"`
  if (!words.join(' ').startsWith(callName(line.name))) return `the verb is called "${callName(line.name)}"`
  return argumentsProblem({ name: command.name, args: command.args }, line.words)
}

function actionProblem([name = '', ...words]: readonly string[], actions: Actions): string | null {
  const action = actions[name]
  if (action === undefined) return `gsd has no action "${name}"`
  return problemOf(() => readGsd([name, ...words], { [name]: { ...action, args: argsFor(action.args, words) } }))
}

const argumentsProblem = (callable: Callable, words: readonly string[]): string | null =>
  problemOf(() => readArguments({ ...callable, args: argsFor(callable.args, words) }, words))

const argsFor = (args: Args, words: readonly string[]): Args => (words.some(isPlaceholder) ? looseArgs(args) : args)

function problemOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof GsdError) return error.message
    throw error
  }
}
