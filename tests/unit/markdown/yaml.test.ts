import fc from 'fast-check'
import { FAILSAFE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { readYaml, type YamlNode } from '../../../lib/markdown/yaml.js'

function plainOf(node: YamlNode): unknown {
  if (node.kind === 'value') return node.data
  if (node.kind === 'list') return node.items.map(plainOf)
  return Object.fromEntries(node.entries.map((entry) => [entry.key, plainOf(entry.node)]))
}

/** js-yaml's result with null as empty text. */
function oracle(text: string): unknown {
  const fold = (value: unknown): unknown => {
    if (value === null || value === undefined) return ''
    if (Array.isArray(value)) return value.map(fold)
    if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fold(v)]))
    return value
  }
  return fold(load(text, { schema: FAILSAFE_SCHEMA, json: true }))
}

const read = (text: string) => plainOf(readYaml(text).root)
const codes = (text: string) => readYaml(text).problems.map((problem) => problem.code)

const VALID: Readonly<Record<string, string>> = {
  scalars: 'a: 1\nb: 1.10\nc: true\nd: 2026-01-02\ne: 007\nf: ~\ng: null\nh:\ni: ""\n',
  'quotes of both kinds': `a: "x: y # z"\nb: 'it''s'\nc: "tab\\tnew\\nline \\u00e9 \\x41"\n"d e": 1\n'f': 2\n`,
  comments: '# top\na: 1 # one\nb: x#y\n  # deep\nc: "q" # two\n# end\n',
  'inline lists': 'a: [x, "y, z", \'w\', 1.10]\nb: []\nc: [a b, c-d ]\nd: [a: 1, b]\ne: [x, ]\n',
  'marks within words': "a: [search & filter, x !y, :*, a*]\nb: {k: p * q, 'l' : r}\n",
  'inline maps': 'a: {x: 1, y: [2, 3], z}\nb: {}\nc: {"k": v, l: "m: n"}\n',
  'inline over lines': 'a: [x,\n  y, # why\n  z\n  ]\nb: {k:\n  v, l: a\n  b}\nc: 1\n',
  'block lists': 'a:\n  - x\n  - "y"\n  -\nb:\n- p\n- q\nc:\n    - deep\n    - er\n',
  'lists of maps':
    'a:\n  - path: "p"\n    min: 3\n    list: [x]\n  - path: q\n\n    more:\n      - r\n      - s: 1\n        t: 2\nb: 1\n',
  'lists of lists': 'a:\n  - - x\n    - y\n  -\n    - z\n  - [w]\n',
  'nested maps': 'a:\n  b:\n    c: 1\n    d:\n      - x\n  e: 2\nf:\n    g: 3\n',
  'long plain values': 'a: one\n  two\n\n  three # c\nb:\n  four\n  five\nc: 1\n',
  'long quoted values': 'a: "one\n  two\n\n  three \\\n  four"\nb: \'x\n  y\'\n',
  'kept lines': 'a: |\n  one\n    two\n\n  three\nb: |-\n  x\nc: |+\n  y\n\nd: |2\n    z\n',
  'folded lines': 'a: >\n  one\n  two\n\n  three\n    kept\n  four\nb: >-\n  x\n  y\n',
  'odd characters': 'a: -x\nb: ?y\nc: :z\nd: a/b*c&d\ne: http://x.y/z\nf: a, b\ng: (x) [y]\nh: 100%\n',
  'keys with blanks': 'a b c: 1\nd-e.f: 2\n"g: h": 3\n',
  crlf: 'a: 1\r\nb:\r\n  - x\r\n  - y: 1\r\n    z: "2"\r\nc: >\r\n  p\r\n  q\r\n',
  'no final line ending': 'a:\n  - x\nb: y',
  'one list': '- a\n- b: 1\n  c: 2\n',
  'only text': 'hello world\n',
  nothing: '# only a comment\n',
}

