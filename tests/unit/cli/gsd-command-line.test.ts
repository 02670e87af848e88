// Parsing of `gsd` command lines: their spellings, refusals, help and the version.
import { describe, expect, it } from 'vitest'
import { flagOf } from '../../../lib/cli/arguments.js'
import { ACTION_NAMES, loadActions } from '../../../lib/cli/gsd/actions.js'
import { readCommandLine } from '../../../lib/cli/gsd/command-line.js'
import type { Args } from '../../../lib/core/verb.js'
import { RUNTIME_IDS } from '../../../lib/runtimes/all.js'
import { randomOf } from '../../support/random.js'

const ACTIONS = await loadActions()
const read = (...words: readonly string[]) => readCommandLine(words, ACTIONS)
const refusal = (...words: readonly string[]) => {
  try {
    return read(...words)
  } catch (error) {
    const { code, message, fix } = error as { code: string; message: string; fix: string }
    return { code, message, fix }
  }
}

describe('a command', () => {
  it.each<[string, readonly string[], string, object]>([
    ['without words is install', [], 'install', { yes: false, all: false }],
    ['that begins with a flag is install', ['--claude', '-g'], 'install', { claude: true, global: true }],
    [
      'that begins with a flag takes words as a folder',
      ['--local', 'status'],
      'install',
      { local: true, dir: 'status' },
    ],
    ['may name its action', ['doctor', '--codex', '-l', 'x'], 'doctor', { codex: true, local: true, dir: 'x' }],
    ['may name removal by a flag', ['--claude', '--uninstall', '-g'], 'uninstall', { claude: true, global: true }],
    ['may name a client as a word', ['doctor', 'claude'], 'doctor', { claude: true }],
    ['may name several', ['install', 'codex', 'claude', '-g'], 'install', { claude: true, codex: true, global: true }],
    ['may name a client anywhere', ['doctor', '-l', 'codex', 'x'], 'doctor', { codex: true, dir: 'x' }],
    ['takes a path named like a client as a folder', ['-l', './claude'], 'install', { dir: './claude', claude: false }],
    [
      'takes a client’s name after an option as its value',
      ['install', '--claude', '--profile', 'codex'],
      'install',
      { profile: 'codex', codex: false },
    ],
    ['may join short flags', ['-gy'], 'install', { global: true, yes: true }],
    ['keeps a value that begins with one dash', ['--profile', '-help'], 'install', { profile: '-help' }],
    [
      'has separate flags for a choice and its opposite',
      ['--hooks', '--no-hooks'],
      'install',
      { hooks: true, noHooks: true, noMcp: false },
    ],
    [
      'takes words after -- as they are',
      ['extras', 'add', '--', '--x', 'y'],
      'extras',
      { change: 'add', names: ['--x', 'y'] },
    ],
    ['collects a list', ['extras', 'remove', 'a', '--yes', 'b'], 'extras', { change: 'remove', names: ['a', 'b'] }],
  ])('%s', (_, words, action, given) => {
    expect(read(...words)).toMatchObject({ kind: 'call', action, given })
  })

  it('accepts every client as a flag and as a word', () => {
    for (const id of RUNTIME_IDS)
      for (const words of [[`--${id}`], ['doctor', id]])
        expect([words, read(...words)]).toMatchObject([words, { given: { [id]: true } }])
  })

  /** Required arguments of actions. */
  const NEEDED: Readonly<Partial<Record<string, readonly string[]>>> = { completion: ['zsh'] }

  it('has false for each flag and an empty list for each list that is not given', () => {
    for (const name of ACTION_NAMES) {
      const line = read(name, ...(NEEDED[name] ?? []))
      const always = Object.entries(ACTIONS[name]?.args ?? {}).filter(
        ([, { type }]) => type === 'flag' || type === 'list',
      )
      expect(line).toMatchObject({
        action: name,
        given: Object.fromEntries(always.map(([key, { type }]) => [key, type === 'flag' ? false : []])),
      })
    }
  })
})

