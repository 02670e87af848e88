// The git options that we allow; git is never started with any other option. Some arguments come from plans, ledgers
// and settings, where an option such as `--output=<file>` could write anywhere.
import { wordTable } from '../std/text.js'

/** An option with a trailing `=` may have any value, because only our own code sets it. */
const OPTIONS = wordTable(`
  --atomic --cached --create --detach --diff-filter= --directory --exclude-standard --ff-only --filters --force
  --force-with-lease= --format= --get --git-common-dir --git-dir --git-path --hard --ignored --is-ancestor --keep
  --max-count= --message= --name-only --name-status --no-auto-gc --no-color --no-commit --no-edit --no-ext-diff --no-ff --no-index --no-messages
  --no-renames --no-show-signature --no-tags --no-textconv --no-verify --only --others --ours --pathspec-file-nul
  --pathspec-from-file= --porcelain --porcelain=v1 --prune --quiet --relative --short --show-prefix --stdin --text
  --untracked-files= --verify --write-tree -1 -b -d -m -p -q -r -z
`)

/** Git settings that we set for a single call. */
const SETTINGS: ReadonlySet<string> = new Set(['core.quotePath=false', 'core.abbrev=40', 'diff.relative=false'])

/** Reads git arguments. `folder`: the argument of `-C`, or null · `disallowed`: the first option that is not allowed, or null. */
export function readGitCall(argv: readonly string[]) {
  let folder: string | null = null
  let at = 0
  for (; argv[at]?.startsWith('-') === true; at++) {
    const word = argv[at] as string
    if (word === '--literal-pathspecs') continue
    const value = argv[++at] ?? ''
    if (word === '-C') folder = value
    else if (word !== '-c' || !SETTINGS.has(value)) return { folder, disallowed: word }
  }
  const rest = argv.slice(at + 1)
  const end = rest.indexOf('--')
  const checkedArgs = end < 0 ? rest : rest.slice(0, end)
  return { folder, disallowed: checkedArgs.find((word) => !isAllowed(word)) ?? null }
}

/** Whether an argument is an allowed option, or no option. A single `-` means standard input. */
const isAllowed = (word: string): boolean =>
  !word.startsWith('-') ||
  word === '-' ||
  OPTIONS.some((option) => (option.endsWith('=') ? word.startsWith(option) : word === option))

/** Git's messages when the disk is full. */
export const DISK_FULL = /out of diskspace|no space left on device|quota exceeded|file too large/i

/** Git's messages when it cannot write its own files, unless another git process has locked them. */
export const NOT_WRITABLE =
  /(?:unable to|cannot|could ?n[o']t|error) (?:create|open|opening|write|lock|append)[^\n]*: (?:read-only file system|permission denied|operation not permitted)|insufficient permission for adding an object/i
