// A worker's view of the plan: the remote's present branch, and the units it may take.
import { type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import { isApart, type Job, offersIn } from '../../../core/auto/pool.js'
import { ask, nextOffer } from '../auto/engine.js'
import { git } from '../auto/git.js'
import { decided } from '../auto/run.js'
import { lookAtRemote, type RemoteBranch, type RemoteSeen } from '../auto/submitted-work.js'
import type { Crew } from '../auto/worker.js'

export interface Shift {
  readonly crew: Crew
  readonly place: RemoteBranch
  /** Usage from now on counts for the next unit. */
  begin(): void
}

export interface Looked {
  readonly seen: RemoteSeen
  readonly offer: Offer
  readonly free: readonly Job[]
}

/** Null if the remote does not answer. */
export async function lookAround(shift: Shift): Promise<Looked | null> {
  const { crew, place } = shift
  const seen = await lookAtRemote(place)
  if (seen.is === 'away') {
    crew.lane.claims.away(seen)
    return null
  }
  const offer = await offerAt(shift, seen)
  return { seen, offer, free: freeIn(crew, offer, seen) }
}

async function offerAt({ crew, place }: Shift, { main }: RemoteSeen): Promise<Offer> {
  const { engine } = crew.run
  await git(place.cwd, ['symbolic-ref', 'HEAD', place.branch])
  await git(place.cwd, ['reset', '--quiet', '--hard', main])
  // By starting a worker, the user approved the commands of this branch's plans, now and later.
  engine.env['GSD_TRUST'] = String((await ask(engine, 'trust'))?.['digest'] ?? '')
  return nextOffer(engine)
}

function freeIn({ run }: Crew, offer: Offer, { handed }: RemoteSeen): readonly Job[] {
  return offersIn(offer).flatMap(({ name, seen }): readonly Job[] => {
    const decision = decided(run, seen)
    const unit = seen.unit as Unit
    const turn = handed.of(unit)?.turn
    if (decision.do === 'end' || run.held.has(name) || turn === 'in' || turn === 'held') return []
    return isApart(seen.run, decision.beside) ? [{ unit, decision, offer: seen, isApart: true }] : []
  })
}

/** Whether it is unchanged since before the claim. */
export async function isUnchanged({ place }: Shift, unit: Unit, { seen }: Looked): Promise<boolean> {
  const now = await lookAtRemote(place)
  return now.is === 'seen' && now.main === seen.main && now.handed.of(unit)?.tip === seen.handed.of(unit)?.tip
}

export const isOffered = ({ free }: Looked, unit: Unit): boolean =>
  free.some((job) => unitName(job.unit) === unitName(unit))
