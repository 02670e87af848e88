// Claims as refs on a git remote. A ref names a commit whose message is the claim. Each push states the ref's old
// value, so if two push at once, one fails.
import type { RunResult } from '../../ports.js'
import {
  type Away,
  type Claims,
  claimName,
  claimsOn,
  readStoredClaim,
  type Shelf,
  type StoredClaim,
  type Taker,
} from './claim-store.js'

/** Runs git in the project with `GIT_VARIABLES`; `stdin` is passed unchanged. */
export type Git = (words: readonly string[], stdin?: string) => Promise<RunResult>

/** Git never asks for a password, and claim commits carry no user's name. */
export const GIT_VARIABLES = {
  GIT_TERMINAL_PROMPT: '0',
  ...{ GIT_AUTHOR_NAME: 'gsd', GIT_AUTHOR_EMAIL: 'gsd@localhost' },
  ...{ GIT_COMMITTER_NAME: 'gsd', GIT_COMMITTER_EMAIL: 'gsd@localhost' },
}

export const CLAIM_REFS = 'refs/gsd/claims/'
export const FETCH_CLAIMS = `+${CLAIM_REFS}*:${CLAIM_REFS}*`
/** Fetches run every few seconds, so they skip git's automatic housekeeping. */
export const LOOK = ['fetch', '--quiet', '--no-tags', '--no-auto-gc', '--prune'] as const
/** Tries of a push, because others may push at the same time, repeatedly. */
const MAX_TRIES = 20

/** A claim and the commit of its ref. */
interface Found {
  readonly held: StoredClaim
  readonly commit: string
}

/** A branch of the remote that moves in the same push. */
interface Moving {
  readonly branch: string
  readonly from: string
  readonly to: string
}

export interface RemoteClaims extends Claims {
  /** Moves the branch and ends the claim atomically: only the holder can submit. `behind`: the branch has moved. */
  handIn(unit: string, token: string, moving: Moving): Promise<{ readonly is: 'kept' | 'lost' | 'behind' } | Away>
  /** Closes its connection, if any. */
  close?(): Promise<void>
}

/** Adds a remote's branches to claims stored elsewhere: moves a branch while the claim holds, then ends the claim. */
export const withBranches = (claims: Claims, git: Git, remote: string, leaseMs: number): RemoteClaims => ({
  ...claims,
  async handIn(unit, token, { branch, from, to }) {
    const kept = await claims.renew(unit, token, leaseMs)
    if (kept.is === 'lost' || kept.is === 'away') return kept as { readonly is: 'lost' } | Away
    const pushed = await git([...PUSH, `--force-with-lease=${branch}:${from}`, remote, `${to}:${branch}`])
    // A claim that is not released expires with its lease.
    if (pushed.exitCode === 0) await claims.release(unit, token)
    return pushed.exitCode === 0 ? { is: 'kept' } : refusedPush(pushed)
  },
})

const refusedPush = (pushed: RunResult): { readonly is: 'behind' } | Away =>
  /stale info|rejected/.test(pushed.stderr) ? { is: 'behind' } : away(complaintOf(pushed))

const away = (reason: string): Away => ({ is: 'away', reason })

/** The line that names the cause: git prints advice after it. */
function complaintOf({ stderr, problem }: RunResult): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => /^(?:fatal|error):|rejected/i.test(line)) ?? lines.at(-1) ?? problem ?? SILENT).trim()
}

const SILENT = 'it does not answer'

const refOf = (unit: string): string => `${CLAIM_REFS}${claimName(unit)}`

/** Every claim on the remote, by ref; or why the claims are unknown. */
async function look(git: Git, remote: string): Promise<ReadonlyMap<string, Found> | Away> {
  // Git takes an unknown remote for a path, and a checked-out tree may contain a repository with hooks.
  const known = await git(['config', '--get', `remote.${remote}.url`])
  if (known.exitCode !== 0) return away('it is not a remote of this repository')
  const fetched = await git([...LOOK, remote, FETCH_CLAIMS])
  if (fetched.exitCode !== 0) return away(complaintOf(fetched))
  const shown = await git(['for-each-ref', '--format=%(refname) %(objectname) %(contents:subject)', CLAIM_REFS])
  const rows = shown.stdout.split('\n').flatMap((line) => {
    const [, ref = '', commit = '', text = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? []
    const held = readStoredClaim(text)
    return held === null ? [] : [[ref, { held, commit }] as const]
  })
  return new Map(rows)
}

async function commitOf(git: Git, held: StoredClaim): Promise<string> {
  const tree = (await git(['mktree'], '')).stdout.trim()
  return (await git(['commit-tree', tree, '-m', JSON.stringify(held)])).stdout.trim()
}

const PUSH = ['push', '--quiet', '--no-verify'] as const

function shelfOf(git: Git, remote: string): Shelf {
  return {
    async exchange(unit, change) {
      const ref = refOf(unit)
      let refused = ''
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const claims = await look(git, remote)
        if ('is' in claims) return claims as Away
        const found = claims.get(ref)
        const wanted = change(found?.held)
        if (wanted.put === undefined) return wanted.answer
        const commit = wanted.put === null ? '' : await commitOf(git, wanted.put)
        const lease = `--force-with-lease=${ref}:${found?.commit ?? ''}`
        const pushed = await git([...PUSH, lease, remote, `${commit}:${ref}`])
        if (pushed.exitCode === 0) return wanted.answer
        refused = complaintOf(pushed)
      }
      return away(refused)
    },
    async list() {
      const claims = await look(git, remote)
      return 'is' in claims ? (claims as Away) : [...claims.values()].map(({ held }) => held)
    },
  }
}

export const remoteClaims = (git: Git, remote: string, taker: Taker): RemoteClaims => ({
  ...claimsOn(shelfOf(git, remote), taker),
  async handIn(unit, token, { branch, from, to }) {
    const claims = await look(git, remote)
    if ('is' in claims) return claims as Away
    const ref = refOf(unit)
    const found = claims.get(ref)
    if (found?.held.token !== token) return { is: 'lost' }
    const leases = [`--force-with-lease=${ref}:${found.commit}`, `--force-with-lease=${branch}:${from}`]
    const pushed = await git([...PUSH, '--atomic', ...leases, remote, `${to}:${branch}`, `:${ref}`])
    return pushed.exitCode === 0 ? { is: 'kept' } : refusedPush(pushed)
  },
})
