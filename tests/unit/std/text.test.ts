import { expect, it } from 'vitest'
import { isLater, lineAfter } from '../../../lib/std/text.js'

it.each([
  ['2026-01-05T12:30:00Z', '2026-01-05T14:00:00+02:00', true],
  ['2026-01-05T14:00:00+02:00', '2026-01-05T12:00:00.000Z', false],
  ['2026-01-05T00:00:01Z', '2026-01-05', true],
  ['some day', '2026-01-05', false],
])('%s is later than %s: %s', (one, other, later) => expect(isLater(one, other)).toBe(later))

it.each([
  ['a\nb', 2],
  ['a\r\nb', 3],
  ['a\rb', 2],
  ['a', 1],
])('the second line of %j begins at %i', (text, offset) => {
  expect(lineAfter(text, 0)).toBe(offset)
})
