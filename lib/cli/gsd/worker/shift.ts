// A worker's view of the plan: the remote's present branch, and the units it may take.
import { type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import { isApart, type Job, offersIn } from '../../../core/auto/pool.js'
import { ask, nextOffer } from '../auto/engine.js'
import { git } from '../auto/git.js'
import { lookAtRemote, type Place, type RemoteSeen } from '../auto/handed.js'
import { decided } from '../auto/run.js'
import type { Crew } from '../auto/worker.js'

export interface Shift {
  readonly crew: Crew
  readonly place: Place
  /** Usage from now on counts for the next unit. */
  begin(): void
}

export interface Looked {
  readonly seen: RemoteSeen
  readonly offer: Offer
  readonly free: readonly Job[]
}

/** Null if the remote does not answer. */
export async function lookAround({ crew, place }: Shift): Promise<Looked | null> {
  const { run, lane } = crew
  const seen = await lookAtRemote(place)
  if (seen.is === 'away') {
    lane.claims.away(seen)
    return null
  }
  await git(place.cwd, ['symbolic-ref', 'HEAD', place.branch])
  await git(place.cwd, ['reset', '--quiet', '--hard', seen.main])
  // By starting a worker, the user approved the commands of this branch's plans, now and later.
  run.engine.env['GSD_TRUST'] = String((await ask(run.engine, 'trust'))?.['digest'] ?? '')
  const offer = await nextOffer(run.engine)
  return { seen, offer, free: freeIn(crew, offer, seen) }
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
