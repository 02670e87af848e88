// The program of `gsd`, built from its actions. Commander parses the words, prints help and makes suggestions.
import { Argument, Command, type CommanderError, Help, InvalidArgumentError, Option } from 'commander'
import type { Arg, Args } from '../../core/verb.js'
import { VERSION } from '../../node/pack.js'
import { isRuntimeId } from '../../runtimes/rows.js'
import { flagOf } from '../arguments.js'
import type { Action } from './action.js'
import type { Actions } from './actions.js'
import { COMMON, SHORT } from './flags.js'

interface Listener {
  /** Columns of help; defaults to the terminal's. */
  readonly width?: number | undefined
  called(name: string, given: Readonly<Record<string, unknown>>): void
  say(text: string): void
  /** Parsing ended without a call: an error, or help was shown. `action`: the action named. */
  ended(error: CommanderError, action: string | null): never
}

const TITLES: Readonly<Record<string, string>> = { 'Commands:': 'Actions:', 'Options:': 'Flags:' }

const ASKS = 'On a terminal, gsd without flags asks. Elsewhere, name the clients, or use --yes for every client found.'
const EXITS =
  'Exit codes: 0 success, 1 the answer is no, 2 usage error, 3 locked or changed meanwhile, 4 the user must decide, 70 internal error.'

export function programOf(actions: Actions, listener: Listener): Command {
  const program = new Command('gsd')
    .usage('[action] [flags]')
    .description('Installs the pack for your agent runtimes.')
    .version(VERSION, '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [action]', 'Show help for an action')
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      styleTitle: (title) => TITLES[title] ?? title,
      visibleOptions: ownFirst,
      // Commander leaves columns under 40 to the terminal, which breaks words.
      minWidthToWrap: 20,
      ...(listener.width === undefined ? {} : { helpWidth: listener.width }),
    })
    .configureOutput({ writeOut: listener.say, writeErr: listener.say, outputError: () => {} })
    .exitOverride((error) => listener.ended(error, null))
    .addHelpText('afterAll', `\n${EXITS}`)
  for (const [name, action] of Object.entries(actions)) addAction(program, name, action, listener)
  const usual = () =>
    program.commands
      .find((command) => command.name() === 'install')
      ?.helpInformation()
      .trimEnd()
  return program.addHelpText('after', () => `\n${ASKS}\nWithout an action:\n\n${usual()}`)
}

/** The action's own flags, then the common ones, then all clients in one entry. */
function ownFirst(this: Help, command: Command): Option[] {
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
    .exitOverride((error) => listener.ended(error, name))
    .action(() => listener.called(name, givenTo(command, args)))
  for (const [key, arg] of Object.entries(args))
    if (arg.positional === true) command.addArgument(argumentFor(key, arg))
    else command.addOption(optionFor(key, arg))
}

export const usageOf = (args: Args): string =>
  ['[flags]', ...positionsOf(args).map((key) => usageWord(key, args[key] as Arg))].join(' ')

const usageWord = (key: string, { type, required }: Arg): string => {
  const word = `${flagOf(key)}${type === 'list' ? '...' : ''}`
  return required === true ? `<${word}>` : `[${word}]`
}

const positionsOf = (args: Args): readonly string[] =>
  Object.keys(args).filter((key) => (args[key] as Arg).positional === true)

function argumentFor(key: string, arg: Arg): Argument {
  const argument = new Argument(usageWord(key, arg), arg.about)
  return arg.type === 'choice' ? argument.choices(arg.values) : argument
}

function optionFor(key: string, arg: Arg): Option {
  const long = `--${flagOf(key)}`
  const flags = SHORT[key] === undefined ? long : `${SHORT[key]}, ${long}`
  const option = new Option(arg.type === 'flag' ? flags : `${flags} <${flagOf(key)}>`, arg.about)
  // `--no-x` is a flag of its own; the action rejects it together with its opposite.
  option.negate = false
  // Keeps values under the table's keys, some of which have a dash.
  option.attributeName = () => key
  if (arg.type === 'choice') option.choices(arg.values)
  const { parseArg } = option
  if (arg.type === 'list') option.argParser((word, before: readonly string[] = []) => [...before, valueIn(word)])
  else if (arg.type !== 'flag') option.argParser((word) => parseArg?.(word, undefined) ?? valueIn(word))
  return option
}

/** A value that looks like a flag means that the value was forgotten. */
function valueIn(word: string): string {
  if (/^--[A-Za-z]/.test(word)) throw new InvalidArgumentError('A value is missing before this flag.')
  return word
}

/** An absent flag is false, an absent list empty. */
function givenTo(command: Command, args: Args): Readonly<Record<string, unknown>> {
  const positions = positionsOf(args)
  const options = command.opts()
  const given: Record<string, unknown> = {}
  for (const [key, { type }] of Object.entries(args)) {
    const value = positions.includes(key) ? command.processedArgs[positions.indexOf(key)] : options[key]
    const absent = type === 'flag' ? false : type === 'list' ? [] : undefined
    if ((value ?? absent) !== undefined) given[key] = value ?? absent
  }
  return given
}
