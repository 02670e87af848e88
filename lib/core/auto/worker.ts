// How a worker builds one unit: sessions until it is done, then the delivery, with repairs if needed. No disk, no clock.
import type { Decision, Offer } from './decide.js'
import type { DeliveryResult } from './lane.js'
import type { HeldUnit } from './pool.js'

type RunDecision = Extract<Decision, { do: 'run' }>
export type HoldReason = Omit<HeldUnit, 'fix'> & Pick<Extract<Decision, { do: 'end' }>, 'fix'>

export interface WorkPorts {
  /** Creates or finds the unit's worktree; returns the reason if that fails. */
  open(): Promise<string | null>
  /** Reads the offer in the unit's worktree. Its `unit` is null if the unit is not ready there: done, on hold or missing. */
  readOffer(): Promise<Offer>
  isFinished(): Promise<boolean>
  isStopping(): boolean
  /** Whether a limit of the run allows no more sessions. */
  isSpent(): boolean
  /** Waits for an answer to the question that holds the offer; false if none comes. */
  awaitAnswer(offer: Offer): Promise<boolean>
  decide(offer: Offer): Decision
  pause(seconds: number): Promise<void>
  session(before: Offer, decision: RunDecision): Promise<Offer>
  whyUnclean(): Promise<string | null>
  /** Merges the unit's branch, or submits it to the lead run. */
  deliver(): Promise<DeliveryResult>
  afterDelivery(): Promise<void>
  /** Merges main into the unit's branch, and has a session resolve conflicts and failures. */
  repair(offer: Offer, reason: string): Promise<void>
  hold(why: HoldReason): HeldUnit
}

export const MAX_REPAIRS = 2
/** Retries for a remote that does not answer. */
const RETRIES = { seconds: 60, max: 60 } as const

const holdForUser = (reason: string, fix: string | null = null): HoldReason => ({ end: 'person', reason, fix })

/** Returns why the unit is on hold; null if it was delivered or its work ends for now. */
export async function workUnit(ports: WorkPorts): Promise<HeldUnit | null> {
  const refused = await ports.open()
  if (refused !== null) return ports.hold(holdForUser(refused))
  for (let offer = await ports.readOffer(); ; ) {
    if (offer.unit === null && (await ports.isFinished())) return deliverWork(ports, offer)
    if (ports.isStopping()) return null
    if (offer.unit === null && offer.hold === null)
      return ports.hold(holdForUser('the worktree does not have the unit: commit the plans'))
    if (await ports.awaitAnswer(offer)) {
      offer = await ports.readOffer()
      continue
    }
    const decision = ports.decide(offer)
    if (decision.do === 'end') {
      const { end, reason, fix } = decision
      // These ends concern the whole run, which finds them itself.
      return end === 'budget' || end === 'done' ? null : ports.hold({ end, reason, fix })
    }
    if (decision.waitSeconds > 0) await ports.pause(decision.waitSeconds)
    if (ports.isStopping()) return null
    offer = await ports.session(offer, decision)
  }
}

async function deliverWork(ports: WorkPorts, offer: Offer): Promise<HeldUnit | null> {
  let lastReason: string | null = null
  for (let [repairs, retries] = [0, 0]; ; ) {
    const unclean = await ports.whyUnclean()
    if (unclean !== null) return ports.hold(holdForUser(lastReason ?? unclean))
    const found = await ports.deliver()
    if (found.is === 'delivered') {
      await ports.afterDelivery()
      return null
    }
    const isOver = found.is === 'away' ? retries++ === RETRIES.max : found.is === 'held' || repairs++ === MAX_REPAIRS
    if (isOver) return ports.hold(holdForUser(found.reason, found.fix))
    if (ports.isStopping() || ports.isSpent()) return null
    if (found.is === 'away') await ports.pause(RETRIES.seconds)
    else {
      lastReason = found.reason
      await ports.repair(offer, found.reason)
    }
  }
}
