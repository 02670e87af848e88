// A pool of workers on one project: each takes a ready unit and builds it, if possible in a worktree. No disk, no clock.
import { type Decision, type End, type Offer, type Unit, unitName } from './decide.js'

type EndDecision = Extract<Decision, { do: 'end' }>
type RunDecision = Extract<Decision, { do: 'run' }>

export interface HeldUnit {
  readonly end: Exclude<End, 'done'>
  readonly reason: string
  readonly fix: string
}

export interface Job {
  readonly unit: Unit
  readonly decision: RunDecision
  /** The offer reduced to this unit. */
  readonly offer: Offer
  /** Whether the unit runs in its own worktree, not in the project's folder. */
  readonly isInWorktree: boolean
}

export interface PoolPorts {
  readonly jobs: number
  readonly canUseWorktrees: boolean
  readonly held: Map<string, HeldUnit>
  /** Reads the next offer. `end`: why the run must end before anything in the offer begins, or null. */
  readOffer(): Promise<{ readonly offer: Offer; readonly end: EndDecision | null }>
  decide(offer: Offer): Decision
  isStopping(): boolean
  /** Claims a unit and renews the claim until `free`; null if the unit cannot be claimed. */
  claim(unit: Unit): Promise<{ free(): Promise<void> } | null>
  /** Builds and delivers the unit; returns why it is on hold, or null. */
  work(job: Job): Promise<HeldUnit | null>
  /** Finishes a unit without a session; false if it needs one. */
  runWithoutSession(offer: Offer): Promise<boolean>
  /** Waits for an answer to the question that holds the offer; false if none comes. */
  awaitAnswer(offer: Offer): Promise<boolean>
  pause(): Promise<void>
}

export interface PoolState {
  readonly running: ReadonlySet<string>
  readonly claimedElsewhere: ReadonlySet<string>
  /** Units that were claimed elsewhere before: they come last, because the holder may just be offline. */
  readonly tryLast: ReadonlySet<string>
  /** Units that the CLI could not finish without a session in the current state. */
  readonly needSession: ReadonlySet<string>
}

type Step =
  | { readonly do: 'start'; readonly job: Job }
  | { readonly do: 'pass'; readonly offer: Offer }
  | { readonly do: 'wait' }
  | EndDecision

/** Whether a unit can run in its own worktree: neither side work, nor a unit of the CLI or a workflow. */
export const canRunInWorktree = (run: string | null, beside: Unit | null): boolean =>
  beside === null && (run === 'session' || run === 'subagents')

/** Returns the next action of the pool. `wait`: no worker is free, or only others can proceed. */
export function stepOf(
  offer: Offer,
  { running, claimedElsewhere, tryLast, needSession }: PoolState,
  { jobs, canUseWorktrees, held, decide }: Pick<PoolPorts, 'jobs' | 'canUseWorktrees' | 'held' | 'decide'>,
): Step {
  if (running.size >= jobs) return { do: 'wait' }
  const offers = offersIn(offer)
  const open = offers.filter(({ name }) => ![running, held, claimedElsewhere].some((set) => set.has(name)))
  let end: EndDecision | null = null
  for (const { name, unitOffer } of open.toSorted(
    (a, b) => Number(tryLast.has(a.name)) - Number(tryLast.has(b.name)),
  )) {
    const decision = decide(unitOffer)
    if (decision.do === 'end') end ??= decision
    else if (unitOffer.run === 'cli' && decision.beside === null && !needSession.has(name))
      return { do: 'pass', offer: unitOffer }
    else {
      const unit = decision.beside ?? (unitOffer.unit as Unit)
      const isInWorktree = canUseWorktrees && canRunInWorktree(unitOffer.run, decision.beside)
      return { do: 'start', job: { unit, decision, offer: unitOffer, isInWorktree } }
    }
  }
  const isAwaited = ({ name, unitOffer }: UnitOffer) => claimedElsewhere.has(name) && decide(unitOffer).do === 'run'
  if (running.size > 0 || (end === null && offers.some(isAwaited))) return { do: 'wait' }
  return end ?? endOfHeldUnits(offers, held) ?? (decide(offer) as EndDecision)
}

