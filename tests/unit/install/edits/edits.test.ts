// Edits of settings files: exactly our value is added and removed, and the user's text stays.
import fc from 'fast-check'
import { type ParseError, parse as parseJsonc, visit } from 'jsonc-parser'
import { micromark } from 'micromark'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { hasEdit, type Refusal } from '../../../../lib/install/edits/edit.js'
import { applyEdit, editorOf, isRefusal, removeEdit, stateOf } from '../../../../lib/install/edits/editors.js'
import type { Edit, EditFormat } from '../../../../lib/runtimes/offers.js'
import { jsoncTexts, jsonTexts, markdownTexts, tomlTexts } from '../../../support/settings-texts.js'

const RULE = 'Bash(node "/p/gsd-tools.cjs":*)'
const add: Edit = { key: 'rule', what: 'add', path: ['permissions', 'allow'], value: RULE }
const set: Edit = {
  key: 'line',
  what: 'set',
  path: ['statusLine'],
  value: { type: 'command', command: 'x', padding: 0 },
}
const deep: Edit = { key: 'deep', what: 'set', path: ['permission', 'external_directory', '/p/*'], value: 'allow' }
const hook: Edit = { key: 'hook', what: 'add', path: ['hooks'], value: { event: 'Stop', command: 'x', timeout: 10 } }
const server: Edit = { key: 'server', what: 'set', path: ['agents', 'gsd'], value: { max_depth: 2 } }
const block: Edit = { key: 'instructions', what: 'block', text: 'Plans are in `.planning/`.\nStart with gsd-next.' }

const EDITS: Readonly<Record<EditFormat, readonly Edit[]>> = {
  json: [add, set, deep],
  jsonc: [add, set, deep],
  toml: [hook, server],
  markdown: [block],
}
const TEXTS: Readonly<Record<EditFormat, fc.Arbitrary<string>>> = {
  json: jsonTexts,
  jsonc: jsoncTexts,
  toml: tomlTexts,
  markdown: markdownTexts,
}
const FORMATS = Object.keys(TEXTS) as EditFormat[]

const textOf = (answer: string | null | Refusal): string => {
  if (typeof answer === 'string') return answer
  throw new Error(answer === null ? 'it was there already' : answer.problem)
}
const isText = (answer: string | null | Refusal): answer is string => typeof answer === 'string'

/** The value as an independent library reads it. */
const ORACLES: Readonly<Record<EditFormat, (text: string) => unknown>> = {
  json: (text) => (text.trim() === '' ? {} : (JSON.parse(text.replace(/^\ufeff/, '')) as unknown)),
  jsonc: (text) => {
    const errors: ParseError[] = []
    const options = { allowTrailingComma: true, allowEmptyContent: true }
    const data: unknown = parseJsonc(text.replace(/^\ufeff/, ''), errors, options)
    expect([text, errors]).toEqual([text, []])
    return data ?? {}
  },
  toml: (text) => parseToml(text.replace(/^\ufeff/, '')),
  markdown: (text) => text.replace(/\s+$/gm, ''),
}

/** Lists the comments of a text, sorted, each as often as it occurs. */
const commentsOf = (text: string): readonly string[] => {
  const found: string[] = []
  const bare = text.replace(/^\ufeff/, '')
  visit(bare, { onComment: (offset, length) => found.push(bare.slice(offset, offset + length)) })
  return found.sort()
}

describe.each(FORMATS)('a random %s file', (format) => {
  it('gets an edit once, with exactly our value, and loses nothing when the edit is removed', () => {
    let edited = 0
    fc.assert(
      fc.property(TEXTS[format], fc.nat(), (text, which) => {
        const edit = EDITS[format][which % EDITS[format].length] as Edit
        const once = applyEdit(format, text, edit)
        if (!isText(once)) return
        edited++
        expect([applyEdit(format, once, edit), stateOf(format, once, edit)]).toEqual([null, 'present'])
        const left = textOf(removeEdit(format, once, edit, text))
        const [before, after] = [ORACLES[format](text), ORACLES[format](once)]
        expect(ORACLES[format](left)).toEqual(before)
        if (format === 'markdown') return
        expect([hasEdit(before, edit), hasEdit(after, edit)]).toEqual([false, true])
        if (format !== 'toml') expect(commentsOf(left)).toEqual(commentsOf(text))
      }),
      { seed: 5, numRuns: 300 },
    )
    expect(edited).toBeGreaterThan(80)
  })
})

