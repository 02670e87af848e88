// What a line of shell does, for the checks that must know it. Tables tell the plain lines of a day's work; the code that reads lines is loaded for all others.
import { slashed } from '../std/paths.js'
import { isOrdinary } from './checks/ordinary.js'
import { absolutePath } from './checks/paths.js'
import type { Acting, ToolUse } from './event.js'
import type { Surroundings } from './surroundings.js'

/** Stands for a quoted text. A quote that is left over closes nothing, and is read. */
const TEXT = '^'
/** Signs that stand for themselves: a tilde within a word is no home. */
const PLAIN = /^(?:[\w \t\n./:@,+=;|&^*>-]|(?<=\w)~)*$/
/** Names that a shell may put in the place of a pattern could be an option, or what is not known of a quoted text. */
const MADE = /(?:(?<!\S)-|\^)\S*\*|\*\S*\^/
const SILENCED = /\s(?:[12]?>\s?\/dev\/null|2>&1)(?=[\s;|&]|$)/g
/** Text in which a shell replaces nothing. */
const QUOTED = /"[^"$`\\!\n]*"|'[^'\n]*'/g
/** The same, and a pattern for everyday files which a search is to look into or to leave out, with or without quotes. Making it costs a fiftieth of a look. */
const SOUGHT =
  /(?<=\s--(?:in|ex)clude=)(["']?)\*(\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|mdx?|json|ya?ml|toml|css|html|c|h|cpp|cs|kt|php|sh|sql|vue|txt|xml))\1(?=\s|$)|"[^"$`\\!\n]*"|'[^'\n]*'/g
const WORD = /^[\w./:@,+-]+$/
/** Programs that make words of what they are handed, and what a person alone says to the CLI. */
const TAKERS = ['xargs', 'parallel']
const APART = [...TAKERS, '--trust']
const isWith = (parts: readonly string[], text: string): boolean => {
  const lowered = text.toLowerCase()
  return parts.some((part) => lowered.includes(part))
}
/** Whether a text may be one of these, an option or a setting. */
const isRead = (text: string): boolean => /^[-+]|=/.test(text) || isWith(TAKERS, text)

/** The words whose files a command with these words may show; null: it may do more, and has to be read. */
type Look = (words: readonly string[], isPiped: boolean) => readonly string[] | null

/** Words in one text, with a blank on both sides: making an entry of each would take longer than finding one. */
type Words = ` ${string} `
const has = (words: Words, word: string): boolean => words.includes(` ${word} `)
const isText = (word: string): boolean => word.includes(TEXT)

const NONE: readonly string[] = []

/** Parts of a word that may be a name: behind `=`, `@`, `:` and `,`, and behind a letter of an option. */
export const parts = (word: string): readonly string[] => {
  const attached = /^-[A-Za-z](.+)$/.exec(word)?.[1]
  const pieces = word.split(/[=@:,]/)
  return [word, ...(pieces.length > 1 ? pieces : []), ...(attached === undefined ? [] : [attached])]
}

/** What is quoted behind it is a message or a name, never an order; said into a pipe it may be one for whoever reads it. */
const says: Look = (words, isPiped) => (isPiped && words.some(isText) ? null : NONE)
/** Whatever its words are, as long as none is quoted. */
const plain: Look = (words) => (words.some(isText) ? null : NONE)
/** Any of its words may be a file. */
const shows: Look = (words) => (words.some(isText) ? null : words.flatMap(parts))
/** With options of this kind alone, the first operand is a pattern or a script. */
const behind =
  (options: RegExp): Look =>
  (words) => {
    const files: string[] = []
    let isGiven = false
    for (const word of words) {
      const isOption = /^[-+]./.test(word)
      if (isOption ? isText(word) || !options.test(word) : isGiven && isText(word)) return null
      if (isOption) files.push(...parts(word).slice(1))
      else {
        if (isGiven || word.includes('*')) files.push(word)
        isGiven = true
      }
    }
    return files
  }
/** Options alone, none with a value. */
const bare: Look = (words) => (words.every((word) => /^-[\w-]+$/.test(word)) ? NONE : null)
/** None of these words is among its own. */
const without =
  (others: RegExp, look: Look): Look =>
  (words, isPiped) =>
    words.some((word) => others.test(word)) ? null : look(words, isPiped)

/** Options that hand over a line of shell. */
const CODE = /^(?:-[a-z]*c|--call|\/c)$/i
/** A runner of scripts, unless it is told to start a program, or to remove files. */
const runner = without(CODE, (words) =>
  words.slice(0, -1).some((word) => has(STARTERS, word)) ? null : plain(words, false),
)
const STARTERS = ' exec x dlx rimraf del del-cli trash shx '
const tool = without(CODE, (words) => (has(TOOLS, words[0] ?? '') ? plain(words, false) : null))
const TOOLS = ' tsc tsx vitest jest mocha eslint biome prettier vite '
const commits: Look = (words) =>
  words.every((word) => !word.startsWith('-') || has(COMMIT_OPTIONS, word)) ? NONE : null
