// Writes and commits on one line of time.
import { expect, it } from 'vitest'
import { mergedTimeline } from '../../../../lib/core/board/moments.js'

const written = (...times: readonly string[]) =>
  times.map((at) => ({ id: `w${at}`, at, verb: 'next', unit: null, summary: '', undone: false }))
const committed = (...times: readonly string[]) => times.map((at) => ({ id: `c${at}`, at, who: 'Ann', subject: '' }))
const day = (number: number) => `2026-01-0${number}T10:00:00.000Z`
const ids = (...given: Parameters<typeof mergedTimeline>) =>
  mergedTimeline(...given).moments.map(({ id }) => id.slice(0, 13))

it('writes and commits are sorted newest first, whatever the time zone of a commit', () => {
  const commits = { entries: committed('2026-01-02T23:30:00+02:00', day(1)), more: false }
  expect(ids({ entries: written(day(3), '2026-01-02T22:00:00.000Z'), more: false }, commits)).toEqual([
    'w2026-01-03T1',
    'w2026-01-02T2',
    'c2026-01-02T2',
    'c2026-01-01T1',
  ])
})

it('the line goes back only as far as both are known, so that no gap looks like inactivity', () => {
  const commits = { entries: committed(day(5), day(1)), more: false }
  const found = mergedTimeline({ entries: written(day(4), day(3)), more: true }, commits)
  expect(found.more).toBe(true)
  expect(found.moments.map(({ at }) => at)).toEqual([day(5), day(4), day(3)])
  expect(mergedTimeline({ entries: [], more: false }, commits).moments).toHaveLength(2)
})
