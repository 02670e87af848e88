import { describe, expect, it } from 'vitest'
import { decode, type Kept } from '../../../../lib/node/index/entry.js'
import { encoded, encodedIn } from '../../../support/entry.js'

const stamps = (count: number) => Uint32Array.from({ length: count * 12 }, (_, at) => at * 7919)
const kept = (answer: string): Kept => ({
  call: '["files","ü"]',
  host: 'here',
  at: 1,
  day: null,
  grounds: {
    paths: 'a\0b/ä\0c',
    stamps: stamps(3),
    folders: 'b',
    folderStamps: stamps(1),
    outside: '/x',
    outsideStamps: stamps(1),
  },
  answer,
})

/** Lines whose characters take one to four bytes each. */
const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at} a ü € 😀 ${'x'.repeat(at % 97)}\n`)

describe('an entry that is written piece by piece', () => {
  it.each([0, 1, 7, 8, 100, 5_000, 60_000])('reads as it was meant with %s lines in it', (count) => {
    const answer = `${lines(count).join('')}.`
    expect(decode(encoded(kept(answer)))).toEqual(kept(answer))
  })

  it('has the same bytes however its answer was cut', () => {
    const all = lines(5_000)
    const whole = encoded(kept(all.join('')))
    expect(encodedIn({ ...kept(''), answer: all }).equals(whole)).toBe(true)
    expect(encodedIn({ ...kept(''), answer: [...all.join('')] }).equals(whole)).toBe(true)
  })

  it('fills its pieces to the last byte, and goes on', () => {
    const piece = 1 << 16
    for (const length of [piece - 1, piece, piece + 1, 3 * piece, 3 * piece + 5])
      for (const answer of ['x'.repeat(length), 'é'.repeat(length)])
        expect(decode(encoded(kept(answer)))?.answer).toBe(answer)
  })

  it('is none where one byte of it is another one', () => {
    const bytes = encoded(kept(lines(4_000).join('')))
    for (const at of [0, 13, 17, 21, 40, 200, 1 << 16, bytes.length - 9]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ 1
      expect(decode(damaged)).toBeNull()
    }
  })
})
