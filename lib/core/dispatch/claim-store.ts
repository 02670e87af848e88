// Claims behind one interface: stored in a folder of this machine or as refs on a git remote.
import type { Clock, Holder, Presence } from '../../ports.js'
import { isJsonObject, type JsonObject, objectIn } from '../../std/json.js'
import { isLeased, LONGEST_LEASE_MS } from './lease.js'

export interface StoredClaim {
  readonly v: 1
  readonly token: string
  readonly unitType: string
  readonly unitId: string
  readonly at: string
  readonly leaseUntil: string
  readonly machine: string
  /** The client process that took the claim; absent if the system cannot tell. */
  readonly holder?: Holder
  /** Usage of the claim's sessions up to the last renewal, if their client reports usage. */
  readonly spent?: Used
}

/** `cost`: US dollars at list prices. */
type Used = { readonly [Measure in 'tokens' | 'cost']: number }

/** Identity, clock and process knowledge of a claimant. */
export interface Taker {
  readonly machine: string
  readonly presence: Pick<Presence, 'holder' | 'stateOf'>
  readonly clock: Pick<Clock, 'now'>
  readonly fresh: () => string
}

export interface Away {
  readonly is: 'away'
  readonly reason: string
}

type Acquired =
  | { readonly is: 'taken'; readonly token: string }
  | { readonly is: 'held'; readonly by: StoredClaim }
  | Away

/** `lost`: the token is void. */
export type Kept = { readonly is: 'kept' | 'lost' } | Away

/** A unit is `<type>/<id>`. Acquiring a unit that the caller already holds renews the claim under the same token. */
export interface Claims {
  acquire(unit: string, leaseMs: number): Promise<Acquired>
  renew(unit: string, token: string, leaseMs: number, spent?: Used): Promise<Kept>
  release(unit: string, token: string): Promise<Kept>
  list(): Promise<readonly StoredClaim[] | Away>
}

/** Parsed ids contain only letters, digits, dots, dashes and underscores. */
export const claimName = (unit: string): string => unit.replace('/', '--').replace(/[^A-Za-z0-9._-]/g, '_')

export const claimFile = (unit: string): string => `${claimName(unit)}.json`

/** A change to a claim: `put` null ends the claim; without `put` it stays as it is. */
interface Change<T> {
  readonly answer: T
  readonly put?: StoredClaim | null
}

export interface Shelf {
  /** Applies `change` to the current claim atomically. */
  exchange<T extends object>(unit: string, change: (found: StoredClaim | undefined) => Change<T>): Promise<T | Away>
  list(): Promise<readonly StoredClaim[] | Away>
}

/** For a claim of this machine the holder's process decides; for any other, the lease. */
function holding(held: StoredClaim, { machine, presence, clock }: Taker): 'own' | 'held' | 'free' {
  const found = held.machine === machine && held.holder !== undefined ? presence.stateOf(held.holder) : 'unknown'
  if (found === 'unknown') return isLeased(held.leaseUntil, clock.now(), LONGEST_LEASE_MS) ? 'held' : 'free'
  return found === 'elsewhere' ? 'held' : found === 'gone' ? 'free' : 'own'
}

export function claimsOn({ exchange, list }: Shelf, taker: Taker): Claims {
  const until = (leaseMs: number) => new Date(taker.clock.now() + leaseMs).toISOString()
  const { machine, presence } = taker
  const take = (unit: string, leaseMs: number): StoredClaim => {
    const [unitType, unitId = ''] = unit.split('/') as [string, string?]
    const at = new Date(taker.clock.now()).toISOString()
    const own = { v: 1, token: taker.fresh(), unitType, unitId, at, leaseUntil: until(leaseMs), machine } as const
    return presence.holder === null ? own : { ...own, holder: presence.holder }
  }
  const keep = (unit: string, token: string, put: (held: StoredClaim) => StoredClaim | null) =>
    exchange<Kept>(unit, (found) =>
      found?.token === token ? { answer: { is: 'kept' }, put: put(found) } : { answer: { is: 'lost' } },
    )
  return {
    acquire: (unit, leaseMs) =>
      exchange<Acquired>(unit, (found) => {
        const is = found === undefined ? 'free' : holding(found, taker)
        if (found !== undefined && is === 'held') return { answer: { is, by: found } }
        const put = found !== undefined && is === 'own' ? { ...found, leaseUntil: until(leaseMs) } : take(unit, leaseMs)
        return { answer: { is: 'taken', token: put.token }, put }
      }),
    renew: (unit, token, leaseMs, spent) =>
      keep(unit, token, (held) => ({ ...held, leaseUntil: until(leaseMs), ...(spent === undefined ? {} : { spent }) })),
    release: (unit, token) => keep(unit, token, () => null),
    list,
  }
}

/** One path segment that is not hidden. */
export const NAME = /^[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]{0,199}$/
const TOKEN = /^[\w-]{1,80}$/
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/

export const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)

/** Parses a claim; null for any text that this pack would not write. */
export function readStoredClaim(written: string): StoredClaim | null {
  const { v, token, unitType, unitId, at, leaseUntil, machine, holder, spent } = objectIn(written) ?? {}
  const isNamed = isText(token, TOKEN) && isText(unitType, NAME) && isText(unitId, NAME)
  if (v !== 1 || !isNamed || !isText(at, STAMP) || !isText(leaseUntil, STAMP)) return null
  const own = { v, token, unitType, unitId, at, leaseUntil, machine }
  const more = { ...(isHolder(holder) ? { holder } : {}), ...(isUsed(spent) ? { spent } : {}) }
  return { ...own, ...more } as unknown as StoredClaim
}

const isUsed = (value: unknown): value is JsonObject =>
  isJsonObject(value) && Number.isFinite(value['tokens']) && Number.isFinite(value['cost'])

function isHolder(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { pid, host, namespace, start, session } = value
  const words = [host, namespace, start, session ?? ''].every((word) => typeof word === 'string')
  return words && typeof pid === 'number' && Number.isInteger(pid) && pid > 1
}
