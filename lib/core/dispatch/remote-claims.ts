// Claims as refs on a remote of git: any number of machines, no server but the repository that everybody has. A ref names a commit whose message is the claim.
// It changes by a push that says what it was before, so of two who push at once one is refused.
import type { RunResult } from '../../ports.js'
import { type Away, type Claims, claimName, claimsOn, type Held, readHeld, type Shelf, type Taker } from './held.js'

/** Starts git in the project with `GIT_VARIABLES`; `stdin` is given to it as it stands. */
export type Git = (words: readonly string[], stdin?: string) => Promise<RunResult>

/** Nobody is asked for a password, and a claim is no commit of a person. */
export const GIT_VARIABLES = {
  GIT_TERMINAL_PROMPT: '0',
  ...{ GIT_AUTHOR_NAME: 'gsd', GIT_AUTHOR_EMAIL: 'gsd@localhost' },
  ...{ GIT_COMMITTER_NAME: 'gsd', GIT_COMMITTER_EMAIL: 'gsd@localhost' },
}

export const CLAIM_REFS = 'refs/gsd/claims/'
export const FETCH_CLAIMS = `+${CLAIM_REFS}*:${CLAIM_REFS}*`
/** Others may push at the same time, again and again. */
const MOST_TRIES = 20

/** A claim and the commit that its ref names. */
interface Found {
  readonly held: Held
  readonly commit: string
}

/** A branch of the remote that moves in the same push. */
interface Moving {
  readonly branch: string
  readonly from: string
  readonly to: string
}

export interface RemoteClaims extends Claims {
  /** Moves the branch and ends the claim, both or neither: nobody hands in what they hold no more. `behind`: the branch has moved. */
  handIn(unit: string, token: string, moving: Moving): Promise<{ readonly is: 'kept' | 'lost' | 'behind' } | Away>
  /** Lets go of what it is connected to; absent: nothing. */
  close?(): Promise<void>
}

/** Claims that lie elsewhere, beside branches of a remote: the branch moves while the claim holds, and the claim ends behind it. */
export const withBranches = (claims: Claims, git: Git, remote: string, leaseMs: number): RemoteClaims => ({
  ...claims,
  async handIn(unit, token, { branch, from, to }) {
    const kept = await claims.renew(unit, token, leaseMs)
    if (kept.is === 'lost' || kept.is === 'away') return kept as { readonly is: 'lost' } | Away
    const pushed = await git([...PUSH, `--force-with-lease=${branch}:${from}`, remote, `${to}:${branch}`])
    // One that stays is free when its lease has ended.
    if (pushed.exitCode === 0) await claims.release(unit, token)
    return pushed.exitCode === 0 ? { is: 'kept' } : refusedPush(pushed)
  },
})

const refusedPush = (pushed: RunResult): { readonly is: 'behind' } | Away =>
  /stale info|rejected/.test(pushed.stderr) ? { is: 'behind' } : away(complaintOf(pushed))

const away = (reason: string): Away => ({ is: 'away', reason })

const complaintOf = ({ stderr, problem }: RunResult): string =>
  stderr
    .trim()
    .split('\n')
    .findLast((line) => line.trim() !== '') ??
  problem ??
  'it does not answer'

const refOf = (unit: string): string => `${CLAIM_REFS}${claimName(unit)}`

/** Every claim of the remote by its ref, or why nobody can tell. */
async function look(git: Git, remote: string): Promise<ReadonlyMap<string, Found> | Away> {
  // What is no remote, git takes for a path, and a tree may bring a repository with hooks of its own.
  const known = await git(['config', '--get', `remote.${remote}.url`])
  if (known.exitCode !== 0) return away('it is no remote of this repository')
  const fetched = await git(['fetch', '--quiet', '--no-tags', '--prune', remote, FETCH_CLAIMS])
  if (fetched.exitCode !== 0) return away(complaintOf(fetched))
  const shown = await git(['for-each-ref', '--format=%(refname) %(objectname) %(contents:subject)', CLAIM_REFS])
  const rows = shown.stdout.split('\n').map((line) => /^(\S+) (\S+) (.*)$/.exec(line))
  return new Map(
    rows.flatMap((row) => {
      const [, ref = '', commit = '', text = ''] = row ?? []
      const held = readHeld(text)
      return held === null ? [] : [[ref, { held, commit }] as const]
    }),
  )
}

async function commitOf(git: Git, held: Held): Promise<string> {
  const tree = (await git(['mktree'], '')).stdout.trim()
  return (await git(['commit-tree', tree, '-m', JSON.stringify(held)])).stdout.trim()
}

const PUSH = ['push', '--quiet', '--no-verify'] as const

function shelfOf(git: Git, remote: string): Shelf {
  return {
    async exchange(unit, change) {
      const ref = refOf(unit)
      let refused = ''
      for (let tries = 0; tries < MOST_TRIES; tries++) {
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
