// Claims: who works on which unit until when. They stay in the runtime folder; the ledger counts the attempts.
import type { Clock, Digest, HolderState, Presence } from '../../ports.js'
import { type JsonObject, objectIn } from '../../std/json.js'
import { pathText, say } from '../../std/safe-text.js'
import { readLedger, revisionMark } from '../history/ledger.js'
import type { ChangedTests } from '../judging/changed-tests.js'
import type { Baseline } from '../judging/receipts.js'
import type { TestCounts } from '../judging/test-counts.js'
import { RUNTIME_FOLDER } from '../layout.js'
import type { View } from '../view.js'
import { claimFile, isText, NAME, readStoredClaim, type StoredClaim } from './claim-store.js'
import { isLeased, LEASE_MS } from './lease.js'
import type { UnitFinding } from './unit-finding.js'

export interface BaselineRecord extends Baseline {
  /** `checkKey` of the check. */
  readonly key: string
  readonly name: string
  readonly tests: TestCounts
  /** Reused from an earlier run on the same tree. */
  readonly reused?: boolean
}

/** A claim of this worktree, with the baseline its work is measured against. */
export interface Claim extends StoredClaim {
  readonly dispatchId: string
  readonly attempt: number
  readonly revision: string
  readonly milestone: string | null
  /** HEAD at the claim; null without git or commits. */
  readonly startCommit: string | null
  /** Hooks keep the holder from changing code. */
  readonly leavesCode?: true
  /** Mode of a plan-phase unit. */
  readonly mode: string | null
  readonly drafts: string
  readonly baseline: readonly BaselineRecord[]
  /** Digest of the baseline's tree. */
  readonly tree?: string | null
  /** How often the claim was resumed; absent if never. */
  readonly cuts?: number
  /** Token of the claim on the remote, if `claims.remote` is set. */
  readonly remote?: string
  /** Tests and test runner settings that the phase changed. Set only for a verification. */
  readonly changedTests?: ChangedTests
  /** The words of the task, if an extension or the user of a quick unit gave some. */
  readonly task?: string
  /** The session paused and left a handoff, so anyone may resume the unit. */
  readonly paused?: true
  readonly refused?: readonly UnitFinding[]
  /** Digests of this attempt's gate failures. */
  readonly failures?: readonly string[]
}

/** Derived from fields that the ledger keeps too, so the token is still recognised after the claim has ended. */
export const tokenOf = (claim: Pick<Claim, 'dispatchId' | 'at' | 'revision'>, digest: Digest): string =>
  digest(`${claim.dispatchId}\0${claim.at}\0${revisionMark(claim.revision)}`).slice(0, 20)

export const unitKey = (unitType: string, unitId: string): string => `${unitType}/${unitId}`

type Based = Pick<View, 'base'>

/** The runtime folder is in the root. Each workstream has its own folder in it. */
const runtimeOf = ({ base }: Based): string => `${RUNTIME_FOLDER}${base.slice('.planning'.length)}`

export const claimsFolder = (at: Based): string => `${runtimeOf(at)}/claims`

export const claimPath = (at: Based, unitType: string, unitId: string): string =>
  `${claimsFolder(at)}/${claimFile(unitKey(unitType, unitId))}`

export const draftsFolder = (at: Based, dispatchId: string): string => `${runtimeOf(at)}/drafts/${dispatchId}`

export const renderClaim = (claim: Claim): string => `${JSON.stringify(claim, null, 2)}\n`

/** Whether this machine took the claim. A checked-out tree cannot forge the machine's mark. */
export const isOurClaim = ({ caller }: Pick<View, 'caller'>, { machine }: Claim): boolean =>
  caller.mark !== null && machine === caller.mark

/** Accepts only claims as this pack writes them: a forged field could lead to a foreign path, command or wait. */
function parseClaim(text: string, at: Based): Claim | null {
  const held = readStoredClaim(text)
  const { holder: _, ...value } = objectIn(text) ?? {}
  return held !== null && hasShape(value, at) ? ({ ...value, ...held } as unknown as Claim) : null
}

/** An unattended run's claim has no `dispatchId`: the work is measured in the unit's own worktree. */
const anyClaimIn = (text: string, at: Based): StoredClaim | null =>
  Object.hasOwn(objectIn(text) ?? {}, 'dispatchId') ? parseClaim(text, at) : readStoredClaim(text)

const COMMIT = /^[0-9a-f]{7,64}$/

function hasShape(value: JsonObject, at: Based): boolean {
  const { dispatchId, startCommit, attempt, revision, baseline, drafts } = value
  const isPlaced = isText(dispatchId, NAME) && drafts === draftsFolder(at, dispatchId as string)
  const isBegun = startCommit === null || isText(startCommit, COMMIT)
  return isPlaced && isBegun && Number.isInteger(attempt) && typeof revision === 'string' && Array.isArray(baseline)
}

const textsIn = (view: View): readonly string[] =>
  view
    .list(claimsFolder(view))
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.json'))
    .flatMap(({ name }) => view.source(`${claimsFolder(view)}/${name}`)?.text ?? [])

