// A simulation's world: machines with clones of one remote, in memory or on disk, and processes that are killed or lose
// the network.
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
import { MINUTE, type Part, planOf, randomOf, Time } from './simulated.js'
import { MemoryRemote } from './simulated-git.js'

export interface Wanted {
  readonly units: number
  readonly workers: number
  readonly seed: number
  /** `refs`: git's refs, in memory; `pg`: the same, with the claims in the database `queue`. */
  readonly adapter: 'folder' | 'git' | 'refs' | 'pg'
  readonly queue?: Parameters<typeof queueClaims>[0]
  /** Sessions fail, processes are killed, quotas end, and with a remote the network is partitioned. */
  readonly faults: boolean
}

const never = new Promise<never>(() => {})

/** Lines of main, oldest last: `<unit> <checked|unchecked>`. */
interface Place {
  all(): readonly string[]
  /** Git in a machine's clone; null if nothing is shared. */
  gitOf(machine: string): Git | null
}

const BEGIN = 'begin'
export const MAIN = 'refs/heads/main'

function memoryPlace(): Place {
  const remote = new MemoryRemote()
  remote.refs.set(MAIN, remote.commit(BEGIN, null))
  const clones = new Map<string, Git>()
  return {
    all: () => remote.messages(remote.refs.get(MAIN) as string).slice(0, -1),
    gitOf(machine) {
      const found = clones.get(machine) ?? remote.clone()
      clones.set(machine, found)
      return found
    },
  }
}

function diskPlace(root: string, machines: readonly string[], time: Time): Place {
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
    all: () => git(join(root, 'bare.git'), 'log', '--format=%s', MAIN).split('\n').slice(0, -1),
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
  readonly parts: readonly Part[]
  readonly accepted: string[] = []
  /** Built branches outlive their process on its machine; value: commits on main then. */
  readonly built = new Map<string, number>()
  readonly counts = { sessions: 0, busy: 0, kills: 0, retries: 0 }
  readonly dead = new Set<number>()
  /** Connections to the database. */
  readonly open: { close(): Promise<void> }[] = []
  readonly place: Place
  /** With a remote two machines share the work. */
  readonly machines: readonly string[]
  #pids = 100

  constructor(readonly wanted: Wanted) {
    const { adapter, units, seed, workers } = wanted
    this.random = randomOf(seed)
    this.parts = planOf(units, this.random)
    this.machines = adapter !== 'folder' && workers > 1 ? ['m0', 'm1'] : ['m0']
    for (const machine of this.machines) mkdirSync(join(this.root, machine, '.planning'), { recursive: true })
    this.place =
      adapter === 'git'
        ? diskPlace(mkdtempSync(join(this.root, 'git-')), this.machines, this.time)
        : adapter === 'refs' || adapter === 'pg'
          ? memoryPlace()
          : { all: () => this.accepted.toReversed(), gitOf: () => null }
  }

  process(machine: string): Process {
    return new Process(this, machine, ++this.#pids)
  }
}

/** Calls of a typical unit, so that kills are equally frequent with either. */
const CALLS = { folder: 8, git: 40 } as const

/** Maximum of one network call. */
const LATENCY = MINUTE / 15

const UNRESOLVED: RunResult = {
  ...{ exitCode: 128, stdout: '', stderr: 'Could not resolve host', durationMs: 0, problem: null },
}

const PARTED: NoAnswer = { is: 'away', reason: 'no network' }

/** One run of a pool on one machine. */
export class Process {
  isDead = false
  readonly tried: PastSession[] = []
  /** Calls until it is killed; null for never. */
  #fuse: number | null
  /** The machine has no network until then. */
  #parted = 0

  constructor(
    readonly world: World,
    readonly machine: string,
    readonly pid: number,
  ) {
    const { random, wanted } = world
    const calls = wanted.units * (this.git === null ? CALLS.folder : CALLS.git)
    this.#fuse = wanted.faults && random() < 0.5 ? 10 + Math.floor(random() * calls) : null
  }

  /** A killed process gets no answer. */
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

  part(minutes: number): void {
    this.#parted = this.world.time.now + minutes * MINUTE
  }

  /** Null if nothing is shared. */
  get git(): Git | null {
    const git = this.world.place.gitOf(this.machine)
    if (git === null) return null
    return (words, stdin) =>
      this.gate(async () => {
        if (!['fetch', 'push'].includes(words[0] ?? '')) return git(words, stdin)
        const { time, random } = this.world
        await new Promise<void>((done) => time.at(random() * LATENCY, done))
        return time.now < this.#parted ? UNRESOLVED : git(words, stdin)
      })
  }

  /** Null if nothing is shared. */
  async shared(taker: Claimant): Promise<RemoteClaims | null> {
    const { git, world } = this
    const { queue, adapter } = world.wanted
    if (git === null || queue === undefined || adapter !== 'pg')
      return git === null ? null : remoteClaims(git, 'origin', taker)
    const claims = await queueClaims(queue, basename(world.root), taker)
    world.open.push(claims)
    const asked = <T>(act: () => Promise<T>): Promise<T> =>
      this.gate(() => (world.time.now < this.#parted ? Promise.resolve(PARTED as T) : world.time.real(act)))
    const gated: Claims = {
      acquire: (...of) => asked(() => claims.acquire(...of)),
      renew: (...of) => asked(() => claims.renew(...of)),
      release: (...of) => asked(() => claims.release(...of)),
      list: () => asked(claims.list),
    }
    return withBranches(gated, git, 'origin', MINUTE)
  }

  taker(): Claimant {
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
