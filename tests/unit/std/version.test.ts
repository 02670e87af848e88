// Versions in the order of their releases.
import { describe, expect, it } from 'vitest'
import { compareVersions } from '../../../lib/std/version.js'

describe('versions', () => {
  it('come in the order of their releases', () => {
    const order = [
      '0.0.0-source',
      '0.1.0',
      '0.9.9',
      '0.10.0',
      '1.0.0-alpha',
      '1.0.0-alpha.2',
      '1.0.0-alpha.10',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.42.3',
      '2.0',
    ]
    expect([...order].reverse().sort(compareVersions)).toEqual(order)
  })

  it.each([
    ['1.0.0', '1.0.0'],
    ['1.0.0+a', '1.0.0+b'],
  ])('%s is as new as %s', (one, other) => {
    expect(compareVersions(one, other)).toBe(0)
  })
})
