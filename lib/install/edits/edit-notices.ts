// Notices about settings files that could not be edited as planned.
import type { FileEdit } from '../manifest.js'
import type { Notice } from '../operation.js'
import { STATUS_LINE } from '../registered.js'
import type { Illegible } from './edit.js'
import { editorOf } from './editors.js'
import type { EditNote, FileEdits } from './file.js'

export const unedited = (path: string, problem: string, fix: string): Notice => ({
  level: 'decide',
  path,
  message: `was not changed: ${problem}`,
  fix,
})

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

/** The user's own value is never overwritten. A status line is a matter of taste and needs no decision. */
const yours = (path: string, problem: string, snippet: string, isTaste: boolean, isFirst: boolean): Notice => ({
  level: isTaste ? 'note' : 'decide',
  path,
  message: `${problem}: yours is kept`,
  fix: isTaste && !isFirst ? '' : `remove or rename yours and repeat the command, or add by hand:\n${snippet}`,
})

/** One notice a reason. `isFirst`: the file had no entry of ours before. */
export function noticesOf(
  path: string,
  notes: readonly EditNote[],
  { format }: FileEdits,
  isRemoval: boolean,
  isFirst: boolean,
): readonly Notice[] {
  const snippet = (group: readonly EditNote[]) => editorOf(format).snippet(group.map(({ edit }) => edit))
  const groups = new Map<string, EditNote[]>()
  for (const note of notes) {
    const reason = typeof note.what === 'string' ? note.what : note.what.problem
    groups.set(reason, [...(groups.get(reason) ?? []), note])
  }
  return [...groups].map(([reason, group]): Notice => {
    const [first] = group
    const keys = group.map(({ edit }) => edit.key).join(', ')
    if (first !== undefined && typeof first.what !== 'string')
      return isRemoval
        ? {
            level: 'decide',
            path,
            message: `still has entries of the pack: ${reason}`,
            fix: `remove them by hand:\n${snippet(group)}`,
          }
        : first.what.why === 'taken' && first.edit.what === 'set'
          ? yours(path, reason, snippet(group), first.edit.key === STATUS_LINE, isFirst)
          : {
              level: 'decide',
              path,
              message: `${keys}: not written (${reason})`,
              fix: `add this by hand:\n${snippet(group)}`,
            }
    return {
      level: 'note',
      path,
      message:
        reason === 'changed'
          ? `${keys}: you changed it, so it is kept`
          : isRemoval
            ? `${keys}: it was already gone`
            : `${keys}: you removed it, so it stays removed`,
      fix: reason === 'gone' && !isRemoval ? 'install with --restore to restore it' : '',
    }
  })
}
