// The root of each client's entries.
import { describe, expect, it } from 'vitest'
import { hostsOf, layoutOf, readersOf } from '../../../lib/install/layout.js'
import { RUNTIME_IDS, runtimeOf, SHARED } from '../../../lib/runtimes/all.js'
import { SCOPES } from '../../../lib/runtimes/runtime.js'

describe('the layout', () => {
  it('names for every client one row with its entries, and one with its agents if it has any', () => {
    for (const scope of SCOPES) {
      const layout = layoutOf(RUNTIME_IDS, scope)
      expect([...layout.keys()]).toEqual(RUNTIME_IDS)
      for (const [id, { entries: host, agents }] of layout) {
        expect(runtimeOf(host).places.command).not.toBeNull()
        expect(agents === null).toBe(runtimeOf(id).places.agent === null)
      }
      expect(
        hostsOf(layout)
          .flatMap((host) => readersOf(layout, host))
          .sort(),
      ).toEqual([...RUNTIME_IDS].sort())
    }
  })

  it.each(SCOPES)('includes the shared root for a client that never has its own entries (%s)', (scope) => {
    for (const id of RUNTIME_IDS) {
      const source = runtimeOf(id).entries[scope]
      expect(layoutOf([id], scope).get(id)?.entries).toBe(source === 'shared' ? SHARED : id)
    }
  })

  it.each(SCOPES)('gives a reader of the shared root no entries of its own (%s)', (scope) => {
    for (const id of RUNTIME_IDS) {
      const source = runtimeOf(id).entries[scope]
      expect(layoutOf([id, SHARED], scope).get(id)?.entries).toBe(source === 'own' ? id : SHARED)
    }
  })
})
