// Roots that several clients read: what moves when one comes or goes, and who is served by whom.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planInstall } from '../../lib/install/plan.js'
import { realDisk } from '../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import { SCOPES } from '../../lib/runtimes/runtime.js'
import type { Scope } from '../../lib/runtimes/terms.js'
import { choiceFor, install, localChoice, picture, put, temporaryHome, uninstall } from '../support/home.js'
import { supplyOf } from '../support/supply.js'

const choose = (scope: Scope, home: string, ids: readonly RuntimeId[]) =>
  scope === 'global' ? choiceFor(home, ids) : localChoice(home, ids)

/** Everything but the untouched copies, whose names depend on the home. */
const placesIn = (home: string) => Object.keys(picture(home)).filter((path) => !path.endsWith('/pristine.json.br'))

const EITHER = SCOPES.flatMap((scope) =>
  RUNTIME_IDS.filter((id) => runtimeOf(id).entries[scope] === 'either').map((id) => [id, scope] as const),
)

describe.each(EITHER)('%s, %s', (id, scope) => {
  it('gives its entries up for the shared ones, and ends as if both had come together', async () => {
    const [moved, fresh] = [temporaryHome(), temporaryHome()]
    for (const home of [moved, fresh]) put(home, `${runtimeOf(id).home[scope]}/mine.txt`, 'mine\n')
    await install(choose(scope, moved, [id]))
    await install(choose(scope, moved, [SHARED]))
    await install(choose(scope, fresh, [id, SHARED]))
    expect(placesIn(moved)).toEqual(placesIn(fresh))
    expect(planInstall(choose(scope, moved, []), supplyOf(), realDisk).operations).toEqual([])
  })

  it('keeps the shared entries when the other reader goes, and leaves nothing when it goes itself', async () => {
    const home = temporaryHome()
    put(home, `${runtimeOf(id).home[scope]}/mine.txt`, 'mine\n')
    const before = picture(home)
    await install(choose(scope, home, [id]))
    await install(choose(scope, home, [SHARED]))
    await uninstall(choose(scope, home, [SHARED]))
    const shared = join(home, runtimeOf(SHARED).home[scope], 'skills')
    expect(existsSync(shared)).toBe(true)
    await uninstall(choose(scope, home, [id]))
    expect(picture(home)).toEqual(before)
  })
})

describe.each(SCOPES)('all of them, %s', (scope) => {
  it('go together and one by one, and leave nothing', async () => {
    const home = temporaryHome()
    const before = picture(home)
    await install(choose(scope, home, RUNTIME_IDS))
    expect(planInstall(choose(scope, home, []), supplyOf(), realDisk).operations).toEqual([])
    for (const id of RUNTIME_IDS) await uninstall(choose(scope, home, [id]))
    expect(picture(home)).toEqual(before)
  })
})
