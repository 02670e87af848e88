// Rows that use one root: whatever is added and removed in whichever order, each finds what it would find alone.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from '../../../lib/install/inspect.js'
import { recordsAt } from '../../../lib/install/installed.js'
import { layoutOf } from '../../../lib/install/layout.js'
import { PATCHES_FOLDER } from '../../../lib/install/target.js'
import { realDisk } from '../../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId } from '../../../lib/runtimes/all.js'
import { SCOPES } from '../../../lib/runtimes/runtime.js'
import type { Scope } from '../../../lib/runtimes/terms.js'
import { installPeer } from './column.js'
import type { Trial } from './crash.js'
import { type Ground, groundAt } from './ground.js'
import { buildProject, HOMES } from './homes.js'
import type { PeerPack } from './hostile-home.js'
import { inProcess, type Ran } from './runner.js'
import { differences, restore, type Snapshot, Watcher } from './snapshot.js'

/** Roots that a row uses when it is installed with others, as places on the ground. */
const rootsIn = (ground: Ground, ids: readonly RuntimeId[], id: RuntimeId): readonly string[] => {
  const seat = layoutOf(ids, ground.scope).get(id)
  return [id, seat?.host, seat?.agents].flatMap((each) => (each == null ? [] : ground.roots[each]))
}

/** Ordered pairs of rows that use a common root when both are there. */
const pairsOn = (ground: Ground, ids: readonly RuntimeId[]): readonly (readonly [RuntimeId, RuntimeId])[] =>
  ids.flatMap((a) =>
    ids
      .filter((b) => b !== a && rootsIn(ground, [a, b], a).some((root) => rootsIn(ground, [a, b], b).includes(root)))
      .map((b) => [a, b] as const),
  )

/** A lived-in home, and what it looks like with some rows installed. */
class Home {
  readonly ground: Ground
  readonly #folder: string
  readonly #watcher: Watcher
  readonly #before: Snapshot
  readonly #run: ReturnType<typeof inProcess>
  readonly #alone = new Map<string, Snapshot>()
  readonly wrong: string[] = []

