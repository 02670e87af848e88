// The calling client as plain data, made from its row.
import type { Host, HostFolders, Pack } from '../ports.js'
import { isRuntimeId, RUNTIME_IDS, RUNTIMES, type RuntimeId, runtimeOf } from '../runtimes/all.js'
import type { Runtime } from '../runtimes/runtime.js'
import { commandSpelling, installedName, toolName } from './tokens.js'

/** Id of the row that serves texts for readers that are not known. */
export const NEUTRAL = RUNTIMES.agents.id

export const hostOf = (runtime: Runtime): Host => ({
  id: runtime.id,
  abilities: runtime.abilities,
  command: (name) => commandSpelling(name, runtime),
  agent: (name) => runtime.spawn(installedName(name)),
  tool: (action) => toolName(action, runtime),
  ask: runtime.ask,
  models: runtime.models,
  effort: runtime.effort,
  dispatch: {
    named: runtime.abilities.subagents && runtime.places.agent !== null,
    depth: runtime.agents.depth,
    background: runtime.agents.background,
    worktrees: runtime.abilities.worktrees,
    tool: runtime.tools.spawn,
  },
  instructions: runtime.instructions,
  folders: { ...runtime.home, agents: runtime.places.agent?.folder ?? null, skills: skillsOf(runtime) },
})

/** The listing that holds skills, that of the row the entries come from first. */
function skillsOf({ listings, entriesFrom }: Runtime): HostFolders['skills'] {
  const found = listings.command.filter(({ folder }) => folder === 'skills')
  const listing = found.find(({ root }) => root === entriesFrom) ?? found[0]
  if (listing === undefined || !isRuntimeId(listing.root)) return null
  return { ...runtimeOf(listing.root).home, folder: listing.folder }
}

/** Which words name a client. */
export const hostNames: Pick<Pack, 'hosts' | 'hostNamed'> = {
  hosts: RUNTIME_IDS,
  hostNamed: (word): RuntimeId | null =>
    RUNTIME_IDS.find((id) => id === word || runtimeOf(id).aliases.includes(word)) ?? null,
}

/** Picks the row of a client; `own` is the payload's runtime, for clients no row knows. */
export const hostPicker =
  (own: string) =>
  (id: string | null): Host => {
    const known = id !== null && isRuntimeId(id) ? id : isRuntimeId(own) ? own : NEUTRAL
    return hostOf(runtimeOf(known))
  }