/** Every valid claim of this worktree, including expired ones. Incomplete and forged files are ignored. */
export const readClaims = (view: View): readonly Claim[] =>
  textsIn(view).flatMap((text) => parseClaim(text, view) ?? [])

/** Claims last seen on other machines, one per line. For display only: they block nothing. */
export const sharedPath = (at: Based): string => `${claimsFolder(at)}/shared`

export const claimsOnOthers = (view: View): readonly StoredClaim[] =>
  (view.source(sharedPath(view))?.text ?? '').split('\n').flatMap((line) => readStoredClaim(line) ?? [])

const claimsElsewhere = (view: View): readonly StoredClaim[] =>
  view.presence.elsewhere(claimsFolder(view)).flatMap((text) => anyClaimIn(text, view) ?? [])

const isOfRun = ({ presence }: View, { holder }: StoredClaim): boolean =>
  holder !== undefined && presence.stateOf(holder) === 'run'

/** Claims in all worktrees of the repository. A run's claims do not block the trees that the run created. */
export const claimedUnits = (view: View): readonly StoredClaim[] => [
  ...textsIn(view).flatMap((text) => anyClaimIn(text, view) ?? []),
  ...claimsElsewhere(view).filter((held) => !isOfRun(view, held)),
]

/** Whether the caller's own run holds the claim, so that the run's workers need none. */
export const isClaimedByRun = (view: View, unitType: string, unitId: string): boolean => {
  const held = claimOf(claimsElsewhere(view), unitType, unitId)
  return held !== null && isOfRun(view, held)
}

export const claimOf = <T extends StoredClaim>(claims: readonly T[], unitType: string, unitId: string): T | null =>
  claims.find((claim) => claim.unitType === unitType && claim.unitId === unitId) ?? null

/**
 * `free`: holder gone · `expired`: lease over · `earlier`: older conversation of this client · `client`: this client,
 * conversation unknown · `mine`: this conversation · `held`: maybe in use.
 */
export type ClaimState = 'free' | 'expired' | 'earlier' | 'client' | 'mine' | 'held'

const CLAIM_STATES: Readonly<Record<Exclude<HolderState, 'unknown' | 'client'>, ClaimState>> = {
  mine: 'mine',
  earlier: 'earlier',
  elsewhere: 'held',
  gone: 'free',
  run: 'held',
}

type Timed = { readonly clock: Pick<Clock, 'now'> }

/** How long a claim is fresh. A fresh one is respected even within one client, whose workers may race for a unit. */
const FRESH_MS = 60_000

export const isFresh = ({ clock }: Timed, claim: StoredClaim): boolean =>
  Date.parse(claim.leaseUntil) - LEASE_MS > clock.now() - FRESH_MS

type Looking = Timed & { readonly presence: Pick<Presence, 'stateOf'> }

/** Judges by the holder's process; if its state is unknown, the lease decides. */
export function claimState(view: Looking, claim: StoredClaim & Pick<Claim, 'paused'>): ClaimState {
  if (claim.paused === true) return 'free'
  const found = claim.holder === undefined ? 'unknown' : view.presence.stateOf(claim.holder)
  if (found === 'unknown') return isLeased(claim.leaseUntil, view.clock.now()) ? 'held' : 'expired'
  if (found === 'client') return isFresh(view, claim) ? 'mine' : 'client'
  return CLAIM_STATES[found]
}

/** Whether this session may pause the claim: no other process is known to hold it. */
export const isPausable = (view: View, claim: Claim): boolean =>
  claim.holder === undefined ? view.presence.holder === null : claimState(view, claim) !== 'held'

/** States in which the holder is known or presumed to be gone. */
export const UNATTENDED: ReadonlySet<ClaimState> = new Set(['free', 'expired'] as const)

export const isTaken = (view: Pick<View, 'presence' | 'clock'>, claim: StoredClaim): boolean =>
  !UNATTENDED.has(claimState(view, claim))

/** Whether the attempt has ended although its claim file still exists. */
export const isOver = (view: View, { dispatchId }: Claim): boolean =>
  readLedger(view).lines.some((line) => line.kind === 'outcome' && line.dispatchId === dispatchId)

export const leaseFrom = (now: number): string => new Date(now + LEASE_MS).toISOString()

/** Why a claimed unit cannot begin, and how to go on. `own`: the claims of this worktree. */
export function inWork({ token, unitType: type, unitId, at }: StoredClaim, state: ClaimState, own: readonly Claim[]) {
  const isMine = state === 'mine'
  return {
    reason: `${unitKey(type, unitId)} is in work ${isMine ? 'in this client' : 'elsewhere'} since ${at}`,
    resume: own.every((one) => one.token !== token)
      ? say`wait for it to finish: another worktree of this repository has it; or choose another unit: gsd-tools next`
      : isMine
        ? say`wait for its worker; if this conversation claimed it, print its brief again: gsd-tools unit brief --claim ${pathText(token)}; if its worker is gone, a minute after its last sign of life: gsd-tools begin ${pathText(type)} ${pathText(unitId)}`
        : say`wait; if its worker is gone: gsd-tools unit finish --claim ${pathText(token)} --status cancelled`,
  }
}
