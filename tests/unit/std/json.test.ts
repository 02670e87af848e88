import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../lib/std/json.js'
import { removeJson, setJson } from '../../../lib/std/json-edit.js'
import { dataOf, locateJson, nodeAt } from '../../../lib/std/json-tree.js'
import { same } from '../../../lib/std/same.js'

const accepts = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('locating JSON', () => {
  it('gives the same values as JSON.parse, and their positions', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, 2, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        const found = locateJson(text, { strict: true })
        expect('root' in found && same(dataOf(found.root), JSON.parse(text))).toBe(true)
      }),
      { seed: 7, numRuns: 300 },
    )
    const found = locateJson('{"a": [10, {"b": 1}]}')
    expect('root' in found && nodeAt(found.root, ['a', 1, 'b'])?.start).toBe(17)
  })

  it('in strict mode accepts what JSON.parse accepts', () => {
    const scraps = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e4"',
      '"\\x"',
      '"\n"',
      '1',
      '-0.5e3',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
      '//',
      '/*x*/',
      "'a'",
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...scraps), { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        expect([text, 'root' in locateJson(text, { strict: true })]).toEqual([text, accepts(text)])
      }),
      { seed: 11, numRuns: 3000 },
    )
  })

  it('tolerates comments and trailing commas unless it is strict', () => {
    const text = '// head\n{ /* a */ "a": [1, 2,], }\n'
    const found = locateJson(text)
    expect('root' in found && dataOf(found.root)).toEqual({ a: [1, 2] })
    expect(locateJson(text, { strict: true })).toHaveProperty('problem')
  })

  it('refuses depth that would exhaust the stack, without throwing', () => {
    expect(locateJson('['.repeat(200_000))).toHaveProperty('problem')
    expect(locateJson(`"${'a'.repeat(2_000_000)}"`)).toHaveProperty('root')
  })
})

describe('editing JSON', () => {
  it('sets a value and keeps the rest', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.jsonValue(),
        fc.constantFrom(0, 2, '\t'),
        (object, key, value, indent) => {
          const text = JSON.stringify(object, null, indent)
          const next = JSON.parse(JSON.stringify(value))
          const edited = setJson(text, [key], next)
          const wanted = Object.fromEntries([
            ...Object.entries(JSON.parse(text)).filter(([name]) => name !== key),
            [key, next],
          ])
          expect(same(JSON.parse(edited), wanted)).toBe(true)
          expect(setJson(edited, [key], next)).toBe(edited)
          const { [key]: _gone, ...rest } = wanted
          expect(same(JSON.parse(removeJson(edited, [key])), rest)).toBe(true)
        },
      ),
      { seed: 13, numRuns: 300 },
    )
  })

  it('keeps comments and trailing commas where it edits', () => {
    const text = '{\n  // why\n  "a": 1, // one\n  "b": 2,\n}\n'
    expect(setJson(text, ['c'], 3)).toBe('{\n  // why\n  "a": 1, // one\n  "b": 2,\n  "c": 3,\n}\n')
    expect(setJson(text, ['a'], { x: true })).toBe('{\n  // why\n  "a": {\n    "x": true\n  }, // one\n  "b": 2,\n}\n')
  })

  it('removes exactly what it added', () => {
    for (const text of ['{\n  "a": 1\n}\n', '{"a":1}', '{ "a": 1 }', '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}'])
      expect(removeJson(setJson(text, ['zzz'], [1, { x: 2 }]), ['zzz'])).toBe(text)
  })

  it('refuses a path through a value that is not an object, and invalid JSON', () => {
    expect(() => setJson('{"a": 1}', ['a', 'b'], 2)).toThrow(TypeError)
    expect(() => setJson('{"a": 1', ['a'], 2)).toThrow(SyntaxError)
  })
})

describe('a text that is nested too deeply', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  it('is refused by both readers from the same depth', () => {
    for (const depth of [1, 200, 512]) {
      expect('root' in locateJson(nested(depth))).toBe(true)
      expect(parseJson(nested(depth))).toEqual(JSON.parse(nested(depth)))
    }
    for (const depth of [513, 20_000, 1_000_000]) {
      expect(locateJson(nested(depth))).toEqual({ offset: 512, problem: 'more than 512 levels of nesting' })
      expect(() => parseJson(nested(depth))).toThrow(SyntaxError)
    }
  })

  it('is not one with many brackets in strings or next to each other', () => {
    for (const value of [['['.repeat(20_000)], ['\\"[{'.repeat(5000)], Array.from({ length: 5000 }, () => [{}])])
      expect(parseJson(JSON.stringify(value))).toEqual(value)
  })
})
