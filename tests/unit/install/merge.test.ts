// Merging an edit hunk by hunk: nothing a person wrote is lost, whatever both sides changed, and whatever is answered to the hunks that do not fit.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Hunk,
  hasLines,
  isClean,
  isOpen,
  linesOf,
  mergeByHunk,
  missingFrom,
  type Sides,
  settle,
  settledText,
  TAKES,
  type Take,
} from '../../../lib/install/merge.js'

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

  it('says where each hunk was, with the three texts', () => {
    const [hunk] = mergeByHunk(BASE, BASE.replace('c\n', 'C\nC2\n'), `top\n${BASE}`).hunks
    expect(hunk).toEqual({
      state: 'applied',
      line: { base: 3, mine: 3, theirs: 4 },
      base: 'c\n',
      mine: 'C\nC2\n',
      theirs: 'c\n',
    })
    const [clash] = mergeByHunk(BASE, `mine\n${BASE.replace('c', 'C')}`, BASE.replace('c\n', 'x\ny\n')).hunks.filter(
      isOpen,
    )
    expect(clash).toEqual({
      state: 'conflict',
      line: { base: 3, mine: 4, theirs: 3 },
      base: 'c\n',
      mine: 'C\n',
      theirs: 'x\ny\n',
    })
  })

  it.each<[string, string, string, Hunk['state']]>([
    [
      'an edit they made too, beside a change of theirs',
      BASE.replace('b', 'B'),
      BASE.replace('b\nc', 'B\nX'),
      'already-upstream',
    ],
    [
      'a removal they made too, beside a change of theirs',
      BASE.replace('b\n', ''),
      BASE.replace('b\nc', 'X'),
      'already-upstream',
    ],
    ['half of an edit they made too', BASE.replace('b\nc', 'B\nC'), BASE.replace('b\nc', 'B\nX'), 'conflict'],
    ['an edit in another order', BASE.replace('b\nc', 'c\nb'), BASE.replace('b\nc', 'b\nX'), 'conflict'],
  ])('%s', (_, mine, theirs, state) => {
    expect(states(BASE, mine, theirs)).toEqual([state])
  })

  it('calls every difference a conflict where nobody knows what the edit started from', () => {
    const merge = mergeByHunk(null, BASE.replace('b', 'B'), BASE.replace('g', 'G'))
    expect(merge.hunks.map(({ state, base, mine, theirs }) => [state, base, mine, theirs])).toEqual([
      ['conflict', null, 'B\n', 'b\n'],
      ['conflict', null, 'g\n', 'G\n'],
    ])
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

  it('loses no line of the edit: it stands in the text, or in a hunk that waits', () => {
    const base = Array.from({ length: 30 }, (_, n) => `${n}\n`).join('')
    fc.assert(
      fc.property(version('m'), version('t'), (mine, theirs) => {
        const { text: merged, hunks } = mergeByHunk(base, mine, theirs)
        const waiting = hunks.filter(isOpen).map((hunk) => hunk.mine)
        const lost = linesOf(mine).filter(
          (line) => line.startsWith('m') && ![merged, ...waiting].some((part) => hasLines(part, line)),
        )
        expect(lost).toEqual([])
      }),
    )
  })
})

describe('looking for lost hunks', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['an addition that is not there', BASE.replace('c\n', 'c\nnew\n'), BASE, ['new\n']],
    ['an addition elsewhere', BASE.replace('c\n', 'c\nnew\n'), `new\n${BASE}`, []],
    ['an addition torn apart', BASE.replace('c\n', 'c\nx\ny\n'), BASE.replace('c\n', 'x\nc\ny\n'), ['x\ny\n']],
    ['a removal that did not happen', BASE.replace('c\n', ''), BASE, ['c\n']],
    ['a short line', BASE.replace('c\n', '}\n'), BASE, ['}\n']],
    ['one of two', BASE.replace('b', 'B').replace('g', 'G'), BASE.replace('b', 'B'), ['G\n']],
  ])('%s', (_, mine, result, missing) => {
    expect(missingFrom(BASE, mine, result)).toEqual(missing)
  })
})

