// What words are, compared with Node's own reader.
import { parseArgs } from 'node:util'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { type Token, tokensOf } from '../../../lib/cli/tokens.js'

const OPTIONS = {
  name: { type: 'string' },
  s: { type: 'string' },
  on: { type: 'boolean' },
  o: { type: 'boolean' },
} as const

const takesValue = (name: string) =>
  Object.hasOwn(OPTIONS, name) && OPTIONS[name as keyof typeof OPTIONS].type === 'string'

const asNode = (words: readonly string[]): readonly Token[] =>
  parseArgs({ args: [...words], options: OPTIONS, strict: false, allowPositionals: true, tokens: true }).tokens.map(
    (token): Token =>
      token.kind === 'positional'
        ? { kind: 'word', value: token.value }
        : token.kind === 'option-terminator'
          ? { kind: 'end' }
          : {
              kind: 'flag',
              name: token.name,
              rawName: token.rawName,
              value: token.value,
              inline: token.inlineValue === true,
              index: token.index,
            },
  )

/** A dash within a group of short flags ends Node's flags; for us it is one more flag that nobody knows. */
const isOdd = (word: string) => /^-[^-].*-/s.test(word)

it('says of words what Node says of them', () => {
  const known = constantFrom(
    '--name',
    '--name=x',
    '--on',
    '--on=',
    '-s',
    '-sx',
    '-os',
    '-oos',
    '--',
    '-',
    '',
    '--=x',
    '---=',
    'x',
    '-5',
    '__proto__',
    '--__proto__',
  )
  const word = oneof(
    known,
    string({ maxLength: 6 }),
    string({ maxLength: 4 }).map((rest) => `-${rest}`),
  )
  assert(
    property(
      array(
        word.filter((one) => !isOdd(one)),
        { maxLength: 6 },
      ),
      (words) => {
        expect(tokensOf(words, takesValue)).toEqual(asNode(words))
      },
    ),
    { numRuns: 3000 },
  )
})

it('a dash within short flags is a flag, and what follows keeps its meaning', () => {
  const flag = (name: string, index: number) => ({
    kind: 'flag',
    name,
    rawName: `-${name}`,
    value: undefined,
    inline: false,
    index,
  })
  expect(tokensOf(['-o-o', '-o'], takesValue)).toEqual([flag('o', 0), flag('-', 0), flag('o', 0), flag('o', 1)])
})
