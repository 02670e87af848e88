// A leading run: remote workers build the units; it waits for their work, checks and merges it.
import { type Offer, unitName } from '../../../core/auto/decide.js'
import { offersIn, type PoolPorts } from '../../../core/auto/pool.js'
import { claimName } from '../../../core/dispatch/claim-store.js'
import { GsdError } from '../../../errors.js'
import { shellQuoted } from '../../../std/text.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { queueIn, type Shared } from './claims.js'
import { git, lineOf } from './git.js'
import { dropMerged, watchRemote, workElsewhere } from './remote-worker.js'
import { type Run, tell } from './run.js'
import type { Crew } from './worker.js'

/** Units to wait for at a time. */
export const MOST_LED = 500

export const notLed = (reason: string): GsdError =>
  new GsdError({
    code: 'USAGE',
    message: `workers cannot share this project: ${reason}`,
    fix: 'commit the plans and push them to a remote, or omit --workers',
  })

export function parseShared({ workers, remote, queue }: AutoGiven, world: World): Shared {
  if (workers === true) return { remote, otherwise: 'origin', queue: queueIn({ queue }, world) }
  const asked = remote !== undefined ? '--remote' : queue !== undefined ? '--queue' : null
  if (asked === null) return {}
  throw new GsdError({
    code: 'USAGE',
    message: `${asked} needs --workers`,
    fix: `gsd auto --workers ${asked} …`,
  })
}

type Looked = Awaited<ReturnType<PoolPorts['look']>>

/** The end of a run whose units wait for workers that are gone. */
function deserted({ idleMs }: Run, { offer, end }: Looked, call: string): Looked {
  if (end !== null || offersIn(offer).every(({ seen }) => seen.run === 'cli')) return { offer, end }
  const reason = `no worker has been at work for ${idleMs / 60_000} min; what they handed in is merged`
  return { offer, end: { do: 'end', end: 'stuck', reason, fix: `${call}, and beside it gsd auto --workers` } }
}

const NOTHING_TAKEN = { free: async () => {} }

export async function leading(crew: Crew, ports: PoolPorts): Promise<PoolPorts> {
  const { run, lane, stopping } = crew
  const { remote } = lane.claims
  const url = lineOf(await git(run.engine.cwd, ['config', '--get', `remote.${remote}.url`]))
  if (url === '') throw notLed(`${remote} is not a remote of this repository`)
  const { to } = run.given
  const more = `${queueIn(run.given, run.world) === undefined ? '' : ' --queue postgres://…'}${to === undefined ? '' : ` --to ${to}`}`
  const call = `gsd worker --remote ${shellQuoted(url)}${more}`
  tell(run, { event: 'leading', url }, `This run builds nothing itself. To add a worker: ${call}`)
  const watch = await watchRemote(crew, stopping)
  let last: Offer | null = null
  return {
    ...ports,
    async look() {
      const seen = await ports.look()
      last = seen.offer
      const offered = new Set(seen.offer.ready.map((one) => claimName(`${one.unitType}/${one.unitId}`)))
      await dropMerged(crew, watch, (name) => offered.has(name))
      return watch.isDeserted() ? deserted(run, seen, call) : seen
    },
    // Units built elsewhere are claimed by their worker.
    async take(unit) {
      const own = last?.ready.find((one) => unitName(one) === unitName(unit))
      return (own?.run ?? last?.run) === 'cli' ? ports.take(unit) : NOTHING_TAKEN
    },
    work: (job) => (job.isApart ? workElsewhere(crew, job, watch) : ports.work(job)),
  }
}
