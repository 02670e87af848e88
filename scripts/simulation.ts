// Runs a pool with simulated agents over a generated plan. Pool, worker, merge decisions and claims are real; sessions,
// time and network are simulated. A killed process does nothing more, but its earlier effects remain.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ActiveClaim, acquireClaim, type ClaimPorts } from '../lib/core/auto/active-claim.js'
import {
  decide,
  type Limits,
  type Offer,
  type Outcome,
  type PastSession,
  type Unit,
  unitName,
} from '../lib/core/auto/decide.js'
import { type LanePorts, mergeThroughLane } from '../lib/core/auto/lane.js'
import { type PoolPorts, runPool } from '../lib/core/auto/pool.js'
import { type WorkPorts, workUnit } from '../lib/core/auto/worker.js'
import { folderClaims } from '../lib/node/folder-claims.js'
import { inTurn } from '../lib/std/in-turn.js'
import { MINUTE, type PlannedUnit } from './simulated.js'
import { MAIN, type Process, type SimulationOptions, World } from './simulated-world.js'

export interface Simulated {
  /** Simulated minutes until all work was done. */
  readonly minutes: number
  /** The share of the workers' time in which they ran a session. */
  readonly utilisation: number
  readonly sessions: number
  readonly kills: number
  /** How many merges were repeated, because main had moved or the work had to be repaired. */
  readonly retries: number
  readonly lost: number
  readonly doubled: number
  readonly unchecked: number
}

const LIMITS: Limits = { sessions: 1e6, minutes: 1e9, tokens: null, cost: null, to: null }

/** The branch main as one process sees it. */
interface ObservedMain {
  /** Returns the newest commit; null if the remote is unreachable. */
  tip(): Promise<string | null>
  /** Returns the ids of the units on main, as far as this process knows. */
  known(): Promise<readonly string[]>
  advance(unit: Unit, claim: ActiveClaim, from: string, isChecked: boolean): ReturnType<LanePorts['advance']>
}

function mainOf({ world, git }: Process): ObservedMain {
  if (git === null)
    return {
      tip: async () => String(world.accepted.length),
      known: async () => world.accepted.map((line) => line.split(' ')[0] as string),
      async advance(unit, claim, from, isChecked) {
        const kept = await claim.renew()
        if (kept.is !== 'kept') return { is: 'refused', reason: kept.is }
        if (from !== String(world.accepted.length)) return { is: 'behind' }
        world.accepted.push(`${unit.unitId} ${isChecked ? 'checked' : 'unchecked'}`)
        return { is: 'moved' }
      },
    }
  const OURS = 'refs/remotes/origin/main'
  const fetch = () => git(['fetch', '--quiet', '--no-tags', 'origin', `+${MAIN}:${OURS}`])
  return {
    async tip() {
      if ((await fetch()).exitCode !== 0) return null
      return (await git(['rev-parse', OURS])).stdout.trim()
    },
    async known() {
      await fetch()
      const lines = (await git(['log', '--format=%s', OURS])).stdout.trim().split('\n')
      return lines.map((line) => line.split(' ')[0] as string)
    },
    async advance({ unitType, unitId }, { shared }, from, isChecked) {
      const tree = (await git(['mktree'], '')).stdout.trim()
      const message = `${unitId} ${isChecked ? 'checked' : 'unchecked'}`
      const to = (await git(['commit-tree', tree, '-p', from, '-m', message])).stdout.trim()
      if (shared === null) return { is: 'refused', reason: 'no claim on the remote' }
      const found = await shared.claims.submit(`${unitType}/${unitId}`, shared.token, { branch: MAIN, from, to })
      if (found.is === 'kept') return { is: 'moved' }
      if (found.is === 'away') return { is: 'away', reason: found.reason }
      return found.is === 'behind' ? { is: 'behind' } : { is: 'refused', reason: found.is }
    },
  }
}

