// What each client gets and lacks, as a table for users.
import { RUNTIME_IDS, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import type { Ability, Runtime } from '../../lib/runtimes/runtime.js'
import type { Action } from '../../lib/runtimes/terms.js'

/** Fallback for each missing ability. */
export const FALLBACKS: Readonly<Record<Ability, string>> = {
  subagents: 'roles are done in the main conversation, one after another',
  questions: 'questions are asked in plain text',
  hooks: 'nothing runs by itself; the commands do the checks',
}

const spelled = ({ prefix, separator }: Runtime['invoke']['own']) => `${prefix}gsd${separator}next`

/** How the user starts a command, for each place of its entry. */
export function startedBy({ entries, invoke }: Runtime): string {
  const own = entries.global === 'shared' && entries.local === 'shared' ? [] : [spelled(invoke.own)]
  const shared = entries.global === 'own' && entries.local === 'own' ? [] : [spelled(invoke.shared)]
  return [...new Set([...own, ...shared])].join(' or ')
}

const shared = runtimeOf(SHARED)
const sharedFolder = `~/${shared.home.global}/${shared.places.command?.folder}`

export function folderOf({ id, entries, home, places }: Runtime): string {
  if (entries.global === 'shared') return sharedFolder
  const own = `~/${home.global}/${places.command?.folder ?? ''}`
  return entries.global === 'either' && id !== SHARED ? `${own} or ${sharedFolder}` : own
}

export const agentsOf = ({ home, places }: Runtime): string =>
  places.agent === null ? '-' : `~/${home.global}/${places.agent.folder}`

/** Lookup tools of a session, and the rows' actions for them. */
export const LOOKING = {
  'text in files': 'grep',
  'files by name': 'glob',
  'a page': 'fetch',
  'the web': 'search',
} as const satisfies Readonly<Record<string, Action>>

/** The client's tool for each; null if none or unproven. Claims of other packs alone do not count. */
export const lookingRows = () =>
  RUNTIME_IDS.map(runtimeOf)
    .filter(({ id, evidence }) => id !== SHARED && evidence.how !== 'peer')
    .map(({ title, tools }) => ({
      title,
      tools: Object.values(LOOKING).map((action) => tools[action]),
      shell: tools.shell,
    }))
