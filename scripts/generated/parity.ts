// What each client gets and lacks, as texts for the reference pages.
import { RUNTIME_IDS, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import type { Ability, Runtime } from '../../lib/runtimes/runtime.js'
import type { Action } from '../../lib/runtimes/terms.js'

/** What happens if a client lacks an ability. */
export const FALLBACKS: Readonly<Record<Ability, string>> = {
  subagents: 'the main conversation takes the roles, one after another',
  questions: 'questions are asked in plain text',
  hooks: 'nothing runs automatically; the commands do the checks',
}

const invocation = ({ prefix, separator }: Runtime['invoke']['own']) => `${prefix}gsd${separator}next`

/** Returns how the user starts a command, for each folder in which its entry may be. */
export function startedBy({ entries, invoke }: Runtime): string {
  const own = entries.global === 'shared' && entries.local === 'shared' ? [] : [invocation(invoke.own)]
  const shared = entries.global === 'own' && entries.local === 'own' ? [] : [invocation(invoke.shared)]
  return [...new Set([...own, ...shared])].join(' or ')
}

const shared = runtimeOf(SHARED)
const sharedFolder = `~/${shared.home.global}/${shared.places.command?.folder}`

export function entriesFolderOf({ id, entries, home, places }: Runtime): string {
  if (entries.global === 'shared') return sharedFolder
  const own = `~/${home.global}/${places.command?.folder ?? ''}`
  return entries.global === 'either' && id !== SHARED ? `${own} or ${sharedFolder}` : own
}

export const agentsFolderOf = ({ home, places }: Runtime): string =>
  places.agent === null ? '-' : `~/${home.global}/${places.agent.folder}`

/** What a session looks up, and the action of the rows for it. */
export const LOOKUPS = {
  'text in files': 'grep',
  'files by name': 'glob',
  'a page': 'fetch',
  'the web': 'search',
} as const satisfies Readonly<Record<string, Action>>

/** Returns each client's lookup tools; a tool is null if there is none or none is known. Leaves out clients known only from other packs. */
export const lookupRows = () =>
  RUNTIME_IDS.map(runtimeOf)
    .filter(({ id, evidence }) => id !== SHARED && evidence.how !== 'peer')
    .map(({ title, tools }) => ({
      title,
      tools: Object.values(LOOKUPS).map((action) => tools[action]),
      shell: tools.shell,
    }))
