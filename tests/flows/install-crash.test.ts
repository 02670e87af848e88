// Runs of the installer that fail, are killed at any call, overlap, or meet another program's files: none leaves half of a change.
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Disk } from '../../lib/install/disk.js'
import { planInstall } from '../../lib/install/plan.js'
import type { Choice } from '../../lib/install/target.js'
import { apply, type Progress } from '../../lib/node/apply.js'
import { realDisk } from '../../lib/node/files.js'
import type { RuntimeId } from '../../lib/runtimes/all.js'
import { bundlePath } from '../support/bundle.js'
import { runWithFault } from '../support/faults.js'
import { environmentOf } from '../support/gsd.js'
import {
  choiceFor,
  hostileHome,
  install,
  journalPlace,
  put,
  recoverKilledRun,
  snapshotOf,
  temporaryHome,
  text,
  uninstall,
} from '../support/home.js'
import { pathOfNode } from '../support/node-path.js'
import { LINES, supplyOf } from '../support/supply.js'

const BOTH: readonly RuntimeId[] = ['claude', 'codex']
const PROGRAM = join(import.meta.dirname, '../../bin/install.js')

/** A choice of these clients with every edit of their settings. */
function withAllOffers(home: string, rows: readonly RuntimeId[]): Choice {
  const offers = { permissions: true, instructions: true, hooks: true, statusline: true, mcp: true }
  return choiceFor(home, rows, { offers })
}

/** Every kind of run, with its initial state. */
const RUNS = {
  'a first install': {
    prepare: async (_: string): Promise<unknown> => null,
    run: (home: string): Promise<unknown> => install(withAllOffers(home, ['claude'])),
  },
  'an update': {
    prepare: async (home: string) => {
      await install(withAllOffers(home, ['codex']))
      writeFileSync(join(home, '.agents/get-shit-done/workflows/next.md'), 'edited')
    },
    run: (home: string) => install(withAllOffers(home, ['codex']), supplyOf({ version: '1.1.0' })),
  },
  'an uninstall': {
    prepare: (home: string) => install(withAllOffers(home, ['claude'])),
    run: (home: string) => uninstall(choiceFor(home, ['claude'])),
  },
}

describe.each(Object.entries(RUNS))('%s', (_, { prepare, run }) => {
  /** Makes a home that can be reset; returns its snapshots before and after an undisturbed run, and the calls of that run. */
  const setUpHome = async () => {
    const home = hostileHome()
    await prepare(home)
    const before = snapshotOf(home)
    const copy = temporaryHome()
    const copied = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }
    cpSync(home, copy, copied)
    const reset = () => {
      for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true })
      cpSync(copy, home, copied)
    }
    const { calls } = await runWithFault(0, 'fails', () => run(home))
    expect(calls).toBeGreaterThan(50)
    return { home, reset, calls, before, after: snapshotOf(home) }
  }

  it('either succeeds or is undone, whichever of its calls fails', async () => {
    const { home, reset, calls, before, after } = await setUpHome()
    reset()
    for (let at = 1; at <= calls; at++) {
      const { succeeded } = await runWithFault(at, 'fails', () => run(home))
      // A completed run may leave its journal, which the next run removes.
      if (succeeded) recoverKilledRun(home)
      expect([at, snapshotOf(home)]).toEqual([at, succeeded ? after : before])
      if (succeeded) reset()
    }
  })

  it('killed at any call is recovered to the state before or after it, and can be run again', async () => {
    const { home, reset, calls, before, after } = await setUpHome()
    for (let at = 1; at <= calls; at++) {
      reset()
      await runWithFault(at, 'is killed', () => run(home))
      recoverKilledRun(home)
      const left = snapshotOf(home)
      if (JSON.stringify(left) !== JSON.stringify(after)) expect([at, left]).toEqual([at, before])
      await run(home)
      expect([at, snapshotOf(home)]).toEqual([at, after])
    }
  })
})

