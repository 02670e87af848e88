// What this pack says to git. Arguments come from plans, ledgers and settings too, and a word from there that looks like an option must not become one:
// `git log --output=<file>` writes wherever it is told. So every option is named here, and any other is refused before git is started.

const PATCH = ['--patch', '--unified=0', '--src-prefix=a/', '--dst-prefix=b/', '--text', '--no-textconv', '--no-color']

/** Options by command; one that ends with `=` takes any value, because only we write it. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  add: ['--force'],
  apply: ['--cached', '--whitespace=nowarn'],
  'cat-file': ['--batch-check=', '--filters'],
  'check-ignore': ['--no-index'],
  'check-ref-format': ['--branch'],
  'checkout-index': ['--force', '-z', '--stdin'],
  commit: ['--message=', '--amend', '--no-verify', '--only'],
  'commit-tree': ['-p', '-m'],
  config: ['--get'],
  diff: [
    '--cached',
    '--name-only',
    '--name-status',
    '--numstat',
    '--no-renames',
    '-z',
    '--binary',
    '--full-index',
    '--no-ext-diff',
    '--diff-filter=',
    '-M',
    '--relative',
    ...PATCH,
  ],
  'for-each-ref': ['--format=', '--contains'],
  log: [
    '-1',
    '--max-count=',
    '--format=',
    '-z',
    '--max-parents=0',
    '--name-status',
    '--no-renames',
    '--no-show-signature',
    '--no-ext-diff',
    '--relative',
    ...PATCH,
  ],
  'ls-files': ['-z', '--cached', '--others', '--ignored', '--directory', '--exclude-standard'],
  'ls-tree': ['-r', '-d', '--name-only', '-z'],
  merge: ['--no-ff', '--no-edit', '--quiet', '--abort', '--ff-only'],
  'merge-base': ['--is-ancestor'],
  'merge-tree': ['--write-tree', '--name-only', '--no-messages', '-z'],
  mktree: ['-z'],
  'read-tree': ['--empty'],
  remote: [],
  reset: ['--quiet', '--keep', '--pathspec-from-file=', '--pathspec-file-nul'],
  'rev-list': ['--count'],
  'rev-parse': [
    '--verify',
    '--quiet',
    '--end-of-options',
    '--show-prefix',
    '--short',
    '--absolute-git-dir',
    '--git-common-dir',
    '--git-path',
    '--abbrev-ref',
  ],
  show: ['--format=', '--no-show-signature', '--name-only', '--no-renames', '-z'],
  status: [
    '--porcelain',
    '--no-renames',
    '--porcelain=v1',
    '-z',
    '--untracked-files=',
    '--ignored',
    '--ignored=matching',
  ],
  switch: ['--quiet', '--create'],
  'symbolic-ref': ['--quiet', '-q', '--short'],
  'update-ref': ['-d'],
  var: [],
  worktree: ['--porcelain', '-z', '-b', '--quiet'],
}

/** Settings of git that we set for one call. */
const SETTINGS: ReadonlySet<string> = new Set(['core.quotePath=false', 'core.abbrev=40', 'diff.relative=false'])

export interface GitCall {
  /** The folder that `-C` names, or null. */
  readonly folder: string | null
  /** The first word that is none of ours, or null. */
  readonly strange: string | null
}

/** Reads the words of a call without its first, `git`. */
export function readGitCall(words: readonly string[]): GitCall {
  let folder: string | null = null
  let at = 0
  for (; words[at]?.startsWith('-') === true; at++) {
    const word = words[at] as string
    if (word === '--literal-pathspecs') continue
    const value = words[++at] ?? ''
    if (word === '-C') folder = value
    else if (word !== '-c' || !SETTINGS.has(value)) return { folder, strange: word }
  }
  const [command = '', ...rest] = words.slice(at)
  const options = Object.hasOwn(OPTIONS, command) ? OPTIONS[command] : undefined
  if (options === undefined) return { folder, strange: command }
  const end = rest.indexOf('--')
  const judged = end < 0 ? rest : rest.slice(0, end)
  return { folder, strange: judged.find((word) => !isOurs(word, options)) ?? null }
}

/** A single dash is the standard input. */
const isOurs = (word: string, options: readonly string[]): boolean =>
  !word.startsWith('-') ||
  word === '-' ||
  options.some((option) => (option.endsWith('=') ? word.startsWith(option) : word === option))

/** Git found no room on its disk, whatever file it names. */
export const NO_ROOM = /out of diskspace|no space left on device|quota exceeded|file too large/i

/** Git's own files could not be written, and no other call of git is why: it says what it could not make, and for which reason. */
export const NOT_WRITABLE =
  /(?:unable to|cannot|could ?n[o']t|error) (?:create|open|opening|write|lock|append)[^\n]*: (?:read-only file system|permission denied|operation not permitted)|insufficient permission for adding an object/i
