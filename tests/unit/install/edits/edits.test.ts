// Edits of settings files: exactly our value goes in, the bytes of before come back, and what people do in between stays.
import fc from 'fast-check'
import { type ParseError, parse as parseJsonc, visit } from 'jsonc-parser'
import { micromark } from 'micromark'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { Applied, Made, Undo } from '../../../../lib/install/edits/edit.js'
import { hasEdit, isRefusal } from '../../../../lib/install/edits/edit.js'
import { applyEdit, editorOf, renewEdit, stateOf, undoEdit } from '../../../../lib/install/edits/editors.js'
import { rereads } from '../../../../lib/install/edits/second.js'
import type { Edit, EditFormat } from '../../../../lib/runtimes/offers.js'
import { jsoncTexts, jsonTexts, markdownTexts, tomlTexts, yamlTexts } from '../../../support/settings-texts.js'

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
const agents: Edit = { key: 'agents', what: 'set', path: ['agents', 'max_depth'], value: 2 }
const block: Edit = { key: 'instructions', what: 'block', text: 'Plans are in `.planning/`.\nStart with gsd-next.' }

const EDITS: Readonly<Record<EditFormat, readonly Edit[]>> = {
  json: [add, set, deep],
  jsonc: [add, set, deep],
  toml: [hook, agents, { ...agents, key: 'root', path: ['notify'] }],
  yaml: [hook, agents],
  markdown: [block],
}
const TEXTS: Readonly<Record<EditFormat, fc.Arbitrary<string>>> = {
  json: jsonTexts,
  jsonc: jsoncTexts,
  toml: tomlTexts,
  yaml: yamlTexts,
  markdown: markdownTexts,
}
const FORMATS = Object.keys(TEXTS) as EditFormat[]

const applied = (format: EditFormat, text: string, edit: Edit) => applyEdit(format, text, edit, rereads)
const made = (answer: Applied): Made & { readonly undo: Undo } => {
  if (isRefusal(answer)) throw new Error(answer.problem)
  if (answer.undo === null) throw new Error('it was there already')
  return answer as Made & { readonly undo: Undo }
}
const takenOut = (format: EditFormat, text: string, { undo, made }: Made & { readonly undo: Undo }) => {
  const undone = undoEdit(format, text, undo, rereads)
  if (isRefusal(undone)) throw new Error(undone.problem)
  return { ...undone, text: editorOf(format).prune(undone.text, made) }
}

/** What a library the product does not edit with sees. */
const ORACLES: Readonly<Record<Exclude<EditFormat, 'markdown'>, (text: string) => unknown>> = {
  json: (text) => (text.trim() === '' ? {} : (JSON.parse(text.replace(/^\ufeff/, '')) as unknown)),
  jsonc: (text) => {
    const errors: ParseError[] = []
    const data: unknown = parseJsonc(text.replace(/^\ufeff/, ''), errors, {
      allowTrailingComma: true,
      allowEmptyContent: true,
    })
    expect([text, errors]).toEqual([text, []])
    return data ?? {}
  },
  toml: (text) => parseToml(text.replace(/^\ufeff/, '')),
  yaml: (text) => (parseYaml(text.replace(/^\ufeff/, '')) ?? {}) as unknown,
}

describe.each(FORMATS)('a random %s file', (format) => {
  it('returns byte for byte, takes an edit once, and holds exactly our value in between', () => {
    let edited = 0
    fc.assert(
      fc.property(TEXTS[format], fc.nat(), (text, which) => {
        const edit = EDITS[format][which % EDITS[format].length] as Edit
        const once = applied(format, text, edit)
        if (isRefusal(once) || once.undo === null) return
        edited++
        const twice = applied(format, once.text, edit)
        expect(twice).toEqual({ text: once.text, undo: null, made: [] })
        expect(stateOf(format, once.text, once.undo)).toBe('present')
        expect(takenOut(format, once.text, made(once))).toEqual({ text, kept: null })
        if (format === 'markdown') return
        const [before, after] = [ORACLES[format](text), ORACLES[format](once.text)]
        expect(hasEdit(after, edit)).toBe(true)
        expect(hasEdit(before, edit)).toBe(false)
      }),
      { seed: 5, numRuns: 300 },
    )
    expect(edited).toBeGreaterThan(80)
  })
})

