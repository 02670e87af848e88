// Opens the stores of a run's claims: the project's folder, and a git remote or a database that machines share.
import { randomBytes } from 'node:crypto'
import type { ClaimPorts } from '../../../core/auto/active-claim.js'
import type { Claimant } from '../../../core/dispatch/claim-store.js'
import { claimsFolder } from '../../../core/dispatch/claims.js'
import { GIT_VARIABLES, type RemoteClaims, remoteClaims, withBranches } from '../../../core/dispatch/remote-claims.js'
import { machinePath, openCaller } from '../../../node/caller.js'
import { sha256 } from '../../../node/digest.js'
import { folderClaims } from '../../../node/folder-claims.js'
import { ownText } from '../../../node/own-file.js'
import { openPresence, RUN_MARK } from '../../../node/presence.js'
import { runStep } from '../../../node/run.js'
import { envWithHome } from '../own-folder.js'
import type { World } from '../world.js'
import { ask, type Engine } from './engine.js'
import { git, textOf } from './git.js'

export interface RunClaims extends ClaimPorts {
  /** The remote that has the branch, and the claims unless they are in a database; null if there is none. */
  readonly remote: string | null
  readonly isInDatabase: boolean
}

/** The variable for the database URL, which other users of the machine cannot read, unlike a command line. */
export const QUEUE_VARIABLE = 'GSD_QUEUE'

export const queueUrl = ({ queue }: { readonly queue?: string | undefined }, { env }: Pick<Engine, 'env'>) =>
  queue ?? (env[QUEUE_VARIABLE] || undefined)

export interface SharedOptions {
  readonly remote?: string | undefined
  /** The remote to use if neither the flag nor the project names one. */
  readonly defaultRemote?: string
  readonly queue?: string | undefined
  /** Set for workers and their lead run, so that those on one machine see whether the others still run. */
  readonly poolWorld?: World
}

export async function openClaims(
  engine: Engine,
  onUnreachable: ClaimPorts['onUnreachable'],
  shared: SharedOptions = {},
): Promise<RunClaims> {
  const { cwd, base } = engine
  const taker = claimantOf(engine)
  const remote = shared.remote ?? (await remoteSetting(engine)) ?? shared.defaultRemote ?? null
  const id = shared.poolWorld === undefined ? null : ownText(machinePath(envWithHome(shared.poolWorld)))
  const sharedTaker =
    id === null ? taker : { ...taker, machine: sha256(`${id}\0${await urlIn(cwd, remote)}`).slice(0, 32) }
  const isInDatabase = shared.queue !== undefined && remote !== null
  return {
    remote,
    folder: folderClaims(cwd, claimsFolder({ base }), taker),
    shared: remote === null ? null : await openShared(engine, remote, shared.queue, sharedTaker),
    // A database is cheaper to query than a remote, so leases are short and a dead worker is noticed sooner.
    ...(isInDatabase ? { leaseMs: QUEUE_LEASE_MS } : {}),
    isInDatabase,
    every: (ms, act) => {
      // A failed heartbeat is followed by another, and the claim is checked before work is submitted.
      const beat = setInterval(() => act().catch(() => null), ms).unref()
      return () => clearInterval(beat)
    },
    onUnreachable,
  }
}

const QUEUE_LEASE_MS = 60_000

async function openShared(
  { cwd, env }: Pick<Engine, 'cwd' | 'env'>,
  remote: string,
  queue: string | undefined,
  taker: Claimant,
): Promise<RemoteClaims> {
  if (queue === undefined) return remoteClaims(gitOverNetwork(cwd), remote, taker)
  const { queueClaims } = await import('../../../node/queue-claims.js')
  const claims = await queueClaims({ url: queue, env }, await repositoryId(cwd), taker)
  return withBranches(claims, gitOverNetwork(cwd), remote, QUEUE_LEASE_MS)
}

/** Returns the first commit, which all clones of a repository share, whatever they call their remote. */
async function repositoryId(cwd: string): Promise<string> {
  const roots = await git(cwd, ['rev-list', '--max-parents=0', 'HEAD'])
  return textOf(roots).split('\n').sort()[0] ?? ''
}

export const urlIn = async (cwd: string, remote: string | null): Promise<string> =>
  textOf(await git(cwd, ['config', '--get', `remote.${remote}.url`]))

async function remoteSetting(engine: Engine): Promise<string | null> {
  const setting = (await ask(engine, 'config', 'get', 'claims.remote', '--origin'))?.['value']
  return typeof setting === 'string' && setting !== '' ? setting : null
}

const NETWORK_TIMEOUT_MS = 30_000

export const gitOverNetwork =
  (cwd: string, timeoutMs = NETWORK_TIMEOUT_MS) =>
  (args: readonly string[], stdin?: string) =>
    runStep(cwd, {
      ...{ argv: ['git', ...args], env: GIT_VARIABLES, timeoutMs, patienceMs: 5000 },
      ...(stdin === undefined ? {} : { stdin }),
    })

function claimantOf({ cwd, env }: Engine): Claimant {
  return {
    machine: openCaller({ env, root: cwd, now: Date.now }).mark ?? '',
    presence: openPresence({ session: null, run: env[RUN_MARK], root: cwd, programs: new Set(), isAbove: false }),
    clock: { now: Date.now },
    newToken: () => randomBytes(10).toString('hex'),
  }
}