const COMMIT_OPTIONS = ' -a -m -am -q -qm -s -sm -v --message --all --amend --no-edit --quiet --signoff --allow-empty '
const finds = without(CODE, (words) =>
  words.every((word) => !word.startsWith('-') || has(FIND_OPTIONS, word)) ? NONE : null,
)
const FIND_OPTIONS =
  ' -name -iname -path -ipath -type -maxdepth -mindepth -not -o -a -size -mtime -newer -print -prune -empty '

/** What a line does not name is not made. */
type Looks = readonly (readonly [names: Words, look: () => Look])[]
/** Options and words with which git starts what it is told, or takes a text from a file and writes one. */
const FREE =
  /^(?:-[a-zA-Z]*F|-[xt]|-[a-z]*c$|--(?:fi|te|path|exec|extcmd|output|[\w-]+-filter)|(?:foreach|bisect|run|\/[cC])$)/
const search = () =>
  /^-(?:[a-dh-zA-Z]+\d*|\d+)$|^--(?!(?:regexp|expression|file|from-file|i?glob|include|exclude[\w-]*)(?:=|$))[\w-]*$|^--exclude[\w-]*=[^^]*$/
/** The others know no such option, and take what stands behind it otherwise. */
const grep = () => new RegExp(`${search().source}|^--include=\\*\\.\\w+$`)
const GIT: Looks = [
  [' commit ', () => commits],
  [' add ', () => says],
  [' diff log show blame stash ', () => shows],
  [' grep ', () => behind(search())],
  [' status push pull fetch branch switch checkout restore rev-parse ls-files merge-base remote ', () => plain],
]
const git = () =>
  without(FREE, ([first, ...rest]) => {
    const [verb = '', ...words] = first === '--no-pager' ? rest : [first, ...rest]
    return lookedUp(GIT, verb, words as readonly string[], false)
  })
const COMMANDS: Looks = [
  [' git ', git],
  [' cat head tail nl less diff cut tr ', () => shows],
  [' grep egrep ', () => behind(grep())],
  [' rg ', () => behind(search())],
  [' sed ', () => behind(/^-[nErsuz]+$/)],
  [' awk ', () => without(/^inplace$/, behind(/^-F\S*$/))],
  [' jq ', () => behind(/^-[a-dh-zA-Z]+$/)],
  [' sort ', () => without(/^-[a-zA-Z]*o|^--o/, shows)],
  [' uniq ', () => (words, isPiped) => bare(words, isPiped) && shows(words, isPiped)],
  [' pwd date uname whoami ', () => bare],
  [' python python3 ', () => without(/@/, shows)],
  [' find ', () => finds],
  [' cd echo mkdir ', () => says],
  [' ls wc stat file du tree test which basename dirname realpath true sleep ', () => plain],
  [' node tsx tsc make cargo go pytest vitest jest eslint biome prettier gh pip mvn gradle ', () => plain],
  [' npm pnpm yarn bun ', () => runner],
  [' npx ', () => tool],
]
/** Programs whose operands are the files that they change: with options that have no value, and no pattern. */
const CHANGES = ' rm cp mv touch tee '
/** The name of a file in any shell: some make two of `a,b`. */
const FILE = /^[\w./:+-]+$/
const OPTIONS = /^-[afinpRruv]+$/
function changedBy(program: string, words: readonly string[]): readonly string[] | null {
  const files = words.filter((word) => !OPTIONS.test(word))
  if (!files.every((word) => FILE.test(word) && !word.startsWith('-'))) return null
  const into = program === 'cp' || program === 'mv' ? files.at(-1) : undefined
  return into === undefined ? files : [...files, ...files.map((word) => `${into}/${word.split('/').at(-1)}`)]
}

interface Sent {
  /** Null: all that were given. */
  readonly words: readonly string[] | null
  readonly files: readonly string[]
}
const UNSENT: Sent = { words: null, files: NONE }
/** Where a command's output goes, in one word or two. */
const SENT = /^[12]?>>?([^>]*)$/
/** Null: not known here. */
function sentBy(given: readonly string[]): Sent | null {
  const words: string[] = []
  const files: string[] = []
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as string
    const file = SENT.exec(word)?.[1]
    if (file === undefined) words.push(word)
    else files.push(file === '' ? (given[++at] ?? '') : file)
  }
  return files.every((file) => FILE.test(file)) && !words.some((word) => word.includes('>')) ? { words, files } : null
}

const lookedUp = (looks: Looks, name: string, words: readonly string[], isPiped: boolean): readonly string[] | null =>
  looks.find((one) => has(one[0], name))?.[1]()(words, isPiped) ?? null

/** A quoted word is what it is without quotes, such a pattern a name that fits it, a quoted text one sign of its own; one that has to be read keeps its quotes. */
const unquoted = (line: string): string =>
  line.includes('clude=')
    ? line.replace(SOUGHT, (quoted: string, _, ending?: string) =>
        ending === undefined ? saidIn(quoted) : `a${ending}`,
      )
    : line.replace(QUOTED, saidIn)

