// Asks the clients on this machine what they load of an installation, in a temporary home with copies of their files,
// so that theirs stay unchanged.
import { join } from 'node:path'
import { checkListings, expectedOf, type Verdict } from '../../install/canary.js'
import { physicalPath } from '../../install/installed.js'
import { askClient, type Copy, createTemporaryHome, type TemporaryHome } from '../../node/asking.js'
import { realDisk } from '../../node/files.js'
import { firstProgram } from '../../node/programs.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { LISTED_KINDS, type ListingResult } from '../../runtimes/runtime.js'
import type { InstallTarget } from './selection.js'
import type { World } from './world.js'

const PATIENCE_MS = 30_000

interface CanaryResult {
  readonly runtime: RuntimeId
  /** Null without an answer: the client is missing, has no question, or did not reply; `why` says which. */
  readonly verdict: Verdict | null
  readonly why: string
}

/** One client at a time: each uses the whole machine. */
export async function askClients(
  runtimes: readonly RuntimeId[],
  place: InstallTarget,
  world: World,
): Promise<readonly CanaryResult[]> {
  const answers: CanaryResult[] = []
  for (const id of runtimes.filter((each) => runtimeOf(each).programs.length > 0))
    answers.push(await askOne(id, place, world))
  return answers
}

async function askOne(id: RuntimeId, place: InstallTarget, world: World): Promise<CanaryResult> {
  const { programs, listingCommands } = runtimeOf(id)
  const program = firstProgram(programs, world.env)
  if (program === null) return { runtime: id, verdict: null, why: 'it is not on PATH' }
  if (listingCommands.length === 0) return { runtime: id, verdict: null, why: 'it needs an account' }
  const borrowed = createTemporaryHome(copiesFor(id, place), { home: world.home, project: place.project })
  if (borrowed === null) return { runtime: id, verdict: null, why: 'its configuration is too large to copy' }
  try {
    const sightings: ListingResult[] = []
    for (const question of listingCommands) {
      const sighting = await askClient(question, {
        program,
        env: environmentIn(borrowed, world),
        cwd: borrowed.project,
        milliseconds: PATIENCE_MS,
      })
      if (sighting !== null) sightings.push({ ...sighting, warnings: sighting.warnings.map(borrowed.withUsersPaths) })
    }
    if (sightings.length === 0) return { runtime: id, verdict: null, why: 'it did not answer' }
    const files = place.installed?.manifest.files ?? {}
    const isThere = (key: string) => realDisk.stat(physicalPath(realDisk, place.roots, key)) !== null
    return { runtime: id, verdict: checkListings(expectedOf(files, id, isThere), sightings), why: '' }
  } finally {
    borrowed.remove()
  }
}

/** Everything the client reads names from in the scope, and its settings. */
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

/** The user's environment without variables that point a client to the real folders. */
function environmentIn({ home }: TemporaryHome, { env }: World): Readonly<Record<string, string>> {
  const leading = new Set([
    ...RUNTIME_IDS.flatMap((id) => runtimeOf(id).home.variables.map(({ variable }) => variable)),
    ...RUNTIME_IDS.flatMap((id) => runtimeOf(id).recognisedBy),
    ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'],
  ])
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !leading.has(entry[0]),
  )
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, CI: '1', NO_COLOR: '1', TERM: 'dumb' }
}
