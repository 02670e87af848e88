// Claims: which session works on which unit until when. They are in the runtime folder; the ledger counts attempts.
import type { Clock, Digest, HolderState, Presence } from '../../ports.js'
import { type JsonObject, objectIn } from '../../std/json.js'
import { pathText, say } from '../../std/safe-text.js'
import { readLedger, revisionMark } from '../history/ledger.js'
import type { ChangedTests } from '../judging/changed-tests.js'
import type { Baseline } from '../judging/receipts.js'
import type { TestCounts } from '../judging/test-counts.js'
import { RUNTIME_FOLDER } from '../layout.js'
import type { View } from '../view.js'
import { claimFile, matches, PATH_SEGMENT, parseStoredClaim, type StoredClaim } from './claim-store.js'
import { isLeased, LEASE_MS } from './lease.js'
import type { UnitFinding } from './unit-finding.js'

export interface BaselineRecord extends Baseline {
  /** `checkKey` of the check. */
  readonly key: string
  readonly name: string
  readonly tests: TestCounts
  /** Whether the result is reused from an earlier run on the same tree. */
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
  /** Set if hooks must stop the holder from changing code. */
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
  /** Text of the task, if an extension or the user of a quick task gave one. */
  readonly task?: string
  /** Set if the session paused and left a handoff, so that any session may resume the unit. */
  readonly paused?: true
  readonly refused?: readonly UnitFinding[]
  /** Digests of this attempt's gate failures. */
  readonly failures?: readonly string[]
}

/** Derives a token from fields that the ledger records too, so that the token is recognised after the claim has ended. */
export const tokenOf = (claim: Pick<Claim, 'dispatchId' | 'at' | 'revision'>, digest: Digest): string =>
  digest(`${claim.dispatchId}\0${claim.at}\0${revisionMark(claim.revision)}`).slice(0, 20)

export const unitKey = (unitType: string, unitId: string): string => `${unitType}/${unitId}`

type HasBase = Pick<View, 'base'>

/** Returns the folder for a base in the runtime folder of the project root. Each workstream has its own folder. */
const runtimeFolder = ({ base }: HasBase): string => `${RUNTIME_FOLDER}${base.slice('.planning'.length)}`

export const claimsFolder = (at: HasBase): string => `${runtimeFolder(at)}/claims`

export const claimPath = (at: HasBase, unitType: string, unitId: string): string =>
  `${claimsFolder(at)}/${claimFile(unitKey(unitType, unitId))}`

export const draftsFolder = (at: HasBase, dispatchId: string): string => `${runtimeFolder(at)}/drafts/${dispatchId}`

export const renderClaim = (claim: Claim): string => `${JSON.stringify(claim, null, 2)}\n`

/** Whether this machine took the claim. A checked-out tree cannot forge the machine's mark. */
export const isOurClaim = ({ caller }: Pick<View, 'caller'>, { machine }: Claim): boolean =>
  caller.mark !== null && machine === caller.mark

/** Parses a claim; null unless this pack could have written it: forged fields could cause foreign paths or commands. */
function parseClaim(text: string, at: HasBase): Claim | null {
  const held = parseStoredClaim(text)
  const { holder: _, ...value } = objectIn(text) ?? {}
  return held !== null && hasShape(value, at) ? ({ ...value, ...held } as unknown as Claim) : null
}

/** Parses any claim. Those of unattended runs have no `dispatchId`, because the unit's worktree measures the work. */
const parseAnyClaim = (text: string, at: HasBase): StoredClaim | null =>
  Object.hasOwn(objectIn(text) ?? {}, 'dispatchId') ? parseClaim(text, at) : parseStoredClaim(text)

const COMMIT = /^[0-9a-f]{7,64}$/

function hasShape(value: JsonObject, at: HasBase): boolean {
  const { dispatchId, startCommit, attempt, revision, baseline, drafts } = value
  const hasOwnDraftsFolder = matches(dispatchId, PATH_SEGMENT) && drafts === draftsFolder(at, dispatchId as string)
  const hasStartCommit = startCommit === null || matches(startCommit, COMMIT)
  return (
    hasOwnDraftsFolder &&
    hasStartCommit &&
    Number.isInteger(attempt) &&
    typeof revision === 'string' &&
    Array.isArray(baseline)
  )
}

const claimTexts = (view: View): readonly string[] =>
  view
    .list(claimsFolder(view))
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.json'))
    .flatMap(({ name }) => view.source(`${claimsFolder(view)}/${name}`)?.text ?? [])

/** Reads the sessions' claims of this worktree, including expired claims. Ignores invalid files and unattended runs' claims. */
export const readClaims = (view: View): readonly Claim[] =>
  claimTexts(view).flatMap((text) => parseClaim(text, view) ?? [])

/** Path of a file with the claims last seen on other machines, one per line. For display only: they block nothing. */
export const sharedPath = (at: HasBase): string => `${claimsFolder(at)}/shared`