describe('settling a hunk', () => {
  const mine = BASE.replace('b', 'B').replace('e', 'E')
  const theirs = `top\n${BASE.replace('b', 'X').replace('g', 'G')}`
  const answered = (take: Take, own = '', like = mine) => {
    const hunk = mergeByHunk(BASE, like, theirs).hunks.find(isOpen) as Hunk
    const sides = settle(hunk, { base: BASE, mine: like, theirs }, settledText(hunk, take, own, like))
    return mergeByHunk(sides.base, sides.mine, sides.theirs)
  }
  const expected = (there: string) => `top\n${BASE.replace('e', 'E').replace('g', 'G').replace('b\n', there)}`

  it.each<[Take, string, string]>([
    ['mine', '', 'B\n'],
    ['theirs', '', 'X\n'],
    ['both', '', 'B\nX\n'],
    ['text', 'other', 'other\n'],
    ['text', 'two\nlines\n', 'two\nlines\n'],
    ['text', '', ''],
  ])('with %s %j leaves everything else of both sides', (take, own, there) => {
    const merge = answered(take, own)
    expect([isClean(merge), merge.text]).toEqual([true, expected(there)])
  })

  it('speaks in the line ending of the edit', () => {
    const merge = answered('text', 'other\n', mine.replaceAll('\n', '\r\n'))
    expect(merge.text).toBe(expected('other\n').replaceAll('\n', '\r\n'))
  })

  it('at the end of a text without a last line feed keeps the lines apart', () => {
    const [hunk] = mergeByHunk('a\nb', 'a\nB', 'a\nX').hunks as [Hunk]
    const sides = settle(hunk, { base: 'a\nb', mine: 'a\nB', theirs: 'a\nX' }, settledText(hunk, 'both', '', 'a\nB'))
    expect(mergeByHunk(sides.base, sides.mine, sides.theirs).text).toBe('a\nB\nX')
  })

  const word = fc.constantFrom('a', 'b', 'c', '', 'x y')
  const few = fc.array(word, { maxLength: 12 }).map((words) => words.map((each) => `${each}\n`).join(''))
  const lettered = (mark: string) =>
    fc
      .array(fc.constantFrom('keep', 'keep', 'drop', 'change', 'add'), { minLength: 12, maxLength: 12 })
      .map((acts) =>
        acts
          .map((act, n) => ({ keep: `${n}\n`, drop: '', change: `${mark}${n}\n`, add: `${n}\n${mark}${n}\n` })[act])
          .join(''),
      )
  const numbered = Array.from({ length: 12 }, (_, n) => `${n}\n`).join('')

  /** Answers every open hunk; returns the merged text and what was given up. */
  function settleAll(base: string | null, first: string, second: string, answers: readonly Take[]) {
    let sides: Sides = { base, mine: first, theirs: second }
    const dropped: string[] = []
    for (let step = 0; step < 100; step++) {
      const merge = mergeByHunk(sides.base, sides.mine, sides.theirs)
      const hunk = merge.hunks.find(isOpen)
      if (hunk === undefined) return { text: merge.text, dropped }
      const kept = settledText(hunk, answers[step % answers.length] as Take, 'written\n', sides.mine)
      if (!hasLines(kept, hunk.mine)) dropped.push(hunk.mine)
      sides = settle(hunk, sides, kept)
    }
    throw new Error('it does not end')
  }
  const takes = fc.array(fc.constantFrom(...TAKES), { minLength: 1, maxLength: 5 })

  it('comes to an end, whatever the texts and the answers', () => {
    fc.assert(
      fc.property(fc.option(few), few, few, takes, (base, one, other, answers) => {
        settleAll(base, one, other, answers)
      }),
      { numRuns: 500 },
    )
  })

  it('comes to an end where the same lines stand in other orders on both sides', () => {
    const given = [lines('a', 'c', 'a', 'c', 'b'), lines('c'), lines('a', 'a', 'b', 'c', 'a', 'c')] as const
    expect(settleAll(...given, ['theirs']).text).toBe(given[2])
  })

  it('loses no line of the edit that was not given up', () => {
    fc.assert(
      fc.property(lettered('m'), lettered('t'), takes, (one, other, answers) => {
        const { text, dropped } = settleAll(numbered, one, other, answers)
        const lost = linesOf(one).filter(
          (line) => line.startsWith('m') && ![text, ...dropped].some((part) => hasLines(part, line)),
        )
        expect(lost).toEqual([])
        if (answers.every((take) => take === 'mine' || take === 'both')) expect(dropped).toEqual([])
      }),
    )
  })
})
