// The real program with several rows or all, killed at random moments and among its records: the state it leaves is the old or the new one, and its next run ends
// in the new one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { recover } from '../../../lib/install/apply.js'
import { MANIFEST_NAME } from '../../../lib/install/target.js'
import { RUNTIME_IDS, type RuntimeId } from '../../../lib/runtimes/all.js'
import type { Random } from '../random.js'
import type { Trial } from './crash.js'
import { physicalRoots, RUN_ACTIONS, type RunAction } from './crash-plans.js'
import type { Ground } from './ground.js'
import { livedIn } from './homes.js'
import { among, differences, restore, type Snapshot, Watcher } from './snapshot.js'
import type { Version } from './supplies.js'

type Packages = Readonly<Record<Version, string>>

const COMMON = ['--global', '--yes', '--quiet']
const INSTALL = ['install', ...COMMON, '--permissions', '--instructions']
const WORDS: Readonly<Record<RunAction, readonly string[]>> = {
  install: INSTALL,
  update: INSTALL,
  uninstall: ['uninstall', ...COMMON],
}
const OF: Readonly<Record<RunAction, Version>> = { install: 'first', update: 'second', uninstall: 'first' }
/** Made anew at any time, and nothing follows from its bytes. */
const isRegenerable = (path: string): boolean => path.endsWith('.cache')

class Target {
  readonly #action: RunAction
  readonly #rows: readonly RuntimeId[]
  readonly #packages: Packages
  readonly #ground: Ground
  readonly #folder: string
  readonly #watcher: Watcher
  readonly #old: Snapshot
  readonly #new: Snapshot
  /** How long the run takes undisturbed, as far as is known: the shortest that was seen. */
  #ms: number

  constructor(action: RunAction, rows: readonly RuntimeId[], packages: Packages, scratch: string) {
    this.#action = action
    this.#rows = rows
    this.#packages = packages
    this.#folder = realpathSync(mkdtempSync(join(scratch, 'kills-')))
    const base = join(this.#folder, 'base')
    this.#ground = livedIn(base)
    if (action !== 'install') this.#whole('install')
    this.#watcher = new Watcher(base)
    this.#old = this.#watcher.look()
    cpSync(base, join(this.#folder, 'copy'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    const started = performance.now()
    this.#whole(action)
    this.#ms = performance.now() - started
    this.#new = this.#watcher.look()
  }

  get ms(): number {
    return this.#ms
  }

  get what(): string {
    return `${this.#action} of ${this.#rows.length} rows`
  }

  reset(): void {
    restore(this.#ground.base, join(this.#folder, 'copy'), this.#old, this.#watcher.look())
  }

  /** Starts the run and ends it after `ms`; answers whether it was still at work. */
  killedAfter(ms: number): Promise<boolean> {
    const started = performance.now()
    const child = this.#start()
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), ms)
      child.on('exit', (_, signal) => {
        clearTimeout(timer)
        // On a busy machine the first run is often the slowest; later moments would then mostly fall after the end.
        if (signal !== 'SIGKILL') this.#ms = Math.min(this.#ms, performance.now() - started)
        resolve(signal === 'SIGKILL')
      })
    })
  }

  /** Runs until before the given call, counted from the first record that is placed or taken away; answers whether it came so far. */
  killedAmongRecords(call: number, faults: string): boolean {
    const fault = { GSD_FAULT: `kill:${call}`, GSD_FAULT_FROM: MANIFEST_NAME }
    const [program, words, { cwd, env }] = this.#call(this.#action)
    const run = spawnSync(program, ['--import', faults, ...words], { cwd, env: { ...env, ...fault }, stdio: 'ignore' })
    return run.signal === 'SIGKILL'
  }

