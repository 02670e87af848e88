// Opens a worker's clone in the user's own folder. Each concurrent worker of a remote has its own clone.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { GsdError, gsdError } from '../../../errors.js'
import { sha256 } from '../../../node/digest.js'
import { acquireLock, type Lock } from '../../../node/lock.js'
import { gitOverNetwork, urlIn } from '../auto/claims.js'
import { git, gitProblem, succeeded, textOf } from '../auto/git.js'
import { ownFolder } from '../own-folder.js'
import type { World } from '../world.js'

export interface Clone {
  readonly url: string
  readonly cwd: string
  /** Full ref of the branch on the remote. */
  readonly branch: string
  readonly folder: string
  readonly lock: Lock
}

const CLONE_LIMIT_MS = 30 * 60_000

/** Returns what to clone: the given URL or folder, or the URL of a remote of this repository. */
async function urlOf(remote: string, { cwd }: World): Promise<string> {
  // A text with one of these characters is a URL or a path, not the name of a remote.
  const isLocation = /[/:\\]/.test(remote)
  const url = isLocation ? remote : await urlIn(cwd, remote)
  if (url !== '') return existsSync(resolve(cwd, url)) ? resolve(cwd, url) : url
  throw gsdError(
    'NOT_FOUND',
    `${remote} is not a remote of a repository in ${cwd}`,
    'run gsd worker --remote <URL or path of the repository>',
  )
}

export async function openClone(
  { remote = 'origin', branch }: { readonly remote?: string; readonly branch?: string },
  world: World,
): Promise<Clone> {
  const url = await urlOf(remote, world)
  const folder = join(ownFolder(world), 'workers', sha256(url).slice(0, 16))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { lock, slot } = lockFreeFolder(folder)
  try {
    const cwd = join(slot, 'clone')
    if (!existsSync(cwd)) await cloneInto(cwd, url)
    return { url, cwd, branch: `refs/heads/${branch ?? (await defaultBranchOf(cwd))}`, folder: slot, lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Locks the first numbered folder that no other worker uses, and creates it if it is missing. */
function lockFreeFolder(folder: string): { readonly lock: Lock; readonly slot: string } {
  for (let index = 1; ; index++) {
    const slot = join(folder, String(index))
    mkdirSync(slot, { recursive: true, mode: 0o700 })
    try {
      return { slot, lock: acquireLock(join(slot, 'lock'), { waitMs: 0 }) }
    } catch (thrown) {
      if (!(thrown instanceof GsdError) || thrown.code !== 'LOCKED') throw thrown
    }
  }
}

async function cloneInto(cwd: string, url: string): Promise<void> {
  const partial = `${cwd}.half`
  rmSync(partial, { recursive: true, force: true })
  const cloned = await gitOverNetwork(join(cwd, '..'), CLONE_LIMIT_MS)(['clone', '--quiet', '--', url, partial])
  if (!succeeded(cloned))
    throw gsdError('NOT_FOUND', `${url} cannot be cloned: ${gitProblem(cloned)}`, `run git clone ${url} to see why`)
  renameSync(partial, cwd)
}

async function defaultBranchOf(cwd: string): Promise<string> {
  const head = textOf(await git(cwd, ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD']))
  if (head.startsWith('origin/')) return head.slice('origin/'.length)
  throw gsdError('NOT_FOUND', 'the remote does not name its main branch', 'name the branch: gsd worker --branch main')
}
