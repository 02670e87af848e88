// The claims of a run: in the project's folder, and where other machines see them, on a remote or in a queue. They are renewed as long as somebody works.
import type { Away, Claims, Held, Kept } from '../dispatch/held.js'
import type { RemoteClaims } from '../dispatch/remote-claims.js'
import type { Unit } from './decide.js'

const LEASE_MS = 10 * 60_000
/** It is renewed as often before it ends. */
const BEATS = 3

export interface RightsPorts {
  readonly folder: Claims
  /** Null: other machines see none. */
  readonly shared: RemoteClaims | null
  /** Ten minutes where left out. */
  readonly leaseMs?: number
  /** What the unit used so far. */
  spent?(unit: Unit): Held['spent']
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

/** Null: somebody else has the unit or has done it, or nobody can tell. `isOpen` takes in what was done elsewhere: it may have ended as the claim was taken. */
export async function takeRight(ports: RightsPorts, of: Unit, isOpen = async () => true): Promise<Right | null> {
  const { folder, shared, every, away, leaseMs = LEASE_MS } = ports
  const unit = `${of.unitType}/${of.unitId}`
  const there = (await shared?.acquire(unit, leaseMs)) ?? null
  if (there?.is === 'away') away(there)
  if (there !== null && there.is !== 'taken') return null
  const free = async () => there !== null && shared?.release(unit, there.token)
  // What this machine has is offered no more, so it is asked before.
  const own = there === null || (await isOpen()) ? await folder.acquire(unit, leaseMs) : null
  if (own?.is !== 'taken') {
    await free()
    return null
  }
  const places: { readonly claims: Claims; readonly token: string }[] = [{ claims: folder, token: own.token }]
  if (shared !== null && there !== null) places.push({ claims: shared, token: there.token })
  const keep = async (): Promise<Kept> => {
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
