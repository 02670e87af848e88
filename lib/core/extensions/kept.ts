// Where extensions keep what they keep, and what stands there as anybody may look at it: no schema is applied, and nothing is run.
import { frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../derivation/facts.js'
import type { StatePlace } from './port.js'

/** The milestone, and these phases with their plans. */
export function placesOf(facts: ProjectFacts, phases: readonly PhaseFacts[]): readonly StatePlace[] {
  return [
    { scope: 'milestone', id: facts.milestone?.id ?? '', path: facts.view.at('STATE.md') },
    ...phases.flatMap((phase): readonly StatePlace[] => [
      { scope: 'phase', id: phase.id, path: `${phaseDirectoryPath(facts, phase)}/${phase.id}-EXTENSIONS.md` },
      ...phase.plans.map(({ id, file }): StatePlace => ({ scope: 'plan', id, path: file.path })),
    ]),
  ]
}

/** By extension, by `milestone`, `phase <id>` or `plan <id>`. */
export function keptIn(facts: ProjectFacts, active: PhaseFacts | null): Readonly<Record<string, JsonObject>> {
  const kept: Record<string, Record<string, Json>> = {}
  for (const { scope, id, path } of placesOf(facts, active === null ? [] : [active])) {
    const source = facts.view.source(path)
    if (source?.text?.includes('\nextensions') !== true) continue
    const all = frontValueAt(readFrontMatter(source).data, 'extensions') as Json | undefined
    if (!isJsonObject(all)) continue
    for (const [name, value] of Object.entries(all))
      (kept[name] ??= {})[scope === 'milestone' ? scope : `${scope} ${id}`] = value as Json
  }
  return kept
}
