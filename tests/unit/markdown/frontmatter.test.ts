import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { FAILSAFE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { GsdError } from '../../../lib/errors.js'
import { frontValueAt, readFrontMatter } from '../../../lib/markdown/frontmatter.js'
import { type FrontChanges, renderFrontMatter, setFrontMatter } from '../../../lib/markdown/frontmatter-edit.js'
import { applySplices } from '../../../lib/std/edit.js'
// @ts-expect-error: scripts have no types
import { frontMatterOf } from '../../../scripts/front-matter.mjs'
import { sourceFrom } from '../../support/sources.js'

const read = (text: string) => readFrontMatter(sourceFrom(text))
const codes = (text: string) => read(text).issues.map((issue) => issue.code)

describe('finding the block', () => {
  it('recognises only a block at the very start', () => {
    expect(read('---\na: 1\n---\nbody\n')).toMatchObject({ present: true, data: { a: '1' }, bodyStart: 13, issues: [] })
    expect(read('\n---\na: 1\n---\n')).toMatchObject({ present: false, data: {}, bodyStart: 0, issues: [] })
    expect(read('body\n')).toMatchObject({ present: false, data: {}, issues: [] })
    expect(read('')).toMatchObject({ present: false, data: {}, issues: [] })
  })

  it('steps over a byte order mark and reads any line ending', () => {
    expect(read('\ufeff---\r\na: "1"\r\nb:\r\n  - x\r\n---\r\nbody')).toMatchObject({
      present: true,
      data: { a: '1', b: ['x'] },
      issues: [],
    })
    expect(read('---\ra: 1\r---\rbody').data).toEqual({ a: '1' })
  })

  it('ignores an unclosed block, and reports it', () => {
    const { present, data, issues } = read('---\na: 1\nbody\n')
    expect({ present, data }).toEqual({ present: false, data: {} })
    expect(issues).toMatchObject([{ code: 'FRONT_MATTER_UNCLOSED', severity: 'error', line: 1, column: 1 }])
  })

  it('reports a longer closing line and reads the keys above it', () => {
    const text = '---\na: 1\n----\n# Title: x\n\n---\nrest\n'
    expect(read(text).data).toEqual({ a: '1' })
    expect(read(text).issues).toMatchObject([{ code: 'FRONT_MATTER_FENCE', line: 3, received: '----' }])
    expect(codes('---\na: 1\n----\nbody\n')).toEqual(['FRONT_MATTER_UNCLOSED'])
  })

  it('reads the first of stacked blocks and reports the other', () => {
    const text = '---\na: 1\n---\n\n---\na: 2\n---\nbody\n'
    expect(read(text).data).toEqual({ a: '1' })
    expect(read(text).issues).toMatchObject([{ code: 'FRONT_MATTER_STACKED', line: 5 }])
    expect(codes('---\na: 1\n---\n---\n\ntext\n')).toEqual([])
  })

  it('reads every key of a block with broken values, and reports each of these', () => {
    const text = '---\na: "x" y\nb: [1\nc: *d\n%%%\ne: {f\ng: fine\n---\n'
    expect(Object.keys(read(text).data)).toEqual(['a', 'b', 'c', 'e', 'g'])
    expect(read(text).data['g']).toBe('fine')
    expect(read(text).issues).toHaveLength(5)
    for (const issue of read(text).issues) {
      expect(issue.line).toBeGreaterThan(1)
      expect(issue.fix).not.toBe('')
    }
  })

  it('gives the position of each key', () => {
    const text = '---\na: "x" # c\nb:\n  c: [y]\n---\n'
    const keys = read(text).keys
    expect(keys.map((key) => key.path.join('.'))).toEqual(['a', 'b', 'b.c'])
    expect(keys.map((key) => text.slice(key.start, key.end))).toEqual(['a: "x" # c\n', 'b:\n  c: [y]\n', '  c: [y]\n'])
    expect(keys.map((key) => text.slice(key.valueStart, key.valueEnd))).toEqual(['"x"', 'c: [y]', '[y]'])
  })

  it('keeps keys with names of object properties', () => {
    const { data } = read('---\n__proto__: x\nconstructor: y\n---\n')
    expect(Object.entries(data)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    expect(frontValueAt(data, 'toString')).toBeUndefined()
  })
})

const edit = (text: string, changes: FrontChanges, order?: readonly string[]): string => {
  try {
    return applySplices(text, setFrontMatter(sourceFrom(text), changes, order))
  } catch (error) {
    if (error instanceof GsdError) return `refused: ${error.code}`
    throw error
  }
}

describe('changing keys', () => {
  const table: readonly (readonly [string, string, FrontChanges, string])[] = [
    ['replaces a plain value next to a comment', '---\na: x # why\n---\n', { a: 'u' }, '---\na: u # why\n---\n'],
    ['keeps double quotes', '---\na: "x"\n---\n', { a: 'say "hi"' }, '---\na: "say \\"hi\\""\n---\n'],
    ['keeps single quotes', "---\na: 'x'\n---\n", { a: "it's" }, "---\na: 'it''s'\n---\n"],
    ['quotes what a reader would guess wrongly', '---\na: x\n---\n', { a: '01' }, '---\na: "01"\n---\n'],
    ['writes numbers and booleans bare', '---\na: x\nb: "u"\n---\n', { a: 3, b: true }, '---\na: 3\nb: true\n---\n'],
    [
      'fills an empty value before its comment',
      '---\na: # note\nb: 1\n---\n',
      { a: 'x' },
      '---\na: x # note\nb: 1\n---\n',
    ],
    ['inserts text literally', '---\na: x\n---\n', { a: '$1 $& $$' }, '---\na: $1 $& $$\n---\n'],
    ['adds to an inline list', '---\na: [x]\n---\n', { a: ['x', 'u, z', 'w'] }, '---\na: [x, "u, z", w]\n---\n'],
    ['removes from an inline list', '---\na: [x, u, z]\n---\n', { a: ['z'] }, '---\na: [z]\n---\n'],
    [
      'writes a list that changes anew, in its form',
      '---\na:\n    - x # one\n    - "u"\nb: 1\n---\n',
      { a: ['x', 'u', 'z'] },
      '---\na:\n  - x\n  - u\n  - z\nb: 1\n---\n',
    ],
    ['empties a block list', '---\na: # c\n  - x\n  - u\nb: 1\n---\n', { a: [] }, '---\na: [] # c\nb: 1\n---\n'],
    ['fills an empty list', '---\na: []\n---\n', { a: ['x', 'u'] }, '---\na: [x, u]\n---\n'],
    [
      'writes a long list as a block',
      '---\na: []\n---\n',
      { a: ['a', 'b', 'c', 'd'] },
      '---\na:\n  - a\n  - b\n  - c\n  - d\n---\n',
    ],
    [
      'changes a nested key',
      '---\na:\n  b: 1 # one\n  c: 2\n---\n',
      { 'a.b': '5' },
      '---\na:\n  b: "5" # one\n  c: 2\n---\n',
    ],
    [
      'adds a nested key in the indentation found',
      '---\na:\n    b: x\nc: u\n---\n',
      { 'a.d': 'z' },
      '---\na:\n    b: x\n    d: z\nc: u\n---\n',
    ],
    [
      'adds two keys of one new map',
      '---\nc: u\n---\n',
      { 'a.b': 'x', 'a.d': ['z'] },
      '---\nc: u\na:\n  b: x\n  d: [z]\n---\n',
    ],
    ['adds to an inline map', '---\na: {b: x}\n---\n', { 'a.c': 'u' }, '---\na: {b: x, c: u}\n---\n'],
    [
      'removes a key with its lines',
      '---\na: 1\nb:\n  - x\n  - u\n# tail\nc: 2\n---\n',
      { b: null },
      '---\na: 1\n# tail\nc: 2\n---\n',
    ],
    ['removes every copy of a key', '---\na: 1\nb: 2\na: 3\n---\n', { a: null }, '---\nb: 2\n---\n'],
    ['changes the last copy of a key', '---\na: 1\na: 3\n---\n', { a: 'x' }, '---\na: 1\na: x\n---\n'],
    ['changes a broken value', '---\na: "x" u\nb: 1\n---\n', { a: 'z' }, '---\na: z\nb: 1\n---\n'],
    ['replaces lines of text', '---\na: |\n  x\n  u\nb: 1\n---\n', { a: 'z' }, '---\na: z\nb: 1\n---\n'],
    [
      'keeps CRLF and the byte order mark',
      '\ufeff---\r\na: x\r\nb: u\r\n---\r\n',
      { a: ['p', 'q', 'r', 's'], c: 'z' },
      '\ufeff---\r\na:\r\n  - p\r\n  - q\r\n  - r\r\n  - s\r\nb: u\r\nc: z\r\n---\r\n',
    ],
    ['fills a block without keys', '---\n---\nbody\n', { a: 'x' }, '---\na: x\n---\nbody\n'],
    ['inserts a missing block', '# T\n', { a: 'x' }, '---\na: x\n---\n\n# T\n'],
    [
      'inserts a missing block after the byte order mark',
      '\ufeff\r\n# T\r\n',
      { a: 'x' },
      '\ufeff---\r\na: x\r\n---\r\n\r\n# T\r\n',
    ],
    [
      'changes nothing when nothing differs',
      '---\na: [x,u]\nb:   "1"\n---\n',
      { a: ['x', 'u'], b: '1', c: null },
      '---\na: [x,u]\nb:   "1"\n---\n',
    ],
    [
      'adds a map to a list',
      '---\na:\n  - p: x\nb: 1\n---\n',
      { a: [{ p: 'x' }, { p: 'u', q: ['z'] }] },
      '---\na:\n  - p: x\n  - p: u\n    q: [z]\nb: 1\n---\n',
    ],
    ['prefers a key that holds the dot', '---\na.b: 1\n---\n', { 'a.b': 'x' }, '---\na.b: x\n---\n'],
    ['refuses an unclosed block', '---\na: 1\n', { a: 'x' }, 'refused: WRITE_REFUSED'],
  ]
  for (const [name, text, changes, expected] of table)
    it(name, () => {
      expect(edit(text, changes)).toBe(expected)
    })

  it('writes a new key after the nearest key that precedes it in the order', () => {
    const order = ['phase', 'plan', 'wave', 'type', 'must']
    expect(edit('---\nphase: a\nx: 1\ntype: b\n---\n', { wave: 2 }, order)).toBe(
      '---\nphase: a\nwave: 2\nx: 1\ntype: b\n---\n',
    )
    expect(edit('---\nx: 1\ntype: b\n---\n', { phase: 'p' }, order)).toBe('---\nphase: p\nx: 1\ntype: b\n---\n')
    expect(edit('---\ntype: b\nx: 1\n---\n', { u: 'p' }, order)).toBe('---\ntype: b\nx: 1\nu: p\n---\n')
    expect(edit('# T\n', { must: 'z', phase: 'p' }, order)).toBe('---\nphase: p\nmust: z\n---\n\n# T\n')
  })

  it('reads back what it writes, for any text, and touches nothing else', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '1.10',
        'yes',
        'a: b',
        '- x',
        '#c',
        ' x',
        '{a}',
        'null',
        '2026-01-02',
        '~',
        "it's",
        '"',
        'x,y',
        '\ttab',
        'a\nb',
        '@x',
        'é',
      ),
      fc.array(fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('a & b', 'x !y', ':*', 'a: *b')), {
        maxLength: 5,
      }),
      fc.array(
        fc.dictionary(fc.constantFrom('p', 'q'), fc.string({ maxLength: 6 }), { minKeys: 1, noNullPrototype: true }),
        { maxLength: 3 },
      ),
    )
    const start = fc.constantFrom(
      '---\na: x\nb: [p, q]\n---\nbody\n',
      '---\n# c\nb:\n  - p\n\n  - q # d\nc: 1\na: "y" # z\n---\nbody\n',
      '---\r\na: >\r\n  long\r\n  text\r\nb:\r\n- p: 1\r\n  q: 2\r\n---\r\nbody\r\n',
      '---\nc: {z: 1}\na: {q: [r, s]}\n---\n',
    )
    fc.assert(
      fc.property(start, fc.constantFrom('a', 'b', 'd'), value, (text, key, next) => {
        const after = applySplices(text, setFrontMatter(sourceFrom(text), { [key]: next }))
        const source = readFrontMatter(sourceFrom(after))
        expect(source.data[key], after).toEqual(next)
        const { [key]: _one, ...rest } = source.data
        const { [key]: _two, ...old } = read(text).data
        expect(rest).toEqual(old)
        expect(after.slice(source.bodyStart)).toBe(text.slice(read(text).bodyStart))
        expect(edit(after, { [key]: next })).toBe(after)
      }),
      { seed: 3, numRuns: 1500 },
    )
  })

  it('refuses a file that is not UTF-8, and says so', () => {
    expect(() => setFrontMatter({ ...sourceFrom(''), text: null }, { a: 'x' })).toThrow('expected UTF-8 text')
  })
})

