// Parsing of typed arguments of every kind, and refusals.
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../lib/cli/arguments.js'
import { readCommandLine } from '../../../lib/cli/command-line.js'
import { pick } from '../../../lib/cli/output.js'
import type { Args } from '../../../lib/core/verb.js'

const read = (args: Args, ...words: readonly string[]) => readArguments({ name: 'noun.verb', args }, words)
const about = 'What it is'

describe('arguments', () => {
  it.each<[string, Args, readonly string[], object]>([
    ['text by position', { name: { type: 'text', positional: true, about } }, ['a'], { name: 'a' }],
    ['text by flag', { name: { type: 'text', positional: true, about } }, ['--name', 'a b'], { name: 'a b' }],
    ['text with an equals sign', { name: { type: 'text', about } }, ['--name=--odd=1'], { name: '--odd=1' }],
    ['text that begins with one dash', { name: { type: 'text', about } }, ['--name', '- bullet'], { name: '- bullet' }],
    [
      'text that begins like a flag',
      { name: { type: 'text', about } },
      ['--name', '--help is kept'],
      { name: '--help is kept' },
    ],
    [
      'text that begins like a flag with its value',
      { name: { type: 'text', about } },
      ['--name', '--odd=one two'],
      { name: '--odd=one two' },
    ],
    ['empty text', { name: { type: 'text', about } }, ['--name', ''], { name: '' }],
    ['a number', { n: { type: 'int', about } }, ['--n', '3'], { n: 3 }],
    ['a switch', { on: { type: 'flag', about } }, ['--on'], { on: true }],
    ['a switch that is not given', { on: { type: 'flag', about } }, [], { on: false }],
    ['a switch with its value', { on: { type: 'flag', about } }, ['--on=false'], { on: false }],
    ['a choice', { c: { type: 'choice', values: ['x', 'y'], about } }, ['--c', 'y'], { c: 'y' }],
    ['a camel-case name', { unitType: { type: 'text', about } }, ['--unit-type', 'x'], { unitType: 'x' }],
    ['a list by position', { ids: { type: 'list', positional: true, about } }, ['a', 'b'], { ids: ['a', 'b'] }],
    ['a list by repetition', { ids: { type: 'list', about } }, ['--ids', 'a', '--ids=b'], { ids: ['a', 'b'] }],
    ['no list', { ids: { type: 'list', about } }, [], { ids: [] }],
    [
      'a greedy list, ended by a flag',
      {
        m: { type: 'text', positional: true, about },
        files: { type: 'list', greedy: true, about },
        on: { type: 'flag', about },
      },
      ['msg', '--files', 'a', 'b', '--on'],
      { m: 'msg', files: ['a', 'b'], on: true },
    ],
    [
      'the rest as typed',
      { s: { type: 'text', positional: true, about }, step: { type: 'text', about }, w: { type: 'rest', about } },
      ['plan-phase', '3', '--research', '--step', 'x', '-abc', '--deep=1', '--', '--json', '--help'],
      { s: 'plan-phase', step: 'x', w: ['3', '--research', '-abc', '--deep=1', '--json', '--help'] },
    ],
    [
      'words after -- are never flags',
      { name: { type: 'text', positional: true, about } },
      ['--', '--name'],
      { name: '--name' },
    ],
    ['the same value twice', { name: { type: 'text', positional: true, about } }, ['a', '--name', 'a'], { name: 'a' }],
  ])('%s', (_, args, words, expected) => {
    expect(read(args, ...words).args).toEqual(expected)
  })

  it('global flags may be anywhere and are for the CLI; a verb may have a flag of the same name', () => {
    const { args, flags } = read(
      { raw: { type: 'flag', about }, n: { type: 'text', positional: true, about } },
      '--pretty',
      'a',
      '--pick',
      'x.y',
      '--raw',
    )
    expect([args, flags]).toEqual([
      { raw: true, n: 'a' },
      { pretty: true, pick: 'x.y', raw: true },
    ])
  })

  it('names a missing option as a flag', () => {
    expect(() => read({ text: { type: 'text', required: true, about } })).toThrow('--text is missing')
  })

  it.each<[string, Args, readonly string[], string, RegExp]>([
    ['an unknown flag', { name: { type: 'text', about } }, ['--nmae', 'x'], 'UNKNOWN_FLAG', /--name/],
    [
      'an abbreviated flag',
      { revision: { type: 'text', about } },
      ['--rev', 'x'],
      'UNKNOWN_FLAG',
      /^did you mean --revision\?$/,
    ],
    [
      'an abbreviation of two flags',
      { tried: { type: 'text', about }, trial: { type: 'text', about } },
      ['--tri'],
      'UNKNOWN_FLAG',
      /^did you mean --tried or --trial\?$/,
    ],
    ['one dash', { claim: { type: 'text', about } }, ['-claim', 'x'], 'UNKNOWN_FLAG', /^did you mean --claim\?$/],
    ['one dash and a value', { claim: { type: 'text', about } }, ['-claim=x'], 'UNKNOWN_FLAG', /--claim\?$/],
    [
      'a flag with its value where a text is missing',
      { name: { type: 'text', about }, reason: { type: 'text', about } },
      ['--name', '--reason=a b'],
      'USAGE',
      /--name=<value>/,
    ],
    [
      'a missing argument',
      { name: { type: 'text', required: true, positional: true, about } },
      [],
      'USAGE',
      /noun verb <name>/,
    ],
    ['a missing list', { ids: { type: 'list', required: true, positional: true, about } }, [], 'USAGE', /<ids>/],
    ['a word too many', { name: { type: 'text', positional: true, about } }, ['a', 'b'], 'USAGE', /noun verb/],
    [
      'a flag that swallows a flag',
      { name: { type: 'text', about }, on: { type: 'flag', about } },
      ['--name', '--on'],
      'USAGE',
      /--name=<value>/,
    ],
    ['no number', { n: { type: 'int', about } }, ['--n', '1.5'], 'USAGE', /noun verb/],
    [
      'a value outside the choice',
      { c: { type: 'choice', values: ['red', 'blue'], about } },
      ['--c', 'rde'],
      'USAGE',
      /red/,
    ],
    ['two values', { name: { type: 'text', about } }, ['--name', 'a', '--name', 'b'], 'USAGE', /noun verb/],
  ])('%s is refused', (_, args, words, code, fix) => {
    expect(() => read(args, ...words)).toThrow(expect.objectContaining({ code, fix: expect.stringMatching(fix) }))
  })
})

