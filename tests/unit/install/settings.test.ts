// Removing registrations from settings: exactly those, and not one byte more.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeFromJson, removeFromToml } from '../../../lib/install/settings.js'

const isTheirs = (text: string) => text.includes('/theirs/')
const hook = (path: string) => `{ "type": "command", "command": "node \\"${path}\\"" }`

describe('a JSON settings file', () => {
  it.each<[string, string, string, number]>([
    ['nothing of theirs', '{ "a": [1, 2,], } // end', '{ "a": [1, 2,], } // end', 0],
    [
      'one hook of a group of two',
      `{"hooks":{"E":[{"hooks":[${hook('/theirs/a')}, ${hook('/mine/a')}]}]}}`,
      `{"hooks":{"E":[{"hooks":[${hook('/mine/a')}]}]}}`,
      1,
    ],
    [
      'a group with a matcher',
      `{"hooks":{"E":[{"matcher":"X","hooks":[${hook('/theirs/a')}]}, {"hooks":[${hook('/mine/a')}]}]}}`,
      `{"hooks":{"E":[{"hooks":[${hook('/mine/a')}]}]}}`,
      1,
    ],
    [
      'a whole event',
      `{"hooks":{"E":[{"hooks":[${hook('/theirs/a')}]}],"F":[{"hooks":[${hook('/mine/a')}]}]},"z":1}`,
      `{"hooks":{"F":[{"hooks":[${hook('/mine/a')}]}]},"z":1}`,
      1,
    ],
    [
      'all hooks',
      `{"hooks":{"E":[{"hooks":[${hook('/theirs/a')}]}],"F":[{"hooks":[${hook('/theirs/b')}]}]},"z":1}`,
      '{"z":1}',
      2,
    ],
    [
      'arguments that name the script',
      '{"hooks":{"E":[{"hooks":[{"command":"node","args":["/theirs/a"]}]}]},"z":1}',
      '{"z":1}',
      1,
    ],
    ['a status line', '{"statusLine":{"type":"command","command":"/theirs/s"},"z":1}', '{"z":1}', 1],
    [
      'comments, BOM and CRLF around it',
      '\ufeff{\r\n\t// mine\r\n\t"z": 1,\r\n\t"statusLine": {"command": "/theirs/s"}\r\n}\r\n',
      '\ufeff{\r\n\t// mine\r\n\t"z": 1\r\n}\r\n',
      1,
    ],
    ['a path that is only written about', '{"note": "see /theirs/a"}', '{"note": "see /theirs/a"}', 0],
  ])('with %s', (_, before, after, count) => {
    expect(removeFromJson(before, isTheirs)).toEqual({ text: after, count, empty: false })
  })

  it('with nothing else is empty afterwards', () => {
    expect(removeFromJson(`{"E":[{"hooks":[${hook('/theirs/a')}]}]}`, isTheirs)).toMatchObject({
      empty: true,
      count: 1,
    })
  })

  it('that is invalid is left alone', () => {
    expect(removeFromJson('{ "hooks": [', isTheirs)).toMatchObject({ problem: expect.stringContaining('expected') })
  })

  it('without registrations is not changed', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(removeFromJson(text, isTheirs)).toMatchObject({ text, count: 0 })
      }),
    )
  })
})

describe('a TOML settings file', () => {
  const table = (name: string, path: string) => `[agents.${name}]\ndescription = "d"\nconfig_file = "${path}"\n`

  it.each<[string, string, string, number]>([
    ['nothing of theirs', '# c\r\na = 1\r\n[t]\r\n', '# c\r\na = 1\r\n[t]\r\n', 0],
    [
      'tables between others',
      `a = 1\n\n${table('x', '/theirs/x')}\n[t] # mine\nb = 2\n`,
      'a = 1\n\n[t] # mine\nb = 2\n',
      1,
    ],
    ['tables at the end', `a = 1\n${table('x', '/theirs/x')}${table('y', '/theirs/y')}`, 'a = 1\n', 2],
    [
      'a table of mine of the same kind',
      `${table('x', '/theirs/x')}${table('y', '/mine/y')}`,
      table('y', '/mine/y'),
      1,
    ],
  ])('with %s', (_, before, after, count) => {
    expect(removeFromToml(before, isTheirs)).toMatchObject({ text: after, count })
  })

  it('that is invalid is left alone, and so is a string that looks like a table', () => {
    expect(removeFromToml('a = = 1', isTheirs)).toMatchObject({ problem: expect.any(String) })
    const text = 's = """\n[agents.x]\nconfig_file = "/theirs/x"\n"""\n'
    expect(removeFromToml(text, isTheirs)).toMatchObject({ text, count: 0 })
  })
})
