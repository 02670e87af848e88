// Opens a milestone and preserves history: closed parts stay unchanged, and no number is reused.
import {
  activePhases,
  activeWindow,
  closedPhases,
  closedWindows,
  type RoadmapValue,
} from '../../../artifacts/roadmap/roadmap.js'
import { ours, pathText, type SafeText, say, wordText } from '../../../std/safe-text.js'
import { same } from '../../../std/same.js'
import { isSlugOf } from '../../../std/slug.js'
import { type Block, type Item, items, reading, rules } from '../../brief/brief-blocks.js'
import type { BriefWorld } from '../../brief/brief-world.js'
import { codebase, pathIfExists, projectFile } from '../../brief/readings.js'
import { pendingTodos, readSeeds } from '../../captures/notes.js'
import { decisionId } from '../../decision-ids.js'
import { parsePhaseId, samePhase } from '../../ids.js'
import { lastShipped } from '../../milestones/last-shipped.js'
import { type MilestoneStart, milestoneStart, nextIds } from '../../milestones/opening.js'
import { movableDirectories } from '../../phases/phase-archive.js'
import { nextInteger, pastIds } from '../../phases/phase-numbers.js'
import { completeLists } from '../../project/new-project.js'
import { newProjectFindings } from '../../project/new-project-check.js'
import type { View } from '../../view.js'
import type { Report } from '../charter/charter.js'
import { expandMilestone } from '../charter/milestone-draft.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

function inspectOpening(work: Work): readonly UnitFinding[] {
  const { gathered, view } = work
  const artifact = gathered.artifacts.find(({ expected }) => expected.schema === 'roadmap')
  const codec = view.codec('roadmap')
  if (artifact === undefined || codec === null) return []
  const next = codec.parse(artifact.source).value as RoadmapValue
  const report: Report = (code, message, fix) => finding(code, message, artifact.path, fix)
  return [
    ...newProjectFindings(view, gathered.artifacts),
    ...versionFindings(work, next, report),
    ...historyFindings(work, next, report),
    ...numberFindings(work, next, report),
  ]
}

function versionFindings({ view }: Work, next: RoadmapValue, report: Report): readonly UnitFinding[] {
  const { version = null } = next.windows[activeWindow(next) ?? -1] ?? {}
  const fix = 'write the new phases under a heading with a new version, such as "## 🚧 v1.1 Name"'
  if (version === null) return [report('MILESTONE_VERSION', 'the roadmap has no open milestone with a version', fix)]
  const used = view.list('.planning/milestones').some(({ name }) => name === `${version}-ROADMAP.md`)
  return used ? [report('MILESTONE_VERSION', `${version} is already archived`, fix)] : []
}

/** Reports closed parts that the new roadmap changes or omits. */
function historyFindings({ derivation }: Work, next: RoadmapValue, report: Report): readonly UnitFinding[] {
  const old = derivation.facts.roadmap
  if (old === null) return []
  const withoutWindow = ({ window: _window, ...section }: RoadmapValue['phases'][number]) => section
  const kept = closedPhases(next).map(withoutWindow)
  const lost = closedPhases(old).filter((section) => !kept.some((other) => same(other, withoutWindow(section))))
  const gone = [...closedWindows(old)]
    .flatMap((index) => old.windows[index]?.version ?? [])
    .filter((version) => !next.windows.some((window) => window.version === version))
  const changed = [...lost.map(({ id, title }) => `phase ${id} (${title})`), ...gone].join(', ')
  const fix = 'start from a copy of .planning/ROADMAP.md and only add to it'
  return changed === '' ? [] : [report('HISTORY_CHANGED', `closed parts were changed or removed: ${changed}`, fix)]
}

/** Reports numbers of closed, archived and removed phases, and of folders with another title: they must not be reused. */
function numberFindings({ view, derivation }: Work, next: RoadmapValue, report: Report): readonly UnitFinding[] {
  const { roadmap } = derivation.facts
  const past = pastIds(view, roadmap)
  const free = nextInteger(view, roadmap)
  const directories = movableDirectories(view)
  return activePhases(next).flatMap(({ id: text, title }) => {
    const id = parsePhaseId(text)
    if (id === null) return []
    const isOthers = directories.some((other) => samePhase(other.id, id) && !isSlugOf(other.slug, title))
    if (!isOthers && !past.some((other) => samePhase(other, id))) return []
    return report('PHASE_NUMBER_TAKEN', `the number ${text} was used before`, `number the new phases from ${free} on`)
  })
}

const CANDIDATES = say`Candidates for the milestone: offer them to the user. An accepted candidate keeps its id and wording; a rejected candidate goes below \`Out of scope\` as \`<id>: <reason>\`; the others stay for later`

/** Returns the next free numbers, and candidates for the milestone: unmet requirements, captures, todos and seeds. */
function openingBlocks({ view, derivation }: BriefWorld): readonly Block[] {
  const before = milestoneStart(view)
  const { version = null } = lastShipped(view, derivation.facts.roadmap) ?? {}
  const last = version === null ? null : wordText(version)
  return [
    ...rules('numbers', say`Numbering continues`, [
      ...(last === null ? [] : [say`- Milestone: ${last} was shipped last`]),
      say`- Phases: from ${before.firstPhase} on`,
      say`- Decisions: from ${ours(decisionId(before.firstDecision))} on`,
      ...idsLine(before),
    ]),
    ...items('candidates', CANDIDATES, [
      ...before.waiting.map(({ requirement: { id, text }, path }) => ({
        text: `${id}: ${text}`,
        file: { path, about: say`unmet requirements` },
      })),
      ...todoItems(view),
      ...seedItems(view),
    ]),
  ]
}

function idsLine(before: MilestoneStart): readonly SafeText[] {
  const ids = [...nextIds(before).values()].flatMap((id) => wordText(id) ?? [])
  const rule = say`a new category begins with 01; do not reuse ids of met requirements`
  return ids.length === 0 ? [] : [say`- Requirements: ${ours(ids.join(', '))}; ${rule}`]
}

/** Lists pending captures and todos, including deferred ones. */
const todoItems = (view: View): readonly Item[] =>
  pendingTodos(view).map(({ path, title, status }) => ({
    text: title,
    after: status === 'deferred' ? say` (deferred; ${pathText(path)})` : say` (${pathText(path)})`,
    file: { path, about: say`a captured idea` },
  }))

const seedItems = (view: View): readonly Item[] =>
  readSeeds(view)
    .filter(({ open }) => open)
    .map(({ title, when, path }) => ({
      text: when === null ? title : `${title} (when: ${when})`,
      file: { path, about: say`a seed` },
    }))

export const newMilestone: UnitCode = {
  expand: expandMilestone,
  reads: (_, world) => [
    ...reading(projectFile(world), say`product, constraints, decisions: do not repeat its content`),
    ...reading(pathIfExists(world, 'MILESTONES.md'), say`shipped and unfinished work`),
    ...codebase(world),
  ],
  blocks: (_, world) => openingBlocks(world),
  inspect: inspectOpening,
  complete: ({ staging }) => completeLists(staging),
}
