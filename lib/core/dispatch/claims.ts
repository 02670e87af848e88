// Claims: who works on which unit until when. Files of the runtime folder, so a clone starts without any; attempts are counted by the ledger.
import type { Digest } from '../../ports.js'
import { isJsonObject } from '../../std/json.js'
import type { Baseline } from '../judging/receipts.js'
import { RUNTIME_FOLDER } from '../layout.js'
import type { View } from '../view.js'
import type { UnitTypeId } from './units.js'

const LEASE_MS = 30 * 60_000

export interface BaselineRecord extends Baseline {
  /** `checkKey` of the check. */
  readonly key: string
  readonly name: string
}

export interface Claim {
  readonly v: 1
  readonly token: string
  readonly dispatchId: string
  readonly unitType: UnitTypeId
  readonly unitId: string
  readonly attempt: number
  readonly revision: string
  readonly milestone: string | null
  readonly at: string
  readonly leaseUntil: string
  /** HEAD when it was claimed; null without git or before the first commit. */
  readonly startCommit: string | null
  readonly isolation: string
  readonly session: string | null
  /** Mode of a plan-phase unit. */
  readonly mode: string | null
  /** Where drafts are written, relative to the project root. */
  readonly drafts: string
  readonly baseline: readonly BaselineRecord[]
  /** Digests of gate failures this attempt has met. */
  readonly failures?: readonly string[]
}

/** Follows from what the ledger keeps of a claim, so that a token is recognised when its claim is over. */
export const tokenOf = (claim: Pick<Claim, 'dispatchId' | 'at' | 'revision'>, digest: Digest): string =>
  digest(`${claim.dispatchId}\0${claim.at}\0${claim.revision}`).slice(0, 20)

export const unitKey = (unitType: string, unitId: string): string => `${unitType}/${unitId}`

interface Based {
  readonly base: string
}

/** The runtime folder lies in the root alone; what belongs to a workstream has its place in it. */
const runtimeOf = ({ base }: Based): string => `${RUNTIME_FOLDER}${base.slice('.planning'.length)}`

/** File of a unit's claim; ids hold only letters, digits, dot, dash and underscore once they are parsed. */
export const claimPath = (at: Based, unitType: string, unitId: string): string =>
  `${runtimeOf(at)}/claims/${unitType}--${unitId.replace(/[^A-Za-z0-9._-]/g, '_')}.json`

export const draftsFolder = (at: Based, dispatchId: string): string => `${runtimeOf(at)}/drafts/${dispatchId}`

export const renderClaim = (claim: Claim): string => `${JSON.stringify(claim, null, 2)}\n`

function parseClaim(text: string): Claim | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && value['v'] === 1 && typeof value['token'] === 'string'
      ? (value as unknown as Claim)
      : null
  } catch {
    return null
  }
}

/** Every claim on disk, expired ones included. A torn file is no claim. */
export function readClaims(view: View): readonly Claim[] {
  const folder = `${runtimeOf(view)}/claims`
  const paths = view
    .list(folder)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.json'))
    .map(({ name }) => `${folder}/${name}`)
  view.prefetch(paths)
  return paths.flatMap((path) => {
    const text = view.source(path)?.text
    const claim = text == null ? null : parseClaim(text)
    return claim === null ? [] : [claim]
  })
}

export const claimOf = (claims: readonly Claim[], unitType: string, unitId: string): Claim | null =>
  claims.find((claim) => claim.unitType === unitType && claim.unitId === unitId) ?? null

export const isLive = (claim: Claim, now: number): boolean => Date.parse(claim.leaseUntil) > now

export const leaseFrom = (now: number): string => new Date(now + LEASE_MS).toISOString()
