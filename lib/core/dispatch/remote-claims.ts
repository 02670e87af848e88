// Claims as refs on a git remote. A ref names a commit whose message is the claim. Each push states the ref's old
// value, so if two machines push at once, one push fails.
import type { RunResult } from '../../ports.js'
import {
  type Claimant,
  type ClaimStorage,
  type Claims,
  claimName,
  claimsIn,
  type NoAnswer,
  parseStoredClaim,
  type StoredClaim,
} from './claim-store.js'

/** Runs git in the project with `GIT_VARIABLES`; `stdin` is passed unchanged. */
export type Git = (args: readonly string[], stdin?: string) => Promise<RunResult>

/** Variables with which git asks for no password and claim commits name no user. */
export const GIT_VARIABLES = {
  GIT_TERMINAL_PROMPT: '0',
  ...{ GIT_AUTHOR_NAME: 'gsd', GIT_AUTHOR_EMAIL: 'gsd@localhost' },
  ...{ GIT_COMMITTER_NAME: 'gsd', GIT_COMMITTER_EMAIL: 'gsd@localhost' },
}

export const CLAIM_REFS = 'refs/gsd/claims/'
export const FETCH_CLAIMS = `+${CLAIM_REFS}*:${CLAIM_REFS}*`
/** Fetches run every few seconds, so they skip git's automatic housekeeping. */
export const FETCH = ['fetch', '--quiet', '--no-tags', '--no-auto-gc', '--prune'] as const
/** How often a push is tried: others may push at the same time, again and again. */
const MAX_TRIES = 20

/** A claim and the commit that the claim's ref names. */
interface Found {
  readonly held: StoredClaim
  readonly commit: string
}

/** A branch of the remote that moves in the same push. */
interface BranchMove {
  readonly branch: string
  readonly from: string
  readonly to: string
}

interface RefusedPush {
  readonly is: 'refused'
  readonly reason: string
}

export interface RemoteClaims extends Claims {
  /**
   * Moves the branch and ends the claim; only the holder can submit. `behind`: branch or claim have moved on the remote.
   * `refused`: a rule of the server forbids the push.
   */
  submit(
    unit: string,
    token: string,
    moving: BranchMove,
  ): Promise<{ readonly is: 'kept' | 'lost' | 'behind' } | RefusedPush | NoAnswer>
  /** Closes the connection, if there is one. */
  close?(): Promise<void>
}

/** Adds a remote's branches to claims stored elsewhere: `submit` renews the claim, moves the branch, ends the claim. */
export const withBranches = (claims: Claims, git: Git, remote: string, leaseMs: number): RemoteClaims => ({
  ...claims,
  async submit(unit, token, { branch, from, to }) {
    const kept = await claims.renew(unit, token, leaseMs)
    if (kept.is === 'lost' || kept.is === 'away') return kept as { readonly is: 'lost' } | NoAnswer
    const pushed = await git([...PUSH, `--force-with-lease=${branch}:${from}`, remote, `${to}:${branch}`])
    // A claim that is not released expires with its lease.
    if (pushed.exitCode === 0) await claims.release(unit, token)
    return pushed.exitCode === 0 ? { is: 'kept' } : failedPush(pushed)
  },
})

function failedPush(pushed: RunResult): { readonly is: 'behind' } | RefusedPush | NoAnswer {
  const reason = refusalIn(pushed)
  if (reason !== null) return { is: 'refused', reason }
  return RACE_LOST.test(pushed.stderr) ? { is: 'behind' } : noAnswer(causeOf(pushed))
}

/** Errors of a push that came after another machine's. */
export const RACE_LOST =
  /stale info|fetch first|non-fast-forward|cannot lock ref|incorrect old value|failed to update ref/

