// Merging an edit hunk by hunk.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isClean, mergeByHunk } from '../../../lib/install/patches.js'

const lines = (...words: string[]) => words.map((word) => `${word}\n`).join('')
const BASE = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const states = (base: string, mine: string, theirs: string) =>
  mergeByHunk(base, mine, theirs).hunks.map(({ state }) => state)

describe('merging hunk by hunk', () => {
  it.each<[string, string, string, readonly string[], string]>([
    [
      'a change far from theirs',
      BASE.replace('b', 'B'),
      BASE.replace('g', 'G'),
      ['applied'],
      BASE.replace('b', 'B').replace('g', 'G'),
    ],
    ['the same change', BASE.replace('b', 'B'), BASE.replace('b', 'B'), ['already-upstream'], BASE.replace('b', 'B')],
    [
      'an insertion',
      BASE.replace('c\n', 'c\nnew\n'),
      `top\n${BASE}`,
      ['applied'],
      `top\n${BASE.replace('c\n', 'c\nnew\n')}`,
    ],
    ['a deletion', BASE.replace('c\n', ''), `top\n${BASE}`, ['applied'], `top\n${BASE.replace('c\n', '')}`],
    ['an addition at the end', `${BASE}end\n`, `top\n${BASE}`, ['applied'], `top\n${BASE}end\n`],
    ['a change of the same line', BASE.replace('b', 'B'), BASE.replace('b', 'X'), ['conflict'], BASE.replace('b', 'X')],
    [
      'a change of a line they removed',
      BASE.replace('d', 'D'),
      BASE.replace('d\n', ''),
      ['target-gone'],
      BASE.replace('d\n', ''),
    ],
    [
      'two changes, one of them in conflict',
      BASE.replace('b', 'B').replace('g', 'G'),
      BASE.replace('g', 'X'),
      ['applied', 'conflict'],
      BASE.replace('b', 'B').replace('g', 'X'),
    ],
    ['no change', BASE, BASE.replace('b', 'X'), [], BASE.replace('b', 'X')],
    ['a last line without an end', BASE.slice(0, -1), `top\n${BASE}`, ['applied'], `top\n${BASE.slice(0, -1)}`],
  ])('%s', (_, mine, theirs, expected, text) => {
    const merge = mergeByHunk(BASE, mine, theirs)
    expect([merge.hunks.map(({ state }) => state), merge.text]).toEqual([expected, text])
    expect(isClean(merge)).toBe(!expected.some((state) => state === 'conflict' || state === 'target-gone'))
  })

  it('takes an editor that changed every line ending for no change of text', () => {
    const windows = BASE.replaceAll('\n', '\r\n')
    expect(mergeByHunk(BASE, windows, BASE.replace('b', 'X'))).toEqual({ text: windows.replace('b', 'X'), hunks: [] })
  })

  it('says where each hunk was', () => {
    const [hunk] = mergeByHunk(BASE, BASE.replace('c\n', 'C\nC2\n'), BASE).hunks
    expect(hunk).toEqual({ state: 'applied', line: 3, removed: ['c\n'], added: ['C\n', 'C2\n'] })
  })

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'x y'))
    .map((words) => words.map((word) => `${word}\n`).join(''))

  it('gives back mine where nothing moved, and theirs where nothing was edited', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergeByHunk(base, other, base).text).toBe(other)
        expect(mergeByHunk(base, base, other).text).toBe(other)
      }),
    )
  })

  /** A version of one text: lines dropped, changed or added, each line different from all others. */
  const version = (mark: string) =>
    fc
      .array(fc.constantFrom('keep', 'keep', 'keep', 'drop', 'change', 'add'), { minLength: 30, maxLength: 30 })
      .map((acts) =>
        acts
          .map((act, n) => ({ keep: `${n}\n`, drop: '', change: `${mark}${n}\n`, add: `${n}\n${mark}${n}\n` })[act])
          .join(''),
      )

  it('has every hunk in place after a clean merge', () => {
    const base = Array.from({ length: 30 }, (_, n) => `${n}\n`).join('')
    fc.assert(
      fc.property(version('m'), version('t'), (mine, theirs) => {
        const merge = mergeByHunk(base, mine, theirs)
        const expected = merge.hunks.map(({ state }) => (state === 'applied' ? 'already-upstream' : state))
        expect(states(base, mine, merge.text)).toEqual(expected)
      }),
    )
  })
})