describe('the command line', () => {
  it.each<[readonly string[], object]>([
    [['config', 'get', 'a'], { kind: 'call', name: 'config.get', words: ['a'] }],
    [['config.get', 'a'], { kind: 'call', name: 'config.get', words: ['a'] }],
    [['--cwd', 'config', 'next'], { kind: 'call', name: 'next', words: ['--cwd', 'config'] }],
    [['config', '--ws', 'get', 'get', 'a'], { kind: 'call', name: 'config.get', words: ['--ws', 'get', 'a'] }],
    [['--version'], { kind: 'version' }],
    [['commit', 'x', '--', '--help'], { kind: 'call', name: 'commit', words: ['x', '--', '--help'] }],
    [['commit', 'x', '--help'], { kind: 'help', subject: 'commit' }],
    [['nonsense', '-h'], { kind: 'help', subject: 'nonsense' }],
    [['config', 'nonsense'], { kind: 'unknown', words: ['config', 'nonsense'] }],
    [[], { kind: 'unknown', words: [] }],
  ])('%j', (argv, expected) => {
    expect(readCommandLine(argv)).toEqual(expected)
  })
})

describe('--pick', () => {
  const value = { a: { 'b.c': [1, { d: null }] }, list: ['x', 'y'] }

  it.each([
    ['list[-1]', true, 'y'],
    ['list[5]', false, undefined],
    ['a["b.c"][1].d', true, null],
    ['a.b', false, undefined],
    ['list.length', false, undefined],
    ['constructor', false, undefined],
  ])('%s', (path, found, picked) => {
    expect(pick(value, path)).toEqual({ found, value: picked })
  })

  it('an invalid path is a usage error', () => {
    expect(() => pick(value, 'a[')).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })
})
