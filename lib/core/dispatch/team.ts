// Claims on a remote (`claims.remote`): taken when a unit begins, checked and ended when it is finished. Skipped in an
// unattended run's worktree, because the run holds the claim.
import type { ErrorBody } from '../../errors.js'
import type { RunResult } from '../../ports.js'
import { finishedSince } from '../auto/finished-units.js'
import { ledgerPath } from '../layout.js'
import { readSettings } from '../project/settings.js'
import type { Ctx } from '../verb.js'
import type { View } from '../view.js'
import type { Away, StoredClaim } from './claim-store.js'
import { type Claim, isClaimedByRun, unitKey } from './claims.js'
import { isLeased, LONGEST_LEASE_MS } from './lease.js'
import { GIT_VARIABLES, type Git, type RemoteClaims, remoteClaims } from './remote-claims.js'

/** Timeout of one git call to the remote. */
const PATIENCE_MS = 30_000

type UnitRef = Pick<StoredClaim, 'unitType' | 'unitId'>

export interface Refusal {
  readonly exit: 3 | 4
  readonly error: ErrorBody
}

const remoteOf = (view: View): string | null => {
  const name = readSettings(view).get('claims.remote')
  return typeof name === 'string' && name !== '' ? name : null
}

/** Numbers its steps: a repeated task reuses the results of steps with the same name, so it claims only once. */
function gitOf(c: Ctx, why: string): Git {
  let count = 0
  return async (words: readonly string[], stdin?: string): Promise<RunResult> => {
    const name = `${why}:${++count}`
    const argv = ['git', ...words] as const
    const step = { name, argv, env: GIT_VARIABLES, timeoutMs: PATIENCE_MS, patienceMs: 5000 }
    await c.run(() => [stdin === undefined ? step : { ...step, stdin }])
    return c.results.get(name) as RunResult
  }
}

function claimsOf(c: Ctx, remote: string, why: string): RemoteClaims {
  const { presence, clock, caller, digest } = c.view
  const machine = caller.mark ?? ''
  const fresh = () => digest(JSON.stringify([machine, presence.holder, clock.now()])).slice(0, 20)
  return remoteClaims(gitOf(c, why), remote, { machine, presence, clock, fresh })
}

/** The token on the remote; null if the project has no remote for claims. */
export async function takeShared(c: Ctx, { unitType: type, unitId }: UnitRef): Promise<string | Refusal | null> {
  const remote = remoteOf(c.view)
  if (remote === null || isClaimedByRun(c.view, type, unitId)) return null
  const unit = unitKey(type, unitId)
  if (await isDoneElsewhere(c, remote, unit)) {
    const why = `${unit} is done: the branch on ${remote} has it, and this clone does not yet`
    return refusal('CLAIMED', why, `git pull --autostash ${remote}, then begin again`)
  }
  const found = await claimsOf(c, remote, 'take').acquire(unit, LONGEST_LEASE_MS)
  if (found.is === 'taken') return found.token
  return found.is === 'held' ? claimedRefusal(unit, remote, found.by) : unanswered(unit, remote, found)
}

/** Whether the remote's branch records the unit as finished and the local branch does not. */
async function isDoneElsewhere(c: Ctx, remote: string, unit: string): Promise<boolean> {
  const git = gitOf(c, 'done')
  const branch = (await git(['symbolic-ref', '--quiet', 'HEAD'])).stdout.trim()
  if (branch === '') return false
  const fetched = await git(['fetch', '--quiet', '--no-tags', remote, `+${branch}:${THEIRS}`])
  if (fetched.exitCode !== 0) return false
  const path = ledgerPath(c.view)
  const { stdout } = await git(['cat-file', '-p', `${THEIRS}:${path}`])
  const own = c.view.source(path)?.text ?? ''
  return finishedSince(own, stdout, c.view.digest).some((one) => unitKey(one.unitType, one.unitId) === unit)
}

const THEIRS = 'refs/gsd/theirs'

const refusal = (code: 'CLAIMED' | 'FENCED' | 'REMOTE_AWAY', message: string, fix: string): Refusal => ({
  exit: code === 'REMOTE_AWAY' ? 4 : 3,
  error: { code, message, fix },
})

/** Why the claim's work is rejected, or null. */
export async function lostShared(c: Ctx, claim: Claim): Promise<Refusal | null> {
  const remote = remoteOf(c.view)
  if (remote === null || claim.remote === undefined) return null
  const unit = unitKey(claim.unitType, claim.unitId)
  const kept = await claimsOf(c, remote, 'keep').renew(unit, claim.remote, LONGEST_LEASE_MS)
  if (kept.is === 'kept') return null
  // Until then, the lease reserves the unit for this claim.
  const until = new Date(Date.parse(claim.at) + LONGEST_LEASE_MS).toISOString()
  if (kept.is === 'away')
    return isLeased(until, c.view.clock.now(), LONGEST_LEASE_MS) ? null : unanswered(unit, remote, kept)
  const why = `the claim of ${unit} was taken over on ${remote}: another worker has the unit now`
  return refusal('FENCED', why, `git fetch ${remote}, inspect the result, then: gsd-tools next`)
}

/** If the remote is unreachable, the claim stays until its lease ends. */
export async function endShared(c: Ctx, claim: Claim): Promise<void> {
  const remote = remoteOf(c.view)
  if (remote === null || claim.remote === undefined) return
  await claimsOf(c, remote, 'end').release(unitKey(claim.unitType, claim.unitId), claim.remote)
}

function claimedRefusal(unit: string, remote: string, { at, leaseUntil, holder }: StoredClaim): Refusal {
  const where = holder === undefined ? '' : ` on ${holder.host}`
  const fix = `begin another unit from gsd-tools next --pretty by name; this one is free once done, at the latest at ${leaseUntil}`
  return refusal('CLAIMED', `${unit} is in work since ${at}${where}, according to ${remote}`, fix)
}

function unanswered(unit: string, remote: string, { reason }: Away): Refusal {
  const fix = 'try again; to work without claims on a remote: gsd-tools config set claims.remote null'
  return refusal('REMOTE_AWAY', `unknown whether ${unit} is in work: no answer from ${remote} (${reason})`, fix)
}
