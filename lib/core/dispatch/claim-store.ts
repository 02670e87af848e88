// Claims behind one interface, however they are stored: in a folder, as refs on a git remote or in a database.
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
  /** The client process that has the claim; absent if the system cannot identify the process. */
  readonly holder?: Holder
  /** Usage of the claim's sessions up to the last renewal, if the client reports usage. */
  readonly spent?: Usage
}

/** `cost`: US dollars at list prices. */
type Usage = { readonly [Measure in 'tokens' | 'cost']: number }

/** Who makes and assesses claims: a machine with its processes and clock, and a source of tokens. */
export interface Claimant {
  readonly machine: string
  readonly presence: Pick<Presence, 'holder' | 'stateOf'>
  readonly clock: Pick<Clock, 'now'>
  readonly newToken: () => string
}

export interface NoAnswer {
  readonly is: 'away'
  readonly reason: string
}

type Acquired =
  | { readonly is: 'acquired'; readonly token: string }
  | { readonly is: 'held'; readonly by: StoredClaim }
  | NoAnswer

/** `lost`: the token is no longer valid. */
export type TokenResult = { readonly is: 'kept' | 'lost' } | NoAnswer

/** `unit` is `<type>/<id>`. Acquiring a unit that the caller is known to hold renews the claim under the same token. */
export interface Claims {
  acquire(unit: string, leaseMs: number): Promise<Acquired>
  renew(unit: string, token: string, leaseMs: number, spent?: Usage): Promise<TokenResult>
  release(unit: string, token: string): Promise<TokenResult>
  list(): Promise<readonly StoredClaim[] | NoAnswer>
}

/** Returns the claim's name in files and refs, which contains only letters, digits, dots, dashes and underscores. */
export const claimName = (unit: string): string => unit.replace('/', '--').replace(/[^A-Za-z0-9._-]/g, '_')

export const claimFile = (unit: string): string => `${claimName(unit)}.json`

/** A change to a claim: `replacement` null ends the claim; without `replacement` the claim stays as it is. */
interface Change<T> {
  readonly answer: T
  readonly replacement?: StoredClaim | null
}

export interface ClaimStorage {
  /** Applies `change` to the current claim atomically. */
  exchange<T extends object>(unit: string, change: (found: StoredClaim | undefined) => Change<T>): Promise<T | NoAnswer>
  list(): Promise<readonly StoredClaim[] | NoAnswer>
}

/** Returns who has the claim. If the holder's process is known and on this machine, it decides; otherwise the lease does. */
function holdingState(held: StoredClaim, { machine, presence, clock }: Claimant): 'own' | 'held' | 'free' {
  const found = held.machine === machine && held.holder !== undefined ? presence.stateOf(held.holder) : 'unknown'
  if (found === 'unknown') return isLeased(held.leaseUntil, clock.now(), LONGEST_LEASE_MS) ? 'held' : 'free'
  return found === 'elsewhere' ? 'held' : found === 'gone' ? 'free' : 'own'
}

export function claimsIn({ exchange, list }: ClaimStorage, claimant: Claimant): Claims {
  const until = (leaseMs: number) => new Date(claimant.clock.now() + leaseMs).toISOString()
  const { machine, presence } = claimant
  const newClaim = (unit: string, leaseMs: number): StoredClaim => {
    const [unitType, unitId = ''] = unit.split('/') as [string, string?]
    const at = new Date(claimant.clock.now()).toISOString()
    const claim = {
      v: 1,
      token: claimant.newToken(),
      unitType,
      unitId,
      at,
      leaseUntil: until(leaseMs),
      machine,
    } as const
    return presence.holder === null ? claim : { ...claim, holder: presence.holder }
  }
  const updateOwn = (unit: string, token: string, replacement: (held: StoredClaim) => StoredClaim | null) =>
    exchange<TokenResult>(unit, (found) =>
      found?.token === token ? { answer: { is: 'kept' }, replacement: replacement(found) } : { answer: { is: 'lost' } },
    )
  return {
    acquire: (unit, leaseMs) =>
      exchange<Acquired>(unit, (found) => {
        const is = found === undefined ? 'free' : holdingState(found, claimant)
        if (found !== undefined && is === 'held') return { answer: { is, by: found } }
        const replacement =
          found !== undefined && is === 'own' ? { ...found, leaseUntil: until(leaseMs) } : newClaim(unit, leaseMs)
        return { answer: { is: 'acquired', token: replacement.token }, replacement }
      }),
    renew: (unit, token, leaseMs, spent) =>
      updateOwn(unit, token, (held) => ({
        ...held,
        leaseUntil: until(leaseMs),
        ...(spent === undefined ? {} : { spent }),
      })),
    release: (unit, token) => updateOwn(unit, token, () => null),
    list,
  }
}

/** Matches a path segment that is not hidden and has at most 200 characters, none of them a control character. */
export const PATH_SEGMENT = /^[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]{0,199}$/
const TOKEN = /^[\w-]{1,80}$/
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/

export const matches = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)

/** Parses a claim; null if its version, names or times are not as this pack writes them. Drops an invalid holder or usage. */
export function parseStoredClaim(written: string): StoredClaim | null {
  const { v, token, unitType, unitId, at, leaseUntil, machine, holder, spent } = objectIn(written) ?? {}
  const isNamed = matches(token, TOKEN) && matches(unitType, PATH_SEGMENT) && matches(unitId, PATH_SEGMENT)
  if (v !== 1 || !isNamed || !matches(at, STAMP) || !matches(leaseUntil, STAMP)) return null
  const required = { v, token, unitType, unitId, at, leaseUntil, machine }
  const optional = { ...(isHolder(holder) ? { holder } : {}), ...(isUsage(spent) ? { spent } : {}) }
  return { ...required, ...optional } as unknown as StoredClaim
}

const isUsage = (value: unknown): value is JsonObject =>
  isJsonObject(value) && Number.isFinite(value['tokens']) && Number.isFinite(value['cost'])

function isHolder(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { pid, host, namespace, start, session } = value
  const areTexts = [host, namespace, start, session ?? ''].every((value) => typeof value === 'string')
  return areTexts && typeof pid === 'number' && Number.isInteger(pid) && pid > 1
}
