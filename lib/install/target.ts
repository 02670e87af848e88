// Where things go: the roots of a scope, and the choice a person made.
import { isAbsolute, join, posix } from 'node:path'
import { GsdError } from '../errors.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { shellQuoted } from '../std/text.js'
import type { EditsChoice } from './edits/choice.js'

export const PACK = 'gsd-pack'
export const PAYLOAD_FOLDER = 'get-shit-done'
export const MANIFEST_NAME = 'gsd-file-manifest.json'
export const PATCHES_FOLDER = 'gsd-local-patches'
/** While a run is at work, in the project in local scope, else in the home. */
export const JOURNAL_FOLDER = '.gsd-install-journal'
export const LOCK_FILE = '.gsd-install.lock'

export type Roots = Readonly<Record<RuntimeId, string>>

export interface Surroundings {
  readonly home: string
  /** Absolute project folder; used in local scope. */
  readonly project: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

export interface Choice {
  readonly scope: Scope
  readonly runtimes: readonly RuntimeId[]
  readonly roots: Roots
  /** Links may lead anywhere below it. */
  readonly home: string
  /** `null`: what is recorded, or the default. */
  readonly profile: readonly string[] | null
  /** How a shell starts node: `node` where it is on PATH, else a quoted absolute path. */
  readonly node: string
  /** Bring back files of ours that the user deleted. */
  readonly restore: boolean
  /** A person agreed that another pack of the family is replaced. */
  readonly replace: boolean
  /** Names of the files of compiled code below the payload's `bin/`. */
  readonly compiled: readonly string[]
  readonly edits: EditsChoice
}

/** The variables that move a client's folder here, the strongest first. */
export const movers = (id: RuntimeId, { env, platform }: Pick<Surroundings, 'env' | 'platform'>) => {
  const { variables, windows } = runtimeOf(id).home
  const all = windows === null || platform !== 'win32' ? variables : [...variables, windows]
  return all.filter(({ variable }) => (env[variable]?.trim() ?? '') !== '')
}

/** The absolute folder a client's own variables name, or null where they name none. */
function movedBy(id: RuntimeId, around: Surroundings): string | null {
  const [mover] = movers(id, around)
  if (mover === undefined) return null
  const { env, home, platform } = around
  const { variable, below } = mover
  const raw = (env[variable] as string).trim()
  const isBelowHome = raw.startsWith('~/') || (platform === 'win32' && raw.startsWith('~\\'))
  const path = raw === '~' ? home : isBelowHome ? join(home, raw.slice(2)) : raw
  if (isAbsolute(path)) return below === '' ? path : join(path, below)
  throw new GsdError({
    code: 'USAGE',
    message: `${variable} is "${raw}", which is not an absolute path`,
    fix: `export ${variable}=/absolute/path, or unset it`,
  })
}

/** The root of every row in a scope. `override` (a root given on the command line, or the one a payload runs from) wins over the client's variable. */
export function rootsOf(scope: Scope, around: Surroundings, override: Partial<Roots> = {}): Roots {
  const entries = RUNTIME_IDS.map((id) => {
    const { home } = runtimeOf(id)
    const usual =
      scope === 'local' ? join(around.project, home.local) : (movedBy(id, around) ?? join(around.home, home.global))
    return [id, override[id] ?? usual] as const
  })
  return Object.fromEntries(entries) as Record<RuntimeId, string>
}

/** One payload and one record serve every client of a scope; they lie in the root that belongs to none of them. */
export const payloadOf = (roots: Roots): string => join(roots[SHARED], PAYLOAD_FOLDER)
export const manifestOf = (roots: Roots): string => join(payloadOf(roots), MANIFEST_NAME)

/** How prompts call the CLI of the payload: absolute in global scope, from the project's root in local scope. */
export const launcherOf = (choice: Pick<Choice, 'scope' | 'roots' | 'node'>): string =>
  `${choice.node} ${shellQuoted(scriptOf(choice))}`

/** The script a launcher runs, as prompts spell it. */
export const scriptOf = ({ scope, roots }: Pick<Choice, 'scope' | 'roots'>): string => {
  const root = scope === 'local' ? runtimeOf(SHARED).home.local : roots[SHARED]
  return posix.join(root.replaceAll('\\', '/'), PAYLOAD_FOLDER, 'bin/gsd-tools.cjs')
}
