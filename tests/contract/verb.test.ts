// The registry of verbs as a whole; what holds for each verb is in verbs/, one file a roster.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GROUPS } from '../../lib/verbs/all.js'
import { ALL_GROUPS } from '../../lib/verbs/registry.js'

describe('the registry of verbs', () => {
  it('names each verb once', () => {
    const all = ALL_GROUPS.flatMap(({ verbs }) => Object.keys(verbs))
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
  })

  it('has a contract test for every roster', () => {
    const tested = readdirSync(new URL('./verbs', import.meta.url)).map((name) => name.replace('.test.ts', ''))
    expect(Object.keys(GROUPS).filter((id) => !tested.includes(id))).toEqual([])
  })
})