describe('reading what YAML allows', () => {
  for (const [name, text] of Object.entries(VALID))
    it(`agrees with the library on ${name}`, () => {
      expect(read(text)).toEqual(oracle(text))
      expect(codes(text)).toEqual([])
    })

  it('agrees with the library on generated blocks', () => {
    const word = fc.constantFrom(
      'x',
      'a b',
      '1.10',
      '02-01',
      "it's",
      'src/a.ts',
      'a: b',
      'a #b',
      '- x',
      '[p]',
      '"q"',
      '@r',
      '*s',
      '',
      'é',
      'x, y',
      'true',
      '{z}',
      '#c',
      'end:',
      ' pad ',
    )
    const key = fc.constantFrom('a', 'b', 'key-files', 'tech_stack', 'c d', 'e.f')
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        word,
        word,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value
    const style = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), style, (data, dice) => {
        const text = writeSomehow(data, dice)
        expect(read(text), text).toEqual(oracle(text))
        expect(read(text), text).toEqual(data)
        expect(codes(text), text).toEqual([])
      }),
      { seed: 7, numRuns: 1500 },
    )
  })
})

/** Writes data in random styles: inline or block, indent 2 or 4, quote kinds, comments. */
function writeSomehow(data: unknown, dice: readonly number[]): string {
  let rolls = 0
  const roll = (n: number) => ((dice[rolls++ % dice.length] ?? 0) + rolls) % n
  const quote = (text: string) => (roll(2) === 0 ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`)
  const safe = (text: string) => /^[\w./é-][\w./' é-]*$/.test(text) && !/^- |[ ]$/.test(text)
  const scalar = (text: string) => (safe(text) && roll(3) > 0 ? text : quote(text))
  const inline = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
    if (typeof value === 'object' && value !== null)
      return `{${Object.entries(value)
        .map(([k, v]) => `${scalar(k)}: ${inline(v)}`)
        .join(', ')}}`
    return scalar(String(value))
  }
  const block = (value: unknown, indent: number): string => {
    const pad = ' '.repeat(indent)
    const comment = roll(5) === 0 ? ' # note' : ''
    if (Array.isArray(value)) {
      if (value.length === 0 || roll(3) === 0) return ` ${inline(value)}${comment}\n`
      return `${comment}\n${value.map((item) => `${pad}-${block(item, indent + 2)}`).join('')}`
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      if (entries.length === 0 || roll(4) === 0) return ` ${inline(value)}${comment}\n`
      const step = roll(2) === 0 ? 2 : 4
      return `${comment}\n${entries.map(([k, v]) => `${pad}${scalar(k)}:${block(v, indent + step)}`).join('')}`
    }
    return ` ${scalar(String(value))}${comment}\n`
  }
  return Object.entries(data as object)
    .map(([k, v]) => `${scalar(k)}:${block(v, 2)}`)
    .join('')
}

describe('reading what YAML does not allow', () => {
  const table: readonly (readonly [string, string, unknown, readonly string[]])[] = [
    ['a colon in a value', 'a: x: y\nb: 1\n', { a: 'x: y', b: '1' }, ['YAML_VALUE']],
    [
      'a colon in a list item',
      'a:\n  - Chose X: fast: yes\n  - plain\nb: 1\n',
      { a: ['Chose X: fast: yes', 'plain'], b: '1' },
      ['YAML_VALUE'],
    ],
    ['a colon in the first of two keys', 'a:\n  - p: x: y\n    q: z\n', { a: [{ p: 'x: y', q: 'z' }] }, ['YAML_VALUE']],
    [
      'junk after a quote',
      'a: "x" and y\nb:\n  - "p" (q)\n',
      { a: '"x" and y', b: ['"p" (q)'] },
      ['YAML_VALUE', 'YAML_VALUE'],
    ],
    ['an open quote', 'a: "x\nb: 1\n', { a: '"x', b: '1' }, ['YAML_VALUE']],
    ['an open bracket', 'a: [x, y\nb: 1\n', { a: '[x, y', b: '1' }, ['YAML_FLOW']],
    [
      'text after a bracket',
      'a: [x] or y\nb:\n  - [ ] todo\n',
      { a: '[x] or y', b: ['[ ] todo'] },
      ['YAML_FLOW', 'YAML_FLOW'],
    ],
    ['a placeholder', 'a: {{name}}\n', { a: '{{name}}' }, ['YAML_FLOW']],
    ['bold text', 'a:\n  - **Big:** thing\n', { a: ['**Big:** thing'] }, ['YAML_REFUSED']],
    [
      'an anchor and an alias',
      'a: &x 1\nb: *x\nc: !t 2\n<<: z\n',
      { a: '&x 1', b: '*x', c: '!t 2', '<<': 'z' },
      ['YAML_REFUSED', 'YAML_REFUSED', 'YAML_REFUSED', 'YAML_REFUSED'],
    ],
    [
      'an anchor, an alias and a tag in brackets',
      'a: [x, &y z]\nb: {k: *y}\nc: {"k":!t 2}\nd: [*y]\n',
      { a: '[x, &y z]', b: '{k: *y}', c: '{"k":!t 2}', d: '[*y]' },
      ['YAML_FLOW', 'YAML_FLOW', 'YAML_FLOW', 'YAML_FLOW'],
    ],
    [
      'a reserved first character',
      'a: @x\nb: `y`\nc: - z\n',
      { a: '@x', b: '`y`', c: '- z' },
      ['YAML_VALUE', 'YAML_VALUE', 'YAML_VALUE'],
    ],
    ['a line that is no key', 'a: 1\nnonsense here\nb: 2\n', { a: '1', b: '2' }, ['YAML_LINE']],
    ['tabs', 'a:\n\t- x\n\t- y\nb:\n\tc: 1\n', { a: ['x', 'y'], b: { c: '1' } }, ['YAML_TAB']],
    ['a key too deep', 'a: "1"\n  b: 2\nc: 3\n', { a: '1', b: '2', c: '3' }, ['YAML_INDENT']],
    ['a key too shallow', 'a:\n    b: 1\n  c: 2\nd: 3\n', { a: { b: '1', c: '2' }, d: '3' }, ['YAML_INDENT']],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', { a: '3', b: '2' }, ['YAML_DUPLICATE']],
  ]
  for (const [name, text, value, expected] of table)
    it(`keeps every other key with ${name}`, () => {
      expect(read(text)).toEqual(value)
      expect(codes(text)).toEqual(expected)
    })

  it('never throws and always ends, whatever the text', () => {
    const bits = fc.constantFrom(
      'a',
      'b: ',
      ': ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '\n',
      '\n  ',
      '\n    ',
      '#',
      ' #',
      '|\n',
      '>\n',
      '&',
      '*',
      '!',
      ',',
      '\t',
      '\r\n',
      '\r',
      '\\',
      '\\x',
      '---',
      '?',
      '<<: ',
      'é',
    )
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        const { root } = readYaml(text)
        expect(root.start).toBeGreaterThanOrEqual(0)
        expect(root.end).toBeLessThanOrEqual(text.length)
      }),
      { seed: 11, numRuns: 4000 },
    )
  })

  it('gives the position of each value', () => {
    const text = 'a: "x"   # c\nb:\n  - q\n  - {r: s}\n'
    const { root } = readYaml(text)
    if (root.kind !== 'map') throw new Error('a map was expected')
    const [a, b] = root.entries
    expect(text.slice(a?.node.start, a?.node.end)).toBe('"x"')
    expect(text.slice(b?.start, b?.end)).toBe('b:\n  - q\n  - {r: s}')
    const list = b?.node
    if (list?.kind !== 'list') throw new Error('a list was expected')
    expect(list.items.map((item) => text.slice(item.start, item.end))).toEqual(['q', '{r: s}'])
  })

  it('comes to an end on long hostile text', () => {
    const bad = ['a: [\n', '  k: [x\n', '- "x\n', '  - a: b: c\n', 'a: "\n', '    \n', '- - - -\n', "k: 'x\n  y\n"]
    for (const piece of bad) {
      const big = piece.repeat(Math.ceil(400_000 / piece.length))
      expect(readYaml(big).root.end).toBeLessThanOrEqual(big.length)
    }
  })
})
