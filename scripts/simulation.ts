// A pool with simulated agents over a generated plan. The pool, the decisions of the lane and the claims are the real ones; sessions, time and the network are
// played. A process that is killed answers nothing any more; what it had done stays.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decide,
  type Limits,
  type Offer,
  type Outcome,
  type Tried,
  type Unit,
  unitName,
} from '../lib/core/auto/decide.js'
import { bringHome, type LanePorts } from '../lib/core/auto/lane.js'
import { type Held, type Job, type PoolPorts, runPool } from '../lib/core/auto/pool.js'
import { type Right, takeRight } from '../lib/core/auto/rights.js'
import type { Taker } from '../lib/core/dispatch/held.js'
import { GIT_VARIABLES, remoteClaims } from '../lib/core/dispatch/remote-claims.js'
import { folderClaims } from '../lib/node/folder-claims.js'
import { runStep } from '../lib/node/run.js'
import type { Holder, RunResult } from '../lib/ports.js'
import { MINUTE, type Part, planOf, randomOf, Time } from './simulated.js'

export interface Wanted {
  readonly units: number
  readonly workers: number
  readonly seed: number
  readonly adapter: 'folder' | 'git'
  /** Sessions fail, processes are killed, quotas end, and with `git` the network parts. */
  readonly faults: boolean
}

export interface Simulated {
  /** Minutes of simulated time in which a pool ran. */
  readonly minutes: number
  /** Share of the workers' time in which a session ran. */
  readonly utilisation: number
  readonly sessions: number
  readonly kills: number
  /** Merges that were made again, because main had moved or the lane gave the work back. */
  readonly retries: number
  readonly lost: number
  readonly doubled: number
  readonly unchecked: number
}

const LIMITS: Limits = { sessions: 1e6, minutes: 1e9, tokens: null, cost: null, to: null, untilQuestion: false }

/** Main as everybody sees it in the end: what was accepted, and whether it was checked. */
interface Main {
  tip(): Promise<string>
  /** Units on main, as this process knows it. */
  known(): Promise<readonly string[]>
  /** Everything on it: `<unit> <checked|unchecked>`. */
  all(): readonly string[]
  advance(
    unit: Unit,
    right: Right,
    from: string,
    isChecked: boolean,
  ): Promise<Awaited<ReturnType<LanePorts['advance']>>>
}

const never = new Promise<never>(() => {})

class World {
  readonly time = new Time()
  readonly random: () => number
  readonly root = mkdtempSync(join(tmpdir(), 'gsd-simulation-'))
  readonly parts: readonly Part[]
  readonly accepted: string[] = []
  /** Built branches outlive the process that built them, on its machine. */
  readonly built = new Map<string, number>()
  readonly counts = { sessions: 0, busy: 0, kills: 0, retries: 0 }
  readonly dead = new Set<number>()
  #pids = 100

  constructor(readonly wanted: Wanted) {
    this.random = randomOf(wanted.seed)
    this.parts = planOf(wanted.units, this.random)
    mkdirSync(join(this.root, 'folder/.planning'), { recursive: true })
    if (wanted.adapter === 'git') {
      this.git(this.root, 'init', '--quiet', '--bare', 'bare.git')
      for (const machine of this.machines) this.git(this.root, 'clone', '--quiet', 'bare.git', machine)
      this.git(this.folderOf('m0'), 'commit', '--quiet', '--allow-empty', '-m', 'begin')
      this.git(this.folderOf('m0'), 'push', '--quiet', 'origin', 'HEAD:refs/heads/main')
    }
  }

  /** With a remote two machines share the work. */
  get machines(): readonly string[] {
    return this.wanted.adapter === 'git' && this.wanted.workers > 1 ? ['m0', 'm1'] : ['m0']
  }

  folderOf(machine: string): string {
    return join(this.root, this.wanted.adapter === 'git' ? machine : 'folder')
  }

