// The board's view of an unattended run, from the run's own records.
import { expect, it } from 'vitest'
import { runNewsIn } from '../../../../lib/core/board/run-news.js'

const linesOf = (...events: readonly object[]) =>
  events.map((event, at) => JSON.stringify({ at: `2026-01-05T12:00:0${at}.000Z`, ...event })).join('\n')

it('shows sessions until they end, and the latest merge result of each unit', () => {
  const session = (index: number, unit: string) => ({ event: 'session', index, unit, log: `${index}.log`, model: null })
  const { sessions, lane } = runNewsIn(
    `${linesOf(
      session(1, 'execute-plan 01-01'),
      session(2, 'execute-plan 01-02'),
      { event: 'ended', index: 1, unit: 'execute-plan 01-01' },
      { event: 'back', unit: 'execute-plan 01-01', reason: 'a.ts conflicts' },
      { event: 'merged', unit: 'execute-plan 01-03' },
      { event: 'merged', unit: 'execute-plan 01-01' },
    )}\n{"torn":`,
  )
  expect(sessions.map(({ unit, log }) => [unit, log])).toEqual([['execute-plan 01-02', '2.log']])
  expect(lane.map(({ unit, is }) => [unit, is])).toEqual([
    ['execute-plan 01-01', 'merged'],
    ['execute-plan 01-03', 'merged'],
  ])
})
