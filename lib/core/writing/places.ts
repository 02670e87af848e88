// The paths that writes may touch: one definition for ordinary edits, recovery of unfinished writes, and readers.

/** The kind of file at a path. `instructions`: the one kind outside the planning folder. */
export type PathKind = 'planning' | 'log' | 'instructions'

/** Folds characters that file systems ignore, so that `.g\u200cit` or `.GIT. ` is recognised as `.git`. */
const folded = (name: string): string =>
  (/^[ -~]*$/.test(name) ? name : name.replace(/\p{Cf}/gu, '')).replace(/[. ]+$/, '').toLowerCase()

/** Whether a name, at any depth, means git's own folder: `.git`, or a Windows short name such as `git~1`. */
const isGitFolder = (name: string): boolean => {
  const plain = folded(name)
  return plain === '.git' || /^git~\d+$/.test(plain)
}

/** This program's own folders and one file, each with a final slash; no edit may touch them. */
const OWN_FOLDERS = ['.planning/.runtime/tx/', '.planning/.runtime/hooks/', '.planning/.runtime/agreed.json/'] as const
const OWN_NAMES: ReadonlySet<string> = new Set(['.lock', 'state.md.lock'])

const isOwn = (names: readonly string[]): boolean => {
  const plain = `${names.map(folded).join('/')}/`
  const last = folded(names.at(-1) as string)
  return OWN_FOLDERS.some((folder) => plain.startsWith(folder)) || OWN_NAMES.has(last) || last.startsWith('.lock.')
}

/** Whether a segment is empty, or some system takes it for `.` or `..`. */
const isEmptySegment = (name: string): boolean => folded(name) === ''

/** Returns the kind of a path relative to the project root; null if no write may touch the path. */
export function pathKindOf(path: string): PathKind | null {
  if (/[\\\0-\x1f\x7f]/.test(path)) return null
  const names = path.split('/')
  if (names.some((name) => isEmptySegment(name) || isGitFolder(name))) return null
  if (names[0] === '.planning') {
    if (names.length === 1 || isOwn(names)) return null
    return path.endsWith('.jsonl') ? 'log' : 'planning'
  }
  const isElsewhere = names.some((name) => name.includes(':')) || folded(names[0] as string) === '.planning'
  return path.endsWith('.md') && !isElsewhere ? 'instructions' : null
}

/** Whether only this program writes the path, so that a link there is not the user's work. */
export function isInternalFile(path: string): boolean {
  const names = path.split('/').slice(1)
  const last = names.at(-1) ?? ''
  const isInternalFolder = names[0] === '.runtime' || names[0] === 'journal'
  return isInternalFolder || ['ledger.jsonl', 'STATE.md.lock', '.lock'].includes(last) || last.startsWith('.lock.')
}
