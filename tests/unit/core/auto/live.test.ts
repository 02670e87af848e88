// The picture of a run that goes on: what it tells, and that no line is wider, and no picture higher, than the window.
import { expect, it } from 'vitest'
import { clockOf, fittedLine, liveLines, type Progress, widthOf } from '../../../../lib/core/auto/live.js'

const RUN: Progress = {
  client: 'Some Client',
  spent: { sessions: 3, minutes: 12.9, tokens: 1234, cost: 0.5 },
  limits: { sessions: 50, minutes: 480, tokens: 20_000_000, cost: 50 },
  isTold: true,
  sessions: [
    { index: 2, unit: 'execute-plan 01-01', by: 'opus, heavy', seconds: 133, line: 'npm test' },
    { index: 3, unit: 'execute-plan 01-02', by: '', seconds: 4000, line: '' },
  ],
}

it('tells the budget so far, and of each session its unit, model, time and last line', () => {
  expect(liveLines(RUN, { columns: 100, rows: 24 })).toEqual([
    'Some Client · 3 of 50 sessions · 12 of 480 min · 1,234 of 20,000,000 tokens · $0.50 of $50.00',
    '2. execute-plan 01-01 (opus, heavy)  2:13',
    '   npm test',
    '3. execute-plan 01-02  1:06:40',
  ])
})

it('is silent about what nobody counts or holds', () => {
  const limits = { ...RUN.limits, tokens: null, cost: null }
  expect(liveLines({ ...RUN, limits }, { columns: 100, rows: 24 })[0]).toMatch(/ · 1,234 tokens · \$0\.50$/)
  expect(liveLines({ ...RUN, isTold: false }, { columns: 100, rows: 24 })[0]).toMatch(/ · 12 of 480 min$/)
})

it.each([
  [80, 24],
  [20, 5],
  [9, 3],
  [2, 2],
  [1, 1],
])('fits into %i columns and %i rows, whatever a client prints', (columns, rows) => {
  const line = `\u001b[2J\t\u0007日本語のテキスト ${'x'.repeat(500)}\u202e 👩‍👩‍👧`
  const sessions = Array.from(
    { length: 6 },
    (_, index) => ({ ...RUN.sessions[0], index, line }) as Progress['sessions'][number],
  )
  const lines = liveLines({ ...RUN, sessions }, { columns, rows })
  expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1))
  expect(lines.filter((each) => widthOf(each) > columns)).toEqual([])
  expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e]/u)
})

it('leaves out the last lines before it leaves out a session', () => {
  const lines = liveLines(RUN, { columns: 80, rows: 4 })
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('01-01')
  expect(lines[2]).toContain('01-02')
})

it('a line that is cut ends with a mark, and one that fits stays as it is', () => {
  expect(fittedLine('done', 4)).toBe('done')
  expect(fittedLine('done and more', 6)).toBe('done…')
  expect(fittedLine('日本語', 5)).toBe('日…')
})

it.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [3600, '1:00:00'],
])('%d seconds are %s', (seconds, clock) => expect(clockOf(seconds)).toBe(clock))
