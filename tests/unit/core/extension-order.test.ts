// The order in which extensions are asked is theirs, and never that in which somebody found them.
import { expect, it } from 'vitest'
import { activeIn } from '../../../lib/core/extensions/active.js'
import type { Manifest } from '../../../lib/core/extensions/manifest.js'
import type { FoundExtension, Ground } from '../../../lib/core/extensions/port.js'
import { sha256 } from '../../../lib/node/digest.js'
import { randomOf } from '../../support/random.js'

const found = (name: string, priority: number, source: FoundExtension['source']): FoundExtension => ({
  name,
  source,
  folder: `/${source}/${name}`,
  manifest: { name, priority } as Manifest,
  digest: sha256(name),
  files: [],
  problem: null,
})

const ground: Ground = {
  caller: { settings: {}, trustedBy: () => 'person' } as unknown as Ground['caller'],
  digest: sha256,
  base: '.planning',
  source: () => null,
}

/** By priority, then the person's before the project's, then by the code units of their names. */
const IN_ORDER = [
  found('zeta', 100, 'project'),
  found('beta', 500, 'user'),
  found('gamma', 500, 'user'),
  found('omega', 500, 'user'),
  found('alpha', 500, 'project'),
  found('alpha-2', 500, 'project'),
  found('alphabet', 500, 'project'),
  found('aaa', 900, 'user'),
]

const namesOf = (all: readonly FoundExtension[]): readonly string[] =>
  activeIn(all, ground).map(({ found: { name } }) => name)

it.each(Array.from({ length: 50 }, (_, seed) => seed))('is the same however they are found, seed %i', (seed) => {
  const random = randomOf(seed)
  const shuffled = IN_ORDER.map((one) => ({ one, at: random.next() })).sort((a, b) => a.at - b.at)
  expect(namesOf(shuffled.map(({ one }) => one))).toEqual(IN_ORDER.map(({ name }) => name))
})
