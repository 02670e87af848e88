// A pool of workers over one plan: each takes a ready unit, does it in isolation and submits it. No disk, no clock.
import { type Decision, type End, type Offer, type Unit, unitName } from './decide.js'

type Ended = Extract<Decision, { do: 'end' }>
type Chosen = Extract<Decision, { do: 'run' }>

export interface HeldUnit {
  readonly end: Exclude<End, 'done'>
  readonly reason: string
  readonly fix: string
}

export interface Job {
  readonly unit: Unit
  readonly decision: Chosen
  /** The offer from this unit's view. */
  readonly offer: Offer
  /** Whether the unit runs in its own worktree, not in the project's folder. */
  readonly isApart: boolean
}

export interface PoolPorts {
  readonly jobs: number
  readonly canPart: boolean
  readonly held: Map<string, HeldUnit>
  /** The next offer, and the end of the run if nothing in the offer may begin. */
  look(): Promise<{ readonly offer: Offer; readonly end: Ended | null }>
  judge(offer: Offer): Decision
  isStopping(): boolean
  /** Claims a unit and renews the claim until `free`; null if it is taken. */
  take(unit: Unit): Promise<{ free(): Promise<void> } | null>
  /** Does the unit and merges it; the reason if it is held, else null. */
  work(job: Job): Promise<HeldUnit | null>
  /** Handles an offer without a session; false if it needs one. */
  pass(offer: Offer): Promise<boolean>
  /** Whether the question that holds the offer was answered elsewhere. */
  isAnswered(offer: Offer): Promise<boolean>
  pause(): Promise<void>
}

export interface PoolState {
  readonly running: ReadonlySet<string>
  readonly foreign: ReadonlySet<string>
  /** Units found claimed elsewhere earlier: they come last, because their holders may just be offline. */
  readonly shared: ReadonlySet<string>
  /** Units that the CLI could not do alone in the current state. */
  readonly refused: ReadonlySet<string>
}

type Step =
  | { readonly do: 'start'; readonly job: Job }
  | { readonly do: 'pass'; readonly offer: Offer }
  | { readonly do: 'wait' }
  | Ended

/** Whether a unit runs in a worktree of its own: not if it is about the user's words or the whole project. */
export const isApart = (run: string | null, beside: Unit | null): boolean =>
  beside === null && (run === 'session' || run === 'subagents')

/** The next action of a free worker. `wait`: only others can proceed. */
export function stepOf(
  offer: Offer,
  { running, foreign, shared, refused }: PoolState,
  { jobs, canPart, held, judge }: Pick<PoolPorts, 'jobs' | 'canPart' | 'held' | 'judge'>,
): Step {
  if (running.size >= jobs) return { do: 'wait' }
  const offers = offersIn(offer)
  const open = offers.filter(({ name }) => ![running, held, foreign].some((set) => set.has(name)))
  let end: Ended | null = null
  for (const { name, seen } of open.toSorted((a, b) => Number(shared.has(a.name)) - Number(shared.has(b.name)))) {
    const decision = judge(seen)
    if (decision.do === 'end') end ??= decision
    else if (seen.run === 'cli' && decision.beside === null && !refused.has(name)) return { do: 'pass', offer: seen }
    else {
      const unit = decision.beside ?? (seen.unit as Unit)
      const apart = canPart && isApart(seen.run, decision.beside)
      return { do: 'start', job: { unit, decision, offer: seen, isApart: apart } }
    }
  }
  const isAwaited = ({ name, seen }: Seen) => foreign.has(name) && judge(seen).do === 'run'
  if (running.size > 0 || (end === null && offers.some(isAwaited))) return { do: 'wait' }
  return end ?? endOfHeldUnits(offers, held) ?? (judge(offer) as Ended)
}

interface Seen {
  readonly name: string
  readonly seen: Offer
}

/** The offer split by unit; work beside the path comes first, and alone. */
export function offersIn(offer: Offer): readonly Seen[] {
  const [beside] = offer.beside
  if (beside !== undefined) return [{ name: unitName(beside), seen: offer }]
  if (offer.hold !== null || offer.unit === null) return []
  const rows = offer.ready.length > 0 ? offer.ready : [{ ...offer.unit, run: offer.run }]
  return rows.map((row) => {
    const unit = { unitType: row.unitType, unitId: row.unitId }
    return { name: unitName(unit), seen: { ...offer, unit, run: row.run } }
  })
}

function endOfHeldUnits(offers: readonly Seen[], held: PoolPorts['held']): Ended | null {
  const found = offers.flatMap(({ name }) => {
    const one = held.get(name)
    return one === undefined ? [] : [{ name, ...one }]
  })
  const first = found.find((one) => one.end === 'person') ?? found[0]
  if (first === undefined) return null
  const reasons = found.map(({ name, reason }) => (reason.startsWith(`${name}: `) ? reason : `${name}: ${reason}`))
  return { do: 'end', end: first.end, reason: reasons.join('; '), fix: first.fix }
}

const STOPPED: Ended = { do: 'end', end: 'asked', reason: 'you asked for it', fix: 'gsd auto' }

export async function runPool(ports: PoolPorts): Promise<Ended> {
  const running = new Map<string, Promise<void>>()
  try {
    return await drive(ports, running)
  } finally {
    await Promise.allSettled(running.values())
  }
}

async function drive(ports: PoolPorts, running: Map<string, Promise<void>>): Promise<Ended> {
  const { held } = ports
  const refused = new Set<string>()
  const shared = new Set<string>()
  let foreign = new Set<string>()
  const isForeign = (name: string) => {
    shared.add(name)
    foreign.add(name)
  }
  let failure: { readonly error: unknown } | null = null
  const begin = (name: string, work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => running.delete(name))
    running.set(name, done)
  }
  const fail = () => {
    if (failure !== null) throw failure.error
  }
  for (;;) {
    fail()
    if (ports.isStopping()) {
      await Promise.all(running.values())
      fail()
      return STOPPED
    }
    const { offer, end } = await ports.look()
    const step = end ?? stepOf(offer, { running: new Set(running.keys()), foreign, shared, refused }, ports)
    if (step.do === 'pass') {
      const unit = step.offer.unit as Unit
      const right = ports.canPart ? await ports.take(unit) : null
      if (ports.canPart && right === null) isForeign(unitName(unit))
      else if (!(await ports.pass(step.offer).finally(() => right?.free()))) refused.add(unitName(unit))
    } else if (step.do === 'start') {
      const name = unitName(step.job.unit)
      // In the project's folder the session itself takes the claim.
      const right = step.job.isApart ? await ports.take(step.job.unit) : null
      if (step.job.isApart && right === null) isForeign(name)
      else
        begin(name, async () => {
          const why = await ports.work(step.job).finally(() => right?.free())
          if (why !== null) held.set(name, why)
        })
    } else if (running.size > 0) {
      await Promise.race(running.values())
      foreign = new Set()
      refused.clear()
    } else if (step.do === 'wait') {
      await ports.pause()
      foreign = new Set()
    } else if (!(await ports.isAnswered(offer))) return step
  }
}
