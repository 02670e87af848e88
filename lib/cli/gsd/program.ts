// Builds the program of `gsd` from its actions. Commander parses the words, prints help and makes suggestions.
import { Argument, Command, type CommanderError, Help, InvalidArgumentError, Option } from 'commander'
import type { Arg, Args } from '../../core/verb.js'
import { VERSION } from '../../node/pack.js'
import { isRuntimeId } from '../../runtimes/rows.js'
import { flagOf } from '../arguments.js'
import type { Action } from './action.js'
import type { Actions } from './actions.js'
import { COMMON, SHORT_FLAGS } from './flags.js'

interface Listener {
  /** Columns of help; default: the terminal's. */
  readonly width?: number | undefined
  onCall(name: string, given: Readonly<Record<string, unknown>>): void
  print(text: string): void
  /** Called if parsing ends without a call: after an error, help or the version. `action`: the action that the words name. */
  onEnd(error: CommanderError, action: string | null): never
}

const TITLES: Readonly<Record<string, string>> = { 'Commands:': 'Actions:', 'Options:': 'Flags:' }

const NOTE = 'On a terminal, gsd asks what to install. Elsewhere, name clients, or use --yes for all that are found.'
const EXITS =
  'Exit codes: 0 success, 1 the answer is no, 2 usage error, 3 locked or conflict, 4 the user must decide, 5 to 7 an unattended run ended early, 70 internal error.'

export function programOf(actions: Actions, listener: Listener): Command {
  const program = new Command('gsd')
    .usage('[action] [flags]')
    .description('Installs the pack for your agent clients.')
    .version(VERSION, '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [action]', 'Show help for an action')
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      styleTitle: (title) => TITLES[title] ?? title,
      visibleOptions: helpOptions,
      // By default commander does not wrap columns under 40, so the terminal would break words.
      minWidthToWrap: 20,
      ...(listener.width === undefined ? {} : { helpWidth: listener.width }),
    })
    .configureOutput({ writeOut: listener.print, writeErr: listener.print, outputError: () => {} })
    .exitOverride((error) => listener.onEnd(error, null))
    .addHelpText('afterAll', `\n${EXITS}`)
  for (const [name, action] of Object.entries(actions)) addAction(program, name, action, listener)
  const installHelp = () =>
    program.commands
      .find((command) => command.name() === 'install')
      ?.helpInformation()
      .trimEnd()
  return program.addHelpText('after', () => `\n${NOTE}\nWithout an action:\n\n${installHelp()}`)
}

/** Returns the flags in the order of help: the action's own, the common ones, then all clients in one entry. */
function helpOptions(this: Help, command: Command): Option[] {
  const all = Help.prototype.visibleOptions.call(this, command)
  const clients = all.filter(({ long }) => isRuntimeId(long?.slice(2) ?? ''))
  const rest = all.filter((option) => !clients.includes(option))
  const isCommon = (option: Option) => Object.hasOwn(COMMON, option.attributeName()) || option.long === '--help'
  const flags = [...rest.filter((option) => !isCommon(option)), ...rest.filter(isCommon)]
  if (clients.length === 0) return flags
  const named = new Option('--client', `One or more of ${clients.map(({ long }) => long).join(' ')}`)
  return [...flags, Object.assign(named, { flags: '--<client>' })]
}

function addAction(program: Command, name: string, { about, args }: Action, listener: Listener): void {
  const command = program
    .command(name)
    .description(about)
    .usage(usageOf(args))
    .exitOverride((error) => listener.onEnd(error, name))
    .action(() => listener.onCall(name, givenArguments(command, args)))
  for (const [key, arg] of Object.entries(args))
    if (arg.positional === true) command.addArgument(argumentFor(key, arg))
    else command.addOption(optionFor(key, arg))
}

export const usageOf = (args: Args): string =>
  ['[flags]', ...positionalKeys(args).map((key) => usageWord(key, args[key] as Arg))].join(' ')

const usageWord = (key: string, { type, required }: Arg): string => {
  const word = `${flagOf(key)}${type === 'list' ? '...' : ''}`
  return required === true ? `<${word}>` : `[${word}]`
}

const positionalKeys = (args: Args): readonly string[] =>
  Object.keys(args).filter((key) => (args[key] as Arg).positional === true)

function argumentFor(key: string, arg: Arg): Argument {
  const argument = new Argument(usageWord(key, arg), arg.about)
  return arg.type === 'choice' ? argument.choices(arg.values) : argument
}

function optionFor(key: string, arg: Arg): Option {
  const long = `--${flagOf(key)}`
  const flags = SHORT_FLAGS[key] === undefined ? long : `${SHORT_FLAGS[key]}, ${long}`
  const option = new Option(arg.type === 'flag' ? flags : `${flags} <${flagOf(key)}>`, arg.about)
  // `--no-x` is a separate flag. The action refuses it together with `--x`.
  option.negate = false
  // Commander would rename keys that have a dash.
  option.attributeName = () => key
  if (arg.type === 'choice') option.choices(arg.values)
  const { parseArg } = option
  if (arg.type === 'list') option.argParser((word, before: readonly string[] = []) => [...before, requireValue(word)])
  else if (arg.type !== 'flag') option.argParser((word) => parseArg?.(word, undefined) ?? requireValue(word))
  return option
}

/** Returns a flag's value. Throws if it looks like a flag, because then the value has been forgotten. */
function requireValue(word: string): string {
  if (/^--[A-Za-z]/.test(word)) throw new InvalidArgumentError('A value is missing before this flag.')
  return word
}

/** Returns the arguments by key. An absent flag is false, an absent list empty. */
function givenArguments(command: Command, args: Args): Readonly<Record<string, unknown>> {
  const positions = positionalKeys(args)
  const options = command.opts()
  const given: Record<string, unknown> = {}
  for (const [key, { type }] of Object.entries(args)) {
    const value = positions.includes(key) ? command.processedArgs[positions.indexOf(key)] : options[key]
    const absent = type === 'flag' ? false : type === 'list' ? [] : undefined
    if ((value ?? absent) !== undefined) given[key] = value ?? absent
  }
  return given
}
