// For whoever opens a milestone: the numbers that are free, and what was kept for it.
import { ours, pathText, say, type Told, wordText } from '../../std/told.js'
import { pendingTodos, readSeeds } from '../captures/notes.js'
import { decisionId } from '../decision-ids.js'
import { lastShipped } from '../milestones/last-shipped.js'
import { type Before, beforeMilestone, nextIds } from '../milestones/opening.js'
import type { View } from '../view.js'
import { type Block, type Item, items, rules } from './brief-blocks.js'
import type { BriefWorld } from './brief-world.js'

export function openingBlocks({ view, derivation }: BriefWorld): readonly Block[] {
  const before = beforeMilestone(view)
  const { version = null } = lastShipped(view, derivation.facts.roadmap) ?? {}
  const last = version === null ? null : wordText(version)
  return [
    ...rules('numbers', say`Numbers go on`, [
      ...(last === null ? [] : [say`- Milestone: ${last} is the last one that was shipped`]),
      say`- Phases: from ${before.firstPhase} on`,
      say`- Decisions: from ${ours(decisionId(before.firstDecision))} on`,
      ...idsLine(before),
    ]),
    ...items('candidates', say`Candidates: what waits for a milestone`, [
      ...before.waiting.map(({ requirement: { id, text }, path }) => ({
        text: `${id}: ${text}`,
        whole: { path, about: say`requirements that nobody met yet` },
      })),
      ...kept(view),
      ...seeds(view),
    ]),
  ]
}

function idsLine(before: Before): readonly Told[] {
  const ids = [...nextIds(before).values()].flatMap((id) => wordText(id) ?? [])
  return ids.length === 0
    ? []
    : [
        say`- Requirements: ${ours(ids.join(', '))}; a new category begins with 01, and the id of one that was met is not used again`,
      ]
}

/** Captures and todos, those that were put off among them. */
const kept = (view: View): readonly Item[] =>
  pendingTodos(view).map(({ path, title, status }) => ({
    text: title,
    behind: status === 'deferred' ? say` (deferred; ${pathText(path)})` : say` (${pathText(path)})`,
    whole: { path, about: say`what was kept for later` },
  }))

const seeds = (view: View): readonly Item[] =>
  readSeeds(view)
    .filter(({ open }) => open)
    .map(({ title, when, path }) => ({
      text: when === null ? title : `${title} (when: ${when})`,
      whole: { path, about: say`an idea that waits for its moment` },
    }))
