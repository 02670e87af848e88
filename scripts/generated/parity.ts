// What each client gets and lacks, as a table for users.
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import { ABILITIES, type Ability, type Runtime } from '../../lib/runtimes/runtime.js'
import type { Action } from '../../lib/runtimes/terms.js'

/** Fallback for each missing ability. */
export const FALLBACKS: Readonly<Record<Ability, string>> = {
  subagents: 'roles are done in the main conversation, one after another',
  questions: 'questions are asked in plain text',
  hooks: 'nothing runs by itself; the commands do the checks',
}

/** Abilities the client lacks. */
const lackedBy = (id: RuntimeId): readonly Ability[] => ABILITIES.filter((ability) => !runtimeOf(id).abilities[ability])

const spelled = ({ prefix, separator }: Runtime['invoke']['own']) => `${prefix}gsd${separator}next`

/** How the user starts a command, for each place of its entry. */
function startedBy({ entries, invoke }: Runtime): string {
  const own = entries.global === 'shared' && entries.local === 'shared' ? [] : [spelled(invoke.own)]
  const shared = entries.global === 'own' && entries.local === 'own' ? [] : [spelled(invoke.shared)]
  return [...new Set([...own, ...shared])].join(' or ')
}

const folderOf = ({ id, entries, home, places }: Runtime): string =>
  entries.global === 'shared'
    ? `~/${runtimeOf(SHARED).home.global}/${runtimeOf(SHARED).places.command?.folder}`
    : `~/${home.global}/${places.command?.folder ?? ''}${entries.global === 'either' && id !== SHARED ? ` or ~/${runtimeOf(SHARED).home.global}/${runtimeOf(SHARED).places.command?.folder}` : ''}`

interface ParityRow {
  readonly id: RuntimeId
  readonly title: string
  readonly started: string
  readonly entries: string
  /** Below its own root; null if it has no agent files. */
  readonly agents: string | null
  readonly abilities: Readonly<Record<Ability, boolean>>
  readonly fallbacks: readonly string[]
  readonly afterInstall: readonly string[]
  readonly caveats: readonly string[]
  readonly evidence: Runtime['evidence']
  /** Whether the installer can query the client. */
  readonly isAsked: boolean
}

/** Lookup tools of a session, and the rows' actions for them. */
export const LOOKING = {
  'text in files': 'grep',
  'files by name': 'glob',
  'a page': 'fetch',
  'the web': 'search',
} as const satisfies Readonly<Record<string, Action>>

interface LookingRow {
  readonly title: string
  readonly tools: readonly (string | null)[]
  readonly shell: string | null
}

/** The client's tool for each; null if none or unproven. Claims of other packs alone do not count. */
export const lookingRows = (): readonly LookingRow[] =>
  RUNTIME_IDS.map(runtimeOf)
    .filter(({ id, evidence }) => id !== SHARED && evidence.how !== 'peer')
    .map(({ title, tools }) => ({
      title,
      tools: Object.values(LOOKING).map((action) => tools[action]),
      shell: tools.shell,
    }))

export const parityRows = (): readonly ParityRow[] =>
  RUNTIME_IDS.map((id) => {
    const row = runtimeOf(id)
    return {
      id,
      title: row.title,
      started: startedBy(row),
      entries: folderOf(row),
      agents: row.places.agent === null ? null : `~/${row.home.global}/${row.places.agent.folder}`,
      abilities: row.abilities,
      fallbacks: lackedBy(id).map((ability) => FALLBACKS[ability]),
      afterInstall: row.afterInstall,
      caveats: row.caveats,
      evidence: row.evidence,
      isAsked: row.oracle.length > 0,
    }
  })