/** Returns a random outcome of a session; without `faults` every session succeeds. */
function outcomeFor(random: () => number, faults: boolean): Outcome {
  const roll = random()
  if (!faults || roll < 0.88) return 'moved'
  return roll < 0.93 ? 'nothing' : roll < 0.96 ? 'idle' : roll < 0.998 ? 'error' : 'quota'
}

/** Repeats an action in simulated time until the returned function is called or the process is dead. */
const repeatOf =
  (process: Process) =>
  (ms: number, act: () => Promise<unknown>): (() => void) => {
    let isOn = true
    const beat = () =>
      process.world.time.at(ms, () => {
        if (!isOn || process.isDead) return
        act().catch(() => null)
        beat()
      })
    beat()
    return () => {
      isOn = false
    }
  }

/** Returns the ports for working on a unit in a worktree of the machine. */
function workPorts(
  process: Process,
  main: ObservedMain,
  merge: typeof mergeThroughLane,
  part: PlannedUnit,
  claim: ActiveClaim,
): WorkPorts {
  const { world, tried, machine } = process
  const { random, options, counts, built, mainBranch } = world
  const name = unitName(part.unit)
  const branch = `${machine} ${part.unit.unitId}`
  const readOffer = async () => singleOffer(part.unit, built.has(branch) ? 'done' : 'open')
  const session = async (unit: string, minutes: number, outcome: Outcome) => {
    counts.sessions++
    const worked = minutes * (outcome === 'moved' ? 1 : outcome === 'quota' || outcome === 'error' ? 0.05 : 0.3)
    await process.sleep(worked * MINUTE)
    counts.busy += worked
    tried.push({ unit, revision: 'r', outcome })
    if (outcome === 'moved') built.set(branch, mainBranch.lines().length)
  }
  let [tip, isChecked, merges] = ['', false, 0]
  const lane: LanePorts = {
    async merge() {
      const found = await main.tip()
      if (found === null) return { is: 'away', reason: 'no network' }
      if (merges++ > 0) counts.retries++
      ;[tip, isChecked] = [found, false]
      await process.sleep(0.1 * MINUTE)
      const conflicts = part.shared && mainBranch.lines().length > (built.get(branch) ?? 0) && random() < 0.5
      return conflicts ? { is: 'conflict', paths: ['shared.txt'] } : { is: 'clean' }
    },
    takeBoth: async (paths) => (random() < 0.7 ? [] : paths),
    async check() {
      await process.sleep(0.4 * MINUTE)
      isChecked = true
      return options.faults && random() < 0.04 ? { is: 'failed', reason: 'a check' } : null
    },
    advance: () => main.advance(part.unit, claim, tip, isChecked),
  }
  return {
    open: async () => null,
    readOffer,
    isFinished: async () => built.has(branch),
    isStopping: () => false,
    isSpent: () => false,
    awaitAnswer: async () => false,
    decide: (offer) => decisionFor(offer, tried),
    pause: (seconds) => process.sleep(seconds * 1000),
    async session() {
      await session(name, part.minutes, outcomeFor(random, options.faults))
      return readOffer()
    },
    whyUnclean: async () => null,
    deliver: () => merge(lane),
    afterDelivery: async () => {},
    repair: async () => session(`merge ${name}`, 4, 'moved'),
    hold: ({ end, reason }) => ({ end, reason, fix: '' }),
  }
}

const decisionFor = (offer: Offer, tried: readonly PastSession[]) =>
  decide(offer, tried, LIMITS, { sessions: tried.length, minutes: 0, tokens: 0, cost: 0 })

