// Random texts of the files that an installation edits (JSON, JSONC, TOML, Markdown), many as irregular as people write them.
import fc from 'fast-check'

/** Makes the choices of a text in sequence from given numbers, so that the same numbers give the same text. */
class Habits {
  readonly #numbers: readonly number[]
  #at = 0
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }
  pick<T>(choices: readonly T[]): T {
    const number = this.#numbers[this.#at++ % this.#numbers.length] ?? 0
    return choices[number % choices.length] as T
  }
}

const numbers = fc.array(fc.nat(1000), { minLength: 7, maxLength: 40 })
const key = fc.oneof(
  fc.constantFrom('permissions', 'allow', 'hooks', 'a', 'b', 'statusLine', 'x y', 'ä', '//', '/*'),
  fc.string({ maxLength: 6 }),
)
const leaf = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('// no comment', '/* none */', ',]}', '\\', '"', '\u2028', 'x'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec<{ tree: unknown; node: unknown }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('node'), { maxLength: 4 }), tie('tree')),
  tree: fc.dictionary(key, tie('node'), { maxKeys: 5, noNullPrototype: true }),
}))

const BLANKS = ['', ' ', '\n', '\n  ', '\n\t', '\r\n    ', '  '] as const
const COMMENTS = [' // c, }\n', '/* c ] */', '\n  // "x": 1\n  ', ' /* a\n b */ ', ' // w\r\n', '', '', ''] as const

function jsonText(value: unknown, habits: Habits, isRelaxed: boolean): string {
  const gap = () => habits.pick(BLANKS) + (isRelaxed ? habits.pick(COMMENTS) + habits.pick(BLANKS) : '')
  const list = (open: string, close: string, parts: readonly string[]) => {
    const trailing = isRelaxed && parts.length > 0 && habits.pick([true, false]) ? `${gap()},` : ''
    return `${open}${parts.map((part) => gap() + part + gap()).join(',')}${trailing}${gap()}${close}`
  }
  const print = (one: unknown): string => {
    if (Array.isArray(one)) return list('[', ']', one.map(print))
    if (typeof one === 'object' && one !== null)
      return list(
        '{',
        '}',
        Object.entries(one).map(([name, inner]) => `${JSON.stringify(name)}${gap()}:${gap()}${print(inner)}`),
      )
    return JSON.stringify(one)
  }
  return habits.pick(['', '', '\ufeff']) + gap() + print(value) + gap()
}

/** JSON with one indentation and one line ending throughout. */
const printed = fc
  .tuple(tree, fc.constantFrom(undefined, 2, 4, '\t'), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([value, indent, eol, ends]) => (JSON.stringify(value, null, indent) + (ends ? '\n' : '')).replaceAll('\n', eol))

const written = (isRelaxed: boolean) =>
  fc.tuple(tree, numbers).map(([value, given]) => jsonText(value, new Habits(given), isRelaxed))

const blank = fc.constantFrom('', '\ufeff', '\n', '  \r\n')
export const jsonTexts = fc.oneof(printed, written(false), blank)
export const jsoncTexts = fc.oneof(printed, written(true), blank)

const lines = (all: fc.Arbitrary<string>, max: number) =>
  fc
    .tuple(
      fc.array(all, { maxLength: max }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '', '\ufeff'),
      fc.boolean(),
    )
    .map(
      ([parts, eol, bom, ends]) =>
        bom +
        (parts.map((part, index) => part.replace('@', String(index))).join('\n') + (ends ? '\n' : '')).replaceAll(
          '\n',
          eol,
        ),
    )

/** TOML texts; most of them parse, and tests skip the others. */
export const tomlTexts = lines(
  fc.oneof(
    fc.constantFrom('', '# remark', '  # [not.a.table]', '\t'),
    fc.constantFrom(
      'k@ = 1',
      'k@ = "x # y"',
      'k@ = """\n[agents]\n# gsd\n"""',
      "k@ = '''\nx\n'''",
      'k@ = [1, 2, # c\n 3,]',
      'k@ = { a = 1, b = "}" }',
      'k@ = 2020-01-01T00:00:00Z',
      '[t@]',
      '[t@.deep] # c',
      '[[list@]]',
      '[[other]]',
      '[[hooks]]\nevent = "mine"',
      '"q.@" = 1',
      'a.b@ = true',
    ),
  ),
  8,
)

export const markdownTexts = lines(
  fc.oneof(
    fc.constantFrom(
      '# Title',
      '',
      'text',
      '- item',
      '```',
      '~~~',
      '<!--',
      '-->',
      '<!-- note -->',
      '---',
      'a: b',
      '    code',
      '> q',
      '| a |',
      '<div>',
    ),
    fc.string({ maxLength: 10 }).map((text) => text.replace(/[\r\n]/g, ' ')),
  ),
  9,
)
