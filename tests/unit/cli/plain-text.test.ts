import { describe, expect, it } from 'vitest'
import { fittedTables, plainText } from '../../../lib/cli/plain-text.js'

const shown = (value: unknown, width = 60) => plainText(value, width).split('\n').slice(0, -1)

describe('a result as text', () => {
  it('names each value in words', () => {
    expect(shown({ plan_count: 2, is_done: true, next: null, name: 'a' })).toEqual([
      'plan count: 2',
      'is done: yes',
      'next: -',
      'name: a',
    ])
  })

  it('sets nested values off, and says where there are none', () => {
    expect(shown({ phase: { id: '01', plans: ['a', 'b'] }, open: [], more: {} })).toEqual([
      'phase:',
      '  id: 01',
      '  plans: a, b',
      'open: none',
      'more: none',
    ])
  })

  it('lays alike records out as a table', () => {
    expect(
      shown([
        { id: '01', title: 'First' },
        { id: '02', title: 'Second', done: true },
      ]),
    ).toEqual(['id  title   done', '01  First', '02  Second  yes'])
  })

  it('keeps a table within the terminal, and gives it up where columns would say nothing', () => {
    const rows = [{ id: '01', words: 'long '.repeat(40).trim() }]
    expect(shown(rows, 40).map((line) => line.length)).toEqual([9, 40])
    expect(shown(rows, 40)[1]).toMatch(/…$/)
    const wide = [Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, 'x'.repeat(20)]))]
    expect(shown(wide, 40)[0]).toBe(`- k0: ${'x'.repeat(20)}`)
  })

  it('lists records that hold more than words one by one', () => {
    expect(shown([{ id: '01', phase: { name: 'a' } }])).toEqual(['- id: 01', '  phase:', '    name: a'])
  })

  it('shows what steers terminals as its escape, on one line', () => {
    expect(shown({ name: 'a\u001b[31mb\nc' })).toEqual(['name: a\\u001b[31mb c'])
  })
})

describe('a table of Markdown', () => {
  const TABLE = '| Phase | Status |\n|-------|:------:|\n| 01. A long name of a phase | Not started |\n'

  it('gives way column by column where the terminal is narrower, with all that stands around it', () => {
    expect(fittedTables(`before\n\n${TABLE}\nbehind`, 34).split('\n')).toEqual([
      'before',
      '',
      '| Phase            | Status      |',
      '|------------------|-------------|',
      '| 01. A long name… | Not started |',
      '',
      'behind',
    ])
  })

  it('stays as it is where it fits, where nothing would be left of it, and where its rows differ', () => {
    expect(fittedTables(TABLE, 80)).toBe(TABLE)
    expect(fittedTables(TABLE, 12)).toBe(TABLE)
    const uneven = '| a long cell that is too wide | b |\n| c |\n'
    expect(fittedTables(uneven, 20)).toBe(uneven)
  })
})
