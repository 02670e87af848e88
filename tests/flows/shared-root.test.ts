// Roots that several clients read: what changes when a client is added or removed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planInstall } from '../../lib/install/plan.js'
import { realDisk } from '../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import { SCOPES } from '../../lib/runtimes/runtime.js'
import type { Scope } from '../../lib/runtimes/terms.js'
import { choiceFor, install, localChoice, put, snapshotOf, temporaryHome, uninstall } from '../support/home.js'
import { supplyOf } from '../support/supply.js'

const choose = (scope: Scope, home: string, ids: readonly RuntimeId[]) =>
  scope === 'global' ? choiceFor(home, ids) : localChoice(home, ids)

const EITHER = SCOPES.flatMap((scope) =>
  RUNTIME_IDS.filter((id) => runtimeOf(id).entries[scope] === 'either').map((id) => [id, scope] as const),
)

describe.each(EITHER)('%s, %s', (id, scope) => {
  it('replaces its entries with the shared ones, as if both had been installed together', async () => {
    const [moved, fresh] = [temporaryHome(), temporaryHome()]
    for (const home of [moved, fresh]) put(home, `${runtimeOf(id).home[scope]}/mine.txt`, 'mine\n')
    await install(choose(scope, moved, [id]))
    await install(choose(scope, moved, [SHARED]))
    await install(choose(scope, fresh, [id, SHARED]))
    expect(Object.keys(snapshotOf(moved))).toEqual(Object.keys(snapshotOf(fresh)))
    expect(planInstall(choose(scope, moved, []), supplyOf(), realDisk).operations).toEqual([])
  })

  it('keeps the shared entries when the other client is removed, and leaves nothing when removed itself', async () => {
    const home = temporaryHome()
    put(home, `${runtimeOf(id).home[scope]}/mine.txt`, 'mine\n')
    const before = snapshotOf(home)
    await install(choose(scope, home, [id]))
    await install(choose(scope, home, [SHARED]))
    await uninstall(choose(scope, home, [SHARED]))
    const shared = join(home, runtimeOf(SHARED).home[scope], 'skills')
    expect(existsSync(shared)).toBe(true)
    await uninstall(choose(scope, home, [id]))
    expect(snapshotOf(home)).toEqual(before)
  })
})

describe.each(SCOPES)('all clients, %s', (scope) => {
  it('can be removed one by one without a trace', async () => {
    const home = temporaryHome()
    const before = snapshotOf(home)
    await install(choose(scope, home, RUNTIME_IDS))
    expect(planInstall(choose(scope, home, []), supplyOf(), realDisk).operations).toEqual([])
    for (const id of RUNTIME_IDS) await uninstall(choose(scope, home, [id]))
    expect(snapshotOf(home)).toEqual(before)
  })
})
