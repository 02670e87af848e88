// Lease times of claims, in a small file because hooks load it.

export const LEASE_MS = 30 * 60_000
/** Lease of a claim on a remote, which an interactive session renews only when it finishes the unit. */
export const LONGEST_LEASE_MS = 4 * 60 * 60_000
/** Tolerated clock skew between machines that share a folder. */
const SKEW_MS = 5 * 60_000

/** Whether the lease still runs. Leases longer than `maxMs` do not count: a checked-out file could hold a unit forever. */
export function isLeased(leaseUntil: unknown, now: number, maxMs = LEASE_MS): boolean {
  const end = typeof leaseUntil === 'string' ? Date.parse(leaseUntil) : Number.NaN
  return end > now && end <= now + maxMs + SKEW_MS
}
