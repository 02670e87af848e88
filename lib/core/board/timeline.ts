// Recent writes, newest first.
import { entriesBackwards, summaryOf, Undone } from '../history/history.js'
import type { View } from '../view.js'
import type { Timeline, Written } from './shown.js'

/** Covers the weeks that users usually look at. */
const MOST = 200
/** Longer lists of files are cut. */
const LONGEST = 300

export function timelineOf(view: View, most = MOST): Timeline {
  const entries: Written[] = []
  const taken = new Undone()
  for (const entry of entriesBackwards(view)) {
    const undone = taken.meet(entry)
    if (entries.length === most) return { entries, more: true }
    const { id, at, verb, unit = null } = entry
    entries.push({ id, at, verb, unit, summary: summaryOf(entry).slice(0, LONGEST), undone })
  }
  return { entries, more: false }
}
