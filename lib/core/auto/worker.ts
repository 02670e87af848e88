// How a worker does one unit: sessions until it is submitted, then the merge lane, then repairs. No disk, no clock.
import type { Decision, Offer } from './decide.js'
import type { Brought } from './lane.js'
import type { HeldUnit } from './pool.js'

type Chosen = Extract<Decision, { do: 'run' }>
export type Holding = Omit<HeldUnit, 'fix'> & Pick<Extract<Decision, { do: 'end' }>, 'fix'>

export interface WorkPorts {
  /** Creates or finds the unit's worktree; returns the reason if that fails. */
  open(): Promise<string | null>
  /** The offer in the unit's worktree. `unit` null: the unit is done there, or held. */
  look(): Promise<Offer>
  isHandedIn(): Promise<boolean>
  isStopping(): boolean
  /** Whether no session is left for repairs. */
  isSpent(): boolean
  /** Whether the question that holds the offer was answered elsewhere. */
  isAnswered(offer: Offer): Promise<boolean>
  judge(offer: Offer): Decision
  pause(seconds: number): Promise<void>
  session(before: Offer, decision: Chosen): Promise<Offer>
  whyUnclean(): Promise<string | null>
  bring(): Promise<Brought>
  merged(): Promise<void>
  /** Merges main into its branch and has a session resolve the result. */
  mend(offer: Offer, reason: string): Promise<void>
  hold(why: Holding): HeldUnit
}

export const MAX_MENDED = 2
/** Delay and number of retries for an unreachable remote. */
const AWAY = { seconds: 60, most: 60 } as const

const person = (reason: string, fix: string | null = null): Holding => ({ end: 'person', reason, fix })

export async function workUnit(ports: WorkPorts): Promise<HeldUnit | null> {
  const refused = await ports.open()
  if (refused !== null) return ports.hold(person(refused))
  for (let offer = await ports.look(); ; ) {
    if (offer.unit === null && (await ports.isHandedIn())) return brought(ports, offer)
    if (ports.isStopping()) return null
    if (offer.unit === null && offer.hold === null)
      return ports.hold(person('the worktree has no such unit: commit the plans'))
    if (await ports.isAnswered(offer)) {
      offer = await ports.look()
      continue
    }
    const decision = ports.judge(offer)
    if (decision.do === 'end') {
      const { end, reason, fix } = decision
      // Limits end the run for all; anything else concerns only this unit.
      return end === 'budget' || end === 'done' ? null : ports.hold({ end, reason, fix })
    }
    if (decision.waitSeconds > 0) await ports.pause(decision.waitSeconds)
    if (ports.isStopping()) return null
    offer = await ports.session(offer, decision)
  }
}

async function brought(ports: WorkPorts, offer: Offer): Promise<HeldUnit | null> {
  let given: string | null = null
  for (let [mended, waited] = [0, 0]; ; ) {
    const unclean = await ports.whyUnclean()
    if (unclean !== null) return ports.hold(person(given ?? unclean))
    const found = await ports.bring()
    if (found.is === 'home') {
      await ports.merged()
      return null
    }
    const isOver = found.is === 'away' ? waited++ === AWAY.most : found.is === 'held' || mended++ === MAX_MENDED
    if (isOver) return ports.hold(person(found.reason, found.fix))
    if (ports.isStopping() || ports.isSpent()) return null
    if (found.is === 'away') await ports.pause(AWAY.seconds)
    else {
      given = found.reason
      await ports.mend(offer, found.reason)
    }
  }
}
