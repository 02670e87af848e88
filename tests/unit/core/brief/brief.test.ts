import { describe, expect, it } from 'vitest'
import { bytesOf, shortened } from '../../../../lib/core/brief/brief.js'

describe('a shortened text', () => {
  it.each([
    'one two three four five six',
    'ünïcödé wörds thät tåke möre bytes',
    '🎉🎉🎉 🎉🎉🎉 🎉🎉🎉',
    'x'.repeat(200),
  ])('keeps within its bytes and breaks no character: %s', (text) => {
    for (let limit = 4; limit < bytesOf(text) + 2; limit++) {
      const short = shortened(text, limit)
      expect(bytesOf(short)).toBeLessThanOrEqual(limit)
      expect(() => encodeURIComponent(short)).not.toThrow()
      expect(text.startsWith(short.replace(/ …$/, ''))).toBe(true)
    }
    expect(shortened(text, bytesOf(text))).toBe(text)
  })

  it('stands on one line', () => {
    expect(shortened('a\n  b\tc', 100)).toBe('a b c')
  })
})