  git(cwd: string, ...words: readonly string[]): string {
    const env = { ...process.env, ...GIT_VARIABLES }
    return execFileSync('git', words, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  }

  process(machine: string): Process {
    return new Process(this, machine, ++this.#pids)
  }
}

/** One run of a pool on one machine. */
class Process {
  isDead = false
  readonly tried: Tried[] = []
  /** Calls until it is killed; null: it is not. */
  #fuse: number | null
  /** No network for this machine until then. */
  #parted = 0

  constructor(
    readonly world: World,
    readonly machine: string,
    readonly pid: number,
  ) {
    const { random, wanted } = world
    this.#fuse = wanted.faults && random() < 0.5 ? 10 + Math.floor(random() * wanted.units * 8) : null
  }

  kill(): void {
    if (this.isDead) return
    this.isDead = true
    this.world.dead.add(this.pid)
    this.world.counts.kills++
  }

  /** A process that was killed hears no answer. */
  async gate<T>(act: () => Promise<T>): Promise<T> {
    if (this.#fuse !== null && --this.#fuse <= 0) this.kill()
    if (this.isDead) return never
    const answer = await act()
    return this.isDead ? never : answer
  }

  sleep(ms: number): Promise<void> {
    return this.gate(() => new Promise((done) => this.world.time.at(ms, done)))
  }

  part(minutes: number): void {
    this.#parted = this.world.time.now + minutes * MINUTE
  }

  readonly runGit = (words: readonly string[], stdin?: string): Promise<RunResult> =>
    this.gate(async () => {
      const isAway = this.world.time.now < this.#parted && ['fetch', 'push'].includes(words[0] ?? '')
      if (isAway) return { exitCode: 128, stdout: '', stderr: 'Could not resolve host', durationMs: 0, problem: null }
      const step = { argv: ['git', ...words] as const, env: GIT_VARIABLES, ...(stdin === undefined ? {} : { stdin }) }
      return this.world.time.real(() => runStep(this.world.folderOf(this.machine), step))
    })

  taker(): Taker {
    const { machine, pid, world } = this
    const holder: Holder = { host: machine, namespace: '', pid, start: String(pid), session: null }
    let count = 0
    return {
      machine,
      clock: { now: () => world.time.now },
      presence: {
        holder,
        standingOf: (other) => (other.pid === pid ? 'client' : world.dead.has(other.pid) ? 'gone' : 'elsewhere'),
      },
      fresh: () => `token-${pid}-${++count}`,
    }
  }
}

function mainOf(process: Process): Main {
  const { world } = process
  if (world.wanted.adapter === 'folder')
    return {
      tip: async () => String(world.accepted.length),
      known: async () => world.accepted.map((line) => line.split(' ')[0] as string),
      all: () => world.accepted,
      async advance(unit, right, from, isChecked) {
        const kept = await right.keep()
        if (kept.is !== 'kept') return { is: 'refused', reason: kept.is }
        if (from !== String(world.accepted.length)) return { is: 'behind' }
        world.accepted.push(`${unit.unitId} ${isChecked ? 'checked' : 'unchecked'}`)
        return { is: 'moved' }
      },
    }
  const log = () => world.git(world.folderOf('m0'), 'ls-remote', 'origin', 'refs/heads/main').split('\t')[0] as string
  const git = process.runGit
  return {
    async tip() {
      await git(['fetch', '--quiet', '--no-tags', 'origin', '+refs/heads/main:refs/remotes/origin/main'])
      return (await git(['rev-parse', 'refs/remotes/origin/main'])).stdout.trim()
    },
    async known() {
      await git(['fetch', '--quiet', '--no-tags', 'origin', '+refs/heads/main:refs/remotes/origin/main'])
      const lines = (await git(['log', '--format=%s', 'refs/remotes/origin/main'])).stdout.trim().split('\n')
      return lines.map((line) => line.split(' ')[0] as string)
    },
    all: () => world.git(join(world.root, 'bare.git'), 'log', '--format=%s', log()).split('\n').slice(0, -1),
    async advance({ unitType, unitId }, { shared }, from, isChecked) {
      const tree = (await git(['mktree'], '')).stdout.trim()
      const message = `${unitId} ${isChecked ? 'checked' : 'unchecked'}`
      const to = (await git(['commit-tree', tree, '-p', from, '-m', message])).stdout.trim()
      if (shared === null) return { is: 'refused', reason: 'no claim on the remote' }
      const moving = { branch: 'refs/heads/main', from, to }
      const found = await shared.claims.handIn(`${unitType}/${unitId}`, shared.token, moving)
      if (found.is === 'kept') return { is: 'moved' }
      return found.is === 'behind' ? { is: 'behind' } : { is: 'refused', reason: found.is }
    },
  }
}

/** What sessions come to where nothing goes wrong but now and then. */
function outcomeFor(random: () => number, faults: boolean): Outcome {
  const drawn = random()
  if (!faults || drawn < 0.88) return 'moved'
  return drawn < 0.93 ? 'nothing' : drawn < 0.96 ? 'idle' : drawn < 0.998 ? 'error' : 'quota'
}

function poolOf(process: Process, main: Main, jobs: number): PoolPorts {
  const { world, tried } = process
  const { random, wanted, counts, time } = world
  const taker = process.taker()
  const rights = new Map<string, Right>()
  const claims = {
    folder: folderClaims(world.folderOf(process.machine), '.planning/.runtime/claims', taker),
    shared: wanted.adapter === 'git' ? remoteClaims(process.runGit, 'origin', taker) : null,
    every: (ms: number, act: () => Promise<unknown>) => {
      let isOn = true
      const beat = () =>
        time.at(ms, () => {
          if (!isOn || process.isDead) return
          act().catch(() => null)
          beat()
        })
      beat()
      return () => {
        isOn = false
      }
    },
    away: () => {},
  }
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = turn.then(act)
    turn = mine.catch(() => null)
    return mine
  }
  const session = async (unit: string, minutes: number, outcome: Outcome): Promise<Outcome> => {
    counts.sessions++
    const share = outcome === 'moved' ? 1 : outcome === 'quota' || outcome === 'error' ? 0.05 : 0.3
    await process.sleep(minutes * share * MINUTE)
    counts.busy += minutes * share
    tried.push({ unit, revision: 'r', outcome, used: { tokens: 0, cost: 0 } })
    return outcome
  }
  const lane = (part: Part, right: Right, base: number): LanePorts => {
    let [tip, isChecked, merges] = ['', false, 0]
    return {
      async merge() {
        if (merges++ > 0) counts.retries++
        isChecked = false
        tip = await main.tip()
        await process.sleep(0.1 * MINUTE)
        const conflicts = part.shared && main.all().length > base && random() < 0.5
        return conflicts ? { is: 'conflict', paths: ['shared.txt'] } : { is: 'clean' }
      },
      takeBoth: async (paths) => (random() < 0.7 ? [] : paths),
      async check() {
        await process.sleep(0.4 * MINUTE)
        isChecked = true
        return wanted.faults && random() < 0.04 ? { is: 'failed', reason: 'a check' } : null
      },
      advance: () => main.advance(part.unit, right, tip, isChecked),
    }
  }
  const work = async ({ unit }: Job): Promise<Held | null> => {
    const part = world.parts.find((one) => one.unit.unitId === unit.unitId) as Part
    const right = rights.get(unitName(unit)) as Right
    const branch = `${process.machine} ${unit.unitId}`
    const base = main.all().length
    if (!world.built.has(branch)) {
      if ((await session(unitName(unit), part.minutes, outcomeFor(random, wanted.faults))) !== 'moved') return null
      world.built.set(branch, base)
    }
    for (let mended = 0; ; mended++) {
      const found = await inTurn(() => bringHome(lane(part, right, world.built.get(branch) as number)))
      if (found.is === 'home') return null
      if (found.is === 'held' || mended === 2) return { end: 'person', reason: found.reason, fix: '' }
      counts.retries++
      await session(`merge ${unitName(unit)}`, 4, 'moved')
      world.built.set(branch, main.all().length)
    }
  }
  return {
    jobs,
    canPart: true,
    limits: LIMITS,
    held: new Map(),
    look: () => process.gate(async () => ({ offer: offerFrom(world, await main.known()), end: null })),
    judge: (offer) => decide(offer, tried, LIMITS, { sessions: tried.length, minutes: 0, tokens: 0, cost: 0 }),
    isStopping: () => false,
    take: (unit) =>
      process.gate(async () => {
        const right = await takeRight(claims, unit)
        if (right !== null) rights.set(unitName(unit), right)
        return right
      }),
    work: (job) => process.gate(() => work(job)),
    pass: async () => false,
    learn: async () => {},
    isAnswered: async () => false,
    pause: () => process.sleep(MINUTE),
  }
}

function offerFrom({ parts }: World, known: readonly string[]): Offer {
  const done = new Set(known)
  const isOpen = ({ unit, needs }: Part) =>
    !done.has(unit.unitId) && needs.every((need) => done.has((parts[need] as Part).unit.unitId))
  const ready = parts.filter(isOpen).map(({ unit }) => ({ ...unit, run: 'session' }))
  const [first = null] = ready
  return {
    ...{ revision: 'r', step: 'executing', mode: 'yolo', reason: 'every plan is carried out', beside: [] },
    ...{ unit: first, ready, run: 'session', command: null, hold: null, about: null, order: null, untaught: null },
  }
}

/** More starts than this mean that the work goes round in circles. */
const MOST_STARTS = 400

/** One machine, started again whenever its pool ended before the work was done. */
async function drive(world: World, machine: string, jobs: number): Promise<void> {
  for (let starts = 0; starts < MOST_STARTS; starts++) {
    const process = world.process(machine)
    const main = mainOf(process)
    if (world.wanted.faults && world.wanted.adapter === 'git')
      world.time.at(world.random() * 60 * MINUTE, () => process.part(world.random() * 20))
    const killed = new Promise<null>((done) => {
      const watch = () => (process.isDead ? done(null) : world.time.at(MINUTE / 4, watch))
      watch()
    })
    const end = await Promise.race([runPool(poolOf(process, main, jobs)), killed])
    process.isDead = true
    world.dead.add(process.pid)
    if (end?.end === 'done') return
    await new Promise<void>((done) => world.time.at(MINUTE, done))
  }
  throw new Error(`seed ${world.wanted.seed}: the work does not come to an end`)
}

export async function simulate(wanted: Wanted): Promise<Simulated> {
  const world = new World(wanted)
  try {
    const begun = world.time.now
    const { machines, counts } = world
    let open = machines.length
    let failure: unknown = null
    for (const machine of machines)
      drive(world, machine, Math.ceil(wanted.workers / machines.length))
        .catch((error: unknown) => {
          failure ??= error
        })
        .finally(() => open--)
    await world.time.run(() => open === 0 || failure !== null)
    if (failure !== null) throw failure
    const lines = mainOf(world.process('m0')).all()
    const units = lines.map((line) => line.split(' ')[0])
    const minutes = (world.time.now - begun) / MINUTE
    return {
      minutes: Math.round(minutes),
      utilisation: Math.round((100 * counts.busy) / (minutes * wanted.workers)) / 100,
      sessions: counts.sessions,
      kills: counts.kills,
      retries: counts.retries,
      lost: world.parts.filter(({ unit }) => !units.includes(unit.unitId)).length,
      doubled: units.length - new Set(units).size,
      unchecked: lines.filter((line) => !line.endsWith(' checked')).length,
    }
  } finally {
    rmSync(world.root, { recursive: true, force: true })
  }
}
