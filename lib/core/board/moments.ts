// Merges writes and commits into one timeline.
import type { Commits, Timeline, TimelineEntry } from './shown.js'

/** Merges both lists, newest first, as far back as both reach. */
export function mergedTimeline({ entries, more }: Timeline, commits: Commits) {
  const written = entries.map((entry): TimelineEntry => ({ kind: 'write', ...entry }))
  const committed = commits.entries.map((entry): TimelineEntry => ({ kind: 'commit', ...entry }))
  const ends = [more ? entries.at(-1) : undefined, commits.more ? commits.entries.at(-1) : undefined]
  const horizon = Math.max(...ends.map((end) => (end === undefined ? Number.NEGATIVE_INFINITY : Date.parse(end.at))))
  const known = [...written, ...committed].filter(({ at }) => !(Date.parse(at) < horizon))
  const moments = known.sort((a, b) => (Date.parse(b.at) || 0) - (Date.parse(a.at) || 0))
  return { moments, more: more || commits.more }
}