describe('writing a new block', () => {
  it('writes scalars, lists and maps, and quotes text that looks like a number or a date', () => {
    const entries = {
      phase: '02-auth',
      plan: '01',
      wave: 1,
      autonomous: true,
      depends_on: ['02-01'],
      empty: [],
      none: null,
      must_haves: { truths: ['A: b'], artifacts: [{ path: 'src/a.ts', exports: ['x'] }] },
      day: '2026-01-02',
      links: [{ from: 'a', to: 'b' }, 'plain'],
    }
    const text = renderFrontMatter(entries)
    expect(text).toBe(
      [
        '---',
        'phase: 02-auth',
        'plan: "01"',
        'wave: 1',
        'autonomous: true',
        'depends_on: [02-01]',
        'empty: []',
        'must_haves:',
        '  truths: ["A: b"]',
        '  artifacts:',
        '    - path: src/a.ts',
        '      exports: [x]',
        'day: "2026-01-02"',
        'links:',
        '  - from: a',
        '    to: b',
        '  - plain',
        '---',
        '',
      ].join('\n'),
    )
    expect(load(text.slice(4, -4), { schema: FAILSAFE_SCHEMA })).toEqual({
      ...Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null)),
      wave: '1',
      autonomous: 'true',
    })
  })

  it('quotes text so that a YAML reader does not take it for another type', () => {
    const words = [
      '01',
      '1.10',
      '02.1',
      'true',
      'No',
      'null',
      '~',
      '2026-01-02',
      '1e3',
      '0x1f',
      '12:30',
      '',
      '1_000',
      '.5',
      '02-01',
      'x',
      '.inf',
      'y',
    ]
    for (const word of words) {
      const text = renderFrontMatter({ a: word, b: [word, 'x'] })
      expect(load(text.slice(4, -4)), text).toEqual({ a: word, b: [word, 'x'] })
    }
  })
})

