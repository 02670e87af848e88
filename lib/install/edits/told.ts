// Notices about settings files that could not be edited as planned.
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { OfferFacts } from '../../runtimes/offers.js'
import type { FileEdit } from '../manifest.js'
import type { Notice } from '../operation.js'
import { STATUS_LINE } from '../registered.js'
import type { Illegible } from './edit.js'
import { editorOf } from './editors.js'
import type { EditNote, FileEdits } from './file.js'

export const unquotable = (id: RuntimeId, { payload }: OfferFacts): Notice => ({
  level: 'decide',
  path: payload,
  message: `has a $, % or backtick in it, which the shells of Windows read: ${runtimeOf(id).title} starts nothing of ours from there by itself`,
  fix: 'use a folder without these (another user name, or --config-dir)',
})

export const unedited = (path: string, problem: string, fix: string): Notice => ({
  level: 'decide',
  path,
  message: `was left as it is: ${problem}`,
  fix,
})

/** An unreadable file may contain our entries. An uninstall forgets them, so its notice lists them (`gone`). */
export const damaged = (path: string, { problem, fix }: Illegible, gone: FileEdit | null): Notice => ({
  level: 'decide',
  path,
  message: `cannot be read, so nothing in it was changed${gone === null ? '' : ' and entries of the pack may still be in it'}: ${problem}`,
  fix:
    gone === null
      ? `${fix ?? 'fix it, or put a good copy of it back'}, then install again`
      : `take them out by hand:\n${editorOf(gone.format).snippet(gone.edits)}`,
})

/** The user's own value is never overwritten. A status line is a matter of taste and needs no decision. */
const yours = (path: string, problem: string, snippet: string, isTaste: boolean, isFirst: boolean): Notice => ({
  level: isTaste ? 'note' : 'decide',
  path,
  message: `${problem}, which is yours and stays`,
  fix: isTaste && !isFirst ? '' : `remove or rename yours and run this again; by hand it would be:\n${snippet}`,
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
            message: `still holds entries of the pack: ${reason}`,
            fix: `take them out by hand:\n${snippet(group)}`,
          }
        : first.what.why === 'taken' && first.edit.what === 'set'
          ? yours(path, reason, snippet(group), first.edit.key === STATUS_LINE, isFirst)
          : {
              level: 'decide',
              path,
              message: `${keys}: not written (${reason})`,
              fix: `put this in by hand:\n${snippet(group)}`,
            }
    return {
      level: 'note',
      path,
      message:
        reason === 'changed'
          ? `${keys}: you changed it, so it stays as you have it`
          : isRemoval
            ? `${keys}: it was gone already`
            : `${keys}: you took it out, so it stays out`,
      fix: reason === 'gone' && !isRemoval ? 'install with --restore to bring it back' : '',
    }
  })
}
