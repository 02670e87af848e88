// Merging a user's edit into another version: clean or refused, without lost lines.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsChanges, linesOf, mergedText } from '../../../lib/install/merge.js'

const lines = (...words: string[]) => words.map((word) => `${word}\n`).join('')
const BASE = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')

describe('merging an edit', () => {
  it.each<[string, string, string, string | null]>([
    [
      'a change far from theirs',
      BASE.replace('b', 'B'),
      BASE.replace('g', 'G'),
      BASE.replace('b', 'B').replace('g', 'G'),
    ],
    ['the same change', BASE.replace('b', 'B'), BASE.replace('b', 'B'), BASE.replace('b', 'B')],
    ['an insertion', BASE.replace('c\n', 'c\nnew\n'), `top\n${BASE}`, `top\n${BASE.replace('c\n', 'c\nnew\n')}`],
    ['a deletion', BASE.replace('c\n', ''), `top\n${BASE}`, `top\n${BASE.replace('c\n', '')}`],
    ['an addition at the end', `${BASE}end\n`, `top\n${BASE}`, `top\n${BASE}end\n`],
    ['no change', BASE, BASE.replace('b', 'X'), BASE.replace('b', 'X')],
    ['a last line without an end', BASE.slice(0, -1), `top\n${BASE}`, `top\n${BASE.slice(0, -1)}`],
    ['a change of the same line', BASE.replace('b', 'B'), BASE.replace('b', 'X'), null],
    ['a change of a line they removed', BASE.replace('d', 'D'), BASE.replace('d\n', ''), null],
    [
      'one change that fits and one that does not',
      BASE.replace('b', 'B').replace('g', 'G'),
      BASE.replace('g', 'X'),
      null,
    ],
    ['an edit they made too, next to a change of theirs', BASE.replace('b', 'B'), BASE.replace('b\nc', 'B\nX'), null],
    ['half of an edit they made too', BASE.replace('b\nc', 'B\nC'), BASE.replace('b\nc', 'B\nX'), null],
    ['an edit in another order', BASE.replace('b\nc', 'c\nb'), BASE.replace('b\nc', 'b\nX'), null],
  ])('%s', (_, mine, theirs, expected) => {
    expect(mergedText(BASE, mine, theirs)).toBe(expected)
  })

  it('ignores changed line endings', () => {
    const windows = BASE.replaceAll('\n', '\r\n')
    expect(mergedText(BASE, windows, BASE.replace('b', 'X'))).toBe(windows.replace('b', 'X'))
  })

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'x y'))
    .map((words) => words.map((word) => `${word}\n`).join(''))

  it('returns mine if the pack is unchanged, and theirs if nothing was edited', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergedText(base, other, base)).toBe(other)
        expect(mergedText(base, base, other)).toBe(other)
      }),
    )
  })

  /** A version of a text with dropped, changed or added lines, all distinct. */
  const version = (mark: string) =>
    fc
      .array(fc.constantFrom('keep', 'keep', 'keep', 'drop', 'change', 'add'), { minLength: 30, maxLength: 30 })
      .map((acts) =>
        acts
          .map((act, n) => ({ keep: `${n}\n`, drop: '', change: `${mark}${n}\n`, add: `${n}\n${mark}${n}\n` })[act])
          .join(''),
      )

  it('has every changed line of both sides, or is refused', () => {
    const base = Array.from({ length: 30 }, (_, n) => `${n}\n`).join('')
    fc.assert(
      fc.property(version('m'), version('t'), (mine, theirs) => {
        const text = mergedText(base, mine, theirs)
        if (text === null) return
        const merged = new Set(linesOf(text))
        const lost = [...linesOf(mine), ...linesOf(theirs)].filter((line) => /^[mt]/.test(line) && !merged.has(line))
        expect(lost).toEqual([])
        expect([containsChanges(base, mine, text), containsChanges(base, theirs, text)]).toEqual([true, true])
      }),
    )
  })
})

describe('whether a text contains an edit', () => {
  it.each<[string, string, string, boolean]>([
    ['an addition that is not there', BASE.replace('c\n', 'c\nnew\n'), BASE, false],
    ['an addition elsewhere', BASE.replace('c\n', 'c\nnew\n'), `new\n${BASE}`, true],
    ['an addition torn apart', BASE.replace('c\n', 'c\nx\ny\n'), BASE.replace('c\n', 'x\nc\ny\n'), false],
    ['a removal that did not happen', BASE.replace('c\n', ''), BASE, false],
    ['a short line', BASE.replace('c\n', '}\n'), BASE, false],
    ['one of two', BASE.replace('b', 'B').replace('g', 'G'), BASE.replace('b', 'B'), false],
  ])('%s', (_, mine, text, expected) => {
    expect(containsChanges(BASE, mine, text)).toBe(expected)
  })
})
