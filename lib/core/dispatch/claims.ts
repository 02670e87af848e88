// Claims: who works on which unit until when. Files of the runtime folder, so a clone starts without any; attempts are counted by the ledger.
import type { Clock, Digest, Presence, Standing } from '../../ports.js'
import { type JsonObject, objectIn } from '../../std/json.js'
import { pathText, say, type Told } from '../../std/told.js'
import type { ChangedTests } from '../judging/changed-tests.js'
import type { Baseline } from '../judging/receipts.js'
import type { TestCounts } from '../judging/test-counts.js'
import { RUNTIME_FOLDER } from '../layout.js'
import type { View } from '../view.js'
import type { Asked } from './asked.js'
import { claimFile, type Held, isText, NAME, readHeld } from './held.js'
import { isLeased, LEASE_MS } from './lease.js'
import type { UnitFinding } from './unit-finding.js'

export interface BaselineRecord extends Baseline {
  /** `checkKey` of the check. */
  readonly key: string
  readonly name: string
  readonly tests: TestCounts
  /** Answered from an earlier run on the same tree. */
  readonly reused?: boolean
}

/** The claim of this work tree, with what its work is measured by. */
export interface Claim extends Held {
  readonly dispatchId: string
  readonly attempt: number
  readonly revision: string
  readonly milestone: string | null
  /** HEAD when it was claimed; null without git or before the first commit. */
  readonly startCommit: string | null
  /** Who does it changes no code: hooks read it. */
  readonly leavesCode?: true
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
  /** Token of the claim on the remote, where `claims.remote` names one. */
  readonly remote?: string
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

export const claimsFolder = (at: Based): string => `${runtimeOf(at)}/claims`

export const claimPath = (at: Based, unitType: string, unitId: string): string =>
  `${claimsFolder(at)}/${claimFile(unitKey(unitType, unitId))}`

export const draftsFolder = (at: Based, dispatchId: string): string => `${runtimeOf(at)}/drafts/${dispatchId}`

export const renderClaim = (claim: Claim): string => `${JSON.stringify(claim, null, 2)}\n`

/** This machine took the claim: a tree cannot bring one that bears its mark. */
export const isOurClaim = ({ caller }: Pick<View, 'caller'>, { machine }: Claim): boolean =>
  caller.mark !== null && machine === caller.mark

/** A claim as this pack writes it; anything else at its place is none, so that no field leads a path, a call or a wait astray. */
function parseClaim(text: string, at: Based): Claim | null {
  const held = readHeld(text)
  const { holder: _, ...value } = objectIn(text) ?? {}
  return held !== null && hasShape(value, at) ? ({ ...value, ...held } as unknown as Claim) : null
}

/** One of a run names no dispatch: its work is measured in a tree of its own. */
const heldIn = (text: string, at: Based): Held | null =>
  Object.hasOwn(objectIn(text) ?? {}, 'dispatchId') ? parseClaim(text, at) : readHeld(text)

const COMMIT = /^[0-9a-f]{7,64}$/

function hasShape(value: JsonObject, at: Based): boolean {
  const { dispatchId, startCommit, attempt, revision, baseline } = value
  return (
    isText(dispatchId, NAME) &&
    value['drafts'] === draftsFolder(at, dispatchId as string) &&
    (startCommit === null || isText(startCommit, COMMIT)) &&
    Number.isInteger(attempt) &&
    typeof revision === 'string' &&
    Array.isArray(baseline)
  )
}

const textsIn = (view: View): readonly string[] =>
  view
    .list(claimsFolder(view))
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.json'))
    .flatMap(({ name }) => view.source(`${claimsFolder(view)}/${name}`)?.text ?? [])

/** Every claim of this work tree, expired ones included. A torn file is no claim, nor is one that nobody could have written here. */
export const readClaims = (view: View): readonly Claim[] =>
  textsIn(view).flatMap((text) => parseClaim(text, view) ?? [])

/** What a run last saw of claims on other machines, one a line. It only shows: nobody is kept away by it. */
export const sharedPath = (at: Based): string => `${claimsFolder(at)}/shared`

export const heldOnOthers = (view: View): readonly Held[] =>
  (view.source(sharedPath(view))?.text ?? '').split('\n').flatMap((line) => readHeld(line) ?? [])

const heldElsewhere = (view: View): readonly Held[] =>
  view.presence.elsewhere(claimsFolder(view)).flatMap((text) => heldIn(text, view) ?? [])

const isOfRun = ({ presence }: View, { holder }: Held): boolean =>
  holder !== undefined && presence.standingOf(holder) === 'run'

/** Who has which unit, in all work trees of the repository. What a run has keeps nobody away in the trees that it makes. */
export const heldUnits = (view: View): readonly Held[] => [
  ...textsIn(view).flatMap((text) => heldIn(text, view) ?? []),
  ...heldElsewhere(view).filter((held) => !isOfRun(view, held)),
]

/** The unattended run that the call belongs to has it, and whoever works on it in a tree of the run need not. */
export const isHeldByRun = (view: View, unitType: string, unitId: string): boolean => {
  const held = claimOf(heldElsewhere(view), unitType, unitId)
  return held !== null && isOfRun(view, held)
}

export const claimOf = <T extends Held>(claims: readonly T[], unitType: string, unitId: string): T | null =>
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
  run: 'held',
}

type Timed = { readonly clock: Pick<Clock, 'now'> }

/** How long a claim that was just taken is left alone within one client: two of its workers never begin one unit together. */
const FRESH_MS = 60_000

export const isFresh = ({ clock }: Timed, claim: Held): boolean =>
  Date.parse(claim.leaseUntil) - LEASE_MS > clock.now() - FRESH_MS

/** The process that took it tells; where nothing can be told of it, the lease does. */
export function standingOf(
  view: Timed & { readonly presence: Pick<Presence, 'standingOf'> },
  claim: Held,
): ClaimStanding {
  const found = claim.holder === undefined ? 'unknown' : view.presence.standingOf(claim.holder)
  if (found === 'unknown') return isLeased(claim.leaseUntil, view.clock.now()) ? 'held' : 'expired'
  if (found === 'client') return isFresh(view, claim) ? 'mine' : 'client'
  return STANDINGS[found]
}

/** Whoever took it is not at work on it, or must be taken for that. */
export const UNATTENDED: ReadonlySet<ClaimStanding> = new Set(['free', 'expired'] as const)

/** Somebody may be at work on it. */
export const isTaken = (view: Pick<View, 'presence' | 'clock'>, claim: Held): boolean =>
  !UNATTENDED.has(standingOf(view, claim))

export const leaseFrom = (now: number): string => new Date(now + LEASE_MS).toISOString()

/** Advice for a conversation that holds the claim: its worker may be at work, or it forgot that it took the unit itself. */
export const ownClaimText = ({ token, unitType: type, unitId }: Held): Told =>
  say`wait for the worker it was given to; if this conversation took it itself, its brief again: gsd-tools unit brief --claim ${pathText(token)}; if nobody is at work on it, a minute after it was last heard of: gsd-tools begin ${pathText(type)} ${pathText(unitId)}`