/** Returns why the remote would refuse the same push again (a hook, a protected branch, no permission), or null. */
export function refusalIn({ stderr }: RunResult): string | null {
  const lines = RACE_LOST.test(stderr) ? [] : stderr.split('\n').filter((line) => /rejected|denied/.test(line))
  // The other refs of an atomic push fail only because one was refused.
  return (lines.find((line) => !line.includes('atomic push')) ?? lines[0])?.trim() ?? null
}

const noAnswer = (reason: string): NoAnswer => ({ is: 'away', reason })

/** Returns the line of git's output that names the cause: git prints advice after that line. */
export function causeOf({ stderr, problem }: RunResult): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => /^(?:fatal|error):|rejected/i.test(line)) ?? lines.at(-1) ?? problem ?? NO_ANSWER).trim()
}

const NO_ANSWER = 'the remote does not answer'

const refOf = (unit: string): string => `${CLAIM_REFS}${claimName(unit)}`

/** Fetches every claim on the remote, by ref; or returns why the claims are unknown. */
async function fetchClaims(git: Git, remote: string): Promise<ReadonlyMap<string, Found> | NoAnswer> {
  // Git takes an unknown remote for a path, and a checked-out tree may contain a repository with hooks.
  const known = await git(['config', '--get', `remote.${remote}.url`])
  if (known.exitCode !== 0) return noAnswer(`${remote} is not a remote of this repository`)
  const fetched = await git([...FETCH, remote, FETCH_CLAIMS])
  if (fetched.exitCode !== 0) return noAnswer(causeOf(fetched))
  const shown = await git(['for-each-ref', '--format=%(refname) %(objectname) %(contents:subject)', CLAIM_REFS])
  const rows = shown.stdout.split('\n').flatMap((line) => {
    const [, ref = '', commit = '', text = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? []
    const held = parseStoredClaim(text)
    return held === null ? [] : [[ref, { held, commit }] as const]
  })
  return new Map(rows)
}

async function writeClaimCommit(git: Git, held: StoredClaim): Promise<string> {
  const tree = (await git(['mktree'], '')).stdout.trim()
  return (await git(['commit-tree', tree, '-m', JSON.stringify(held)])).stdout.trim()
}

const PUSH = ['push', '--quiet', '--no-verify'] as const

function remoteStorage(git: Git, remote: string): ClaimStorage {
  return {
    async exchange(unit, change) {
      const ref = refOf(unit)
      let refused = ''
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const claims = await fetchClaims(git, remote)
        if ('is' in claims) return claims as NoAnswer
        const found = claims.get(ref)
        const wanted = change(found?.held)
        if (wanted.replacement === undefined) return wanted.answer
        const commit = wanted.replacement === null ? '' : await writeClaimCommit(git, wanted.replacement)
        const lease = `--force-with-lease=${ref}:${found?.commit ?? ''}`
        const pushed = await git([...PUSH, lease, remote, `${commit}:${ref}`])
        if (pushed.exitCode === 0) return wanted.answer
        refused = causeOf(pushed)
      }
      return noAnswer(refused)
    },
    async list() {
      const claims = await fetchClaims(git, remote)
      return 'is' in claims ? (claims as NoAnswer) : [...claims.values()].map(({ held }) => held)
    },
  }
}

export const remoteClaims = (git: Git, remote: string, claimant: Claimant): RemoteClaims => ({
  ...claimsIn(remoteStorage(git, remote), claimant),
  async submit(unit, token, { branch, from, to }) {
    const claims = await fetchClaims(git, remote)
    if ('is' in claims) return claims as NoAnswer
    const ref = refOf(unit)
    const found = claims.get(ref)
    if (found?.held.token !== token) return { is: 'lost' }
    const leases = [`--force-with-lease=${ref}:${found.commit}`, `--force-with-lease=${branch}:${from}`]
    const pushed = await git([...PUSH, '--atomic', ...leases, remote, `${to}:${branch}`, `:${ref}`])
    return pushed.exitCode === 0 ? { is: 'kept' } : failedPush(pushed)
  },
})
