// The store of a run's claims.
import { randomBytes } from 'node:crypto'
import type { RightsPorts } from '../../../core/auto/rights.js'
import type { Claimant } from '../../../core/dispatch/claim-store.js'
import { claimsFolder } from '../../../core/dispatch/claims.js'
import { GIT_VARIABLES, type RemoteClaims, remoteClaims, withBranches } from '../../../core/dispatch/remote-claims.js'
import { machinePath, openCaller } from '../../../node/caller.js'
import { sha256 } from '../../../node/digest.js'
import { folderClaims } from '../../../node/folder-claims.js'
import { ownText } from '../../../node/own-file.js'
import { openPresence, RUN_MARK } from '../../../node/presence.js'
import { runStep } from '../../../node/run.js'
import { variables } from '../own-folder.js'
import type { World } from '../world.js'
import { ask, type Engine } from './engine.js'
import { git, lineOf } from './git.js'

export interface RunClaims extends RightsPorts {
  /** The remote for claims and the branch; null if none. */
  readonly remote: string | null
  readonly isQueued: boolean
}

/** Variable for the database address: other users of the machine can read command lines. */
export const QUEUE = 'GSD_QUEUE'

export const queueIn = ({ queue }: { readonly queue?: string | undefined }, { env }: Pick<Engine, 'env'>) =>
  queue ?? (env[QUEUE] || undefined)

export interface Shared {
  readonly remote?: string | undefined
  /** The default, if neither the flag nor the project names one. */
  readonly otherwise?: string
  readonly queue?: string | undefined
  /** For workers and their lead run: on one machine each sees whether the others still run. */
  readonly pool?: World
}

export async function openClaims(engine: Engine, away: RightsPorts['away'], shared: Shared = {}): Promise<RunClaims> {
  const { cwd, base } = engine
  const taker = takerOf(engine)
  const remote = shared.remote ?? (await remoteIn(engine)) ?? shared.otherwise ?? null
  const id = shared.pool === undefined ? null : ownText(machinePath(variables(shared.pool)))
  const there = id === null ? taker : { ...taker, machine: sha256(`${id}\0${await urlIn(cwd, remote)}`).slice(0, 32) }
  const isQueued = shared.queue !== undefined && remote !== null
  return {
    remote,
    folder: folderClaims(cwd, claimsFolder({ base }), taker),
    shared: remote === null ? null : await sharedIn(engine, remote, shared.queue, there),
    // A database is cheaper to ask than a remote, so a dead worker is noticed sooner.
    ...(isQueued ? { leaseMs: QUEUE_LEASE_MS } : {}),
    isQueued,
    every: (ms, act) => {
      // A failed heartbeat is followed by another, and the claim is checked before work is submitted.
      const beat = setInterval(() => act().catch(() => null), ms).unref()
      return () => clearInterval(beat)
    },
    away,
  }
}

const QUEUE_LEASE_MS = 60_000

type Around = Pick<Engine, 'cwd' | 'env'>

async function sharedIn(
  { cwd, env }: Around,
  remote: string,
  queue: string | undefined,
  taker: Claimant,
): Promise<RemoteClaims> {
  if (queue === undefined) return remoteClaims(overNetwork(cwd), remote, taker)
  const { queueClaims } = await import('../../../node/queue-claims.js')
  const claims = await queueClaims({ url: queue, env }, await repositoryId(cwd), taker)
  return withBranches(claims, overNetwork(cwd), remote, QUEUE_LEASE_MS)
}

/** Clones of one repository share its first commit, whatever they call their remote. */
async function repositoryId(cwd: string): Promise<string> {
  const found = await git(cwd, ['rev-list', '--max-parents=0', 'HEAD'])
  return lineOf(found).split('\n').sort()[0] ?? ''
}

export const urlIn = async (cwd: string, remote: string | null): Promise<string> =>
  lineOf(await git(cwd, ['config', '--get', `remote.${remote}.url`]))

async function remoteIn(engine: Engine): Promise<string | null> {
  const setting = (await ask(engine, 'config', 'get', 'claims.remote', '--origin'))?.['value']
  return typeof setting === 'string' && setting !== '' ? setting : null
}

const PATIENCE_MS = 30_000

export const overNetwork =
  (cwd: string, timeoutMs = PATIENCE_MS) =>
  (words: readonly string[], stdin?: string) =>
    runStep(cwd, {
      ...{ argv: ['git', ...words], env: GIT_VARIABLES, timeoutMs, patienceMs: 5000 },
      ...(stdin === undefined ? {} : { stdin }),
    })

function takerOf({ cwd, env }: Engine): Claimant {
  return {
    machine: openCaller({ env, root: cwd, now: Date.now }).mark ?? '',
    presence: openPresence({ session: null, run: env[RUN_MARK], root: cwd, programs: new Set(), isAbove: false }),
    clock: { now: Date.now },
    newToken: () => randomBytes(10).toString('hex'),
  }
}
