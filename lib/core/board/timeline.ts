// What was written lately, newest first, and what an undo of the newest writes would do.
import { entriesBackwards, summaryOf, Undone } from '../history/history.js'
import { decisionsIn, planUndo } from '../history/undo.js'
import type { View } from '../view.js'
import type { Foretold, Timeline, Written } from './shown.js'

/** Enough for the weeks people ask about; `log` knows the rest. */
const MOST = 200

/** Writes for which an undo is worked out: those that people take back. */
const FORETOLD = 20

/** Longer lists of files are cut. */
const LONGEST = 300

export function timelineOf(view: View): Timeline {
  const entries: Written[] = []
  const taken = new Undone()
  for (const entry of entriesBackwards(view)) {
    const undone = taken.meet(entry)
    if (entries.length === MOST) return { entries, more: true }
    const { id, at, verb, unit = null } = entry
    const undo = undone || entries.length >= FORETOLD ? null : foretold(view, id)
    entries.push({ id, at, verb, unit, summary: summaryOf(entry).slice(0, LONGEST), undone, undo })
  }
  return { entries, more: false }
}

/** What the verb would answer to a dry run: it plans in the same way. */
function foretold(view: View, id: string): Foretold {
  const { entries, edits, conflicts, commits } = planUndo(view, { kind: 'entry', id })
  const paths = (kind: string) =>
    edits.flatMap((edit) => (edit.kind === kind && !edit.path.endsWith('/') ? [edit.path] : []))
  return {
    restored: paths('copy'),
    removed: paths('remove'),
    disowned: paths('line'),
    conflicts: conflicts.map(({ path, reason }) => `${path}: ${reason}`),
    commits,
    asksPerson: decisionsIn(view, entries).length > 0,
  }
}
