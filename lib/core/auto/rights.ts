// The claims of a run: in the project's folder, and on a remote where the project has one for them. They are renewed as long as somebody works.
import type { Away, Claims, Kept } from '../dispatch/held.js'
import type { RemoteClaims } from '../dispatch/remote-claims.js'
import type { Unit } from './decide.js'

/** Renewed three times before it ends. */
const LEASE_MS = 10 * 60_000
const BEAT_MS = LEASE_MS / 3

export interface RightsPorts {
  readonly folder: Claims
  /** Null: the project has no remote for claims. */
  readonly shared: RemoteClaims | null
  /** Repeats until the answer is called. */
  every(ms: number, act: () => Promise<unknown>): () => void
  /** Is told why the remote does not answer. */
  away(found: Away): void
}

export interface Right {
  /** Whether nobody has taken it over. */
  keep(): Promise<Kept>
  free(): Promise<void>
  /** Null: the claim lies in the folder alone. */
  readonly shared: { readonly claims: RemoteClaims; readonly token: string } | null
}

/** Null: somebody else has the unit, or nobody can tell. */
export async function takeRight({ folder, shared, every, away }: RightsPorts, of: Unit): Promise<Right | null> {
  const unit = `${of.unitType}/${of.unitId}`
  const own = await folder.acquire(unit, LEASE_MS)
  if (own.is !== 'taken') return null
  const places: { readonly claims: Claims; readonly token: string }[] = [{ claims: folder, token: own.token }]
  const there = (await shared?.acquire(unit, LEASE_MS)) ?? null
  if (there !== null && there.is !== 'taken') {
    if (there.is === 'away') away(there)
    await folder.release(unit, own.token)
    return null
  }
  if (shared !== null && there !== null) places.push({ claims: shared, token: there.token })
  const keep = async (): Promise<Kept> => {
    for (const { claims, token } of places) {
      const kept = await claims.renew(unit, token, LEASE_MS)
      if (kept.is !== 'kept') return kept
    }
    return { is: 'kept' }
  }
  const rest = every(BEAT_MS, keep)
  return {
    keep,
    async free() {
      rest()
      for (const { claims, token } of places) await claims.release(unit, token)
    },
    shared: shared === null || there === null ? null : { claims: shared, token: there.token },
  }
}