interface UnitOffer {
  readonly name: string
  readonly unitOffer: Offer
}

/** Splits the offer by unit. Side work comes alone; a hold without side work offers nothing. */
export function offersIn(offer: Offer): readonly UnitOffer[] {
  const [beside] = offer.beside
  if (beside !== undefined) return [{ name: unitName(beside), unitOffer: offer }]
  if (offer.hold !== null || offer.unit === null) return []
  const rows = offer.ready.length > 0 ? offer.ready : [{ ...offer.unit, run: offer.run }]
  return rows.map((row) => {
    const unit = { unitType: row.unitType, unitId: row.unitId }
    return { name: unitName(unit), unitOffer: { ...offer, unit, run: row.run } }
  })
}

function endOfHeldUnits(offers: readonly UnitOffer[], held: PoolPorts['held']): EndDecision | null {
  const found = offers.flatMap(({ name }) => {
    const one = held.get(name)
    return one === undefined ? [] : [{ name, ...one }]
  })
  const first = found.find((one) => one.end === 'person') ?? found[0]
  if (first === undefined) return null
  const reasons = found.map(({ name, reason }) => (reason.startsWith(`${name}: `) ? reason : `${name}: ${reason}`))
  return { do: 'end', end: first.end, reason: reasons.join('; '), fix: first.fix }
}

const STOPPED_BY_USER: EndDecision = {
  do: 'end',
  end: 'asked',
  reason: 'by a signal or gsd auto stop',
  fix: 'gsd auto',
}

export async function runPool(ports: PoolPorts): Promise<EndDecision> {
  const running = new Map<string, Promise<void>>()
  try {
    return await drive(ports, running)
  } finally {
    await Promise.allSettled(running.values())
  }
}

async function drive(ports: PoolPorts, running: Map<string, Promise<void>>): Promise<EndDecision> {
  const { held } = ports
  const needSession = new Set<string>()
  const tryLast = new Set<string>()
  let claimedElsewhere = new Set<string>()
  const markClaimedElsewhere = (name: string) => {
    tryLast.add(name)
    claimedElsewhere.add(name)
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
      return STOPPED_BY_USER
    }
    // A unit that ends while the offer is read may still be in it.
    const begun = new Set(running.keys())
    const { offer, end } = await ports.readOffer()
    const nextStep = () => end ?? stepOf(offer, { running: begun, claimedElsewhere, tryLast, needSession }, ports)
    let step = nextStep()
    // Work in worktrees does not change the offer, so one offer is enough to start all of it.
    for (; step.do === 'start' && !ports.isStopping(); step = nextStep()) {
      const { job } = step
      const name = unitName(job.unit)
      // In the project's folder the session itself takes the claim.
      const claim = job.isInWorktree ? await ports.claim(job.unit) : null
      if (job.isInWorktree && claim === null) markClaimedElsewhere(name)
      else {
        begun.add(name)
        begin(name, async () => {
          const why = await ports.work(job).finally(() => claim?.free())
          if (why !== null) held.set(name, why)
        })
      }
      if (!job.isInWorktree) break
    }
    if (step.do === 'start' || [...begun].some((name) => !running.has(name))) continue
    if (step.do === 'pass') {
      const unit = step.offer.unit as Unit
      const claim = ports.canUseWorktrees ? await ports.claim(unit) : null
      if (ports.canUseWorktrees && claim === null) markClaimedElsewhere(unitName(unit))
      else if (!(await ports.runWithoutSession(step.offer).finally(() => claim?.free())))
        needSession.add(unitName(unit))
    } else if (running.size > 0) {
      await Promise.race(running.values())
      claimedElsewhere = new Set()
      needSession.clear()
    } else if (step.do === 'wait') {
      await ports.pause()
      claimedElsewhere = new Set()
    } else if (!(await ports.awaitAnswer(offer))) return step
  }
}
