// Which argument the next word of a call belongs to, and that the registry says of every argument that is a name what it names.
import { expect, it } from 'vitest'
import { loadAll } from '../../../lib/cli/load.js'
import { nextArgument } from '../../../lib/cli/values.js'
import type { Arg, Args } from '../../../lib/verbs/verb.js'

const args: Args = {
  phase: { type: 'text', positional: true, names: 'phase', about: 'first' },
  plans: { type: 'list', positional: true, names: 'plan', about: 'rest' },
  host: { type: 'text', names: 'client', about: 'flag with a value' },
  dryRun: { type: 'flag', about: 'flag without' },
}

it.each<[string, readonly string[], string | null]>([
  ['nothing', [], 'first'],
  ['a word', ['1'], 'rest'],
  ['words of a list', ['1', 'a', 'b'], 'rest'],
  ['a flag with its value', ['--host', 'x'], 'first'],
  ['a flag that lacks its value', ['1', '--host'], 'flag with a value'],
  ['a flag that takes none', ['--dry-run'], 'first'],
  ['a flag that stands for the first word', ['--phase', '1'], 'rest'],
  ['a flag of every verb that lacks its value', ['--cwd'], null],
  ['a flag that is unknown', ['--what'], 'first'],
])('behind %s', (_, words, about) => {
  expect(nextArgument(args, words)?.about ?? null).toBe(about)
})

const KEYS: Readonly<Record<string, Arg['names']>> = { phase: 'phase', phases: 'phase', planId: 'plan', host: 'client' }

it('every argument that is called after what it names says so', async () => {
  const silent = (await loadAll()).flatMap(({ name, args: taken }) =>
    Object.entries(taken as Args)
      .filter(([key, { type, names }]) => type !== 'flag' && KEYS[key] !== undefined && names !== KEYS[key])
      .map(([key]) => `${name} ${key}`),
  )
  expect(silent).toEqual([])
})
