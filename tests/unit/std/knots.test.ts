// Dependency graphs with numbered nodes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelsOf, longestOf } from '../../../lib/std/knots.js'

const knot = (id: string, after: readonly string[] = [], weight = 1) => ({ id, after, weight })

describe('waves', () => {
  it('start with nodes without dependencies, and omit done ones', () => {
    const levels = levelsOf([knot('c', ['a', 'b']), knot('a', ['done']), knot('b', ['a']), knot('d')])
    expect(Object.fromEntries(levels)).toEqual({ a: 1, b: 2, c: 3, d: 1 })
  })

  it('omit a cycle and everything that depends on it', () => {
    const levels = levelsOf([knot('a', ['b']), knot('b', ['a']), knot('c', ['b']), knot('d'), knot('e', ['e'])])
    expect(Object.fromEntries(levels)).toEqual({ d: 1 })
  })

  it('are found in a chain of ten thousand', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => knot(`${at}`, at === 0 ? [] : [`${at - 1}`]))
    expect(levelsOf(chain.reverse()).get('9999')).toBe(10_000)
    expect(longestOf(chain)).toHaveLength(10_000)
  })

  it('are later than those of all dependencies, in any graph', () => {
    const graphs = fc.array(fc.array(fc.nat(19), { maxLength: 4 }), { maxLength: 20 })
    fc.assert(
      fc.property(graphs, (rows) => {
        const knots = rows.map((after, id) => knot(`${id}`, [...new Set(after)].map(String)))
        const levels = levelsOf(knots)
        for (const { id, after } of knots)
          for (const other of after)
            if (levels.has(id) && other in rows) expect(levels.get(other)).toBeLessThan(levels.get(id) as number)
      }),
    )
  })
})

describe('the longest path', () => {
  it('is the heaviest one, not the one with most steps', () => {
    const knots = [knot('a'), knot('b', ['a']), knot('c', ['b']), knot('x', [], 5), knot('y', ['x'], 2)]
    expect(longestOf(knots)).toEqual(['x', 'y'])
  })

  it('of nothing is empty', () => expect(longestOf([])).toEqual([]))
})
