// The registry of what only a person decides, against the verbs there are.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DECISIONS } from '../../lib/core/consent.js'
import { ALL_ROSTERS } from '../../lib/features/verbs.js'
import type { Verb } from '../../lib/verbs/verb.js'

it('names exactly the verbs that take a word', async () => {
  const loaders = ALL_ROSTERS.flatMap(({ verbs }) => Object.entries(verbs as Record<string, () => Promise<Verb>>))
  const verbs = await Promise.all(loaders.map(async ([name, load]) => [name, await load()] as const))
  const taking = verbs.flatMap(([name, { args }]) => (Object.hasOwn(args, 'agree') ? [name] : []))
  expect([...taking].sort()).toEqual(Object.keys(DECISIONS).sort())
  for (const [name, verb] of verbs)
    if (taking.includes(name)) expect([name, verb.kind === 'query'], name).toEqual([name, false])
})

it('stands whole in the table for people', () => {
  const page = readFileSync(new URL('../../docs/explanation/consent.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .join('\n')
  const missing = Object.keys(DECISIONS).filter((name) => !rows.includes(name.replace('.', ' ')))
  expect(missing).toEqual([])
})
