// Parses the command line: the verb and its words, or a request for help or the version.
import { isVerb, type VerbName, verbNames } from '../verbs/registry.js'
import { GLOBAL_FLAGS, type GlobalFlag } from './arguments.js'

const HELP = new Set(['-h', '--help', '-?', '--h', '--usage'])

export type CommandLine =
  | { readonly kind: 'call'; readonly name: VerbName; readonly words: readonly string[] }
  /** `subject`: the verb or noun to explain; null for all verbs. */
  | { readonly kind: 'help'; readonly subject: string | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'unknown'; readonly words: readonly string[] }

function verbAt(first: string, second: string | undefined) {
  const both = `${first}.${second}`
  if (isVerb(both)) return { name: both, wordCount: 2 }
  return isVerb(first) ? { name: first, wordCount: 1 } : null
}

/** Returns the positions of the first two words that are neither flags nor values of global flags. */
function leadingPositions(argv: readonly string[]): readonly number[] {
  const found: number[] = []
  for (let i = 0; i < argv.length && found.length < 2; i++) {
    const word = argv[i] as string
    if (word === '--') break
    if (!word.startsWith('-')) found.push(i)
    else if (GLOBAL_FLAGS[word.slice(2) as GlobalFlag]?.takesValue) i++
  }
  return found
}

export function readCommandLine(argv: readonly string[]): CommandLine {
  if (argv.length === 1 && argv[0] === '--version') return { kind: 'version' }
  const leading = leadingPositions(argv)
  const words = leading.map((index) => argv[index] as string)
  if (words[0] === 'help') return { kind: 'help', subject: subjectOf(argv.slice(1).filter((word) => !HELP.has(word))) }
  if (asksForHelp(argv)) return { kind: 'help', subject: subjectOf(words) }
  const found = words[0] === undefined ? null : verbAt(words[0], words[1])
  if (found === null) return { kind: 'unknown', words }
  const verbPositions = new Set(leading.slice(0, found.wordCount))
  return { kind: 'call', name: found.name, words: argv.filter((_, index) => !verbPositions.has(index)) }
}

function asksForHelp(argv: readonly string[]): boolean {
  const terminator = argv.indexOf('--')
  return (terminator < 0 ? argv : argv.slice(0, terminator)).some((word) => HELP.has(word))
}

function subjectOf([first, second]: readonly string[]): string | null {
  if (first === undefined || (second === undefined && verbsOf(first).length > 0 && !isVerb(first))) return first ?? null
  return verbAt(first, second)?.name ?? first
}

/** Returns the verbs of a noun: `config` → `config.get`, `config.set`, … */
export const verbsOf = (noun: string): readonly VerbName[] => verbNames().filter((name) => name.startsWith(`${noun}.`))
