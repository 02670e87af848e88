// The roots of a scope, and what the user chose to install.
import { isAbsolute, join, posix } from 'node:path'
import { gsdError } from '../errors.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { OfferName } from '../runtimes/offers.js'
import type { Scope } from '../runtimes/terms.js'
import { shellQuoted } from '../std/text.js'
import type { ExtraId } from './extras.js'

export const PACK = 'gsd-pack'
export const PAYLOAD_FOLDER = 'get-shit-done'
export const MANIFEST_NAME = 'gsd-file-manifest.json'
export const PATCHES_FOLDER = 'gsd-local-patches'
/** Names of the journal and the lock file, which are in the project in local scope, otherwise in the home folder. */
export const JOURNAL_FOLDER = '.gsd-install-journal'
export const LOCK_FILE = '.gsd-install.lock'

export type Roots = Readonly<Record<RuntimeId, string>>

export interface Surroundings {
  readonly home: string
  /** Absolute path of the project; used in local scope. */
  readonly project: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

export interface Choice {
  readonly scope: Scope
  readonly runtimes: readonly RuntimeId[]
  readonly roots: Roots
  /** The user's home folder. A link on the way to a target may lead to a folder of the user's below it. */
  readonly home: string
  /** Null: as recorded, or the default. */
  readonly profile: readonly string[] | null
  /** How a shell starts Node: `node` if it is on the PATH, otherwise a quoted absolute path. */
  readonly node: string
  /** Whether to restore files of ours that the user deleted. */
  readonly restore: boolean
  /** Whether the user agreed to replace another GSD pack in the same place. */
  readonly replace: boolean
  /** File names of compiled code below the payload's `bin/`. */
  readonly compiled: readonly string[]
  /** The user's choice among the optional edits. Null: as recorded; none by default. */
  readonly offers: Readonly<Record<OfferName, boolean | null>>
  /** Third-party servers. Null: as recorded. */
  readonly extras: readonly ExtraId[] | null
}

/** The environment variables that are set and move a client's folder; the first takes precedence. */
export const folderEnvVars = (id: RuntimeId, { env, platform }: Pick<Surroundings, 'env' | 'platform'>) => {
  const { variables, windows } = runtimeOf(id).home
  const all = windows === null || platform !== 'win32' ? variables : [...variables, windows]
  return all.filter(({ variable }) => (env[variable]?.trim() ?? '') !== '')
}

/** The folder that a client's variables name, or null. Throws if its path is relative. */
function folderFromVariable(id: RuntimeId, around: Surroundings): string | null {
  const [mover] = folderEnvVars(id, around)
  if (mover === undefined) return null
  const { env, home, platform } = around
  const { variable, below } = mover
  const raw = (env[variable] as string).trim()
  const isBelowHome = raw.startsWith('~/') || (platform === 'win32' && raw.startsWith('~\\'))
  const path = raw === '~' ? home : isBelowHome ? join(home, raw.slice(2)) : raw
  if (isAbsolute(path)) return below === '' ? path : join(path, below)
  throw gsdError(
    'USAGE',
    `${variable} is "${raw}", which is not an absolute path`,
    `export ${variable}=/absolute/path, or unset it`,
  )
}

/** The root of every row in a scope. `override` takes precedence over the client's variable. */
export function rootsOf(scope: Scope, around: Surroundings, override: Partial<Roots> = {}): Roots {
  const entries = RUNTIME_IDS.map((id) => {
    const { home } = runtimeOf(id)
    const usual =
      scope === 'local'
        ? join(around.project, home.local)
        : (folderFromVariable(id, around) ?? join(around.home, home.global))
    return [id, override[id] ?? usual] as const
  })
  return Object.fromEntries(entries) as Record<RuntimeId, string>
}

/** The folder of a scope's payload and manifest, in the root that belongs to no client. */
export const payloadOf = (roots: Roots): string => join(roots[SHARED], PAYLOAD_FOLDER)
export const manifestOf = (roots: Roots): string => join(payloadOf(roots), MANIFEST_NAME)

/** The command of the CLI in prompts. Its path is absolute in global scope, relative to the project in local scope. */
export const launcherOf = (choice: Pick<Choice, 'scope' | 'roots' | 'node'>): string =>
  `${choice.node} ${shellQuoted(scriptOf(choice))}`

/** The launcher's script, as prompts spell it. */
export const scriptOf = ({ scope, roots }: Pick<Choice, 'scope' | 'roots'>): string => {
  const root = scope === 'local' ? runtimeOf(SHARED).home.local : roots[SHARED]
  return posix.join(root.replaceAll('\\', '/'), PAYLOAD_FOLDER, 'bin/gsd-tools.cjs')
}
