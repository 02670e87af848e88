// Parses the words after `gsd` into an action and its arguments. Refuses unknown words before anything is done.

import type { CommanderError } from 'commander'
import type { Args } from '../../core/verb.js'
import { type Code, GsdError } from '../../errors.js'
import { isRuntimeId } from '../../runtimes/rows.js'
import { flagsMeant } from '../../std/text.js'
import { flagOf } from '../arguments.js'
import { readCommandLine as readTools, verbsOf } from '../command-line.js'
import type { Actions } from './actions.js'
import { programOf } from './program.js'
import { nothingDoneError } from './refusals.js'

export type CommandLine =
  | { readonly kind: 'call'; readonly action: string; readonly given: Readonly<Record<string, unknown>> }
  | { readonly kind: 'text'; readonly text: string }

/** Parses a call. `width`: columns of help; default: the terminal's. */
export function readCommandLine(words: readonly string[], actions: Actions, width?: number): CommandLine {
  const argv = withAction(words, actions)
  let call: CommandLine | null = null
  let text = ''
  const program = programOf(actions, {
    width,
    onCall: (action, given) => {
      call = { kind: 'call', action, given }
    },
    print: (chunk) => {
      text += chunk
    },
    onEnd: (error, action) => {
      throw isHelpOrVersion(error)
        ? error
        : parseErrorOf(error, action, argv[0] ?? '', actions[action ?? 'install']?.args ?? {})
    },
  })
  try {
    program.parse(withClients(argv, actions), { from: 'user' })
  } catch (error) {
    if (error instanceof GsdError || !isHelpOrVersion(error as CommanderError)) throw error
  }
  return call ?? { kind: 'text', text }
}

const HELP_OR_VERSION = ['--help', '-h', '--version', '-v']

/** Puts the action first: without one, `uninstall` for `--uninstall`, otherwise `install`. A call for help or the version becomes that flag. */
function withAction(words: readonly string[], actions: Actions): readonly string[] {
  const [first = '', second = ''] = words
  if (first === '' || first.startsWith('-')) {
    const flag = words.find((word) => HELP_OR_VERSION.includes(word))
    if (flag !== undefined) return [flag]
    return words.includes('--uninstall')
      ? ['uninstall', ...words.filter((word) => word !== '--uninstall')]
      : ['install', ...words]
  }
  if (first === 'help') {
    if (second === '' || second === 'help' || second.startsWith('-')) return ['--help']
    return Object.hasOwn(actions, second) ? [second, '--help'] : [second]
  }
  return words
}

/** Turns each client name into its flag, except values of flags. */
export function withClients(argv: readonly string[], actions: Actions): readonly string[] {
  const args = actions[argv[0] ?? '']?.args ?? {}
  const takesValue = (word: string | undefined): boolean =>
    Object.entries(args).some(
      ([key, { type, positional }]) => type !== 'flag' && !positional && word === `--${flagOf(key)}`,
    )
  const isClient = (word: string, at: number) => at > 0 && isRuntimeId(word) && Object.hasOwn(args, word)
  return argv.map((word, at) => (isClient(word, at) && !takesValue(argv[at - 1]) ? `--${word}` : word))
}

const isToolsWord = (word: string): boolean => readTools([word]).kind === 'call' || verbsOf(word).length > 0

const isHelpOrVersion = ({ code }: CommanderError): boolean => /^commander\.(version|help)/.test(code ?? '')

const CODES: Readonly<Record<string, Code>> = {
  'commander.unknownCommand': 'UNKNOWN_VERB',
  'commander.unknownOption': 'UNKNOWN_FLAG',
}

function parseErrorOf({ code, message }: CommanderError, action: string | null, first: string, args: Args): GsdError {
  const [problem = '', hint = ''] = message.replace(/^error: /, '').split('\n')
  // Commander finds suggestions in its help, where all clients are one entry.
  const option = /^unknown option '([^=]*)'$/.exec(problem)?.[1]
  const near = option === undefined ? [] : flagsMeant(option, Object.keys(args).map(flagOf))
  const meant = near[0] ?? /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(hint)?.[1]
  const help = `run gsd ${action === null ? '' : `${action} `}--help`
  const fix = meant === undefined ? help : `did you mean: ${action === null ? 'gsd ' : ''}${meant}?`
  const otherProgram = action === null && isToolsWord(first) ? `run the other program: gsd-tools ${first}` : null
  return nothingDoneError(CODES[code] ?? 'USAGE', problem.replace(/\.$/, ''), otherProgram ?? fix)
}
