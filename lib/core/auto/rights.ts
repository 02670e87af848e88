// A run's claims, in the project's folder and on a shared remote or queue. They are renewed while work continues.
import type { Claims, NoAnswer, StoredClaim, TokenResult } from '../dispatch/claim-store.js'
import type { RemoteClaims } from '../dispatch/remote-claims.js'
import type { Unit } from './decide.js'

const LEASE_MS = 10 * 60_000
const BEATS = 3

export interface RightsPorts {
  readonly folder: Claims
  /** Null if claims are not shared with other machines. */
  readonly shared: RemoteClaims | null
  readonly leaseMs?: number
  spent?(unit: Unit): StoredClaim['spent']
  /** Repeats until the returned function is called. */
  every(ms: number, act: () => Promise<unknown>): () => void
  away(found: NoAnswer): void
}

export interface Right {
  /** Whether the claim still holds. */
  keep(): Promise<TokenResult>
  free(): Promise<void>
  /** Null if the claim is only in the folder. */
  readonly shared: { readonly claims: RemoteClaims; readonly token: string } | null
}

/** Null if the unit is taken, done or unknown. `isOpen`: whether it is still open after fetching others' work. */
export async function takeRight(ports: RightsPorts, of: Unit, isOpen = async () => true): Promise<Right | null> {
  const { folder, shared, every, away, leaseMs = LEASE_MS } = ports
  const unit = `${of.unitType}/${of.unitId}`
  const there = (await shared?.acquire(unit, leaseMs)) ?? null
  if (there?.is === 'away') away(there)
  if (there !== null && there.is !== 'taken') return null
  const free = async () => there !== null && shared?.release(unit, there.token)
  // Check before taking the unit on this machine: a taken unit is no longer offered.
  const own = there === null || (await isOpen()) ? await folder.acquire(unit, leaseMs) : null
  if (own?.is !== 'taken') {
    await free()
    return null
  }
  const places: { readonly claims: Claims; readonly token: string }[] = [{ claims: folder, token: own.token }]
  if (shared !== null && there !== null) places.push({ claims: shared, token: there.token })
  const keep = async (): Promise<TokenResult> => {
    const spent = ports.spent?.(of)
    for (const { claims, token } of places) {
      const kept = await claims.renew(unit, token, leaseMs, spent)
      if (kept.is !== 'kept') return kept
    }
    return { is: 'kept' }
  }
  const rest = every(leaseMs / BEATS, keep)
  return {
    keep,
    async free() {
      rest()
      for (const { claims, token } of places) await claims.release(unit, token)
    },
    shared: shared === null || there === null ? null : { claims: shared, token: there.token },
  }
}