it('an update that fails, and is killed late or during its undo, is recovered to the state before or after it', async () => {
  const [home, copy] = [hostileHome(), temporaryHome()]
  await RUNS['an update'].prepare(home)
  const before = snapshotOf(home)
  const copied = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }
  cpSync(home, copy, copied)
  const reset = () => {
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true })
    cpSync(copy, home, copied)
  }
  const failingRun = () => {
    const plan = planInstall(withAllOffers(home, ['codex']), supplyOf({ version: '1.1.0' }), realDisk)
    const onStep = ({ phase, done, total }: Progress) => {
      if (phase === 'write' && done === total - 1) throw new Error('made to fail')
    }
    return apply(plan, { ...journalPlace(home), onStep })
  }
  const { calls } = await runWithFault(0, 'fails', failingRun)
  reset()
  await RUNS['an update'].run(home)
  const after = snapshotOf(home)
  reset()
  for (let at = Math.floor(calls / 3); at <= calls; at++) {
    await runWithFault(at, 'is killed', failingRun)
    recoverKilledRun(home)
    const left = snapshotOf(home)
    if (JSON.stringify(left) === JSON.stringify(after)) reset()
    else expect([at, left]).toEqual([at, before])
  }
})

it('reports which file the system refused, and why', async () => {
  const home = hostileHome()
  const path = join(home, 'a file')
  const onStep = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', path })
  }
  const plan = planInstall(choiceFor(home, BOTH), supplyOf(), realDisk)
  await expect(apply(plan, { ...journalPlace(home), onStep })).rejects.toMatchObject({
    message: `${path} has no space left on its disk (ENOSPC); no changes were made`,
  })
})

