import { describe, expect, it } from 'vitest'
import { plainText } from '../../../lib/cli/terminal-output.js'

const shown = (value: unknown, width = 60) => plainText(value, width).split('\n').slice(0, -1)

describe('a result as text', () => {
  it('names each value', () => {
    expect(shown({ plan_count: 2, is_done: true, next: null, name: 'a' })).toEqual([
      'plan count: 2',
      'is done: yes',
      'next: -',
      'name: a',
    ])
  })

  it('indents nested values, and marks empty ones', () => {
    expect(shown({ phase: { id: '01', plans: ['a', 'b'] }, open: [], more: {} })).toEqual([
      'phase:',
      '  id: 01',
      '  plans: a, b',
      'open: none',
      'more: none',
    ])
  })

  it('lists records one by one', () => {
    expect(shown([{ id: '01', phase: { name: 'a' } }])).toEqual(['- id: 01', '  phase:', '    name: a'])
  })

  it('shows control sequences as escapes, on one line', () => {
    expect(shown({ name: 'a\u001b[31mb\nc' })).toEqual(['name: a\\u001b[31mb c'])
  })
})