describe('what is refused', () => {
  it.each<[string, readonly string[], string, string]>([
    ['a flag that is unknown', ['doctor', '--claud'], 'UNKNOWN_FLAG', '--claude'],
    ['a flag of another action', ['doctor', '--restore'], 'UNKNOWN_FLAG', 'gsd doctor --help'],
    ['an action that is unknown', ['docter', '--claude'], 'UNKNOWN_VERB', 'gsd doctor'],
    ['help about an action that is unknown', ['help', 'updaet'], 'UNKNOWN_VERB', 'gsd update'],
    ['help about a name that resembles nothing', ['help', 'xyzzyxyzzy'], 'UNKNOWN_VERB', 'gsd --help'],
    ['a verb of the other program', ['progress'], 'UNKNOWN_VERB', 'gsd-tools progress'],
    ['a word too many', ['doctor', 'x', 'y'], 'USAGE', 'doctor --help'],
    ['a value that is missing', ['--claude', '--profile'], 'USAGE', 'install --help'],
    ['a flag in the place of a value', ['--profile', '--dry-run'], 'USAGE', 'install --help'],
    ['a value for a flag that takes none', ['--yes=yes'], 'UNKNOWN_FLAG', 'install --help'],
    ['a value outside the choice', ['ext', 'lisst'], 'USAGE', 'gsd ext --help'],
    ['a required argument that is missing', ['completion'], 'USAGE', 'gsd completion --help'],
  ])('%s', (_, words, code, fix) => {
    expect(refusal(...words)).toEqual({
      code,
      message: expect.stringMatching(/; nothing was done$/),
      fix: expect.stringContaining(fix),
    })
  })
})

describe('help and the version', () => {
  it.each<[readonly string[], string]>([
    [['--help'], 'reapply-patches'],
    [['help'], 'reapply-patches'],
    [['help', 'help'], 'reapply-patches'],
    [['--claude', '-h'], 'reapply-patches'],
    [['help', 'doctor'], 'Usage: gsd doctor'],
    [['doctor', '-h', '--claude'], 'Usage: gsd doctor'],
  ])('%j', (words, part) => {
    expect(read(...words)).toEqual({ kind: 'text', text: expect.stringContaining(part) })
  })

  it.each([[['--help']], [['help']], [['-h', 'nobody']], [['nobody', '--help']]])(
    'show the flags without an action, by %j',
    (words) => {
      expect(read(...words)).toEqual({ kind: 'text', text: expect.stringMatching(/Without an action:.*--dry-run/s) })
    },
  )

  it.each(ACTION_NAMES)('show all flags of %s', (name) => {
    const flags = Object.entries(ACTIONS[name]?.args as Args).filter(([, { positional }]) => positional !== true)
    for (const words of [
      ['help', name],
      [name, '--help'],
    ]) {
      const line = read(...words)
      for (const [key] of flags)
        expect(line).toEqual({ kind: 'text', text: expect.stringContaining(`--${flagOf(key)}`) })
    }
  })

  it('begin with the action’s own arguments, and name the clients in one entry', () => {
    const line = read('auto', '--help') as { readonly text: string }
    const [own, common, clients] = ['  --jobs', ', --help', '  --<client>'].map((flag) => line.text.indexOf(flag))
    expect([own, common, clients]).not.toContain(-1)
    expect([clients, own, common].sort((a = 0, b = 0) => a - b)).toEqual([own, common, clients])
    expect(line.text.slice(0, clients)).not.toContain('--claude')
  })

  it('never run an action, and neither does an unknown flag', () => {
    const random = randomOf(5)
    const known = ['--claude', '--codex', '-g', '--yes', '-l', '--dry-run', '--hooks', '--uninstall', '-y']
    for (let round = 0; round < 300; round++) {
      const words = Array.from({ length: random.below(6) }, () => known[random.below(known.length)] as string)
      const action = ['', ...ACTION_NAMES][random.below(ACTION_NAMES.length + 1)] as string
      for (const word of ['--version', '-v', '--help', '-h', '--verison', '--x']) {
        const at = random.below(words.length + 1)
        const line = refusal(...(action === '' ? [] : [action]), ...words.slice(0, at), word, ...words.slice(at))
        expect([words, word, 'kind' in line ? line.kind : line.code]).not.toEqual([words, word, 'call'])
      }
    }
  })
})
