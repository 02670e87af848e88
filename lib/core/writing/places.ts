// Which paths a write may name at all: the one table that ordinary edits, unfinished writes that are completed, and readers over them ask.

/** What a write may change at a path. `instructions`: the one kind of file outside the planning folder. */
export type Place = 'planning' | 'log' | 'instructions'

/** Characters that file systems drop or fold before they compare names, so that `.g\u200cit` or `.GIT. ` is `.git` there. */
const folded = (name: string): string =>
  (/^[ -~]*$/.test(name) ? name : name.replace(/\p{Cf}/gu, '')).replace(/[. ]+$/, '').toLowerCase()

/** Names that mean something to git wherever they stand; the second is what Windows calls the first. */
const ofGit = (name: string): boolean => {
  const plain = folded(name)
  return plain === '.git' || /^git~\d+$/.test(plain)
}

/** What the program itself keeps below the planning folder without an edit: nobody's write names it. */
const OWN = ['.planning/.runtime/tx/', '.planning/.runtime/hooks/', '.planning/.runtime/agreed.json/'] as const
const OWN_NAMES: ReadonlySet<string> = new Set(['.lock', 'state.md.lock'])

const isOwn = (names: readonly string[]): boolean => {
  const plain = `${names.map(folded).join('/')}/`
  const last = folded(names.at(-1) as string)
  return OWN.some((folder) => plain.startsWith(folder)) || OWN_NAMES.has(last) || last.startsWith('.lock.')
}

/** A part that is empty, or that some system takes for this folder or the one above. */
const isStep = (name: string): boolean => folded(name) === ''

/** The place a path relative to the project root is; null: no write may name it. */
export function placeOf(path: string): Place | null {
  if (/[\\\0-\x1f\x7f]/.test(path)) return null
  const names = path.split('/')
  if (names.some((name) => isStep(name) || ofGit(name))) return null
  if (names[0] === '.planning') {
    if (names.length === 1 || isOwn(names)) return null
    return path.endsWith('.jsonl') ? 'log' : 'planning'
  }
  const isElsewhere = names.some((name) => name.includes(':')) || folded(names[0] as string) === '.planning'
  return path.endsWith('.md') && !isElsewhere ? 'instructions' : null
}

/** Folders and files that only this program fills: what lies there and is neither file nor folder of its own is nobody's work. */
export function isMachinery(path: string): boolean {
  const names = path.split('/').slice(1)
  const last = names.at(-1) ?? ''
  return (
    names[0] === '.runtime' ||
    names[0] === 'journal' ||
    last === 'ledger.jsonl' ||
    last === 'STATE.md.lock' ||
    last === '.lock' ||
    last.startsWith('.lock.')
  )
}
