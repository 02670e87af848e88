import { describe, expect, it } from 'vitest'
import { aged, ageText } from '../../../lib/cli/ages.js'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')

describe('a moment as people say it', () => {
  it.each([
    ['2026-03-10T11:59:30.000Z', 'just now'],
    ['2026-03-10T11:59:00Z', '1 min ago'],
    ['2026-03-10T10:01:00Z', '1 h ago'],
    ['2026-03-09T12:00Z', '1 d ago'],
    ['2026-01-10T12:00:01Z', '58 d ago'],
    ['2025-12-31T23:59:59Z', '2025-12-31'],
    ['2026-03-10T12:00:20Z', 'in a moment'],
    ['2026-03-10T14:30:00Z', 'in 2 h'],
    ['2026-13-99T00:00Z', '2026-13-99'],
  ])('%s is %s', (stamp, expected) => {
    expect(ageText(stamp, NOW)).toBe(expected)
  })

  it('stands in the place of each stamp of a value, however deep; all else is as it was', () => {
    const value = {
      at: '2026-03-10T10:00:00Z',
      day: '2026-03-10',
      n: 3,
      none: null,
      rows: [{ at: 'x' }, '2026-03-10T11:00Z'],
    }
    expect(aged(value, NOW)).toEqual({ ...value, at: '2 h ago', rows: [{ at: 'x' }, '1 h ago'] })
  })
})
