// Asks the clients on this machine what they load of an installation, in a temporary home with copies of their files,
// so that the user's own stay unchanged.
import { join } from 'node:path'
import { checkListings, expectedOf, type Verdict } from '../../install/canary.js'
import { physicalPath } from '../../install/installed.js'
import { askClient, type Copy, createTemporaryHome, type TemporaryHome } from '../../node/asking.js'
import { realDisk } from '../../node/files.js'
import { firstProgram } from '../../node/programs.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { LISTED_KINDS, type ListingResult } from '../../runtimes/runtime.js'
import { type InstallTarget, installedRuntimes } from './selection.js'
import type { World } from './world.js'

const REPLY_LIMIT_MS = 30_000

interface CanaryResult {
  readonly runtime: RuntimeId
  /** Null if the client gave no answer; `why` gives the reason. */
  readonly verdict: Verdict | null
  readonly why: string
}

/** Asks the named clients of each installation, one at a time, because each uses the whole machine. */
export async function askClients(
  named: readonly RuntimeId[],
  places: readonly InstallTarget[],
  world: World,
): Promise<readonly CanaryResult[]> {
  const answers: CanaryResult[] = []
  for (const place of places)
    for (const id of installedRuntimes(place).filter((each) => named.includes(each)))
      if (runtimeOf(id).programs.length > 0) answers.push(await askOne(id, place, world))
  return answers
}

async function askOne(id: RuntimeId, place: InstallTarget, world: World): Promise<CanaryResult> {
  const { programs, listingCommands } = runtimeOf(id)
  const program = firstProgram(programs, world.env)
  if (program === null) return { runtime: id, verdict: null, why: 'it is not on PATH' }
  if (listingCommands.length === 0) return { runtime: id, verdict: null, why: 'it needs an account' }
  const temporary = createTemporaryHome(copiesFor(id, place), { home: world.home, project: place.project })
  if (temporary === null) return { runtime: id, verdict: null, why: 'its configuration cannot be copied' }
  try {
    const listings: ListingResult[] = []
    for (const question of listingCommands) {
      const listing = await askClient(question, {
        program,
        env: environmentIn(temporary, world),
        cwd: temporary.project,
        milliseconds: REPLY_LIMIT_MS,
      })
      if (listing !== null) listings.push({ ...listing, warnings: listing.warnings.map(temporary.withUsersPaths) })
    }
    if (listings.length === 0) return { runtime: id, verdict: null, why: 'it did not start or reply readably in time' }
    const files = place.installed?.manifest.files ?? {}
    const exists = (key: string) => realDisk.stat(physicalPath(realDisk, place.roots, key)) !== null
    return { runtime: id, verdict: checkListings(expectedOf(files, id, exists), listings), why: '' }
  } finally {
    temporary.remove()
  }
}

/** Returns the folders from which the client reads names in this scope, and its settings. */
function copiesFor(id: RuntimeId, { scope, roots }: InstallTarget): readonly Copy[] {
  const { listings, configs } = runtimeOf(id)
  const below = scope === 'global' ? 'home' : 'project'
  const copy = (root: RuntimeId, path: string): Copy => ({
    from: join(roots[root], path),
    to: join(runtimeOf(root).home[scope], path),
    below,
  })
  const folders = LISTED_KINDS.flatMap((kind) => listings[kind])
    .filter(({ scopes }) => scopes.includes(scope))
    .map(({ root, folder }) => copy(root as RuntimeId, folder))
  const unique = new Map([...folders, ...configs.map(({ path }) => copy(id, path))].map((each) => [each.from, each]))
  return [...unique.values()]
}

/** Returns the environment for the temporary home, without variables that lead to the real folders or a running session. */
function environmentIn({ home }: TemporaryHome, { env }: World): Readonly<Record<string, string>> {
  const redirecting = new Set([
    ...RUNTIME_IDS.flatMap((id) => runtimeOf(id).home.variables.map(({ variable }) => variable)),
    ...RUNTIME_IDS.flatMap((id) => runtimeOf(id).recognisedBy),
    ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'],
  ])
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !redirecting.has(entry[0]),
  )
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, CI: '1', NO_COLOR: '1', TERM: 'dumb' }
}