describe('the corpus', () => {
  const corpus = new URL('../../corpus/', import.meta.url)
  const files = ['plan', 'summary', 'verification', 'uat', 'context', 'research'].flatMap((id) =>
    readdirSync(new URL(`${id}/`, corpus)).map((name) => `${id}/${name}/input.md`),
  )
  const valid = files.flatMap((file) => {
    const text = readFileSync(new URL(file, corpus), 'utf8')
    const block = /^\ufeff?---\r?\n([\s\S]*?)^---[ \t]*\r?$/m.exec(text)
    if (block === null) return []
    try {
      return [[file, text, load(block[1] ?? '', { schema: FAILSAFE_SCHEMA, json: true })] as const]
    } catch {
      return []
    }
  })
  const folded = (value: unknown): unknown => {
    if (value === null || value === undefined) return ''
    if (Array.isArray(value)) return value.map(folded)
    if (typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, folded(item)]))
  }

  it('contains many valid YAML blocks', () => {
    expect(valid.length).toBeGreaterThan(20)
  })

  it.each(valid)('is read as two libraries read it: %s', (_file, text, expected) => {
    const { data, bodyStart } = read(text)
    expect(data).toEqual(folded(expected))
    // gray-matter also finds the block; it drops a BOM and one line ending after the block.
    const other = frontMatterOf(text) as { readonly data: unknown; readonly content: string }
    expect(folded(other.data)).toEqual(data)
    expect(text.slice(bodyStart).replace(/^\r?\n/, '')).toBe(other.content.replace(/^\r?\n/, ''))
  })
})
