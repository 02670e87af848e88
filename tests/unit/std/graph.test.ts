// Levels and chains of dependency graphs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heaviestChain, levelsOf } from '../../../lib/std/graph.js'

const node = (id: string, after: readonly string[] = [], weight = 1) => ({ id, after, weight })

describe('levels', () => {
  it('start with nodes without dependencies; unknown dependencies count as done', () => {
    const levels = levelsOf([node('c', ['a', 'b']), node('a', ['done']), node('b', ['a']), node('d')])
    expect(Object.fromEntries(levels)).toEqual({ a: 1, b: 2, c: 3, d: 1 })
  })

  it('omit a cycle and everything that depends on it', () => {
    const levels = levelsOf([node('a', ['b']), node('b', ['a']), node('c', ['b']), node('d'), node('e', ['e'])])
    expect(Object.fromEntries(levels)).toEqual({ d: 1 })
  })

  it('are found in a chain of ten thousand', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => node(`${at}`, at === 0 ? [] : [`${at - 1}`]))
    expect(levelsOf(chain.reverse()).get('9999')).toBe(10_000)
    expect(heaviestChain(chain)).toHaveLength(10_000)
  })

  it('are later than those of all dependencies, in any graph', () => {
    const graphs = fc.array(fc.array(fc.nat(19), { maxLength: 4 }), { maxLength: 20 })
    fc.assert(
      fc.property(graphs, (rows) => {
        const nodes = rows.map((after, id) => node(`${id}`, [...new Set(after)].map(String)))
        const levels = levelsOf(nodes)
        for (const { id, after } of nodes)
          for (const other of after)
            if (levels.has(id) && other in rows) expect(levels.get(other)).toBeLessThan(levels.get(id) as number)
      }),
    )
  })
})

describe('the heaviest chain', () => {
  it('has the largest weight, not the most nodes', () => {
    const nodes = [node('a'), node('b', ['a']), node('c', ['b']), node('x', [], 5), node('y', ['x'], 2)]
    expect(heaviestChain(nodes)).toEqual(['x', 'y'])
  })

  it('of nothing is empty', () => expect(heaviestChain([])).toEqual([]))
})
