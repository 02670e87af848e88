// `gsd completion`: a script for one shell, with the words of the program in it.
import type { Command } from 'commander'
import { GsdError } from '../../errors.js'
import { scriptFor, type Words } from '../completion-scripts.js'
import { shellNamed } from '../shells.js'
import { asksFor, nextArgument, valuesBehind } from '../values.js'
import { ACTIONS, isActionName } from './actions.js'
import { withClients } from './command-line.js'
import type { CompletionGiven } from './flags.js'
import { everyOption, programOf } from './program.js'
import type { Answer, World } from './world.js'

/** Of a command its actions, its flags (each client's too, which our help shows in one entry), and the words one of which stands in a place. */
function wordsOf(command: Command): readonly string[] {
  const help = command.createHelp()
  return [
    ...new Set([
      ...help.visibleCommands(command).map((each) => each.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...everyOption(command).flatMap(({ long }) => long ?? []),
    ]),
  ]
}

function wordsOfProgram(): Words {
  const program = programOf(ACTIONS, {
    assumed: null,
    isMeant: () => true,
    called() {},
    say() {},
    ended: (error) => fail(error),
  })
  const [usual, ...others] = program.commands.map((command) => [command.name(), wordsOf(command)] as const)
  // Without an action the first one is meant, so its flags may stand there too.
  const actions = [...(usual ? [usual] : []), ...others].map(
    ([name, next]) => [name, { next, asks: isActionName(name) && asksFor(ACTIONS[name].args) }] as const,
  )
  const first = {
    next: [...new Set([...wordsOf(program), ...(usual?.[1] ?? [])])],
    asks: asksFor(ACTIONS.install.args),
  }
  return new Map([['', first], ...actions])
}

const fail = (error: Error): never => {
  throw error
}

export async function completion(given: CompletionGiven, world: World): Promise<Answer> {
  const { what, shell } = given
  if (what === 'install' || what === 'remove') {
    const { placeCompletion } = await import('./completion-place.js')
    return placeCompletion(what, given, world)
  }
  if (shell !== undefined || given.dryRun)
    throw new GsdError({
      code: 'USAGE',
      message: `${shell === undefined ? '--dry-run' : `"${shell}"`} is for install and remove; ${what} alone prints the script`,
      fix: `gsd completion ${what}, or gsd completion install ${what}`,
    })
  const named = shellNamed(what)
  const script = scriptFor(named, 'gsd', wordsOfProgram())
  return { exit: 0, result: { action: 'completion', shell: named, script }, text: script }
}

/** The names that may stand behind these words. */
export const gsdValues = (words: readonly string[], { cwd, env, home, bin }: World): Promise<string> =>
  valuesBehind(
    () => {
      const [action = '', ...rest] = isActionName(words[0] ?? '') ? withClients(words, ACTIONS) : ['install', ...words]
      return isActionName(action) ? nextArgument(ACTIONS[action].args, rest) : null
    },
    { cwd, env: { ...env, HOME: home }, bin },
  )