export const claimsOnOtherMachines = (view: View): readonly StoredClaim[] =>
  (view.source(sharedPath(view))?.text ?? '').split('\n').flatMap((line) => parseStoredClaim(line) ?? [])

const claimsInOtherWorktrees = (view: View): readonly StoredClaim[] =>
  view.presence.recordsElsewhere(claimsFolder(view)).flatMap((text) => parseAnyClaim(text, view) ?? [])

const isHeldByOwnRun = ({ presence }: View, { holder }: StoredClaim): boolean =>
  holder !== undefined && presence.stateOf(holder) === 'run'

/** Reads the claims in all worktrees of the repository, except those of the run that created this worktree. */
export const claimsInAllWorktrees = (view: View): readonly StoredClaim[] => [
  ...claimTexts(view).flatMap((text) => parseAnyClaim(text, view) ?? []),
  ...claimsInOtherWorktrees(view).filter((held) => !isHeldByOwnRun(view, held)),
]

/** Whether the unattended run that started this session has claimed the unit, so that the session needs no remote claim. */
export const isClaimedByRun = (view: View, unitType: string, unitId: string): boolean => {
  const held = findClaim(claimsInOtherWorktrees(view), unitType, unitId)
  return held !== null && isHeldByOwnRun(view, held)
}

export const findClaim = <T extends StoredClaim>(claims: readonly T[], unitType: string, unitId: string): T | null =>
  claims.find((claim) => claim.unitType === unitType && claim.unitId === unitId) ?? null

/**
 * `free`: paused, or the holder is gone · `expired`: lease over · `held`: possibly in use · `earlier`: another conversation
 * of this client · `mine`: this conversation, or this client a moment ago · `client`: this client, conversation unknown.
 */
export type ClaimState = 'free' | 'expired' | 'earlier' | 'client' | 'mine' | 'held'

const CLAIM_STATES: Readonly<Record<Exclude<HolderState, 'unknown' | 'client'>, ClaimState>> = {
  mine: 'mine',
  earlier: 'earlier',
  elsewhere: 'held',
  gone: 'free',
  run: 'held',
}

type HasClock = { readonly clock: Pick<Clock, 'now'> }

/** How long a claim is fresh. A fresh claim is respected even within one client, whose workers may race for a unit. */
const FRESH_MS = 60_000

export const isFresh = ({ clock }: HasClock, claim: StoredClaim): boolean =>
  Date.parse(claim.leaseUntil) - LEASE_MS > clock.now() - FRESH_MS

type HolderLookup = HasClock & { readonly presence: Pick<Presence, 'stateOf'> }

/** Returns a claim's state by the holder's process or, if that is unknown, by the lease. A paused claim is free. */
export function claimState(view: HolderLookup, claim: StoredClaim & Pick<Claim, 'paused'>): ClaimState {
  if (claim.paused === true) return 'free'
  const found = claim.holder === undefined ? 'unknown' : view.presence.stateOf(claim.holder)
  if (found === 'unknown') return isLeased(claim.leaseUntil, view.clock.now()) ? 'held' : 'expired'
  if (found === 'client') return isFresh(view, claim) ? 'mine' : 'client'
  return CLAIM_STATES[found]
}

/** Whether this session may pause the claim, because no other process is known or presumed to hold it. */
export const isPausable = (view: View, claim: Claim): boolean =>
  claim.holder === undefined ? view.presence.holder === null : claimState(view, claim) !== 'held'

/** States in which the holder is known or presumed to be gone. */
export const UNATTENDED_STATES: ReadonlySet<ClaimState> = new Set(['free', 'expired'] as const)

export const isTaken = (view: Pick<View, 'presence' | 'clock'>, claim: StoredClaim): boolean =>
  !UNATTENDED_STATES.has(claimState(view, claim))

/** Whether the attempt has ended although its claim file still exists. */
export const hasEnded = (view: View, { dispatchId }: Claim): boolean =>
  readLedger(view).lines.some((line) => line.kind === 'outcome' && line.dispatchId === dispatchId)

export const leaseFrom = (now: number): string => new Date(now + LEASE_MS).toISOString()

/** Returns why a claimed unit cannot begin, and how to continue. `ownClaims`: the claims of this worktree. */
export function claimedReason(
  { token, unitType: type, unitId, at }: StoredClaim,
  state: ClaimState,
  ownClaims: readonly Claim[],
) {
  const isMine = state === 'mine'
  return {
    reason: `${unitKey(type, unitId)} has been in progress ${isMine ? 'in this client' : 'elsewhere'} since ${at}`,
    resume: ownClaims.every((claim) => claim.token !== token)
      ? say`wait until another worktree of this repository has finished the unit, or choose another unit: gsd-tools next`
      : isMine
        ? say`wait for the unit's worker; if this conversation claimed the unit, print its brief again: gsd-tools unit brief --claim ${pathText(token)}; if the worker is gone, wait one minute, then run gsd-tools begin ${pathText(type)} ${pathText(unitId)}`
        : say`wait; if the unit's worker is gone, run gsd-tools unit finish --claim ${pathText(token)} --status cancelled`,
  }
}
