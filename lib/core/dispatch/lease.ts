// How long a claim holds where nothing is known of whoever took it. Apart, because hooks ask it too and load little.

export const LEASE_MS = 30 * 60_000
/** On a remote: nobody renews the claim of a session that a person leads. */
export const LONGEST_LEASE_MS = 4 * 60 * 60_000
/** Clocks of two machines that share a folder may differ by this much. */
const SKEW_MS = 5 * 60_000

/** It has not ended. One that ends later than any that is given is none: a tree may bring what it likes, and would hold a unit for ever. */
export function isLeased(leaseUntil: unknown, now: number, most = LEASE_MS): boolean {
  const end = typeof leaseUntil === 'string' ? Date.parse(leaseUntil) : Number.NaN
  return end > now && end <= now + most + SKEW_MS
}