  mend(): void {
    recover(physicalRoots(this.#ground), { alive: () => false })
  }

  /** The same run again, to its end. */
  again(): number | null {
    return this.#run(this.#action).status
  }

  state(): 'old' | 'new' | string {
    const now = among(this.#watcher.look(), (path) => !isRegenerable(path))
    const far = [this.#old, this.#new].map((state) =>
      differences(
        among(state, (path) => !isRegenerable(path)),
        now,
      ),
    )
    if (far[0]?.length === 0) return 'old'
    if (far[1]?.length === 0) return 'new'
    const nearer = [...far].sort((a, b) => a.length - b.length)[0] ?? []
    return nearer
      .slice(0, 3)
      .map(({ path, how }) => `${path} ${how}`)
      .join(', ')
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #call(action: RunAction): readonly [string, readonly string[], { cwd: string; env: Record<string, string> }] {
    const env = { HOME: this.#ground.home, PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' }
    return [
      process.execPath,
      [join(this.#packages[OF[action]], 'bin/install.js'), ...WORDS[action], ...this.#rows.map((id) => `--${id}`)],
      { cwd: this.#ground.project, env },
    ]
  }

  #start(): ChildProcess {
    const [program, words, options] = this.#call(this.#action)
    return spawn(program, words, { ...options, stdio: 'ignore' })
  }

  #run(action: RunAction) {
    const [program, words, options] = this.#call(action)
    return spawnSync(program, words, { ...options, encoding: 'utf8' })
  }

  /** 4 where the home asks something of a person. */
  #whole(action: RunAction): void {
    const { status, stdout, stderr } = this.#run(action)
    if (status !== 0 && status !== 4)
      throw new Error(`${action} does not even run undisturbed: ${status} ${stdout}${stderr}`)
  }
}

/** Each kind of run, killed at `moments` among its records and `kills` times in all at random ones. */
export async function killRuns(
  packages: Packages,
  faults: string,
  scratch: string,
  moments: readonly number[],
  kills: number,
  random: Random,
  rows: readonly RuntimeId[] = RUNTIME_IDS,
): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  for (const [index, action] of RUN_ACTIONS.entries()) {
    const target = new Target(action, rows, packages, scratch)
    trials.push(amongRecords(target, action, faults, moments))
    trials.push(await atRandom(target, action, Math.floor((kills + index) / RUN_ACTIONS.length), random))
    target.end()
  }
  return trials
}

async function atRandom(target: Target, action: RunAction, rounds: number, random: Random): Promise<Trial> {
  const wrong: string[] = []
  let atWork = 0
  for (let round = 0; round < rounds; round++) {
    target.reset()
    const ms = Math.floor(random.next() * target.ms * 1.05)
    if (await target.killedAfter(ms)) atWork++
    // Every second time the real program finds what was left, else only the mending is looked at.
    const isMended = round % 2 === 0
    wrong.push(...wrongAfter(target, isMended).map((each) => `${action}, killed after ${ms} ms: ${each}`))
  }
  return {
    what: `${target.what} killed at random, ${atWork} times at work (${Math.round(target.ms)} ms)`,
    tried: rounds,
    wrong,
  }
}

/** A run that is killed while only some of its records are there: whatever the next run reads of them before it mends would outlive them. */
function amongRecords(target: Target, action: RunAction, faults: string, calls: readonly number[]): Trial {
  const wrong = calls.flatMap((call) => {
    target.reset()
    if (!target.killedAmongRecords(call, faults)) return [`${action} ends before call ${call} after its first record`]
    return wrongAfter(target, false).map((each) => `${action}, killed ${call} calls after its first record: ${each}`)
  })
  return { what: `${target.what} killed among its records`, tried: calls.length, wrong }
}

/** What does not hold of what a killed run left, mended by itself first or by the next run. */
function wrongAfter(target: Target, isMended: boolean): readonly string[] {
  const wrong: string[] = []
  if (isMended) {
    target.mend()
    const left = target.state()
    if (left !== 'old' && left !== 'new') wrong.push(left)
  }
  const status = target.again()
  const left = target.state()
  return left === 'new' ? wrong : [...wrong, `the next run (exit ${status}) leaves ${left}`]
}