describe.each(['json', 'jsonc'] as const)('a %s file that the user edits after us', (format) => {
  const theirs: readonly Edit[] = [
    { key: 'u1', what: 'add', path: ['permissions', 'allow'], value: 'theirs' },
    { key: 'u2', what: 'set', path: ['permissions', 'theirs'], value: 1 },
    { key: 'u3', what: 'set', path: ['theirs'], value: { a: [1] } },
    { key: 'u4', what: 'add', path: ['hooks', 'x'], value: 'theirs' },
  ]

  it('keeps the user’s part when ours is removed, and vice versa', () => {
    fc.assert(
      fc.property(TEXTS[format], fc.nat(), fc.nat(), (text, which, whose) => {
        const edit = EDITS[format][which % 3] as Edit
        const user = theirs[whose % 4] as Edit
        const ours = applyEdit(format, text, edit)
        const both = isText(ours) ? applyEdit(format, ours, user) : null
        if (!isText(ours) || !isText(both)) return
        const left = textOf(removeEdit(format, both, edit, text))
        expect(ORACLES[format](left)).toEqual(ORACLES[format](textOf(applyEdit(format, text, user))))
        expect(commentsOf(left)).toEqual(commentsOf(text))
        const mine = textOf(removeEdit(format, both, user, ours))
        expect(ORACLES[format](mine)).toEqual(ORACLES[format](ours))
      }),
      { seed: 6, numRuns: 160 },
    )
  })
})

describe.each(['toml', 'markdown'] as const)('a %s file that the user edits after us', (format) => {
  const THEIRS = { toml: '[theirs]\nx = 1', markdown: '\nTheirs.' }[format]

  it('keeps the text around our block, whatever its line endings became, or refuses to remove the block', () => {
    fc.assert(
      fc.property(TEXTS[format], fc.boolean(), fc.constantFrom('\n', '\r\n'), (text, before, eol) => {
        const edit = EDITS[format][0] as Edit
        const ours = applyEdit(format, text, edit)
        if (!isText(ours) || text.trim() === '' || text.startsWith('\ufeff')) return
        const plain = (one: string) => one.replace(/\r\n/g, '\n').replaceAll('\n', eol)
        const around = (one: string) => (before ? `# theirs\n${one}` : one.replace(/\n?$/, `\n${THEIRS}\n`))
        const left = removeEdit(format, plain(around(plain(ours).replaceAll('\r', ''))), edit, null)
        const expected = plain(around(plain(text).replaceAll('\r', '')))
        // Our separating blank line may stay if line endings or neighbouring lines have changed.
        const squeezed = (one: string) => one.replace(/(\r?\n)+/g, '\n').trim()
        if (isRefusal(left)) expect(left.why).toBe('broken')
        else expect(squeezed(left)).toEqual(squeezed(expected))
      }),
      { seed: 10, numRuns: 100 },
    )
  })
})

describe('our block in Markdown', () => {
  it('has hidden markers and visible text, according to CommonMark', () => {
    fc.assert(
      fc.property(markdownTexts, (text) => {
        const ours = applyEdit('markdown', text, block)
        if (!isText(ours)) return
        const html = micromark(ours, { allowDangerousHtml: true })
        expect(html).toContain('<!-- gsd-pack:begin instructions v1 -->')
        expect(html).not.toContain('&lt;!-- gsd-pack')
        expect(html).toContain('gsd-next')
      }),
      { seed: 12, numRuns: 100 },
    )
  })
})

