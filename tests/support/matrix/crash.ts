// Runs that are cut off at every call that changes the disk, and runs in which such a call fails: what is left must be the old state or the new one.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { apply, recover } from '../../../lib/install/apply.js'
import { steadyDisk } from '../../../lib/node/files.js'
import type { RuntimeId } from '../../../lib/runtimes/all.js'
import type { Random } from '../random.js'
import { physicalRoots, planOf, RUN_ACTIONS, type RunAction, VARIED } from './crash-plans.js'
import type { Ground } from './ground.js'
import { livedIn } from './homes.js'
import { differences, restore, type Snapshot, Watcher } from './snapshot.js'

export interface CrashTools {
  /** Bundles of `one-run.ts` and `faults.ts`. */
  readonly program: string
  readonly faults: string
  /** Below which homes are made. */
  readonly scratch: string
}

/** What was tried and what did not hold. */
export interface Trial {
  readonly what: string
  readonly tried: number
  readonly wrong: readonly string[]
}

const dead = { alive: () => false }
const STARTS: Readonly<Record<RunAction, string>> = {
  install: 'a home that was lived in',
  update: 'the first version, a text of it edited',
  uninstall: 'the first version, a text of it edited',
}

/** A home before one kind of run, and what that run makes of it. */
class Arena {
  readonly ground: Ground
  readonly old: Snapshot
  readonly new: Snapshot
  /** Calls of the run that change the disk. */
  readonly calls: number
  readonly #action: RunAction
  readonly #rows: readonly RuntimeId[]
  readonly #tools: CrashTools
  readonly #watcher: Watcher
  readonly #folder: string

  private constructor(
    action: RunAction,
    tools: CrashTools,
    rows: readonly RuntimeId[],
    folder: string,
    ground: Ground,
    calls: number,
    states: readonly [Snapshot, Snapshot],
    watcher: Watcher,
  ) {
    this.#action = action
    this.#tools = tools
    this.#rows = rows
    this.#folder = folder
    this.#watcher = watcher
    this.ground = ground
    this.calls = calls
    this.old = states[0]
    this.new = states[1]
  }

