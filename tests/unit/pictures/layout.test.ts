// Where boxes lie: none over another, each behind what it waits for.
import { describe, expect, it } from 'vitest'
import { BOX, drawingOf } from '../../../lib/pictures/layout.js'

const chain = (count: number, width: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, after: at < width ? [] : [`${at - width}`] }))

describe('a drawing', () => {
  const count = 12
  const boxes = chain(count, 4)
  const { spots, lines, width, height } = drawingOf(boxes)

  it('gives each a place of its own within the picture', () => {
    const places = boxes.map(({ id }) => spots.get(id) as { x: number; y: number })
    const overlaps = places.flatMap((a, at) =>
      places.slice(at + 1).filter((b) => Math.abs(a.x - b.x) < BOX.width && Math.abs(a.y - b.y) < BOX.height),
    )
    expect(overlaps).toEqual([])
    for (const { x, y } of places) {
      expect(x + BOX.width / 2).toBeLessThanOrEqual(width)
      expect(y + BOX.height / 2).toBeLessThanOrEqual(height)
    }
  })

  it('lets every line lead to the right', () => {
    expect(lines).toHaveLength(count - 4)
    for (const { from, to } of lines) expect(spots.get(from)?.x).toBeLessThan(spots.get(to)?.x as number)
  })
})

it('draws what waits for itself, for strangers and in a circle', () => {
  const { spots, lines } = drawingOf([
    { id: 'a', after: ['a', 'gone', 'b'] },
    { id: 'b', after: ['a'] },
  ])
  expect([...spots.keys()]).toEqual(['a', 'b'])
  expect(lines.every(({ points }) => points.length > 1)).toBe(true)
})

it('draws nothing of nothing', () => expect(drawingOf([]).lines).toEqual([]))
