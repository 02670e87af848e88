// The scope of an order, as users write it.
import { describe, expect, it } from 'vitest'
import { readScope } from '../../../lib/core/order.js'

describe('the scope of an order', () => {
  it.each([
    ['all', 'all'],
    ['', 'all'],
    ['none', []],
    ['1', ['01']],
    ['phase 2', ['02']],
    ['phases 1-3', ['01', '02', '03']],
    ['1–2', ['01', '02']],
    ['2, 4 and 2.1', ['02', '04', '02.1']],
    ['phases 9 to 11', ['09', '10', '11']],
  ])('%j is understood', (text, scope) => {
    expect(readScope(text)).toEqual(scope)
  })

  it.each(['the moon', '3-1', '1-100000'])('%j is refused, and nothing is guessed', (text) => {
    expect(readScope(text)).toBeNull()
  })
})
