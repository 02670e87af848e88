import { describe, expect, it } from 'vitest'
import { claimOwnerFor, clientAbove } from '../../../lib/node/presence.js'

type Row = readonly [pid: number, parent: number, words: string]
const table =
  (...rows: readonly Row[]) =>
  (pid: number) => {
    const row = rows.find(([id]) => id === pid)
    return row === undefined ? null : { parent: row[1], argv: row[2].split(' ') }
  }

const KNOWN = { programs: new Set(['claude', 'codex', 'kilo']), isAbove: false }

describe('the client of a call', () => {
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
      'stands above wrappers',
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
    [
      'is an application, whose helper starts the call',
      [
        [30, 20, '-zsh'],
        [20, 10, '/Applications/Kilo.app/Contents/Frameworks/Kilo Helper (Plugin) --type=utility'],
      ],
      20,
    ],
    [
      'is a script that an interpreter runs',
      [
        [30, 20, '/bin/sh -c true'],
        [20, 10, '/usr/bin/node --no-warnings /usr/local/bin/claude -p words'],
      ],
      20,
    ],
    [
      'is none of the programs that it started',
      [
        [40, 30, 'python3 codex/build.py'],
        [30, 20, 'make test'],
        [20, 10, 'claude'],
      ],
      20,
    ],
    [
      'is nobody where a user or a program starts the call',
      [
        [40, 30, 'just check'],
        [30, 20, 'zsh'],
        [20, 10, 'gnome-terminal-server'],
      ],
      null,
    ],
    ['is unknown where the system lists no process', [], null],
  ])('%s', (_, rows, expected) => {
    expect(clientAbove(rows[0]?.[0] ?? 99, table(...rows), KNOWN)).toBe(expected)
  })

  it('with an unknown program name but known variables is the nearest long-lived process', () => {
    const rows = table([40, 30, 'python3 build.py'], [30, 20, 'make'], [20, 10, '/opt/An Editor/helper'], [10, 1, 'sh'])
    expect(clientAbove(40, rows, { ...KNOWN, isAbove: true })).toBe(20)
    expect(clientAbove(40, rows, KNOWN)).toBeNull()
  })

  it('is searched for in a limited number of steps', () => {
    expect(clientAbove(20, (pid) => ({ parent: pid === 20 ? 30 : 20, argv: ['sh'] }), KNOWN)).toBeNull()
  })
})

describe('the owner of a claim in an unattended run', () => {
  const whole = table([40, 30, 'sh'], [30, 20, 'its-wrapper'], [20, 10, 'node'], [10, 1, 'zsh'])
  const broken = table([40, 30, 'sh'], [30, 1, 'claude'], [1, 0, 'systemd'])

  it('is the process that the driver started, or the driver itself for its own calls', () => {
    expect(claimOwnerFor(50, 20, 20, whole, KNOWN)).toBe(20)
    expect(claimOwnerFor(50, 40, 20, whole, KNOWN)).toBe(30)
  })

  it('is the process itself if the driver is gone', () => {
    expect(claimOwnerFor(50, 40, 20, broken, KNOWN)).toBe(50)
    expect(claimOwnerFor(50, 1, 20, broken, KNOWN)).toBe(50)
  })

  it('is the client outside a run', () => {
    expect(claimOwnerFor(50, 40, null, broken, KNOWN)).toBe(30)
  })
})
