// The command line as a whole: which verb is meant, which words are left for it, and whether help was asked for.
import { ALL_ROSTERS, isVerb, type VerbName, verbAliases, verbKnownAs, verbNames } from '../verbs/registry.js'
import { GLOBAL_FLAGS, type GlobalFlag } from './flags.js'

export type CommandName = VerbName

// What lists all commands is a function: a call names one of them, and some hundred others would cost it more than its own work.

export const commandNames = (): readonly CommandName[] => verbNames()
export const commandAliases = (): ReadonlyMap<string, CommandName> =>
  new Map<string, CommandName>(Object.entries(verbAliases()))

/** The commands under the headings of help and documentation. */
export const commandGroups = (): readonly { readonly title: string; readonly names: readonly CommandName[] }[] =>
  ALL_ROSTERS.map(({ title, verbs }) => ({ title, names: Object.keys(verbs) as VerbName[] })).filter(
    ({ names }) => names.length > 0,
  )

const HELP = new Set(['-h', '--help', '-?', '--h', '--usage'])

export type CommandLine =
  | { readonly kind: 'call'; readonly name: CommandName; readonly words: readonly string[] }
  /** `subject` is what help is wanted about: a verb, a noun, or everything (null). */
  | { readonly kind: 'help'; readonly subject: string | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'unknown'; readonly words: readonly string[] }

export const isCommand = (name: string): name is CommandName => isVerb(name)

interface Named {
  readonly name: CommandName
  /** How many of the words it took. */
  readonly took: number
}

/** The verb of one or two leading words. */
function named(first: string, second: string | undefined): Named | null {
  const both = second === undefined ? null : `${first}.${second}`
  if (both !== null && isCommand(both)) return { name: both, took: 2 }
  const dotted = both === null ? null : verbKnownAs(both)
  if (dotted !== null) return { name: dotted, took: 2 }
  if (isCommand(first)) return { name: first, took: 1 }
  const alias = verbKnownAs(first)
  // A noun that is an alias too (`state`) means a verb only where it stands alone.
  if (alias !== null && (second === undefined || verbsOf(first).length === 0)) return { name: alias, took: 1 }
  const hyphenated = commandNames().find((name) => name.includes('.') && name.replace('.', '-') === first)
  return hyphenated === undefined ? null : { name: hyphenated, took: 1 }
}

/** Positions of the first words that are neither flags nor values of global flags. */
function leadingWords(argv: readonly string[]): readonly number[] {
  const found: number[] = []
  for (let i = 0; i < argv.length && found.length < 3; i++) {
    const word = argv[i] as string
    if (word === '--') break
    if (!word.startsWith('-')) found.push(i)
    else if (GLOBAL_FLAGS[word.slice(2) as GlobalFlag]?.takesValue) i++
  }
  return found
}

export function readCommandLine(argv: readonly string[]): CommandLine {
  if (argv.length === 1 && argv[0] === '--version') return { kind: 'version' }
  const leading = leadingWords(argv)
  const skipped = leading.length > 1 && argv[leading[0] as number] === 'query' ? 1 : 0
  const words = leading.slice(skipped).map((index) => argv[index] as string)
  if (asksHelp(argv)) return { kind: 'help', subject: subjectOf(words) }
  if (words[0] === 'help') return { kind: 'help', subject: subjectOf(words.slice(1)) }
  const found = words[0] === undefined ? null : named(words[0], words[1])
  if (found === null) return dotted(argv, leading[skipped]) ?? { kind: 'unknown', words: words.slice(0, 2) }
  const taken = new Set(leading.slice(0, skipped + found.took))
  return { kind: 'call', name: found.name, words: argv.filter((_, index) => !taken.has(index)) }
}

/** `progress.bar`: the first argument of a one-word verb behind a dot. */
function dotted(argv: readonly string[], at: number | undefined): CommandLine | null {
  const [head = '', ...rest] = (argv[at ?? -1] ?? '').split('.')
  if (at === undefined || rest.length !== 1 || !isCommand(head)) return null
  return readCommandLine([...argv.slice(0, at), head, rest[0] as string, ...argv.slice(at + 1)])
}

function asksHelp(argv: readonly string[]): boolean {
  const terminator = argv.indexOf('--')
  return (terminator < 0 ? argv : argv.slice(0, terminator)).some((word) => HELP.has(word))
}

function subjectOf(words: readonly string[]): string | null {
  if (words[0] === undefined) return null
  if (words[1] === undefined && verbsOf(words[0]).length > 0 && !isCommand(words[0])) return words[0]
  return named(words[0], words[1])?.name ?? words[0]
}

/** The verbs of a noun: `config` → `config.get`, `config.set`, … */
export const verbsOf = (noun: string): readonly CommandName[] =>
  commandNames().filter((name) => name.startsWith(`${noun}.`))