/** A text of several lines, as agents hand over a message; what is quoted before it has its place. It ends at the first line that says so. */
const LINES = /"\$\(cat <<'(\w+)'\n([^"$`\\]*)\n\1\n\)"|"[^"$`\\!\n]*"|'[^'\n]*'/g
const lined = (line: string): string =>
  line.replace(LINES, (whole: string, end: string, text?: string) =>
    text === undefined || isRead(text) || `\n${text}\n`.includes(`\n${end}\n`) ? whole : TEXT,
  )

function saidIn(quoted: string): string {
  const text = quoted.slice(1, -1)
  return WORD.test(text) ? text : isRead(text) ? quoted : TEXT
}

/** The folder behind a change to another; null: not known here. */
const movedTo = (folder: string | null, [to = '-', ...more]: readonly string[]): string | null =>
  more.length > 0 || /[\^*]|^-/.test(to) ? null : placed(folder, to)
const placed = (folder: string | null, path: string): string | null =>
  path.startsWith('/') || folder === '' ? path : folder === null ? null : `${folder}/${path}`

/** Files, seen from where a line starts. */
interface Files {
  readonly shown: readonly string[]
  readonly changed: readonly string[]
}

/** False: where one of them lies is not known. */
function add(files: readonly string[], folder: string | null, all: string[]): boolean {
  for (const file of files) {
    const path = file === '' ? '' : placed(folder, file)
    if (path === null) return false
    if (path !== '') all.push(path)
  }
  return true
}

/** The files that a plain line may show, and those that it changes; null: the line has to be read. */
function filesOf(command: string): Files | null {
  const given = command.length < 8000 && command.includes("<<'") ? lined(command) : command
  if (given.length > 500) return null
  const spoken = given.includes('/dev/null') || given.includes('&1') ? given.replace(SILENCED, ' ') : given
  const bare = /["'*]/.test(spoken) ? unquoted(spoken) : spoken
  if (!PLAIN.test(bare) || isWith(APART, bare) || (bare.includes('*') && MADE.test(bare))) return null
  const line = bare.includes('clude=a') ? bare.replace(/(?<=clude=)a(?=\.)/g, '*') : bare
  const isPiped = /[^|]\|[^|]/.test(line)
  const shown: string[] = []
  const changed: string[] = []
  let folder: string | null = ''
  for (const part of line.split(/&&|\|\||[;|&\n]/)) {
    const [program = '', ...rest] = part.trim().split(BLANKS)
    if (program === '') continue
    const sent = part.includes('>') ? sentBy(rest) : UNSENT
    if (sent === null) return null
    const words = sent.words ?? rest
    const isChange = has(CHANGES, program)
    const named = isChange ? changedBy(program, words) : lookedUp(COMMANDS, program, words, isPiped)
    if (named === null || !add(named, folder, isChange ? changed : shown) || !add(sent.files, folder, changed))
      return null
    if (program === 'cd') folder = movedTo(folder, words)
  }
  return { shown, changed }
}
const BLANKS = /[ \t]+/

type Around = Pick<Surroundings, 'own' | 'real' | 'names'>

/** The files that a line changes; null: it has to be read. `cwd`: where it starts. */
export function changedByLine(command: string, cwd: string, around: Around): readonly string[] | null {
  const files = filesOf(command)
  if (files === null || !files.shown.every((path) => isOrdinaryAt(absolutePath(path, cwd), around))) return null
  const changed = files.changed.map((path) => absolutePath(path, cwd))
  return changed.every((path) => isOrdinary(path, around) && !holds(path, around.own, around)) ? changed : null
}

/** Whether a folder lies in what is changed, or is that. */
export const holds = (path: string, folder: string, { real }: Pick<Surroundings, 'real'>): boolean =>
  [path, real(path)].some((one) =>
    [slashed(folder), real(folder)].some((inner) =>
      `${inner}/`.toLowerCase().startsWith(one === '/' ? one : `${one}/`.toLowerCase()),
    ),
  )

/** Whether it has to be read by whoever must know what is changed, too. */
export const needsReading = (command: string, cwd: string, around: Around): boolean =>
  changedByLine(command, cwd, around)?.length !== 0

/** A pattern stands for what fits it in its folder. */
function isOrdinaryAt(path: string, around: Around): boolean {
  const [start = '', ending, ...more] = path.split('*')
  if (ending === undefined) return isOrdinary(path, around)
  if (more.length > 0 || ending.includes('/')) return false
  const at = start.lastIndexOf('/') + 1
  const [folder, beginning] = [start.slice(0, at), start.slice(at)]
  const fits = (name: string) => name.startsWith(beginning) && name.endsWith(ending)
  return around.names(folder).every((name) => !fits(name) || isOrdinary(`${folder}${name}`, around))
}

const looked = new WeakMap<ToolUse, boolean>()

/** Several checks of an event ask the same. */
function needsReadingOnce(tool: ToolUse, cwd: string, around: Surroundings): boolean {
  const known = looked.get(tool) ?? needsReading(tool.command ?? '', cwd, around)
  looked.set(tool, known)
  return known
}

export const hasShell = ({ tools, cwd }: Pick<Acting, 'cwd' | 'tools'>, around: Surroundings): boolean =>
  tools.some((tool) => tool.command !== null && needsReadingOnce(tool, cwd, around))
