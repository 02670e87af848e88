// A pool with simulated agents over a generated plan. Pool, worker, lane decisions and claims are real; sessions, time
// and network are simulated. A killed process does nothing more; its past effects stay.
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
import { MINUTE, type Part } from './simulated.js'
import { MAIN, type Process, type Wanted, World } from './simulated-world.js'

export interface Simulated {
  /** Simulated minutes in which a pool ran. */
  readonly minutes: number
  /** Share of the workers' time with a session. */
  readonly utilisation: number
  readonly sessions: number
  readonly kills: number
  /** Repeated merges, because main had moved or the lane returned the work. */
  readonly retries: number
  readonly lost: number
  readonly doubled: number
  readonly unchecked: number
}

const LIMITS: Limits = { sessions: 1e6, minutes: 1e9, tokens: null, cost: null, to: null }

/** Main as one process sees it. */
interface Main {
  /** Null if unknown. */
  tip(): Promise<string | null>
  /** Units on main, as this process knows them. */
  known(): Promise<readonly string[]>
  advance(unit: Unit, right: ActiveClaim, from: string, isChecked: boolean): ReturnType<LanePorts['advance']>
}

function mainOf({ world, git }: Process): Main {
  if (git === null)
    return {
      tip: async () => String(world.accepted.length),
      known: async () => world.accepted.map((line) => line.split(' ')[0] as string),
      async advance(unit, right, from, isChecked) {
        const kept = await right.renew()
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

/** Outcomes of sessions without major faults. */
function outcomeFor(random: () => number, faults: boolean): Outcome {
  const drawn = random()
  if (!faults || drawn < 0.88) return 'moved'
  return drawn < 0.93 ? 'nothing' : drawn < 0.96 ? 'idle' : drawn < 0.998 ? 'error' : 'quota'
}

/** Repeats in simulated time until stopped or its process is dead. */
const everyOf =
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

/** A worker's unit in its machine's worktree. */
function workOf(
  process: Process,
  main: Main,
  bring: typeof mergeThroughLane,
  part: Part,
  right: ActiveClaim,
): WorkPorts {
  const { world, tried, machine } = process
  const { random, wanted, counts, built, place } = world
  const name = unitName(part.unit)
  const branch = `${machine} ${part.unit.unitId}`
  const readOffer = async () => seenOf(part.unit, built.has(branch) ? 'done' : 'open')
  const session = async (unit: string, minutes: number, outcome: Outcome) => {
    counts.sessions++
    const worked = minutes * (outcome === 'moved' ? 1 : outcome === 'quota' || outcome === 'error' ? 0.05 : 0.3)
    await process.sleep(worked * MINUTE)
    counts.busy += worked
    tried.push({ unit, revision: 'r', outcome })
    if (outcome === 'moved') built.set(branch, place.all().length)
  }
  let [tip, isChecked, merges] = ['', false, 0]
  const lane: LanePorts = {
    async merge() {
      const found = await main.tip()
      if (found === null) return { is: 'away', reason: 'no network' }
      if (merges++ > 0) counts.retries++
      ;[tip, isChecked] = [found, false]
      await process.sleep(0.1 * MINUTE)
      const conflicts = part.shared && place.all().length > (built.get(branch) ?? 0) && random() < 0.5
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
  return {
    open: async () => null,
    readOffer,
    isSubmitted: async () => built.has(branch),
    isStopping: () => false,
    isSpent: () => false,
    isAnswered: async () => false,
    decide: (offer) => judged(offer, tried),
    pause: (seconds) => process.sleep(seconds * 1000),
    async session() {
      await session(name, part.minutes, outcomeFor(random, wanted.faults))
      return readOffer()
    },
    whyUnclean: async () => null,
    deliver: () => bring(lane),
    afterDelivery: async () => {},
    repair: async () => session(`merge ${name}`, 4, 'moved'),
    hold: ({ end, reason }) => ({ end, reason, fix: '' }),
  }
}

const judged = (offer: Offer, tried: readonly PastSession[]) =>
  decide(offer, tried, LIMITS, { sessions: tried.length, minutes: 0, tokens: 0, cost: 0 })

function poolOf(process: Process, jobs: number, shared: ClaimPorts['shared']): PoolPorts {
  const { world, machine, tried } = process
  const main = mainOf(process)
  const rights = new Map<string, ActiveClaim>()
  const claims = {
    folder: folderClaims(join(world.root, machine), '.planning/.runtime/claims', process.taker()),
    shared,
    every: everyOf(process),
    onUnreachable: () => {},
  }
  const bring = inTurn(mergeThroughLane)
  return {
    jobs,
    canUseWorktrees: true,
    held: new Map(),
    readOffer: () => process.gate(async () => ({ offer: offerFrom(world, await main.known()), end: null })),
    decide: (offer) => judged(offer, tried),
    isStopping: () => false,
    claim: (unit) =>
      process.gate(async () => {
        const isOpen = async () => !(await main.known()).includes(unit.unitId)
        const right = await acquireClaim(claims, unit, isOpen)
        if (right !== null) rights.set(unitName(unit), right)
        return right
      }),
    work: ({ unit }) => {
      const part = world.parts.find((one) => one.unit.unitId === unit.unitId) as Part
      return process.gate(() => workUnit(workOf(process, main, bring, part, rights.get(unitName(unit)) as ActiveClaim)))
    },
    runWithoutSession: async () => false,
    isAnswered: async () => false,
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

const seenOf = (unit: Unit, state: 'open' | 'done'): Offer => offerOf(state === 'open' ? [unit] : [])

function offerFrom({ parts }: World, known: readonly string[]): Offer {
  const done = new Set(known)
  const isOpen = ({ unit, needs }: Part) =>
    !done.has(unit.unitId) && needs.every((need) => done.has((parts[need] as Part).unit.unitId))
  return offerOf(parts.filter(isOpen).map(({ unit }) => unit))
}

/** More starts than this mean an endless loop. */
const MAX_STARTS = 400

/** A machine that restarts its pool until the work is done. */
async function drive(world: World, machine: string, jobs: number): Promise<void> {
  for (let starts = 0; starts < MAX_STARTS; starts++) {
    const process = world.process(machine)
    if (world.wanted.faults && world.machines.length > 1)
      world.time.at(world.random() * 60 * MINUTE, () => process.part(world.random() * 20))
    const killed = new Promise<null>((done) => {
      const watch = () => (process.isDead ? done(null) : world.time.at(MINUTE / 4, watch))
      watch()
    })
    const shared = await process.shared(process.taker())
    const end = await Promise.race([runPool(poolOf(process, jobs, shared)), killed])
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
    const lines = world.place.all()
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
    for (const claims of world.open) await claims.close()
    rmSync(world.root, { recursive: true, force: true })
  }
}
