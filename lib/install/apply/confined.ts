// Which of the paths in a journal its run could have meant. A journal below a project may have come with the project, and is obeyed in it alone.
import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { readClaim } from './claim.js'
import { nearestFolder } from './files.js'
import type { Journal, JournalEntry } from './journal.js'

export interface Confines {
  /** The physical folder that runs in the scope of a project keep to; null or absent: another scope. */
  readonly project?: string | null
}

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(folder + sep)
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Neither git's own folder, whose files run, nor what a link leads to. */
function isInProject(project: string, path: string): boolean {
  if (resolve(path) !== path || !isIn(project, path)) return false
  const isGits = relative(project, path)
    .split(sep)
    .some((part) => part.toLowerCase() === '.git')
  const folder = nearestFolder(path === project ? path : dirname(path))
  return !isGits && isIn(project, folder) && realpathSync(folder) === folder && !isLink(path)
}

/** Whether a path is one that the run of a root could change: in the project, or in a root elsewhere that bears a claim of the same run. */
export function confinedTo(
  { project = null }: Confines,
  root: string,
  { transaction, roots }: Pick<Journal, 'transaction' | 'roots'>,
): (path: string) => boolean {
  if (project === null || !isIn(project, root)) return () => true
  const claimed = roots.filter((one) => !isIn(project, one) && readClaim(one)?.transaction === transaction)
  return (path) => isInProject(project, path) || claimed.some((one) => resolve(path) === path && isIn(one, path))
}

/** Images and staged files have names of their own, so that none stands for another file. */
const isOurs = (folder: string, transaction: string, { path, staged, image }: JournalEntry): boolean =>
  (staged === null || staged === stagedAt(path, transaction)) &&
  (image === null || (/^image-\d+$/.test(image) && !isLink(join(folder, image))))

/** Where the new content of a file waits: beside its place, so that a rename is enough. */
export const stagedAt = (path: string, transaction: string): string =>
  join(dirname(path), `.${basename(path)}.gsd-${transaction}`)

/** The journal without what its run could not have written into it, and the paths of that. */
export function confined(
  journal: Journal,
  folder: string,
  isConfined: (path: string) => boolean,
): { readonly journal: Journal; readonly strange: readonly string[] } {
  const isGood = (entry: JournalEntry) => isConfined(entry.path) && isOurs(folder, journal.transaction, entry)
  const entries = journal.entries.filter(isGood)
  return {
    journal: { ...journal, created: journal.created.filter(isConfined), entries },
    strange: journal.entries.filter((entry) => !entries.includes(entry)).map(({ path }) => path),
  }
}