describe('one edit', () => {
  it.each<[string, EditFormat, string, Edit, string]>([
    [
      'no content',
      'json',
      '',
      add,
      `{\n  "permissions": {\n    "allow": [\n      ${JSON.stringify(RULE)}\n    ]\n  }\n}\n`,
    ],
    [
      'an empty object',
      'json',
      '{}',
      deep,
      '{\n  "permission": {\n    "external_directory": {\n      "/p/*": "allow"\n    }\n  }\n}',
    ],
    ['one line', 'json', '{"a":1}', deep, '{"a":1,"permission":{"external_directory":{"/p/*":"allow"}}}'],
    [
      'a list in one line',
      'json',
      '{\n\t"permissions": {"allow": ["x"]}\n}',
      add,
      `{\n\t"permissions": {"allow": ["x", ${JSON.stringify(RULE)}]}\n}`,
    ],
    [
      'tabs, CRLF, BOM, no end',
      'json',
      '\ufeff{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"x"\r\n\t\t]\r\n\t}\r\n}',
      add,
      `\ufeff{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"x",\r\n\t\t\t${JSON.stringify(RULE)}\r\n\t\t]\r\n\t}\r\n}`,
    ],
    [
      'comments and trailing commas',
      'jsonc',
      '{\n  // mine\n  "permission": {\n    "edit": "ask", // why\n  },\n}\n',
      deep,
      '{\n  // mine\n  "permission": {\n    "edit": "ask", // why\n    "external_directory": {\n      "/p/*": "allow"\n    },\n  },\n}\n',
    ],
    [
      'a comment after the last value',
      'jsonc',
      '{\n  "permission": { }, /* a */\n  "b": 1 // why\n}',
      set,
      '{\n  "permission": { }, /* a */\n  "b": 1, // why\n  "statusLine": {\n    "type": "command",\n    "command": "x",\n    "padding": 0\n  }\n}',
    ],
    [
      'a table',
      'toml',
      '[a]\nx = 1\n',
      server,
      '[a]\nx = 1\n\n# gsd-pack:begin server v1\n[agents.gsd]\nmax_depth = 2\n# gsd-pack:end server\n',
    ],
    [
      'hooks of the user',
      'toml',
      '[[hooks]]\nevent = "E"',
      hook,
      '[[hooks]]\nevent = "E"\n\n# gsd-pack:begin hook v1\n[[hooks]]\nevent = "Stop"\ncommand = "x"\ntimeout = 10\n# gsd-pack:end hook',
    ],
    [
      'prose',
      'markdown',
      '# Mine\n',
      block,
      '# Mine\n\n<!-- gsd-pack:begin instructions v1 -->\nPlans are in `.planning/`.\nStart with gsd-next.\n<!-- gsd-pack:end instructions -->\n',
    ],
  ])('in a file with %s', (_, format, text, edit, expected) => {
    const once = textOf(applyEdit(format, text, edit))
    expect(once).toBe(expected)
    expect(stateOf(format, textOf(removeEdit(format, once, edit, text)), edit)).toBe('gone')
  })

  it.each<[string, EditFormat, string, Edit, string, string]>([
    ['a comment in strict JSON', 'json', '{\n  "a": 1, // one\n}', add, 'broken', 'ignores the whole file'],
    ['a trailing comma in strict JSON', 'json', '{"a": 1,}', add, 'broken', 'ignores the whole file'],
    ['a JSON file that does not parse', 'jsonc', '{"a": [1}', add, 'broken', 'line 1, column 9'],
    ['a key that occurs twice', 'json', '{"permissions": {}, "permissions": {}}', add, 'broken', '2 times'],
    ['a list at the top', 'json', '[]', add, 'unfit', 'object'],
    ['a text where a map is needed', 'jsonc', '{"permission": "ask"}', deep, 'unfit', '"permission" is not an object'],
    ['a map where a list is needed', 'json', '{"permissions": {"allow": {}}}', add, 'unfit', 'not a list'],
    ['a null on the way', 'json', '{"permissions": null}', add, 'unfit', 'not an object'],
    ['another value', 'json', '{"statusLine": {"type": "command", "command": "mine"}}', set, 'taken', '"statusLine"'],
    ['a server of our name', 'toml', '[agents.gsd]\nmax_depth = 1', server, 'taken', 'a different value'],
    ['servers within a line', 'toml', 'agents = { x = 1 }', server, 'broken', 'more than our entry'],
    ['a list in one piece', 'toml', 'hooks = []', hook, 'broken', 'more than our entry'],
    ['a TOML file that does not parse', 'toml', 'a = ', server, 'broken', ''],
    ['half a block', 'toml', '# gsd-pack:begin server v1\n', server, 'broken', 'each occur once'],
    ['an open fence', 'markdown', '```sh\nls\n', block, 'broken', 'fence'],
    ['an open comment', 'markdown', 'a\n\n<!-- b\n', block, 'broken', 'comment'],
    [
      'a block of another installation',
      'markdown',
      '<!-- gsd-pack:begin instructions v1 -->\nx\n<!-- gsd-pack:end instructions -->\n',
      block,
      'taken',
      'another installation',
    ],
    [
      'markers in disorder',
      'markdown',
      '<!-- gsd-pack:end instructions -->\n<!-- gsd-pack:begin instructions v1 -->\n',
      block,
      'broken',
      'each occur once',
    ],
  ])('is refused because of %s', (_, format, text, edit, why, problem) => {
    const answer = applyEdit(format, text, edit)
    expect(answer).toMatchObject({ why, problem: expect.stringContaining(problem) })
    expect(editorOf(format).snippet([edit])).not.toBe('')
  })

  it('is shown together with others of its file as one text', () => {
    expect(JSON.parse(editorOf('json').snippet([add, set, { ...add, value: 'another' }]))).toEqual({
      permissions: { allow: [RULE, 'another'] },
      statusLine: set.what === 'set' ? set.value : null,
    })
  })

  it.each<[string, EditFormat, string, Edit]>([
    ['an item', 'json', `{"permissions":{"allow":[${JSON.stringify(RULE)}]}}`, add],
    [
      'a value, written another way',
      'jsonc',
      '{"statusLine": { "padding": 0.0, "command": "\\u0078", "type": "command" /* c */ }}',
      set,
    ],
    ['a table in TOML', 'toml', 'agents = { gsd = { max_depth = 2 } }', server],
  ])('that already exists as %s is not ours', (_, format, text, edit) => {
    expect(applyEdit(format, text, edit)).toBe(null)
  })

  it.each<[string, EditFormat, Edit, (text: string) => string, 'changed' | 'gone']>([
    ['a value', 'json', set, (text) => text.replace('"x"', '"mine"'), 'changed'],
    ['an item', 'json', add, (text) => text.replace('Bash', 'Zsh'), 'gone'],
    ['all of the file', 'json', add, () => '', 'gone'],
    ['a block', 'toml', server, (text) => text.replace('= 2', '= 3'), 'changed'],
    ['prose', 'markdown', block, (text) => text.replace('Start', 'Begin'), 'changed'],
    ['prose by removing it', 'markdown', block, () => '# Mine\n', 'gone'],
  ])('is no longer ours after the user changed %s', (_, format, edit, change, state) => {
    expect(stateOf(format, change(textOf(applyEdit(format, '', edit))), edit)).toBe(state)
  })

  it('is not removed if that would move a user’s key into another table', () => {
    const once = textOf(applyEdit('toml', '[a]\nx = 1\n', server))
    expect(removeEdit('toml', `${once}theirs = 1\n`, server, null)).toMatchObject({ why: 'broken' })
  })

  it('keeps containers with the user’s content, and removes the others', () => {
    const [text, emptied] = ['{\n  "a": 1\n}\n', '{"permissions": {"allow": []}}']
    const theirs = textOf(applyEdit('jsonc', text, add)).replace('"allow": [', '"deny": [], // mine\n    "allow": [')
    expect(removeEdit('jsonc', theirs, add, text)).toBe(
      '{\n  "a": 1,\n  "permissions": {\n    "deny": [] // mine\n  }\n}\n',
    )
    expect(ORACLES.json(textOf(removeEdit('json', textOf(applyEdit('json', emptied, add)), add, emptied)))).toEqual({
      permissions: { allow: [] },
    })
  })
})