  static async open(action: RunAction, tools: CrashTools, rows: readonly RuntimeId[]): Promise<Arena> {
    const folder = realpathSync(mkdtempSync(join(tools.scratch, 'crash-')))
    const base = join(folder, 'base')
    const ground = livedIn(base)
    if (action !== 'install') {
      await doneHere('install', ground, rows)
      appendFileSync(join(ground.roots[rows[0] as RuntimeId], 'get-shit-done/workflows/next.md'), 'mine\n')
    }
    const watcher = new Watcher(base)
    const old = watcher.look()
    cpSync(base, join(folder, 'copy'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    const counted = join(folder, 'count')
    const ran = runChild(tools, action, ground, rows, { GSD_FAULT_COUNT: counted })
    if (ran.status !== 0) throw new Error(`${action} does not even run undisturbed: ${ran.stderr}`)
    const calls = Number(readFileSync(counted, 'utf8'))
    const arena = new Arena(action, tools, rows, folder, ground, calls, [old, watcher.look()], watcher)
    arena.reset()
    return arena
  }

  reset(): void {
    restore(this.ground.base, join(this.#folder, 'copy'), this.old, this.#watcher.look())
  }

  run(fault: string, action: RunAction | 'recover' = this.#action) {
    return runChild(this.#tools, action, this.ground, this.#rows, { GSD_FAULT: fault })
  }

  recover(): void {
    recover(physicalRoots(this.ground), dead)
  }

  again(): Promise<void> {
    return doneHere(this.#action, this.ground, this.#rows)
  }

  /** `old`, `new`, or what differs from both. */
  state(): 'old' | 'new' | { readonly between: string } {
    const now = this.#watcher.look()
    const [fromOld, fromNew] = [differences(this.old, now), differences(this.new, now)]
    if (fromOld.length === 0) return 'old'
    if (fromNew.length === 0) return 'new'
    const nearer = fromOld.length < fromNew.length ? fromOld : fromNew
    return {
      between: nearer
        .slice(0, 3)
        .map(({ path, how }) => `${path} ${how}`)
        .join(', '),
    }
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const argumentsOf = (
  { program, faults }: CrashTools,
  action: string,
  { home, project }: Ground,
  rows: readonly RuntimeId[],
) => ['--import', faults, program, action, home, project, rows.join(',')]

const runChild = (
  tools: CrashTools,
  action: string,
  ground: Ground,
  rows: readonly RuntimeId[],
  env: Readonly<Record<string, string>>,
) => spawnSync(process.execPath, argumentsOf(tools, action, ground, rows), { encoding: 'utf8', env })

async function doneHere(action: RunAction, ground: Ground, rows: readonly RuntimeId[]): Promise<void> {
  recover(physicalRoots(ground), dead)
  await apply(planOf(action, ground, rows, steadyDisk()), {
    owner: { pid: process.pid, host: hostname(), start: null },
    ...dead,
  })
}

/** Numbers from 1 to `calls`; with a stride a part of them that ends with the last. */
const momentsOf = (calls: number, stride: number): readonly number[] =>
  Array.from({ length: Math.ceil(calls / stride) }, (_, n) => calls - n * stride).reverse()

/** Kills every kind of run before each call (with a stride: before some), sometimes several mendings after it too. */
export async function killEverywhere(
  tools: CrashTools,
  stride: number,
  random: Random,
  rows = VARIED,
): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  for (const action of RUN_ACTIONS) {
    const arena = await Arena.open(action, tools, rows)
    const wrong: string[] = []
    const moments = momentsOf(arena.calls, stride)
    for (const at of moments) {
      const where = `${action}, before call ${at} of ${arena.calls}`
      arena.reset()
      const { signal, status, stderr } = arena.run(`kill:${at}`)
      if (signal !== 'SIGKILL' && status !== 0) wrong.push(`${where}: ended with ${status} ${stderr}`)
      // Who mends is killed too, and who mends that: undoing takes up to some two hundred calls.
      const mendings = random.next() < 0.3 ? 1 + random.below(4) : 0
      for (let n = 0; n < mendings; n++) arena.run(`kill:${1 + random.below(200)}`, 'recover')
      try {
        arena.recover()
        const left = arena.state()
        if (typeof left !== 'string')
          wrong.push(`${where}${mendings > 0 ? `, ${mendings} mendings too` : ''}: ${left.between}`)
        await arena.again()
        const end = arena.state()
        if (end !== 'new') wrong.push(`${where}: the next run ends in ${typeof end === 'string' ? end : end.between}`)
      } catch (error) {
        wrong.push(`${where}: the next run fails: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    trials.push({ what: `${action} killed, from ${STARTS[action]}`, tried: moments.length, wrong })
    arena.end()
  }
  return trials
}

/** Lets each call fail once (with a stride: some): a run that says it failed has changed nothing, any other has done all of it. */
export async function failEverywhere(
  tools: CrashTools,
  stride: number,
  codes: readonly string[],
  rows = VARIED,
): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  for (const action of RUN_ACTIONS)
    for (const code of codes) {
      const arena = await Arena.open(action, tools, rows)
      const wrong: string[] = []
      const moments = momentsOf(arena.calls, stride)
      for (const at of moments) {
        arena.reset()
        const { status, stderr } = arena.run(`${code}:${at}`)
        // What a run that was done could not tidy up, the next one does.
        if (status === 0) arena.recover()
        const left = arena.state()
        const due = status === 0 ? 'new' : 'old'
        if (left !== due)
          wrong.push(
            `${action}, call ${at} of ${arena.calls}: exit ${status}, ${typeof left === 'string' ? `but the ${left} state` : left.between} ${stderr.trim()}`,
          )
      }
      trials.push({ what: `${action} with ${code}`, tried: moments.length, wrong })
      arena.end()
    }
  return trials
}

/** Several different runs at once: each does all of its work or none, and says so. */
export async function raceRuns(tools: CrashTools, rounds: number, rows = VARIED): Promise<Trial> {
  const wrong: string[] = []
  const arena = await Arena.open('update', tools, rows)
  for (let round = 0; round < rounds; round++) {
    arena.reset()
    const statuses = await Promise.all(
      (['update', 'uninstall', 'update', 'install'] as const).map(
        (action) =>
          new Promise<number | null>((resolve) =>
            spawn(process.execPath, argumentsOf(tools, action, arena.ground, rows), { stdio: 'ignore', env: {} }).on(
              'exit',
              resolve,
            ),
          ),
      ),
    )
    if (statuses.some((status) => status !== 0 && status !== 3))
      wrong.push(`round ${round}: exits ${statuses.join(', ')}`)
    if (!statuses.includes(0)) wrong.push(`round ${round}: nobody did anything`)
    for (const path of remnantsIn(arena.ground.base)) wrong.push(`round ${round}: ${path} is left`)
    await doneHere('update', arena.ground, rows)
    await doneHere('uninstall', arena.ground, rows)
  }
  arena.end()
  return { what: 'update, removal and install at once', tried: rounds, wrong }
}

/** Journals, locks and staged files of a run. */
const remnantsIn = (base: string): readonly string[] =>
  [...new Watcher(base).look().keys()].filter((path) => /gsd-install-journal|\.gsd-new-|\.gsd-\d/.test(path))
