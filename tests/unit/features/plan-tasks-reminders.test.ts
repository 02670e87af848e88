// The exact ticks at which a reminder is due.
import { describe, expect, it } from 'vitest'
import { reminderText } from '../../../lib/features/plan-tasks/reminders.js'
import { FRESH, heard, isDue, reminded, type Ticks, ticked } from '../../../lib/features/plan-tasks/ticks.js'

/** Ticks at which a reminder is due; each due one is kept unless `keeps` says no. State passes through JSON, as between two processes. */
function dueAt(
  count: number,
  { resets = [] as number[], keeps = (_tick: number): boolean => true } = {},
): readonly number[] {
  const due: number[] = []
  let state: Ticks = FRESH
  for (let tick = 1; tick <= count; tick++) {
    if (resets.includes(tick)) state = heard(state)
    state = JSON.parse(JSON.stringify(ticked(state))) as Ticks
    if (!isDue(state)) continue
    due.push(tick)
    if (keeps(tick)) state = reminded(state)
  }
  return due
}

describe('a reminder', () => {
  it('is due at 24 and 48 results of tools, not at 23 and 47', () => {
    expect(dueAt(23)).toEqual([])
    expect(dueAt(47)).toEqual([24])
    expect(dueAt(72)).toEqual([24, 48, 72])
  })

  it('waits anew after a task verb, and never less than its cooldown', () => {
    expect(dueAt(60, { resets: [20] })).toEqual([43])
    expect(dueAt(60, { resets: [25] })).toEqual([24, 48])
    expect(dueAt(60, { resets: [30] })).toEqual([24, 53])
  })

  it('that could not be kept stays due', () => {
    expect(dueAt(27, { keeps: (tick) => tick !== 24 && tick !== 25 })).toEqual([24, 25, 26])
  })

  it('names twenty tasks and counts the rest', () => {
    const open = Array.from({ length: 22 }, (_, n) => ({ task: n + 1, status: 'open', name: `Do ${n + 1}` }))
    const text = reminderText('d:1', '01-01', open)
    expect(text.split('\n')).toHaveLength(22)
    expect(text).toContain('[d:1]')
    expect(text).toContain('- task 20 (open) “Do 20”')
    expect(text.endsWith('+2 more')).toBe(true)
  })
})
