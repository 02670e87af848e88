// The registry of verbs as a whole. The tests of each verb are in verbs/, one file per group.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GROUPS } from '../../lib/verbs/all.js'
import { ALL_GROUPS } from '../../lib/verbs/registry.js'

describe('the registry of verbs', () => {
  it('names each verb once', () => {
    const all = ALL_GROUPS.flatMap(({ verbs }) => Object.keys(verbs))
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
  })

  it('has a contract test for every group', () => {
    const tested = readdirSync(new URL('./verbs', import.meta.url)).map((name) => name.replace('.test.ts', ''))
    expect(Object.keys(GROUPS).filter((id) => !tested.includes(id))).toEqual([])
  })
})
