// Acquires claims on a remote (`claims.remote`) when units begin, and renews and releases them when units end. In an
// unattended run's worktree no claim is acquired, because the run holds the claim.
import type { ErrorBody } from '../../errors.js'
import type { RunResult } from '../../ports.js'
import { finishedSince } from '../auto/finished-units.js'
import { ledgerPath } from '../layout.js'
import { readSettings } from '../project/settings.js'
import type { Ctx } from '../verb.js'
import type { View } from '../view.js'
import type { NoAnswer, StoredClaim } from './claim-store.js'
import { type Claim, isClaimedByRun, unitKey } from './claims.js'
import { isLeased, LONGEST_LEASE_MS } from './lease.js'
import { GIT_VARIABLES, type Git, type RemoteClaims, remoteClaims } from './remote-claims.js'

/** Timeout of one git call to the remote. */
const GIT_TIMEOUT_MS = 30_000

type UnitRef = Pick<StoredClaim, 'unitType' | 'unitId'>

export interface Refusal {
  readonly exit: 3 | 4
  readonly error: ErrorBody
}

const remoteOf = (view: View): string | null => {
  const name = readSettings(view).get('claims.remote')
  return typeof name === 'string' && name !== '' ? name : null
}

/** Returns a git whose steps are numbered: a repeated verb reuses the results of steps with known names, so it claims once. */
function gitOf(c: Ctx, prefix: string): Git {
  let count = 0
  return async (args: readonly string[], stdin?: string): Promise<RunResult> => {
    const name = `${prefix}:${++count}`
    const argv = ['git', ...args] as const
    const step = { name, argv, env: GIT_VARIABLES, timeoutMs: GIT_TIMEOUT_MS, patienceMs: 5000 }
    await c.run(() => [stdin === undefined ? step : { ...step, stdin }])
    return c.results.get(name) as RunResult
  }
}

function claimsOf(c: Ctx, remote: string, prefix: string): RemoteClaims {
  const { presence, clock, caller, digest } = c.view
  const machine = caller.mark ?? ''
  const newToken = () => digest(JSON.stringify([machine, presence.holder, clock.now()])).slice(0, 20)
  return remoteClaims(gitOf(c, prefix), remote, { machine, presence, clock, newToken })
}

/** Acquires the unit on the remote and returns the token or a refusal; null if the unit needs no claim there. */
export async function acquireRemote(c: Ctx, { unitType: type, unitId }: UnitRef): Promise<string | Refusal | null> {
  const remote = remoteOf(c.view)
  if (remote === null || isClaimedByRun(c.view, type, unitId)) return null
  const unit = unitKey(type, unitId)
  if (await isDoneElsewhere(c, remote, unit)) {
    const why = `${unit} is done on the branch of ${remote}, but this clone does not have that work yet`
    return refusal('CLAIMED', why, `run git pull --autostash ${remote}, then begin again`)
  }
  const found = await claimsOf(c, remote, 'take').acquire(unit, LONGEST_LEASE_MS)
  if (found.is === 'acquired') return found.token
  return found.is === 'held' ? claimedRefusal(unit, remote, found.by) : unreachableRefusal(unit, remote, found)
}

/** Whether the remote's branch records the unit as finished and the local branch does not. */
async function isDoneElsewhere(c: Ctx, remote: string, unit: string): Promise<boolean> {
  const git = gitOf(c, 'done')
  const branch = (await git(['symbolic-ref', '--quiet', 'HEAD'])).stdout.trim()
  if (branch === '') return false
  const fetched = await git(['fetch', '--quiet', '--no-tags', remote, `+${branch}:${REMOTE_BRANCH}`])
  if (fetched.exitCode !== 0) return false
  const path = ledgerPath(c.view)
  const { stdout } = await git(['cat-file', '-p', `${REMOTE_BRANCH}:${path}`])
  const local = c.view.source(path)?.text ?? ''
  return finishedSince(local, stdout, c.view.digest).some((done) => unitKey(done.unitType, done.unitId) === unit)
}

const REMOTE_BRANCH = 'refs/gsd/theirs'

const refusal = (code: 'CLAIMED' | 'FENCED' | 'REMOTE_AWAY', message: string, fix: string): Refusal => ({
  exit: code === 'REMOTE_AWAY' ? 4 : 3,
  error: { code, message, fix },
})

/** Renews the claim on the remote. Returns why the claim's work is rejected, or null. */
export async function renewRemote(c: Ctx, claim: Claim): Promise<Refusal | null> {
  const remote = remoteOf(c.view)
  if (remote === null || claim.remote === undefined) return null
  const unit = unitKey(claim.unitType, claim.unitId)
  const kept = await claimsOf(c, remote, 'keep').renew(unit, claim.remote, LONGEST_LEASE_MS)
  if (kept.is === 'kept') return null
  // Until this time, the lease reserves the unit for this claim.
  const until = new Date(Date.parse(claim.at) + LONGEST_LEASE_MS).toISOString()
  if (kept.is === 'away')
    return isLeased(until, c.view.clock.now(), LONGEST_LEASE_MS) ? null : unreachableRefusal(unit, remote, kept)
  const why = `the claim of ${unit} was taken over on ${remote}: another worker has the unit now`
  return refusal('FENCED', why, `run git fetch ${remote}, inspect the result, then run gsd-tools next`)
}

/** Releases the claim on the remote. If the remote is unreachable, the claim stays until its lease ends. */
export async function releaseRemote(c: Ctx, claim: Claim): Promise<void> {
  const remote = remoteOf(c.view)
  if (remote === null || claim.remote === undefined) return
  await claimsOf(c, remote, 'end').release(unitKey(claim.unitType, claim.unitId), claim.remote)
}

function claimedRefusal(unit: string, remote: string, { at, leaseUntil, holder }: StoredClaim): Refusal {
  const where = holder === undefined ? '' : ` on ${holder.host}`
  const fix = `begin another unit that gsd-tools next --pretty lists; the claim of this unit ends at ${leaseUntil} unless it is renewed`
  return refusal('CLAIMED', `${unit} has been in progress since ${at}${where}, according to ${remote}`, fix)
}

function unreachableRefusal(unit: string, remote: string, { reason }: NoAnswer): Refusal {
  const fix = 'try again; to work without claims on a remote, run gsd-tools config set claims.remote null'
  return refusal('REMOTE_AWAY', `cannot tell whether ${unit} is in progress: no answer from ${remote} (${reason})`, fix)
}
