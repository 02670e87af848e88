// Settings files that could not be edited as planned: why, and the notices.
import { dirname, join } from 'node:path'
import type { RuntimeId } from '../../runtimes/all.js'
import { grouped } from '../../std/grouped.js'
import { type Disk, textOf } from '../disk.js'
import { isWithin } from '../installed.js'
import type { FileEdit } from '../manifest.js'
import type { Notice } from '../operation.js'
import { STATUS_LINE } from '../registered.js'
import type { Choice } from '../target.js'
import type { Illegible } from './edit.js'
import { editorOf } from './editors.js'
import type { EditNote, FileEdits } from './file.js'

/** An unreadable file may contain our entries. An uninstall forgets them, so its notice lists them (`gone`). */
export const damaged = (path: string, { problem, fix }: Illegible, gone: FileEdit | null): Notice => ({
  level: 'decide',
  path,
  message: `cannot be read and was not changed${gone === null ? '' : '; entries of the pack may remain in it'}: ${problem}`,
  fix:
    gone === null
      ? `${fix ?? 'fix it, or restore a good copy'}, then install again`
      : `remove them by hand:\n${editorOf(gone.format).snippet(gone.edits)}`,
})

/** One notice a reason. An uninstall does not mention entries that the user removed. */
export function noticesOf(
  path: string,
  notes: readonly EditNote[],
  { format }: FileEdits,
  isRemoval: boolean,
): readonly Notice[] {
  const told = notes.filter(({ what }) => !(isRemoval && what === 'gone'))
  const groups = grouped(told, ({ what }) => (typeof what === 'string' ? what : what.problem))
  return [...groups].map(([reason, group]): Notice => {
    const { edit, what } = group[0] as EditNote
    const keys = group.map(({ edit: { key } }) => key).join(', ')
    const byHand = `by hand:\n${editorOf(format).snippet(group.map((one) => one.edit))}`
    const notice = (level: Notice['level'], message: string, fix = ''): Notice => ({ level, path, message, fix })
    if (what === 'changed') return notice('note', `${keys}: you changed it, so it is kept`)
    if (what === 'gone')
      return notice('note', `${keys}: you removed it, so it stays removed`, 'install with --restore to restore it')
    if (isRemoval) return notice('decide', `still has entries of the pack: ${reason}`, `remove them ${byHand}`)
    if (what.why !== 'taken' || edit.what !== 'set')
      return notice('decide', `${keys}: not written (${reason})`, `add this ${byHand}`)
    // The user's own value is never overwritten. A status line is a matter of taste.
    return edit.key === STATUS_LINE
      ? notice('note', `${reason}: yours is kept`)
      : notice('decide', `${reason}: yours is kept`, `remove or rename yours and repeat the command, or add ${byHand}`)
  })
}

/** Why a path is not a text file; null for a text file or nothing. */
export function obstacleAt(disk: Disk, path: string): Illegible | null {
  const bytes = disk.read(path)
  if (bytes !== null) return textOf(bytes) === null ? { problem: 'it is not UTF-8 text' } : null
  const seen = disk.see(path)
  if (seen === null) return null
  const problem =
    seen.kind === 'directory' ? 'a folder is in its place' : 'a pipe, a device or a broken link is in its place'
  return { problem, fix: 'move it away' }
}

/** The user's links are followed below their home only. */
export function leadingOut(
  disk: Disk,
  { roots, home }: Pick<Choice, 'roots' | 'home'>,
  id: RuntimeId,
  file: string,
): Illegible | null {
  const path = disk.real(join(roots[id], file))
  const base = disk.real(join(roots[id], file.startsWith('../') ? '..' : ''))
  if (isWithin(base, path) || (isWithin(disk.real(home), path) && disk.see(dirname(path))?.own !== false)) return null
  return {
    problem: `a link leads to ${path}, outside ${base} and your home`,
    fix: 'replace the link with a file, or point it to a place below your home',
  }
}
