import { describe, expect, it } from 'vitest'
import { clientAbove, takerFor } from '../../../lib/node/presence.js'

type Row = readonly [pid: number, parent: number, name: string]
const table =
  (...rows: readonly Row[]) =>
  (pid: number) => {
    const row = rows.find(([id]) => id === pid)
    return row === undefined ? null : { parent: row[1], name: row[2] }
  }

describe('the client above a call', () => {
  it.each<readonly [string, readonly Row[], number | null]>([
    [
      'stands above its shell',
      [
        [30, 20, 'bash'],
        [20, 10, 'claude'],
        [10, 1, 'zsh'],
      ],
      20,
    ],
    [
      'starts the call itself',
      [
        [20, 10, 'codex'],
        [10, 1, 'bash'],
      ],
      20,
    ],
    [
      'is behind wrappers',
      [
        [50, 40, 'sh'],
        [40, 30, 'timeout'],
        [30, 20, '-zsh'],
        [20, 1, 'kilo'],
      ],
      20,
    ],
    [
      'is not the first process of a container',
      [
        [30, 1, 'bash'],
        [1, 0, 'sleep'],
      ],
      null,
    ],
    ['is unknown where the system does not tell', [], null],
  ])('%s', (_, rows, expected) => {
    expect(clientAbove(rows[0]?.[0] ?? 99, table(...rows))).toBe(expected)
  })

  it('is looked for in a bounded number of steps', () => {
    expect(clientAbove(20, (pid) => ({ parent: pid === 20 ? 30 : 20, name: 'sh' }))).toBeNull()
  })
})

describe('whose claim a call of an unattended run takes', () => {
  const whole = table([40, 30, 'sh'], [30, 20, 'claude'], [20, 10, 'node'], [10, 1, 'zsh'])
  const broken = table([40, 30, 'sh'], [30, 1, 'claude'], [1, 0, 'systemd'])

  it('is that of its client while the driver is above it', () => {
    expect(takerFor(50, 40, 20, whole)).toBe(30)
  })

  it('is its own when the driver is gone, whoever the system put above it', () => {
    expect(takerFor(50, 40, 20, broken)).toBe(50)
    expect(takerFor(50, 1, 20, broken)).toBe(50)
  })

  it('is that of its client outside of a run', () => {
    expect(takerFor(50, 40, null, broken)).toBe(30)
  })
})
