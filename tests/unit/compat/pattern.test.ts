// Patterns of plans: they answer what the language's own expressions answer, and no pattern makes them slow.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPattern } from '../../../lib/compat/pattern.js'

function occurs(source: string, text: string): boolean | null {
  const pattern = readPattern(source)
  if ('problem' in pattern) throw new Error(pattern.problem)
  return pattern.occursIn(text)
}

describe('a pattern', () => {
  it.each([
    ['fetch.*api/chat', 'await fetch(`/api/chat`)', true],
    ['prisma\\.message\\.(find|create)', 'prisma.message.create()', true],
    ['prisma\\.message\\.(find|create)', 'prisma_message.create()', false],
    ['^import', 'x\nimport', false],
    ['[^\\s"]+\\.tsx?$', 'a b.ts', true],
    ['\\bfoo\\b', 'a foo.', true],
    ['\\bfoo\\b', 'afoo', false],
    ['(?:ab){2,3}c', 'ababc', true],
    ['(?<name>a|b)+?', 'xb', true],
    ['a{2}', 'a', false],
    ['[]a]', 'a', false],
    ['[a-]', '-', true],
    ['useState<.*>\\(', 'useState<A>(', true],
    ['', '', true],
  ])('%s in %j', (source, text, wanted) => {
    expect(occurs(source, text)).toBe(wanted)
    expect(new RegExp(source).test(text)).toBe(wanted)
  })

  it.each([
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    'a(',
    'a)',
    '[a',
    '*a',
    'a**',
    '\\',
    '[b-a]',
    'a{3,2}',
    '\\p{L}',
    '(a{999}){999}',
  ])('%s is refused with a reason', (source) => {
    const found = readPattern(source)
    expect('problem' in found ? found.problem : '').not.toBe('')
  })

  it('agrees with the expressions of the language on random ones', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\w',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(ab?)*',
      'a+',
      'b{1,2}',
      '^',
      '$',
      '\\b',
      '\\s',
      '|',
    )
    const source = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''))
    const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'c'), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(source, text, (pattern, subject) => {
        const found = readPattern(pattern)
        if ('problem' in found) return
        expect(found.occursIn(subject)).toBe(new RegExp(pattern).test(subject))
      }),
      { numRuns: 2000 },
    )
  })

  it('takes patterns that explode elsewhere', () => {
    expect(occurs('^(a+)+$', `${'a'.repeat(20_000)}!`)).toBe(false)
    expect(occurs('(x+x+)+y', 'x'.repeat(20_000))).toBe(false)
  })

  it('gives up on a text that is too long for a large pattern', () => {
    expect(occurs('(.{0,20}){0,20}!', 'a'.repeat(2_000_000))).toBe(null)
  })
})