/** What people write is never lost: every comment is there as often as before. */
const commentsOf = (text: string): readonly string[] => {
  const found: string[] = []
  visit(text.replace(/^\ufeff/, ''), {
    onComment: (offset, length) => found.push(text.replace(/^\ufeff/, '').slice(offset, offset + length)),
  })
  return found.sort()
}

describe.each(['json', 'jsonc'] as const)('a %s file that the user edits after us', (format) => {
  const theirs: readonly Edit[] = [
    { key: 'u1', what: 'add', path: ['permissions', 'allow'], value: 'theirs' },
    { key: 'u2', what: 'set', path: ['permissions', 'theirs'], value: 1 },
    { key: 'u3', what: 'set', path: ['theirs'], value: { a: [1] } },
    { key: 'u4', what: 'add', path: ['hooks', 'x'], value: 'theirs' },
  ]

  it('keeps theirs when ours goes, and ours when theirs goes', () => {
    fc.assert(
      fc.property(TEXTS[format], fc.nat(), fc.nat(), (text, which, whose) => {
        const ours = applied(format, text, EDITS[format][which % 3] as Edit)
        if (isRefusal(ours) || ours.undo === null) return
        const user = theirs[whose % 4] as Edit
        const both = applied(format, ours.text, user)
        if (isRefusal(both) || both.undo === null) return
        const left = takenOut(format, both.text, made(ours))
        const alone = applied(format, text, user)
        expect([left.kept, ORACLES[format](left.text)]).toEqual([
          null,
          ORACLES[format](isRefusal(alone) ? '' : alone.text),
        ])
        expect(commentsOf(left.text)).toEqual(commentsOf(text))
        expect(takenOut(format, both.text, made(both))).toEqual({ text: ours.text, kept: null })
      }),
      { seed: 6, numRuns: 160 },
    )
  })

  it('gives two edits of ours back in either order', () => {
    const more: Edit = { key: 'more', what: 'add', path: ['permissions', 'allow'], value: 'more' }
    fc.assert(
      fc.property(TEXTS[format], (text) => {
        const one = applied(format, text, add)
        if (isRefusal(one) || one.undo === null) return
        const two = made(applied(format, one.text, more))
        expect(takenOut(format, takenOut(format, two.text, two).text, made(one)).text).toBe(text)
        const first = takenOut(format, two.text, made(one)).text
        const back = editorOf(format).prune(takenOut(format, first, two).text, one.made)
        expect(ORACLES[format](back)).toEqual(ORACLES[format](text))
        expect(commentsOf(back)).toEqual(commentsOf(text))
      }),
      { seed: 8, numRuns: 100 },
    )
  })

  it('returns byte for byte after the value was renewed', () => {
    fc.assert(
      fc.property(TEXTS[format], fc.nat(), (text, which) => {
        const edit = EDITS[format][which % 3] as Edit & { readonly what: 'set' | 'add' }
        const old = applied(format, text, edit)
        if (isRefusal(old) || old.undo === null) return
        const next: Edit = { ...edit, value: 'another value' }
        const renewed = made(renewEdit(format, old.text, old.undo, next, rereads))
        expect(hasEdit(ORACLES[format](renewed.text), next)).toBe(true)
        expect(takenOut(format, renewed.text, { ...renewed, made: old.made })).toEqual({ text, kept: null })
      }),
      { seed: 9, numRuns: 100 },
    )
  })
})

