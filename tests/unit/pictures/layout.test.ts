// Positions of boxes: without overlap, after their dependencies, with complete titles.
import { describe, expect, it } from 'vitest'
import { type Box, drawingOf } from '../../../lib/pictures/layout.js'

const phase = (id: string, after: readonly string[], more: { title?: string; done?: boolean } = {}) => ({
  ...{ id, number: id, title: 'Phase', done: false },
  ...{ after, ...more },
})
const chain = (count: number, width: number) =>
  Array.from({ length: count }, (_, at) => phase(`${at}`, at < width ? [] : [`${at - width}`]))

const overlapping = (boxes: readonly Box[]) =>
  boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => Math.abs(a.x - b.x) < a.width && Math.abs(a.y - b.y) < (a.height + b.height) / 2)
      .map((b) => [a.id, b.id]),
  )

describe.each([
  ['a drawing', 12],
  ['a large drawing', 140],
])('%s', (_, count) => {
  const { boxes, lines, width, height } = drawingOf(chain(count, 4))
  const byId = new Map(boxes.map((box) => [box.id, box]))

  it('gives each box a separate position within the picture', () => {
    expect(overlapping(boxes)).toEqual([])
    for (const box of boxes) {
      expect(box.x + box.width / 2).toBeLessThanOrEqual(width)
      expect(box.y + box.height / 2).toBeLessThanOrEqual(height)
    }
  })

  it('draws every edge from left to right', () => {
    expect(lines).toHaveLength(count - 4)
    for (const { from, to } of lines) expect(byId.get(from)?.x).toBeLessThan(byId.get(to)?.x as number)
  })
})

it('draws phases with unknown dependencies and cycles, in small and large graphs', () => {
  for (const count of [0, 140]) {
    const { boxes, lines } = drawingOf([phase('a', ['a', 'gone', 'b']), phase('b', ['a']), ...chain(count, 1)])
    expect(boxes.slice(0, 2).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(lines.every(({ points }) => points.length > 1)).toBe(true)
    expect(overlapping(boxes)).toEqual([])
  }
})

it('omits finished phases from a large graph, and gives their number', () => {
  const { boxes, left } = drawingOf([
    ...Array.from({ length: 150 }, (_, at) => phase(`d${at}`, [], { done: true })),
    phase('open', ['d1']),
  ])
  expect([boxes.map(({ id }) => id), left]).toEqual([['open'], 150])
})

it('keeps every letter of a title, even with a long word', () => {
  const title = `A ${'very'.repeat(30)} long 題名題名題名題名題名題名題名 name`
  const [box] = drawingOf([phase('1', [], { title })]).boxes
  expect(box?.title.join('').replaceAll(' ', '')).toBe(`1. ${title}`.replaceAll(' ', ''))
  expect(box?.height).toBeGreaterThan((box?.title.length as number) * 17)
})

it('draws no line without phases', () => expect(drawingOf([]).lines).toEqual([]))
