// Who may work on a unit, and until when: one interface, kept in a folder of this machine or as refs on a remote of git.
import type { Clock, Holder, Presence } from '../../ports.js'
import { isJsonObject, type JsonObject, parseJson } from '../../std/json.js'
import { isLeased, LONGEST_LEASE_MS } from './lease.js'

export interface Held {
  readonly v: 1
  /** Whoever hands in must hold it: a claim that was taken over has another one. */
  readonly token: string
  readonly unitType: string
  readonly unitId: string
  readonly at: string
  readonly leaseUntil: string
  /** Mark of the machine that took it. */
  readonly machine: string
  /** The client's process it was taken from; absent where the system does not tell. */
  readonly holder?: Holder
  /** What its sessions used until it was renewed last, where their client tells. */
  readonly spent?: Used
}

interface Used {
  readonly tokens: number
  /** US dollars at list prices. */
  readonly cost: number
}

/** Who takes claims, and what they can tell of the time and of other processes. */
export interface Taker {
  readonly machine: string
  readonly presence: Pick<Presence, 'holder' | 'standingOf'>
  readonly clock: Pick<Clock, 'now'>
  /** Makes a token that nobody else makes. */
  readonly fresh: () => string
}

/** Nobody can tell who holds what. */
export interface Away {
  readonly is: 'away'
  readonly reason: string
}

type Acquired = { readonly is: 'taken'; readonly token: string } | { readonly is: 'held'; readonly by: Held } | Away

/** `lost`: the token counts no more. */
export type Kept = { readonly is: 'kept' | 'lost' } | Away

/** A unit is `<type>/<id>`. Taking what one holds already renews it, under the same token. */
export interface Claims {
  acquire(unit: string, leaseMs: number): Promise<Acquired>
  renew(unit: string, token: string, leaseMs: number, spent?: Used): Promise<Kept>
  release(unit: string, token: string): Promise<Kept>
  list(): Promise<readonly Held[] | Away>
}

/** Ids hold only letters, digits, dot, dash and underscore once they are parsed. */
export const claimName = (unit: string): string => unit.replace('/', '--').replace(/[^A-Za-z0-9._-]/g, '_')

export const claimFile = (unit: string): string => `${claimName(unit)}.json`

/** What becomes of a claim. `put` null: it ends; absent: it stays as it is. */
interface Change<T> {
  readonly answer: T
  readonly put?: Held | null
}

/** Where claims are kept. */
export interface Shelf {
  /** Puts what `change` makes of the claim that is there, and nobody comes between. */
  exchange<T extends object>(unit: string, change: (found: Held | undefined) => Change<T>): Promise<T | Away>
  list(): Promise<readonly Held[] | Away>
}

/** The client's process tells where it is one of this machine; everywhere else the lease decides, whatever a list of processes says. */
function standing(held: Held, { machine, presence, clock }: Taker): 'own' | 'held' | 'free' {
  const found = held.machine === machine && held.holder !== undefined ? presence.standingOf(held.holder) : 'unknown'
  if (found === 'unknown') return isLeased(held.leaseUntil, clock.now(), LONGEST_LEASE_MS) ? 'held' : 'free'
  return found === 'elsewhere' ? 'held' : found === 'gone' ? 'free' : 'own'
}

export function claimsOn({ exchange, list }: Shelf, taker: Taker): Claims {
  const until = (leaseMs: number) => new Date(taker.clock.now() + leaseMs).toISOString()
  const { machine, presence } = taker
  const take = (unit: string, leaseMs: number): Held => {
    const [unitType, unitId = ''] = unit.split('/') as [string, string?]
    const at = new Date(taker.clock.now()).toISOString()
    const own = { v: 1, token: taker.fresh(), unitType, unitId, at, leaseUntil: until(leaseMs), machine } as const
    return presence.holder === null ? own : { ...own, holder: presence.holder }
  }
  /** Of a claim that is still under this token. */
  const keep = (unit: string, token: string, put: (held: Held) => Held | null) =>
    exchange<Kept>(unit, (found) =>
      found?.token === token ? { answer: { is: 'kept' }, put: put(found) } : { answer: { is: 'lost' } },
    )
  return {
    acquire: (unit, leaseMs) =>
      exchange<Acquired>(unit, (found) => {
        const is = found === undefined ? 'free' : standing(found, taker)
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

/** One name, not hidden. */
export const NAME = /^[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]{0,199}$/
const TOKEN = /^[\w-]{1,80}$/
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/

export const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)

/** Null for anything that this pack would not write. */
export function readHeld(text: string): Held | null {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? heldIn(value) : null
  } catch {
    return null
  }
}

function heldIn(value: JsonObject): Held | null {
  const { v, token, unitType, unitId, at, leaseUntil, machine, holder, spent } = value
  const hasShape =
    v === 1 &&
    isText(token, TOKEN) &&
    isText(unitType, NAME) &&
    isText(unitId, NAME) &&
    isText(at, STAMP) &&
    isText(leaseUntil, STAMP)
  if (!hasShape) return null
  const own = { v, token, unitType, unitId, at, leaseUntil, machine }
  const more = { ...(isHolder(holder) ? { holder } : {}), ...(isUsed(spent) ? { spent } : {}) }
  return { ...own, ...more } as unknown as Held
}

const isUsed = (value: unknown): value is JsonObject =>
  isJsonObject(value) && Number.isFinite(value['tokens']) && Number.isFinite(value['cost'])

function isHolder(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { pid, host, namespace, start, session } = value
  const words = [host, namespace, start, session ?? ''].every((word) => typeof word === 'string')
  return words && typeof pid === 'number' && Number.isInteger(pid) && pid > 1
}