  constructor(scope: Scope, scratch: string) {
    this.#folder = realpathSync(mkdtempSync(join(scratch, 'shared-')))
    const base = join(this.#folder, 'base')
    const place = { base, home: join(base, 'home'), project: join(base, 'home/project'), scope, crowd: 0 }
    mkdirSync(place.project, { recursive: true })
    this.ground = groundAt(place, {})
    buildProject(place.project)
    for (const id of ['hooks', 'own']) HOMES.find((home) => home.id === id)?.build(this.ground)
    this.#watcher = new Watcher(base)
    this.#before = this.#watcher.look()
    this.#run = inProcess(this.ground, 'core')
    cpSync(base, join(this.#folder, 'copy'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }

  async with(ids: readonly RuntimeId[]): Promise<Snapshot> {
    const known = this.#alone.get(ids.join())
    if (known !== undefined) return known
    await this.add(ids)
    const state = this.#watcher.look()
    this.#alone.set(ids.join(), state)
    this.reset()
    return state
  }

  async add(ids: readonly RuntimeId[]): Promise<Ran> {
    return this.#went(`adding ${ids.join(', ')}`, await this.#run.install('first', ids))
  }

  async remove(ids: readonly RuntimeId[]): Promise<Ran> {
    return this.#went(`removing ${ids.join(', ')}`, await this.#run.uninstall(ids))
  }

  /** A row is recorded, and every recorded file is as it was written. */
  isWhole(id: RuntimeId, where: string): void {
    const installed = recordsAt(realDisk, this.ground.scope, this.ground.roots).installed
    if (!installed.some(({ manifest }) => manifest.runtimes.includes(id))) this.wrong.push(`${where}: ${id} is gone`)
    for (const { drift } of installed.map((one) => inspect(realDisk, one)))
      for (const { path, state } of drift) this.wrong.push(`${where}: ${path} is ${state}`)
  }

  is(state: Snapshot | 'as before', where: string): void {
    const found = differences(state === 'as before' ? this.#before : state, this.#watcher.look())
    if (found.length === 0) return
    const first = found.slice(0, 4).map(({ path, how }) => `${path} ${how}`)
    this.wrong.push(`${where}: ${first.join(', ')}${found.length > 4 ? ` and ${found.length - 4} more` : ''}`)
  }

  reset(): void {
    restore(this.ground.base, join(this.#folder, 'copy'), this.#before, this.#watcher.look())
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #went(what: string, ran: Ran): Ran {
    if (ran.code !== null) this.wrong.push(`${what}: exit ${ran.exit} ${ran.code} ${ran.message}`)
    return ran
  }
}

async function tryPairs(scope: Scope, scratch: string, ids: readonly RuntimeId[]): Promise<Trial> {
  const home = new Home(scope, scratch)
  const pairs = pairsOn(home.ground, ids)
  for (const [a, b] of pairs) {
    const alone = await home.with([b])
    await home.add([a])
    await home.add([b])
    const went = await home.remove([a])
    // Who read what was the other's is told so, and has nothing until the next run.
    if (went.asks.length === 0) home.isWhole(b, `${scope}: ${a}, then ${b}, then without ${a}`)
    await home.add([b])
    home.is(alone, `${scope}: ${a}, then ${b}, then without ${a}, then ${b} again`)
    await home.remove([b])
    home.is('as before', `${scope}: ${a}, then ${b}, then without either`)
    await home.add([a])
    await home.add([b])
    await home.remove([a])
    await home.remove([b])
    home.is('as before', `${scope}: ${a}, then ${b}, then both removed in turn`)
    home.reset()
  }
  home.end()
  return {
    what: `pairs that share a root, ${scope}: the second is as if the first had never been`,
    tried: pairs.length,
    wrong: home.wrong,
  }
}

async function tryAll(scope: Scope, scratch: string, ids: readonly RuntimeId[]): Promise<Trial> {
  const home = new Home(scope, scratch)
  const together = await home.with(ids)
  await home.add(ids)
  const again = await home.add(ids)
  if (again.operations > 0) home.wrong.push(`${scope}: a second run of all has ${again.operations} operations`)
  home.is(together, `${scope}: all of them, twice`)
  await home.remove(ids)
  home.is('as before', `${scope}: all of them, removed at once`)
  home.reset()
  for (const id of ids) await home.add([id])
  home.is(together, `${scope}: all of them, one after the other`)
  for (const id of ids) await home.remove([id])
  home.is('as before', `${scope}: all of them, removed one after the other`)
  home.reset()
  for (const id of [...ids].reverse()) await home.add([id])
  home.is(together, `${scope}: all of them, from the last to the first`)
  for (const id of [...ids].reverse()) await home.remove([id])
  home.is('as before', `${scope}: all of them, removed from the last to the first`)
  home.end()
  return { what: `all rows at once and one by one, ${scope}`, tried: 6, wrong: home.wrong }
}

/** Every row at once over another pack that was installed for everybody. */
export async function takeOverAll(scratch: string, pack: PeerPack, script: string, scope: Scope): Promise<Trial> {
  const folder = realpathSync(mkdtempSync(join(scratch, 'takeover-')))
  const base = join(folder, 'base')
  const place = { base, home: join(base, 'home'), project: join(base, 'home/project'), scope, crowd: 0 }
  mkdirSync(place.project, { recursive: true })
  const ground = groundAt(place, {})
  buildProject(place.project)
  const watcher = new Watcher(base)
  const own = watcher.look()
  installPeer(pack, script, ground)
  const before = watcher.look()
  const theirs = new Set(differences(own, before).map(({ path }) => path))
  const run = inProcess(ground, 'standard')
  const wrong: string[] = []
  const went = (what: string, ran: Ran) => {
    if (ran.code !== null) wrong.push(`${what}: exit ${ran.exit} ${ran.code} ${ran.message}`)
    return ran
  }
  went('install', await run.install('first', RUNTIME_IDS, { replace: true }))
  const again = went('second install', await run.install('first', RUNTIME_IDS))
  if (again.operations > 0) wrong.push(`a second run has ${again.operations} operations`)
  went('uninstall', await run.uninstall(RUNTIME_IDS))
  for (const { path, how } of differences(before, watcher.look())) {
    const isPatch = path.split('/').includes(PATCHES_FOLDER)
    if (how === 'added' ? !isPatch : !theirs.has(path)) wrong.push(`${path} ${how}`)
  }
  rmSync(folder, { recursive: true, force: true })
  return { what: `all rows over ${pack} for everybody, ${scope}`, tried: theirs.size, wrong }
}

export async function shareRoots(
  scratch: string,
  scopes: readonly Scope[] = SCOPES,
  ids = RUNTIME_IDS,
): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  for (const scope of scopes) trials.push(await tryAll(scope, scratch, ids), await tryPairs(scope, scratch, ids))
  return trials
}
