// The world of a simulation: machines with clones of one remote, in memory or on disk, and processes that are killed or
// lose the network.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { PastSession } from '../lib/core/auto/decide.js'
import type { Claimant, Claims, NoAnswer } from '../lib/core/dispatch/claim-store.js'
import {
  GIT_VARIABLES,
  type Git,
  type RemoteClaims,
  remoteClaims,
  withBranches,
} from '../lib/core/dispatch/remote-claims.js'
import { queueClaims } from '../lib/node/queue-claims.js'
import { runStep } from '../lib/node/run.js'
import type { Holder, RunResult } from '../lib/ports.js'
import { MINUTE, type PlannedUnit, planOf, randomOf, Time } from './simulated.js'
import { MemoryRemote } from './simulated-git.js'

export interface SimulationOptions {
  readonly units: number
  readonly workers: number
  readonly seed: number
  /** Where claims are: `git` is a remote on disk, `refs` one in memory, `pg` the database `queue` with a remote in memory. */
  readonly adapter: 'folder' | 'git' | 'refs' | 'pg'
  readonly queue?: Parameters<typeof queueClaims>[0]
  /** Whether sessions fail, quotas run out, processes are killed, and (with several machines) the network fails. */
  readonly faults: boolean
}

const never = new Promise<never>(() => {})

interface MainBranch {
  /** Returns the lines of main, newest first: `<unit> <checked|unchecked>`. */
  lines(): readonly string[]
  /** Returns git in a machine's clone; null if there is no remote. */
  gitOf(machine: string): Git | null
}

const BEGIN = 'begin'
export const MAIN = 'refs/heads/main'

function memoryMain(): MainBranch {
  const remote = new MemoryRemote()
  remote.refs.set(MAIN, remote.commit(BEGIN, null))
  const clones = new Map<string, Git>()
  return {
    lines: () => remote.messages(remote.refs.get(MAIN) as string).slice(0, -1),
    gitOf(machine) {
      const found = clones.get(machine) ?? remote.clone()
      clones.set(machine, found)
      return found
    },
  }
}

