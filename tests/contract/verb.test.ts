// The registry of verbs as a whole; what holds for each verb is in verbs/, one file a roster.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { configKey } from '../../lib/artifacts/config/config-keys.js'
import { FEATURES } from '../../lib/features/all.js'
import type { Feature } from '../../lib/features/feature.js'
import { ALL_ROSTERS, verbAliases, verbNames } from '../../lib/features/verbs.js'
import { ROSTERS } from '../../lib/verbs/all.js'

describe('the registry of verbs', () => {
  it('names each verb once, and no alias is a verb', () => {
    const all = ALL_ROSTERS.flatMap(({ verbs }) => Object.keys(verbs))
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
    expect(Object.keys(verbAliases()).filter((alias) => (verbNames() as readonly string[]).includes(alias))).toEqual([])
  })

  it('leads every alias to a verb', () => {
    expect(Object.values(verbAliases()).filter((name) => !verbNames().includes(name))).toEqual([])
  })
  it('has a contract test for every roster', () => {
    const tested = readdirSync(new URL('./verbs', import.meta.url)).map((name) => name.replace('.test.ts', ''))
    const rooms = [
      ...Object.entries(ROSTERS),
      ...(FEATURES as readonly Feature[]).map(({ id, roster }) => [id, roster] as const),
    ]
      .filter(([, { verbs }]) => Object.keys(verbs).length > 0)
      .map(([id]) => id)
    expect(rooms.filter((id) => !tested.includes(id))).toEqual([])
  })

  it('switches features by settings that exist, and only verbs of a feature answer while it is off', () => {
    for (const { switch: key, always, roster } of FEATURES as readonly Feature[]) {
      if (key !== null) expect(configKey(key)).not.toBeNull()
      expect(always.filter((name) => !Object.hasOwn(roster.verbs, name))).toEqual([])
    }
  })
})