describe('two runs at once', () => {
  it('do not mix: one works, the other is refused and changes nothing', async () => {
    const home = temporaryHome()
    let inner: unknown
    await apply(planInstall(choiceFor(home, BOTH), supplyOf(), realDisk), {
      ...journalPlace(home),
      onStep: ({ phase, done }) => {
        if (phase !== 'stage' || done !== 0) return
        const plan = planInstall(choiceFor(home, ['claude']), supplyOf({ version: '9' }), realDisk)
        inner = apply(plan, journalPlace(home)).catch((error: unknown) => error)
      },
    })
    expect(await inner).toMatchObject({ code: 'LOCKED', exit: 3 })
    expect(text(home, '.agents/get-shit-done/VERSION')).toBe('1.0.0\n')
  })

  it.each([1, 40])('do not apply a plan if the other run ended while it was made, after read %i', async (reads) => {
    const home = temporaryHome()
    await install(choiceFor(home, BOTH))
    const [before, after] = [temporaryHome(), home]
    const later = realDisk.real(after)
    let seen = 0
    const change: Disk = {
      ...realDisk,
      read: (path) => realDisk.read(seen++ < reads ? path.replace(later, realDisk.real(before)) : path),
    }
    const plan = planInstall(choiceFor(home, BOTH), supplyOf({ version: '1.1.0' }), change)
    const installed = snapshotOf(home)
    await expect(apply(plan, journalPlace(home))).rejects.toMatchObject({ code: 'CONFLICT', exit: 3 })
    expect(snapshotOf(home)).toEqual(installed)
  })

  it('do not apply a plan that relies on a file that the other run has undone', async () => {
    const home = temporaryHome()
    await install(choiceFor(home, BOTH))
    const gates = '.agents/get-shit-done/references/gates.md'
    const old = text(home, gates)
    const files = { 'workflows/next.md': LINES, 'references/gates.md': 'Other gates.\n' }
    put(home, gates, 'Other gates.\n')
    const plan = planInstall(choiceFor(home, BOTH), supplyOf({ version: '1.1.0', files }), realDisk)
    put(home, gates, old)
    await expect(apply(plan, journalPlace(home))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(text(home, '.agents/get-shit-done/VERSION')).toBe('1.0.0\n')
  })

  it('do not apply a plan whose assumptions have changed', async () => {
    const home = temporaryHome()
    const plan = planInstall(choiceFor(home, ['claude']), supplyOf(), realDisk)
    put(home, '.claude/commands/gsd-next.md', 'just now')
    const before = snapshotOf(home)
    await expect(apply(plan, journalPlace(home))).rejects.toMatchObject({ code: 'CONFLICT', exit: 3 })
    expect(snapshotOf(home)).toEqual(before)
  })
})

describe('a file that another program writes during a run', () => {
  const THEIRS = 'written by another program\n'
  const GATES = '.agents/get-shit-done/references/gates.md'

  async function updateWith(onStep: (home: string, progress: Progress) => void) {
    const home = temporaryHome()
    await install(choiceFor(home, BOTH))
    const before = snapshotOf(home, { times: false })
    const gates = text(home, GATES)
    const changed = { files: { 'workflows/next.md': LINES, 'references/gates.md': 'Other gates.\n' } }
    const plan = planInstall(choiceFor(home, BOTH), supplyOf({ version: '1.1.0', ...changed }), realDisk)
    expect(plan.operations.map(({ path }) => path)).toContain(realDisk.real(join(home, GATES)))
    const ended = await apply(plan, {
      ...journalPlace(home),
      onStep: (progress) => onStep(home, progress),
    }).then(
      () => null,
      (error: Error) => error,
    )
    return { home, before, gates, ended }
  }

  it('before ours is renamed into place is not overwritten, and is named', async () => {
    const { home, before, gates, ended } = await updateWith((at, { phase, done }) => {
      if (phase === 'write' && done === 0) put(at, GATES, THEIRS)
    })
    expect(ended).toMatchObject({ code: 'CONFLICT', exit: 3, message: expect.stringContaining('gates.md') })
    expect(text(home, GATES)).toBe(THEIRS)
    put(home, GATES, gates)
    expect(snapshotOf(home, { times: false })).toEqual(before)
  })

  it('after ours is in place stays when the run is undone, and is named', async () => {
    const { home, before, gates, ended } = await updateWith((at, { phase, done, total }) => {
      if (phase !== 'write' || done < total - 1) return
      put(at, GATES, THEIRS)
      throw new Error('the disk is gone')
    })
    expect(ended?.message).toMatch(/no changes were made; another program changed .*gates\.md in the meantime/)
    expect(text(home, GATES)).toBe(THEIRS)
    put(home, GATES, gates)
    expect(snapshotOf(home, { times: false })).toEqual(before)
  })

  it('at the path of a new file stays too, even if a killed run is recovered', async () => {
    const fresh = temporaryHome()
    const mine = '.claude/commands/gsd-next.md'
    const plan = planInstall(choiceFor(fresh, ['claude']), supplyOf(), realDisk)
    const onStep = ({ phase, done }: Progress) => {
      if (phase === 'write' && done === 0) put(fresh, mine, THEIRS)
    }
    await expect(apply(plan, { ...journalPlace(fresh), onStep })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(Object.keys(snapshotOf(fresh)).filter((path) => path.endsWith('.md'))).toEqual([mine])
    const killed = temporaryHome()
    const { calls } = await runWithFault(0, 'fails', () => install(choiceFor(temporaryHome(), BOTH)))
    await runWithFault(calls - 9, 'is killed', () => install(choiceFor(killed, BOTH)))
    put(killed, mine, THEIRS)
    const left: string[] = []
    recoverKilledRun(killed, (path) => left.push(path))
    expect(left).toEqual([realDisk.real(join(killed, mine))])
    expect(text(killed, mine)).toBe(THEIRS)
  })
})

/** A name for the last command; the command before, the one that is killed while it writes manifests, and the last. */
const KILLED_RUNS: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
  ['the same install again', [], ['install', '--claude', '--codex'], ['install', '--claude', '--codex']],
  ['an update', ['install', '--claude', '--no-hooks'], ['uninstall', '--claude'], ['update']],
]

describe('a run of the program that is killed while it writes manifests', () => {
  const faults = bundlePath('tests/support/faults.ts')
  const gsd = (home: string, words: readonly string[], fault: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, ['--import', faults, PROGRAM, ...words, '--global'], {
      cwd: home,
      env: environmentOf(home, { PATH: pathOfNode(), ...fault }),
      input: '',
    })
  /** The snapshot without the user's `.gsd` folder, whose key is random, and compiled code, which may be missing. */
  const comparable = (home: string) =>
    Object.entries(snapshotOf(home)).filter(([path]) => !/(^|\/)\.gsd(\/|$)|\.cache$/.test(path))
  const empty = (home: string) => {
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true })
    put(home, '.claude/settings.json', '{ "model": "mine" }\n')
  }

  it.each(KILLED_RUNS)('is completed by %s', (_, before, killed, after) => {
    const home = temporaryHome()
    const outcome = (isDisturbed: boolean) => {
      empty(home)
      if (before.length > 0) expect(gsd(home, before).status).toBe(0)
      const { signal } = gsd(home, killed, isDisturbed ? { GSD_KILL_AT: '2' } : {})
      expect(signal).toBe(isDisturbed ? 'SIGKILL' : null)
      const { status } = gsd(home, after)
      return { status, home: comparable(home) }
    }
    expect(outcome(true)).toEqual(outcome(false))
  })
})
