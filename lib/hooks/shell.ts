// What a line of shell does, for the checks that must know it. The code behind it is loaded where a line could matter.
import type { Acting } from './event.js'

/** Stands for a quoted text; a quote that is left over closes nothing, and is read. */
const TEXT = '^'
/** Signs that need no reading. */
const PLAIN = /^[\w\s./:@,+&;|^-]*$/
const SILENCED = /\s[12]?>\s?\/dev\/null|\s2>&1/g
/** Text in which a shell replaces nothing. */
const QUOTED = /"[^"$`\\!\n]*"|'[^'\n]*'/g
const WORD = /^[\w./:@,+-]+$/

/** Whether a command with these words shows and changes nothing of what the guards keep. */
type Look = (words: readonly string[]) => boolean

/** Words in one text, with a blank on both sides: making an entry of each would take longer than finding one. */
type Words = ` ${string} `
const has = (words: Words, word: string): boolean => words.includes(` ${word} `)

/** What is quoted behind it is a message or a name, never an order. */
const says: Look = () => true
/** Whatever its words are, as long as none is quoted. */
const plain: Look = (words) => !words.some((word) => word.includes(TEXT))
/** A runner of scripts, unless it is told to start a program, or to remove files. */
const runner: Look = (words) => plain(words) && !words.slice(0, -1).some((word) => has(STARTERS, word))
const STARTERS = ' exec x dlx rimraf del del-cli trash shx '
/** Without the name of a file it passes on what it is handed. */
const filter: Look = (words) => words.every((word) => /^-\w+$/.test(word))
const adds: Look = (words) => !words.some((word) => word.startsWith('--p'))
const commits: Look = (words) => words.every((word) => !word.startsWith('-') || has(COMMIT_OPTIONS, word))
const COMMIT_OPTIONS = ' -a -m -am -q -qm -s -sm -v --message --all --amend --no-edit --quiet --signoff --allow-empty '

type Looks = readonly (readonly [names: Words, look: Look])[]
const GIT: Looks = [
  [' commit ', commits],
  [' add ', adds],
  [' status push pull fetch branch switch rev-parse ', plain],
]
const git: Look = ([verb = '', ...words]) => isQuietBy(GIT, verb, words)
const COMMANDS: Looks = [
  [' git ', git],
  [' cd echo mkdir ', says],
  [' ls pwd date which true sleep node tsc make cargo go pytest vitest jest eslint biome prettier ', plain],
  [' npm npx pnpm yarn bun ', runner],
  [' head tail wc sort ', filter],
]

const isQuietBy = (looks: Looks, name: string, words: readonly string[]): boolean =>
  looks.find(([names]) => has(names, name))?.[1](words) ?? false

const isQuiet = (part: string): boolean => {
  const [program = '', ...words] = part.trim().split(BLANKS)
  return program === '' || isQuietBy(COMMANDS, program, words)
}
const BLANKS = /\s+/

/** A quoted word is what it is without quotes, a quoted text one sign of its own. */
const unquoted = (line: string): string =>
  line.replace(QUOTED, (quoted) => (WORD.test(quoted.slice(1, -1)) ? quoted.slice(1, -1) : TEXT))

/** Whether a line has to be read: most lines of a day's work are plain calls. */
export function needsReading(command: string): boolean {
  if (command.length > 500) return true
  const spoken = command.includes('>') ? command.replace(SILENCED, ' ') : command
  const line = spoken.includes('"') || spoken.includes("'") ? unquoted(spoken) : spoken
  if (!PLAIN.test(line)) return true
  // What is said into a pipe may be an order for whoever reads it.
  const isPiped = line.includes(TEXT) && /[^|]\|[^|]/.test(line)
  return isPiped || !line.split(/&&|\|\||[;|&\n]/).every(isQuiet)
}

const looked = new Map<string, boolean>()

/** Several checks of an event ask the same. */
function needsReadingOnce(command: string): boolean {
  const known = looked.get(command) ?? needsReading(command)
  looked.set(command, known)
  return known
}

export const hasShell = ({ tools }: Pick<Acting, 'tools'>): boolean =>
  tools.some(({ command }) => command !== null && needsReadingOnce(command))
