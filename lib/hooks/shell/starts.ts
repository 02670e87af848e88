// Where programs name others that they start: options, variables and settings behind which a program or a whole line stands, and the files that those are handed.
import { wordTable } from '../../std/text.js'
import { activated, type Field, shown, UNKNOWN } from './expand.js'
import { FILTER, searchedFolders } from './wrappers.js'

/** Variables whose value is a line that is run. */
export const STARTED_BY: ReadonlySet<string> = new Set(
  wordTable(`
    PAGER GIT_PAGER MANPAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_EXTERNAL_DIFF GIT_SSH_COMMAND
    PROMPT_COMMAND
  `),
)
/** Settings of git that are such lines, and how they begin: making the pattern costs more than all the rest of a line. */
const GIT_STARTS =
  /^(?:alias\.[^=]+=!|(?:core\.(?:pager|editor|sshcommand|fsmonitor)|sequence\.editor|diff\.external|pager\.\w+)=)([\s\S]+)$/i

const GIT_SETTINGS = ['alias.', 'core.', 'sequence.', 'diff.', 'pager.']

/** The line that git runs for a setting with its value (`alias.x=!…`); null: none. */
export function startedByGit(setting: string): string | null {
  const lowered = setting.toLowerCase()
  return GIT_SETTINGS.some((start) => lowered.startsWith(start)) ? (GIT_STARTS.exec(setting)?.[1] ?? null) : null
}

const SOUGHT = ['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename', '-regex', '-iregex']

/** Names that `find` looks for. */
export const foundNames = (words: readonly Field[]): readonly Field[] =>
  words.flatMap((one, at) => (SOUGHT.includes(words[at - 1] ?? '') ? [`${UNKNOWN}/${activated(one)}`] : []))

/** Terminals and the like, which take a line as one word. */
export const LINES: ReadonlySet<string> = new Set(['ssh', 'tmux', 'screen', 'hyperfine', 'concurrently'])

const EXEC = ['-exec', '-execdir', '-ok', '-okdir']
const EACH = ['-x', '-X', '--exec', '--exec-batch']
const RUN = ['run']
const EXECUTE = ['exec', 'x', 'dlx']
export const STARTS: Readonly<Record<string, readonly string[]>> = {
  find: EXEC,
  gfind: EXEC,
  fd: EACH,
  fdfind: EACH,
  poetry: RUN,
  pipenv: RUN,
  uv: RUN,
  pdm: RUN,
  rye: RUN,
  conda: RUN,
  npm: EXECUTE,
  pnpm: EXECUTE,
  yarn: EXECUTE,
  bundle: EXECUTE,
  mise: EXECUTE,
  asdf: EXECUTE,
  rbenv: EXECUTE,
  direnv: EXECUTE,
  nix: ['-c', '--command'],
  git: ['bisect', 'foreach'],
  bun: EXECUTE,
}
/** Options of programs behind which a line stands that they run. */
export const LINES_BEHIND: Readonly<Record<string, readonly string[]>> = {
  git: [
    ...['-x', '--exec', '--extcmd', 'foreach', 'run'],
    ...['--tree-filter', '--index-filter', '--msg-filter', '--env-filter', '--parent-filter', '--commit-filter'],
  ],
  nodemon: ['-x', '--exec'],
  'nix-shell': ['--run', '--command'],
  npx: ['-c', '--call'],
  npm: ['-c', '--call'],
  tar: ['--to-command', '-I', '--use-compress-program'],
  vim: ['-c'],
  nvim: ['-c'],
}

/** Where `xargs` is told what stands for a name, that is `{}` for everybody behind it. */
export function placed(program: string, options: readonly Field[], words: readonly Field[]): readonly Field[] {
  if (program !== 'xargs') return words
  const sign = options
    .map((word, at) => (word === '-I' ? options[at + 1] : /^(?:-I|--replace=)(.+)$/.exec(word)?.[1]))
    .find((one) => one !== undefined)
  return sign === undefined || sign === '{}' ? words : words.map((word) => word.replaceAll(sign, '{}'))
}

/** A text for a shell with the names that may stand for `{}` in it. */
export const filledIn = (code: string, hints: readonly Field[]): readonly string[] =>
  code.includes('{}') && hints.length > 0
    ? [code, ...hints.slice(0, 8).map((hint) => code.replaceAll('{}', () => shown(hint.split('/').at(-1) ?? hint)))]
    : [code]

/** What `fd` looks for. */
export const soughtBy = (program: string, words: readonly Field[]): readonly Field[] =>
  program.startsWith('fd')
    ? words.filter((word) => !word.startsWith('-')).map((word) => word.replace(/[\^$\\]/g, ''))
    : []

/** Folders in which `find` looks, where nothing tells which of their files it means. */
export function foldersOf(program: string, words: readonly Field[]): readonly Field[] {
  return program.endsWith('find') && !words.some((word) => FILTER.test(word)) ? searchedFolders(words) : []
}

/** The file that `xargs` takes its words from. */
export const argumentsIn = (words: readonly Field[]): readonly Field[] =>
  words.flatMap((word, at) => {
    if (/^(?:-a|--arg-file)$/.test(words[at - 1] ?? '')) return [word]
    const found = /^(?:-a|--arg-file=)(.+)$/.exec(word)?.[1]
    return found === undefined ? [] : [found]
  })
