// What a run would do, unit by unit, if every session moved the work: the decisions that it would take over what the engine foresees. Pure.
import { type Decision, decide, type Limits, type Offer, type Tried, type Unit, unitName } from './decide.js'

/** What the engine foresees: one unit, or that a person has to decide. */
export interface Ahead {
  readonly step: string
  readonly unit: Unit | null
  readonly run: string | null
  readonly reason: string
  /** Its phase is one of those that were asked for. */
  readonly ordered: boolean
}

export interface Forecast {
  readonly units: readonly { readonly unit: string; readonly of: Unit; readonly reason: string }[]
  readonly end: Extract<Decision, { do: 'end' }>
}

/** The end of the phases, where nothing of what is foreseen ends the run before. */
const LAST = { step: 'milestone-audit', reason: 'every unit that is foreseen is done' } as const

/** `now`: what is offered. What the CLI does by itself is no session. */
export function forecast(now: Offer, ahead: readonly Ahead[], limits: Limits): Forecast {
  const units: Forecast['units'][number][] = []
  const tried: Tried[] = []
  const offers = now.hold === null ? offersFrom(now, ahead) : [now]
  for (const [index, offer] of offers.entries()) {
    const spent = { sessions: tried.length, minutes: 0, tokens: 0, cost: 0 }
    const decision = decide({ ...offer, revision: String(index) }, tried, limits, spent)
    if (decision.do === 'end') return { units, end: decision }
    const of = decision.beside ?? (offer.unit as Unit)
    units.push({ unit: unitName(of), of, reason: decision.beside === null ? offer.reason : 'it waits beside the path' })
    if (offer.run !== 'cli' || decision.beside !== null)
      tried.push({ unit: decision.unit, revision: String(index), outcome: 'moved', used: { tokens: 0, cost: 0 } })
  }
  throw new Error('the last offer always ends it')
}

/** What waits beside the path, what is next, and what is foreseen behind it. */
function offersFrom(now: Offer, ahead: readonly Ahead[]): readonly Offer[] {
  const [first] = ahead
  const isFirst = first?.unit != null && now.unit !== null && unitName(first.unit) === unitName(now.unit)
  const isOpen = (from: number) => ahead.slice(from).some(({ ordered }) => ordered)
  return [
    ...now.beside.map((one) => ({ ...now, beside: [one] })),
    { ...now, beside: [] },
    ...ahead.map((one, index) => offerFor(now, one, isOpen(index))).slice(isFirst ? 1 : 0),
    { ...now, ...LAST, command: null, beside: [] },
  ]
}

function offerFor(now: Offer, { step, unit, run, reason }: Ahead, isOrdered: boolean): Offer {
  const hold = unit === null ? { code: 'PERSON', reason, resume: 'gsd-tools next' } : null
  const order = now.order === null ? null : { ...now.order, fulfilled: !isOrdered }
  return { ...now, step, unit, run, reason, hold, order, command: null, beside: [], ready: [] }
}
