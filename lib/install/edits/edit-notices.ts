// Explains in notices why settings files could not be edited as planned.
import { dirname, join } from 'node:path'
import type { RuntimeId } from '../../runtimes/all.js'
import { grouped } from '../../std/grouped.js'
import { type Disk, textOf } from '../disk.js'
import { isWithin } from '../installed.js'
import type { FileEdit } from '../manifest.js'
import type { Notice } from '../operation.js'
import { STATUS_LINE } from '../registered.js'
import type { Choice } from '../target.js'
import type { FileProblem } from './edit.js'
import { editorOf } from './editors.js'
import type { EditNote, FileEdits } from './file.js'

/** The notice about a file that cannot be edited. `forgotten`: the entries that an uninstall lists and forgets. */
export const unreadableNotice = (path: string, { problem, fix }: FileProblem, forgotten: FileEdit | null): Notice => ({
  level: 'decide',
  path,
  message: `cannot be read and was not changed${forgotten === null ? '' : '; entries of the pack may remain in it'}: ${problem}`,
  fix:
    forgotten === null
      ? `${fix ?? 'fix it, or restore a good copy'}, then install again`
      : `remove them by hand:\n${editorOf(forgotten.format).snippet(forgotten.edits)}`,
})

/** One notice per reason. An uninstall does not mention entries that the user removed. */
export function noticesOf(
  path: string,
  notes: readonly EditNote[],
  { format }: FileEdits,
  isRemoval: boolean,
): readonly Notice[] {
  const relevant = notes.filter(({ what }) => !(isRemoval && what === 'gone'))
  const groups = grouped(relevant, ({ what }) => (typeof what === 'string' ? what : what.problem))
  return [...groups].map(([reason, group]): Notice => {
    const { edit, what } = group[0] as EditNote
    const keys = group.map(({ edit: { key } }) => key).join(', ')
    const byHand = `by hand:\n${editorOf(format).snippet(group.map((note) => note.edit))}`
    const notice = (level: Notice['level'], message: string, fix = ''): Notice => ({ level, path, message, fix })
    if (what === 'changed') return notice('note', `${keys}: you changed it, so it is kept`)
    if (what === 'gone')
      return notice('note', `${keys}: you removed it, so it stays removed`, 'install with --restore to restore it')
    if (isRemoval) return notice('decide', `still has entries of the pack: ${reason}`, `remove them ${byHand}`)
    if (what.why !== 'taken' || edit.what !== 'set')
      return notice('decide', `${keys}: not written (${reason})`, `add this ${byHand}`)
    // The user's own value is never overwritten. Nothing depends on our status line, so that is only a note.
    return edit.key === STATUS_LINE
      ? notice('note', `${reason}: yours is kept`)
      : notice('decide', `${reason}: yours is kept`, `remove or rename yours and repeat the command, or add ${byHand}`)
  })
}

/** Why a path cannot be edited as a text file; null if it has a text file or nothing. */
export function obstacleAt(disk: Disk, path: string): FileProblem | null {
  const bytes = disk.read(path)
  if (bytes !== null) return textOf(bytes) === null ? { problem: 'it is not UTF-8 text' } : null
  const entry = disk.stat(path)
  if (entry === null) return null
  const problem =
    entry.kind === 'directory' ? 'a folder is in its place' : 'a pipe, a device or a broken link is in its place'
  return { problem, fix: 'move it away' }
}

/** Why a link may not be followed; null if it stays below the client's folder, or in a folder of the user's at home. */
export function linkProblem(
  disk: Disk,
  { roots, home }: Pick<Choice, 'roots' | 'home'>,
  id: RuntimeId,
  file: string,
): FileProblem | null {
  const path = disk.real(join(roots[id], file))
  const base = disk.real(join(roots[id], file.startsWith('../') ? '..' : ''))
  if (isWithin(base, path) || (isWithin(disk.real(home), path) && disk.stat(dirname(path))?.isOwnedByUser !== false))
    return null
  return {
    problem: `a link leads to ${path}, outside ${base} and your home`,
    fix: 'replace the link with a file, or point it to a place below your home',
  }
}