describe.each(['toml', 'yaml', 'markdown'] as const)('a %s file that the user edits after us', (format) => {
  const THEIRS = { toml: '[theirs]\nx = 1', yaml: 'theirs:\n  x: 1', markdown: '\nTheirs.' }[format]

  it('keeps what stands before and behind our block, whatever its line endings became', () => {
    fc.assert(
      fc.property(TEXTS[format], fc.boolean(), fc.constantFrom('\n', '\r\n'), (text, before, eol) => {
        const ours = applied(format, text, EDITS[format][0] as Edit)
        if (isRefusal(ours) || ours.undo === null || text.trim() === '' || text.startsWith('\ufeff')) return
        const plain = (one: string) => one.replace(/\r\n/g, '\n').replaceAll('\n', eol)
        const around = (one: string) => (before ? `# theirs\n${one}` : one.replace(/\n?$/, `\n${THEIRS}\n`))
        const left = undoEdit(format, plain(around(plain(ours.text).replaceAll('\r', ''))), ours.undo, rereads)
        const expected = plain(around(plain(text).replaceAll('\r', '')))
        // A blank line that we put between may stay where line endings or the lines around changed.
        const squeezed = (one: string) => one.replace(/(\r?\n)+/g, '\n').trim()
        if (!isRefusal(left)) expect([left.kept, squeezed(left.text)]).toEqual([null, squeezed(expected)])
        else expect(left.why).toBe('broken')
      }),
      { seed: 10, numRuns: 100 },
    )
  })
})