function diskMain(root: string, machines: readonly string[], time: Time): MainBranch {
  const git = (cwd: string, ...words: readonly string[]) =>
    execFileSync('git', words, {
      ...{ cwd, env: { ...process.env, ...GIT_VARIABLES }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    }).trim()
  git(root, 'init', '--quiet', '--bare', 'bare.git')
  for (const machine of machines) git(root, 'clone', '--quiet', 'bare.git', machine)
  const first = join(root, machines[0] as string)
  git(first, 'commit', '--quiet', '--allow-empty', '-m', BEGIN)
  git(first, 'push', '--quiet', 'origin', `HEAD:${MAIN}`)
  return {
    lines: () => git(join(root, 'bare.git'), 'log', '--format=%s', MAIN).split('\n').slice(0, -1),
    gitOf: (machine) => (words, stdin) => {
      const step = { argv: ['git', ...words] as const, env: GIT_VARIABLES, ...(stdin === undefined ? {} : { stdin }) }
      return time.real(() => runStep(join(root, machine), step))
    },
  }
}

export class World {
  readonly time = new Time()
  readonly random: () => number
  readonly root = mkdtempSync(join(tmpdir(), 'gsd-simulation-'))
  readonly parts: readonly PlannedUnit[]
  readonly accepted: string[] = []
  /** Finished branches, which outlive their process, with the number of lines on main when each was finished. */
  readonly built = new Map<string, number>()
  readonly counts = { sessions: 0, busy: 0, kills: 0, retries: 0 }
  readonly dead = new Set<number>()
  /** Open connections to the database. */
  readonly connections: { close(): Promise<void> }[] = []
  readonly mainBranch: MainBranch
  /** Two machines share the work if there is a remote and more than one worker. */
  readonly machines: readonly string[]
  #pids = 100

  constructor(readonly options: SimulationOptions) {
    const { adapter, units, seed, workers } = options
    this.random = randomOf(seed)
    this.parts = planOf(units, this.random)
    this.machines = adapter !== 'folder' && workers > 1 ? ['m0', 'm1'] : ['m0']
    for (const machine of this.machines) mkdirSync(join(this.root, machine, '.planning'), { recursive: true })
    this.mainBranch =
      adapter === 'git'
        ? diskMain(mkdtempSync(join(this.root, 'git-')), this.machines, this.time)
        : adapter === 'refs' || adapter === 'pg'
          ? memoryMain()
          : { lines: () => this.accepted.toReversed(), gitOf: () => null }
  }

  process(machine: string): Process {
    return new Process(this, machine, ++this.#pids)
  }
}

/** How many calls a typical unit makes, so that kills are equally frequent with and without git. */
const CALLS = { folder: 8, git: 40 } as const

/** The longest duration of one network call. */
const LATENCY = MINUTE / 15

const UNRESOLVED: RunResult = {
  ...{ exitCode: 128, stdout: '', stderr: 'Could not resolve host', durationMs: 0, problem: null },
}

const NO_NETWORK: NoAnswer = { is: 'away', reason: 'no network' }

/** A process that runs a pool on one machine. */
export class Process {
  isDead = false
  readonly tried: PastSession[] = []
  /** How many calls remain until the process is killed; null if it never is. */
  #fuse: number | null
  /** Until when the machine has no network. */
  #offlineUntil = 0

  constructor(
    readonly world: World,
    readonly machine: string,
    readonly pid: number,
  ) {
    const { random, options } = world
    const calls = options.units * (this.git === null ? CALLS.folder : CALLS.git)
    this.#fuse = options.faults && random() < 0.5 ? 10 + Math.floor(random() * calls) : null
  }

  /** Counts a call and runs `act`, unless the process has been killed or is killed at this call: then the promise never settles. */
  async gate<T>(act: () => Promise<T>): Promise<T> {
    if (this.#fuse !== null && --this.#fuse <= 0 && !this.isDead) {
      this.isDead = true
      this.world.dead.add(this.pid)
      this.world.counts.kills++
    }
    if (this.isDead) return never
    const answer = await act()
    return this.isDead ? never : answer
  }

  sleep(ms: number): Promise<void> {
    return this.gate(() => new Promise((done) => this.world.time.at(ms, done)))
  }

  disconnect(minutes: number): void {
    this.#offlineUntil = this.world.time.now + minutes * MINUTE
  }

  /** Git in the machine's clone; null if there is no remote. */
  get git(): Git | null {
    const git = this.world.mainBranch.gitOf(this.machine)
    if (git === null) return null
    return (words, stdin) =>
      this.gate(async () => {
        if (!['fetch', 'push'].includes(words[0] ?? '')) return git(words, stdin)
        const { time, random } = this.world
        await new Promise<void>((done) => time.at(random() * LATENCY, done))
        return time.now < this.#offlineUntil ? UNRESOLVED : git(words, stdin)
      })
  }

  /** Returns the claims that all machines share; null if there is no remote. */
  async shared(claimant: Claimant): Promise<RemoteClaims | null> {
    const { git, world } = this
    const { queue, adapter } = world.options
    if (git === null || queue === undefined || adapter !== 'pg')
      return git === null ? null : remoteClaims(git, 'origin', claimant)
    const claims = await queueClaims(queue, basename(world.root), claimant)
    world.connections.push(claims)
    const gatedCall = <T>(act: () => Promise<T>): Promise<T> =>
      this.gate(() => (world.time.now < this.#offlineUntil ? Promise.resolve(NO_NETWORK as T) : world.time.real(act)))
    const gated: Claims = {
      acquire: (...args) => gatedCall(() => claims.acquire(...args)),
      renew: (...args) => gatedCall(() => claims.renew(...args)),
      release: (...args) => gatedCall(() => claims.release(...args)),
      list: () => gatedCall(claims.list),
    }
    return withBranches(gated, git, 'origin', MINUTE)
  }

  claimant(): Claimant {
    const { machine, pid, world } = this
    const holder: Holder = { host: machine, namespace: '', pid, start: String(pid), session: null }
    let count = 0
    return {
      machine,
      clock: { now: () => world.time.now },
      presence: {
        holder,
        stateOf: (other) => (other.pid === pid ? 'client' : world.dead.has(other.pid) ? 'gone' : 'elsewhere'),
      },
      newToken: () => `token-${pid}-${++count}`,
    }
  }
}
