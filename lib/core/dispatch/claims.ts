// Claims: who works on which unit until when. Files of the runtime folder, so a clone starts without any; attempts are counted by the ledger.
import type { Digest, Holder, Standing } from '../../ports.js'
import { isJsonObject, type JsonObject, parseJson } from '../../std/json.js'
import { pathText, say, type Told } from '../../std/told.js'
import type { ChangedTests } from '../judging/changed-tests.js'
import type { Baseline } from '../judging/receipts.js'
import type { TestCounts } from '../judging/test-counts.js'
import { RUNTIME_FOLDER } from '../layout.js'
import type { View } from '../view.js'
import type { Asked } from './asked.js'
import { isLeased, LEASE_MS } from './lease.js'
import type { UnitFinding } from './unit-finding.js'
import { isUnitType, type UnitTypeId } from './units.js'

export interface BaselineRecord extends Baseline {
  /** `checkKey` of the check. */
  readonly key: string
  readonly name: string
  readonly tests: TestCounts
  /** Answered from an earlier run on the same tree. */
  readonly reused?: boolean
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
  /** Who does it changes no code: hooks read it. */
  readonly leavesCode?: true
  /** The client's process it was taken from; absent where the system does not tell. */
  readonly holder?: Holder
  /** What its taker was started on; absent where nobody chose, or where it was taken up again by one started on something else. */
  readonly asked?: Asked
  /** Mode of a plan-phase unit. */
  readonly mode: string | null
  /** Where drafts are written, relative to the project root. */
  readonly drafts: string
  readonly baseline: readonly BaselineRecord[]
  /** Digest of the tree that the baseline was taken on. */
  readonly tree?: string | null
  /** How often it was taken up again; absent: never. */
  readonly cuts?: number
  /** Mark of the machine that took it. */
  readonly machine: string
  /** Of a verification: tests and settings of runners that the phase changed. */
  readonly changedTests?: ChangedTests
  /** What an extension wants to have done, in its words. */
  readonly task?: string
  /** What its last finish was refused for. */
  readonly refused?: readonly UnitFinding[]
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

/** This machine took the claim: a tree cannot bring one that bears its mark. */
export const isOurClaim = ({ caller }: Pick<View, 'caller'>, { machine }: Claim): boolean =>
  caller.mark !== null && machine === caller.mark

/** A claim as this pack writes it; anything else at its place is none, so that no field leads a path, a call or a wait astray. */
function parseClaim(text: string, at: Based): Claim | null {
  try {
    const value = parseJson(text)
    if (!isJsonObject(value) || value['v'] !== 1 || !hasShape(value, at)) return null
    const { holder, ...claim } = value as unknown as Claim
    return isHolder(holder) ? { ...claim, holder } : claim
  } catch {
    return null
  }
}

const TOKEN = /^[\w-]{1,80}$/
/** One name, not hidden. */
const NAME = /^[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]{0,199}$/
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/
const COMMIT = /^[0-9a-f]{7,64}$/

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)

function hasShape(value: JsonObject, at: Based): boolean {
  const { token, dispatchId, unitType, unitId, startCommit, attempt, revision, baseline } = value
  return (
    isText(token, TOKEN) &&
    isText(dispatchId, NAME) &&
    isText(unitId, NAME) &&
    typeof unitType === 'string' &&
    isUnitType(unitType) &&
    value['drafts'] === draftsFolder(at, dispatchId as string) &&
    isText(value['at'], STAMP) &&
    isText(value['leaseUntil'], STAMP) &&
    (startCommit === null || isText(startCommit, COMMIT)) &&
    Number.isInteger(attempt) &&
    typeof revision === 'string' &&
    Array.isArray(baseline)
  )
}

function isHolder(value: unknown): value is Holder {
  if (!isJsonObject(value)) return false
  const { pid, host, namespace, start, session } = value
  const words = [host, namespace, start, session ?? ''].every((word) => typeof word === 'string')
  return words && typeof pid === 'number' && Number.isInteger(pid) && pid > 1
}

/** Every claim on disk, expired ones included. A torn file is no claim, nor is one that nobody could have written here. */
export function readClaims(view: View): readonly Claim[] {
  const folder = `${runtimeOf(view)}/claims`
  const paths = view
    .list(folder)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.json'))
    .map(({ name }) => `${folder}/${name}`)
  return paths.flatMap((path) => {
    const text = view.source(path)?.text
    const claim = text == null ? null : parseClaim(text, view)
    return claim === null ? [] : [claim]
  })
}

export const claimOf = (claims: readonly Claim[], unitType: string, unitId: string): Claim | null =>
  claims.find((claim) => claim.unitType === unitType && claim.unitId === unitId) ?? null

/**
 * `free`: whoever took it is gone · `expired`: nothing is known of them, and their lease has ended · `earlier`: taken by a conversation of this client before this one · `client`: taken from this client, nobody can tell by which conversation · `mine`: by this conversation ·
 * `held`: somebody else is, or may be, at work on it.
 */
export type ClaimStanding = 'free' | 'expired' | 'earlier' | 'client' | 'mine' | 'held'

const STANDINGS: Readonly<Record<Exclude<Standing, 'unknown' | 'client'>, ClaimStanding>> = {
  mine: 'mine',
  earlier: 'earlier',
  elsewhere: 'held',
  gone: 'free',
}

/** How long a claim that was just taken is left alone within one client: two of its workers never begin one unit together. */
const FRESH_MS = 60_000

export const isFresh = ({ clock }: Pick<View, 'clock'>, claim: Claim): boolean =>
  Date.parse(claim.leaseUntil) - LEASE_MS > clock.now() - FRESH_MS

/** The process that took it tells; where nothing can be told of it, the lease does. */
export function standingOf(view: Pick<View, 'presence' | 'clock'>, claim: Claim): ClaimStanding {
  const found = claim.holder === undefined ? 'unknown' : view.presence.standingOf(claim.holder)
  if (found === 'unknown') return isLeased(claim.leaseUntil, view.clock.now()) ? 'held' : 'expired'
  if (found === 'client') return isFresh(view, claim) ? 'mine' : 'client'
  return STANDINGS[found]
}

/** Whoever took it is not at work on it, or must be taken for that. */
export const UNATTENDED: ReadonlySet<ClaimStanding> = new Set(['free', 'expired'] as const)

/** Somebody may be at work on it. */
export const isTaken = (view: Pick<View, 'presence' | 'clock'>, claim: Claim): boolean =>
  !UNATTENDED.has(standingOf(view, claim))

export const leaseFrom = (now: number): string => new Date(now + LEASE_MS).toISOString()

/** Advice for a conversation that holds the claim: its worker may be at work, or it forgot that it took the unit itself. */
export const ownClaimText = ({ token, unitType: type, unitId }: Claim): Told =>
  say`wait for the worker it was given to; if this conversation took it itself, its brief again: gsd-tools unit brief --claim ${pathText(token)}; if nobody is at work on it, a minute after it was last heard of: gsd-tools begin ${pathText(type)} ${pathText(unitId)}`
