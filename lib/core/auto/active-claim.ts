// A run's claims, in the project's folder and on a shared remote or database. They are renewed while work continues.
import type { Claims, NoAnswer, StoredClaim, TokenResult } from '../dispatch/claim-store.js'
import type { RemoteClaims } from '../dispatch/remote-claims.js'
import type { Unit } from './decide.js'

const LEASE_MS = 10 * 60_000
const RENEWALS_PER_LEASE = 3

export interface ClaimPorts {
  readonly folder: Claims
  /** Null if claims are not shared with other machines. */
  readonly shared: RemoteClaims | null
  readonly leaseMs?: number
  /** What the unit's sessions have used so far; stored with each renewal. */
  spent?(unit: Unit): StoredClaim['spent']
  /** Repeats `act` until the returned function is called. */
  every(ms: number, act: () => Promise<unknown>): () => void
  onUnreachable(found: NoAnswer): void
}

export interface ActiveClaim {
  /** Renews the claim; returns whether it is still valid. */
  renew(): Promise<TokenResult>
  free(): Promise<void>
  /** The shared claim; null if the claim is only in the folder. */
  readonly shared: { readonly claims: RemoteClaims; readonly token: string } | null
}

/** Claims a unit; null if another session holds it, the shared claims are unreachable, or the unit is no longer open. */
export async function acquireClaim(
  ports: ClaimPorts,
  wanted: Unit,
  /** Fetches the work of others and then checks whether the unit is open; asked only if claims are shared. */
  isOpen = async () => true,
): Promise<ActiveClaim | null> {
  const { folder, shared, every, onUnreachable, leaseMs = LEASE_MS } = ports
  const unit = `${wanted.unitType}/${wanted.unitId}`
  const sharedResult = (await shared?.acquire(unit, leaseMs)) ?? null
  if (sharedResult?.is === 'away') onUnreachable(sharedResult)
  if (sharedResult !== null && sharedResult.is !== 'acquired') return null
  const free = async () => sharedResult !== null && shared?.release(unit, sharedResult.token)
  // Checked before the unit is claimed on this machine, because a claimed unit is no longer offered.
  const folderResult = sharedResult === null || (await isOpen()) ? await folder.acquire(unit, leaseMs) : null
  if (folderResult?.is !== 'acquired') {
    await free()
    return null
  }
  const places: { readonly claims: Claims; readonly token: string }[] = [{ claims: folder, token: folderResult.token }]
  if (shared !== null && sharedResult !== null) places.push({ claims: shared, token: sharedResult.token })
  const renew = async (): Promise<TokenResult> => {
    const spent = ports.spent?.(wanted)
    for (const { claims, token } of places) {
      const kept = await claims.renew(unit, token, leaseMs, spent)
      if (kept.is !== 'kept') return kept
    }
    return { is: 'kept' }
  }
  const stopRenewing = every(leaseMs / RENEWALS_PER_LEASE, renew)
  return {
    renew,
    async free() {
      stopRenewing()
      for (const { claims, token } of places) await claims.release(unit, token)
    },
    shared: shared === null || sharedResult === null ? null : { claims: shared, token: sharedResult.token },
  }
}