function poolPorts(process: Process, jobs: number, shared: ClaimPorts['shared']): PoolPorts {
  const { world, machine, tried } = process
  const main = mainOf(process)
  const claimsByUnit = new Map<string, ActiveClaim>()
  const claims = {
    folder: folderClaims(join(world.root, machine), '.planning/.runtime/claims', process.claimant()),
    shared,
    every: repeatOf(process),
    onUnreachable: () => {},
  }
  const merge = inTurn(mergeThroughLane)
  return {
    jobs,
    canUseWorktrees: true,
    held: new Map(),
    readOffer: () => process.gate(async () => ({ offer: offerFrom(world, await main.known()), end: null })),
    decide: (offer) => decisionFor(offer, tried),
    isStopping: () => false,
    claim: (unit) =>
      process.gate(async () => {
        const isOpen = async () => !(await main.known()).includes(unit.unitId)
        const claim = await acquireClaim(claims, unit, isOpen)
        if (claim !== null) claimsByUnit.set(unitName(unit), claim)
        return claim
      }),
    work: ({ unit }) => {
      const part = world.parts.find((planned) => planned.unit.unitId === unit.unitId) as PlannedUnit
      return process.gate(() =>
        workUnit(workPorts(process, main, merge, part, claimsByUnit.get(unitName(unit)) as ActiveClaim)),
      )
    },
    runWithoutSession: async () => false,
    awaitAnswer: async () => false,
    pause: () => process.sleep(MINUTE),
  }
}

const offerOf = (units: readonly Unit[]): Offer => {
  const [unit = null] = units
  return {
    ...{ revision: 'r', step: 'executing', mode: 'yolo', reason: 'every plan is executed', beside: [] },
    ...{ unit, ready: units.map((one) => ({ ...one, run: 'session' })), run: 'session', command: null, hold: null },
    ...{ about: null, order: null },
  }
}

const singleOffer = (unit: Unit, state: 'open' | 'done'): Offer => offerOf(state === 'open' ? [unit] : [])

function offerFrom({ parts }: World, known: readonly string[]): Offer {
  const done = new Set(known)
  const isOpen = ({ unit, needs }: PlannedUnit) =>
    !done.has(unit.unitId) && needs.every((need) => done.has((parts[need] as PlannedUnit).unit.unitId))
  return offerOf(parts.filter(isOpen).map(({ unit }) => unit))
}

/** Maximum number of starts of a machine's pool; more would mean an endless loop. */
const MAX_STARTS = 400

/** Runs the pool of a machine, and restarts a killed one until the work is done. */
async function runMachine(world: World, machine: string, jobs: number): Promise<void> {
  for (let starts = 0; starts < MAX_STARTS; starts++) {
    const process = world.process(machine)
    if (world.options.faults && world.machines.length > 1)
      world.time.at(world.random() * 60 * MINUTE, () => process.disconnect(world.random() * 20))
    const killed = new Promise<null>((done) => {
      const watch = () => (process.isDead ? done(null) : world.time.at(MINUTE / 4, watch))
      watch()
    })
    const shared = await process.shared(process.claimant())
    const end = await Promise.race([runPool(poolPorts(process, jobs, shared)), killed])
    process.isDead = true
    world.dead.add(process.pid)
    if (end?.end === 'done') return
    await new Promise<void>((done) => world.time.at(MINUTE, done))
  }
  throw new Error(`seed ${world.options.seed}: the work was not done after ${MAX_STARTS} starts of the pool`)
}

export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const world = new World(options)
  try {
    const begun = world.time.now
    const { machines, counts } = world
    let open = machines.length
    let failure: unknown = null
    for (const machine of machines)
      runMachine(world, machine, Math.ceil(options.workers / machines.length))
        .catch((error: unknown) => {
          failure ??= error
        })
        .finally(() => open--)
    await world.time.run(() => open === 0 || failure !== null)
    if (failure !== null) throw failure
    const lines = world.mainBranch.lines()
    const units = lines.map((line) => line.split(' ')[0])
    const minutes = (world.time.now - begun) / MINUTE
    return {
      minutes: Math.round(minutes),
      utilisation: Math.round((100 * counts.busy) / (minutes * options.workers)) / 100,
      sessions: counts.sessions,
      kills: counts.kills,
      retries: counts.retries,
      lost: world.parts.filter(({ unit }) => !units.includes(unit.unitId)).length,
      doubled: units.length - new Set(units).size,
      unchecked: lines.filter((line) => !line.endsWith(' checked')).length,
    }
  } finally {
    for (const claims of world.connections) await claims.close()
    rmSync(world.root, { recursive: true, force: true })
  }
}