describe('our block in Markdown', () => {
  it('is hidden from the reader and its text is seen, as CommonMark has it', () => {
    fc.assert(
      fc.property(markdownTexts, (text) => {
        const ours = applied('markdown', text, block)
        if (isRefusal(ours)) return
        const html = micromark(ours.text, { allowDangerousHtml: true })
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
      agents,
      '[a]\nx = 1\n\n# gsd-pack:begin agents v1\n[agents]\nmax_depth = 2\n# gsd-pack:end agents\n',
    ],
    [
      'hooks of the user',
      'toml',
      '[[hooks]]\nevent = "E"',
      hook,
      '[[hooks]]\nevent = "E"\n\n# gsd-pack:begin hook v1\n[[hooks]]\nevent = "Stop"\ncommand = "x"\ntimeout = 10\n# gsd-pack:end hook',
    ],
    [
      'a root key',
      'toml',
      '[a]\nx = 1\n',
      { ...agents, path: ['notify'] },
      '# gsd-pack:begin agents v1\nnotify = 2\n# gsd-pack:end agents\n\n[a]\nx = 1\n',
    ],
    [
      'other keys',
      'yaml',
      'a: 1 # one\n',
      hook,
      'a: 1 # one\n# gsd-pack:begin hook v1\nhooks:\n  - event: Stop\n    command: x\n    timeout: 10\n# gsd-pack:end hook\n',
    ],
    [
      'prose',
      'markdown',
      '# Mine\n',
      block,
      '# Mine\n\n<!-- gsd-pack:begin instructions v1 -->\nPlans are in `.planning/`.\nStart with gsd-next.\n<!-- gsd-pack:end instructions -->\n',
    ],
  ])('in a file with %s', (_, format, text, edit, expected) => {
    const once = made(applied(format, text, edit))
    expect(once.text).toBe(expected)
    expect(takenOut(format, once.text, once)).toEqual({ text, kept: null })
  })

  it.each<[string, EditFormat, string, Edit, string, string]>([
    ['a comment in strict JSON', 'json', '{\n  "a": 1, // one\n}', add, 'broken', 'ignores the whole file'],
    ['a trailing comma in strict JSON', 'json', '{"a": 1,}', add, 'broken', 'ignores the whole file'],
    ['a JSON file that does not parse', 'jsonc', '{"a": [1}', add, 'broken', 'line 1, column 9'],
    ['a key that stands twice', 'json', '{"permissions": {}, "permissions": {}}', add, 'broken', '2 times'],
    ['a list at the top', 'json', '[]', add, 'unfit', 'object'],
    ['a text where a map is needed', 'jsonc', '{"permission": "ask"}', deep, 'unfit', '"permission" is not an object'],
    ['a map where a list is needed', 'json', '{"permissions": {"allow": {}}}', add, 'unfit', 'not a list'],
    ['a null on the way', 'json', '{"permissions": null}', add, 'unfit', 'not an object'],
    ['another value', 'json', '{"statusLine": {"type": "command", "command": "mine"}}', set, 'taken', '"statusLine"'],
    ['a table of the user', 'toml', '[agents]\nx = 1', agents, 'taken', '"agents"'],
    ['a dotted table of the user', 'toml', 'agents.x = 1', agents, 'taken', '"agents"'],
    ['another value in TOML', 'toml', '[agents]\nmax_depth = 1', agents, 'taken', 'another value'],
    ['a list in one piece', 'toml', 'hooks = []', hook, 'broken', 'second reader'],
    ['a TOML file that does not parse', 'toml', 'a = ', agents, 'broken', ''],
    ['half a block', 'toml', '# gsd-pack:begin agents v1\n', agents, 'broken', 'once each'],
    ['a YAML key of the user', 'yaml', 'hooks:\n  - a\n', hook, 'taken', '"hooks"'],
    ['YAML with an anchor', 'yaml', 'a: &x 1\nb: *x\n', hook, 'broken', 'plain YAML'],
    ['YAML that is a list', 'yaml', '- a\n', hook, 'unfit', 'keys'],
    ['two YAML documents', 'yaml', 'a: 1\n---\nb: 1\n', hook, 'broken', ''],
    ['an open fence', 'markdown', '```sh\nls\n', block, 'broken', 'fence'],
    ['an open comment', 'markdown', 'a\n\n<!-- b\n', block, 'broken', 'comment'],
    [
      'an older block of somebody',
      'markdown',
      '<!-- gsd-pack:begin instructions v1 -->\nx\n<!-- gsd-pack:end instructions -->\n',
      block,
      'taken',
      'no installation here',
    ],
    [
      'markers in disorder',
      'markdown',
      '<!-- gsd-pack:end instructions -->\n<!-- gsd-pack:begin instructions v1 -->\n',
      block,
      'broken',
      'once each',
    ],
  ])('is refused before %s', (_, format, text, edit, why, problem) => {
    const answer = applied(format, text, edit)
    expect(answer).toMatchObject({ why, problem: expect.stringContaining(problem) })
    expect(editorOf(format).snippet([edit])).not.toBe('')
  })

  it('is handed over with others of its file as one piece that holds them all', () => {
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
    ['a value in TOML', 'toml', 'agents = { max_depth = 2 }', agents],
    ['an item in YAML', 'yaml', 'hooks: [{event: Stop, command: x, timeout: 10}]', hook],
  ])('that is there already as %s is not ours', (_, format, text, edit) => {
    expect(applied(format, text, edit)).toEqual({ text, undo: null, made: [] })
  })

  it.each<[string, EditFormat, Edit, (text: string) => string, 'changed' | 'gone']>([
    ['a value', 'json', set, (text) => text.replace('"x"', '"mine"'), 'changed'],
    ['an item', 'json', add, (text) => text.replace('Bash', 'Zsh'), 'gone'],
    ['all of the file', 'json', add, () => '', 'gone'],
    ['a block', 'toml', agents, (text) => text.replace('= 2', '= 3'), 'changed'],
    ['prose', 'markdown', block, (text) => text.replace('Start', 'Begin'), 'changed'],
    ['prose away', 'markdown', block, () => '# Mine\n', 'gone'],
  ])('whose user changed %s is kept as it is', (_, format, edit, change, kept) => {
    const once = made(applied(format, '', edit))
    const text = change(once.text)
    expect(undoEdit(format, text, once.undo, rereads)).toEqual({ text, kept })
    expect(stateOf(format, text, once.undo)).toBe(kept)
  })

  it('is not taken out where that would move a key of the user into another table', () => {
    const once = made(applied('toml', '[a]\nx = 1\n', agents))
    expect(undoEdit('toml', `${once.text}theirs = 1\n`, once.undo, rereads)).toMatchObject({ why: 'broken' })
  })

  it('leaves what people wrote into the containers it made, and takes the empty ones', () => {
    const once = made(applied('jsonc', '{\n  "a": 1\n}\n', add))
    const theirs = once.text.replace('"allow": [', '"deny": [], // mine\n    "allow": [')
    expect(takenOut('jsonc', theirs, once).text).toBe(
      '{\n  "a": 1,\n  "permissions": {\n    "deny": [] // mine\n  }\n}\n',
    )
    const emptied = once.text.replace(/\s*"Bash.*\n/, '')
    expect(editorOf('jsonc').prune(emptied, once.made)).toBe('{\n  "a": 1\n}\n')
  })
})
