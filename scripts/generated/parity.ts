// What each client is given and what it lacks, as one table for people.
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import { ABILITIES, type Ability, type Runtime } from '../../lib/runtimes/runtime.js'
import type { Action } from '../../lib/runtimes/terms.js'

/** What happens where a client lacks an ability. */
export const FALLBACKS: Readonly<Record<Ability, string>> = {
  subagents: 'roles are done in the main conversation, one after another',
  questions: 'questions are asked in plain text',
  hooks: 'nothing runs by itself; the commands do the checks',
}

/** Abilities the client lacks. */
const lackedBy = (id: RuntimeId): readonly Ability[] => ABILITIES.filter((ability) => !runtimeOf(id).abilities[ability])

const spelled = ({ prefix, separator }: Runtime['invoke']['own']) => `${prefix}gsd${separator}next`

/** How a person starts a command, in each of the places its entry may lie. */
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
  /** Below its own root; null: it has no agent files. */
  readonly agents: string | null
  readonly abilities: Readonly<Record<Ability, boolean>>
  readonly fallbacks: readonly string[]
  readonly afterInstall: readonly string[]
  readonly caveats: readonly string[]
  readonly evidence: Runtime['evidence']
  /** The installer can ask the client itself. */
  readonly isAsked: boolean
}

/** What a session looks things up with, and the action of a row that says so. */
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

/** The client's own tool for each; null: it has none, or none was shown. What only other packs write is no knowledge of it. */
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
