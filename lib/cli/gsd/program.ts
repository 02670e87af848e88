// The program of `gsd`, made of the table of actions: how its words are spelled, what each action takes, what help says. Commander reads and shows it.
import { Argument, Command, type CommanderError, Help, InvalidArgumentError, Option } from 'commander'
import type { Arg, Args } from '../../core/verb.js'
import { VERSION } from '../../node/pack.js'
import { RUNTIME_IDS } from '../../runtimes/all.js'
import { once } from '../../std/once.js'
import { flagOf } from '../arguments.js'
import type { Action } from './actions.js'
import { COMMON, RUNTIME_NAMES, SHORT } from './flags.js'

export interface Listener {
  /** The action that is meant where none is named; null where one is. */
  readonly assumed: string | null
  /** Whether the words may be about it: of other actions nothing but the name and what they do is told. */
  readonly isMeant: (name: string) => boolean
  /** Columns of help; the terminal's when left out. */
  readonly width?: number | undefined
  called(name: string, given: Readonly<Record<string, unknown>>): void
  /** Takes help and the version. */
  say(text: string): void
  /** How reading ends without a call: an error, or what was asked for has been said. `action`: whose words they were. */
  ended(error: CommanderError, action: string | null): never
}

/** The words for what commander calls otherwise. */
const TITLES: Readonly<Record<string, string>> = { 'Commands:': 'Actions:', 'Options:': 'Flags:' }

const ASKS =
  'On a terminal, gsd without flags asks. Elsewhere name the runtimes, or give --yes for those that are found.'
const EXITS =
  'Exit: 0 done, 1 the answer is no, 2 usage, 3 locked or changed meanwhile, 4 a person must decide, 70 internal.'

export function programOf(actions: Readonly<Record<string, Action>>, listener: Listener): Command {
  const program = new Command('gsd')
    .usage('[action] [flags]')
    .description('Installs the pack for your agent runtimes.')
    .version(VERSION, '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [action]', 'Show help about an action')
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      styleTitle: (title) => TITLES[title] ?? title,
      visibleOptions: ownFirst,
      // Commander leaves columns of less than 40 to the terminal, which breaks words.
      minWidthToWrap: 20,
      ...(listener.width === undefined ? {} : { helpWidth: listener.width }),
    })
    .configureOutput({ writeOut: listener.say, writeErr: listener.say, outputError: () => {} })
    .exitOverride((error) => listener.ended(error, null))
    .addHelpText('afterAll', `\n${EXITS}`)
  const [usual] = Object.entries(actions).map(([name, action]) => addAction(program, name, action, listener))
  return program.addHelpText('after', () => `\n${ASKS}\nWithout an action:\n\n${usual?.().helpInformation().trimEnd()}`)
}

/** What an action has of its own, what most have, and every client in one entry. */
function ownFirst(this: Help, command: Command): Option[] {
  const all = Help.prototype.visibleOptions.call(this, command)
  const clients = all.filter(({ long }) => RUNTIME_NAMES.has(long?.slice(2) ?? ''))
  const rest = all.filter((option) => !clients.includes(option))
  const isCommon = (option: Option) => Object.hasOwn(COMMON, option.attributeName()) || option.long === '--help'
  const flags = [...rest.filter((option) => !isCommon(option)), ...rest.filter(isCommon)]
  if (clients.length === 0) return flags
  const named = new Option('--client', `One or more of ${clients.map(({ long }) => long).join(' ')}`)
  return [...flags, Object.assign(named, { flags: '--<client>' })]
}

/** The command, with all it takes when it is asked for. */
function addAction(program: Command, name: string, { about, args }: Action, listener: Listener): () => Command {
  const command = program
    .command(name, { isDefault: name === listener.assumed })
    .description(about)
    .usage(usageOf(args))
    .exitOverride((error) => listener.ended(error, name))
    .action(() => listener.called(name, givenTo(command, args)))
  const whole = once(() => withWords(command, args))
  if (listener.isMeant(name)) whole()
  return whole
}

function withWords(command: Command, args: Args): Command {
  for (const [key, arg] of Object.entries(args)) {
    if (arg.positional === true) command.addArgument(argumentFor(key, arg))
    command.addOption(optionFor(key, arg))
  }
  for (const option of otherSpellings(command, args)) command.addOption(option)
  return command
}

/** Flags and positions, as help shows them behind the name. */
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
  // `--no-x` is a wish of its own, and giving it together with its opposite is refused by what it is a wish for.
  option.negate = false
  // Values are kept under the keys of the table, some of which have a dash.
  option.attributeName = () => key
  if (arg.type === 'choice') option.choices(arg.values)
  if (arg.type !== 'flag') option.argParser(arg.type === 'list' ? collected : given(option.parseArg))
  // What has its position is shown there.
  return option.hideHelp(arg.positional === true)
}

/** A value that looks like a flag is a forgotten value, and two that differ leave open which one holds. */
const given =
  (parse: Option['parseArg']) =>
  (word: string, before: unknown): unknown => {
    const value = parse === undefined ? valueIn(word) : parse(valueIn(word), undefined)
    if (before !== undefined && before !== value) throw new InvalidArgumentError(DIFFERENT)
    return value
  }
const collected = (word: string, before: unknown): unknown => [...((before as readonly string[]) ?? []), valueIn(word)]

const DIFFERENT = 'It is given twice, with different values.'

function valueIn(word: string): string {
  if (/^--[A-Za-z]/.test(word)) throw new InvalidArgumentError('A flag stands where the value should.')
  return word
}

/** Names a runtime is also known by, `--runtime <name>`, and `--uninstall` for the action. */
function otherSpellings(command: Command, args: Args): readonly Option[] {
  const uninstall = command.name() === 'uninstall' ? [new Option('--uninstall').hideHelp()] : []
  if (!RUNTIME_IDS.every((id) => Object.hasOwn(args, id))) return uninstall
  const aliases = [...RUNTIME_NAMES].filter(([name, id]) => name !== id)
  const named = new Option('--runtime <name>').hideHelp().argParser((name) => {
    const id = RUNTIME_NAMES.get(name)
    if (id === undefined) throw new InvalidArgumentError(`It is one of ${RUNTIME_IDS.join(', ')}.`)
    command.setOptionValue(id, true)
  })
  return [
    ...uninstall,
    named,
    ...aliases.map(([name, id]) => new Option(`--${name}`).hideHelp().implies({ [id]: true })),
  ]
}

/** Flags always have a value, and lists. */
function givenTo(command: Command, args: Args): Readonly<Record<string, unknown>> {
  const positions = positionsOf(args)
  const options = command.opts()
  const given: Record<string, unknown> = {}
  for (const [key, arg] of Object.entries(args)) {
    const word = positions.includes(key) ? command.processedArgs[positions.indexOf(key)] : undefined
    const value = MERGED[arg.type === 'flag' || arg.type === 'list' ? arg.type : 'one'](options[key], word)
    if (value === DIFFERENT) command.error(`error: ${flagOf(key)}: ${DIFFERENT}`)
    if (value !== undefined) given[key] = value
  }
  return given
}

/** What an option and a word in its place come to. */
const MERGED: Readonly<Record<'flag' | 'list' | 'one', (option: unknown, word: unknown) => unknown>> = {
  flag: (option = false) => option,
  list: (option, word) => [...((option as readonly string[]) ?? []), ...((word as readonly string[]) ?? [])],
  one: (option, word) => (option !== undefined && word !== undefined && option !== word ? DIFFERENT : (option ?? word)),
}
