import { describe, expect, it } from 'vitest'
import { same } from '../../../lib/std/same.js'

describe('plain values', () => {
  it.each<[string, unknown, unknown]>([
    ['keys in another order', { a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }],
    ['a key that holds undefined and none', { a: 1, b: undefined }, { a: 1 }],
    ['two that are not a number', Number.NaN, Number.NaN],
  ])('are the same: %s', (_, a, b) => expect([same(a, b), same(b, a)]).toEqual([true, true]))

  it.each<[string, unknown, unknown]>([
    ['items in another order', [1, 2], [2, 1]],
    ['a list and a map of its items', [1], { 0: 1 }],
    ['null and nothing', { a: null }, {}],
    ['undefined and null', { a: undefined }, { a: null }],
    ['as many keys, but others', { a: 1, b: undefined }, { b: 1 }],
    ['an own key and an inherited one', { toString: 1 }, {}],
    ['a number and its text', 1, '1'],
  ])('are not the same: %s', (_, a, b) => expect([same(a, b), same(b, a)]).toEqual([false, false]))
})
