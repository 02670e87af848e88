// From the words behind `gsd` to an action and its words. What is not known is refused, and nothing is done.
import { GsdError } from '../../errors.js'
import { RUNTIME_IDS, runtimeOf } from '../../runtimes/all.js'
import { nearest } from '../../std/text.js'
import { ACTION_NAMES, type ActionName, isActionName } from './actions.js'

export type CommandLine =
  | { readonly kind: 'call'; readonly action: ActionName; readonly words: readonly string[] }
  | { readonly kind: 'help'; readonly action: ActionName | null }
  | { readonly kind: 'version' }

const SHORT: Readonly<Record<string, string>> = { '-g': '--global', '-l': '--local', '-y': '--yes', '-q': '--quiet' }
const LONG: Readonly<Record<string, string>> = Object.fromEntries(
  RUNTIME_IDS.flatMap((id) => runtimeOf(id).aliases.map((alias) => [`--${alias}`, `--${id}`])),
)
const HELP = ['-h', '--help']
const VERSION = ['-v', '--version']

export function readCommandLine(argv: readonly string[]): CommandLine {
  const words = namedAsFlag(argv).map((word) => SHORT[word] ?? LONG[word] ?? word)
  const [first] = words
  const named = first !== undefined && !first.startsWith('-') && first !== 'help' ? first : null
  if (named !== null && !isActionName(named)) throw unknownAction(named)
  const action = named ?? (words.includes('--uninstall') ? 'uninstall' : 'install')
  if (first === 'help')
    return { kind: 'help', action: words[1] !== undefined && isActionName(words[1]) ? words[1] : null }
  if (words.some((word) => HELP.includes(word))) return { kind: 'help', action: named === null ? null : action }
  if (words.some((word) => VERSION.includes(word))) return { kind: 'version' }
  const rest = named === null ? words : words.slice(1)
  return { kind: 'call', action, words: named === null ? rest.filter((word) => word !== '--uninstall') : rest }
}

/** `--runtime x` means `--x`. */
function namedAsFlag(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--runtime')
  const name = argv[at + 1]
  if (at < 0 || name === undefined || name.startsWith('-')) return argv
  return [...argv.slice(0, at), `--${name}`, ...namedAsFlag(argv.slice(at + 2))]
}

function unknownAction(word: string): GsdError {
  const asFlag = [...RUNTIME_IDS, ...RUNTIME_IDS.flatMap((id) => runtimeOf(id).aliases)].includes(word)
  const near = nearest(word, ACTION_NAMES)
  return new GsdError({
    code: 'UNKNOWN_VERB',
    message: `gsd has no action "${word}"; nothing was done`,
    fix: asFlag
      ? `a runtime is a flag: gsd install --${word}`
      : near === null
        ? `use one of: ${ACTION_NAMES.join(', ')}`
        : `did you mean: gsd ${near}?`,
  })
}
