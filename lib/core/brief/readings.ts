// Files that more than one kind of reading names.
import { pathText, say, type Told } from '../../std/told.js'
import { phaseDirectoryPath } from '../derivation/facts.js'
import { PROJECT_BASE } from '../layout.js'
import { type Reading, reading } from './brief-blocks.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'

export const summaryFiles = ({ phase }: AgentSubject): readonly Reading[] =>
  (phase?.plans ?? []).flatMap((plan) => reading(plan.file.summary, say`what ${pathText(plan.id)} says it did`))

/** A report about the phase that lies there already. */
export const report = ({ phase }: AgentSubject, world: BriefWorld, name: string, about: Told): readonly Reading[] => {
  if (phase === null) return []
  const path = `${phaseDirectoryPath(world.derivation.facts, phase)}/${phase.id}-${name}.md`
  return world.view.source(path) === null ? [] : reading(path, about)
}

/** Maps of the existing code. */
export const mapFiles = ({ view }: BriefWorld, about: Told, isMeant: (name: string) => boolean): readonly Reading[] =>
  view
    .list(`${PROJECT_BASE}/codebase`)
    .filter(({ name }) => name.endsWith('.md') && isMeant(name))
    .map(({ name }) => ({ path: `${PROJECT_BASE}/codebase/${name}`, about }))

export const codebase = (world: BriefWorld): readonly Reading[] =>
  mapFiles(world, say`map of the existing code; read it if the phase touches that side`, () => true)
