// What a charter or the draft of a milestone must not be without, and the order its phases stand in.
import { comparePhaseIds } from '../parts/phase-token.js'
import { milestoneTextIn } from '../roadmap/milestone-text.js'
import type { CharterPhase, CharterValue } from './charter.js'
import type { Report } from './charter-blocks.js'

export type CharterOf = 'project' | 'milestone'

/** What may stand behind the label. */
export const SCOPES = '"Scope: all", "Scope: phases 1-2" or "Scope: none"'

/** Of one phase behind the earlier ones. */
export function lackingInPhase(
  { id, title, goal, requirements, criteria, dependsOn }: CharterPhase,
  earlier: readonly CharterPhase[],
  of: CharterOf,
  issue: (code: string, expected: string, received: string, fix: string) => void,
): void {
  const last = earlier.at(-1)
  const lacks = (code: string, what: string, fix: string) => issue(code, `phase ${id} with ${what}`, 'none', fix)
  if (title === '') lacks('PHASE_TITLE', 'a title', `Write "### Phase ${id}: Title".`)
  if (goal === null) lacks('PHASE_GOAL', 'a goal', `Add "Goal: …" below the heading of phase ${id}.`)
  if (requirements.length === 0)
    lacks('PHASE_REQUIREMENTS', 'requirements', `Add "Requirements: CAT-01, CAT-02" to phase ${id}.`)
  if (criteria.length === 0)
    lacks(
      'PHASE_CRITERIA',
      'success criteria',
      `Add numbered lines to phase ${id}: what a person can try, and what they see.`,
    )
  if (last !== undefined && comparePhaseIds(last.id, id) >= 0)
    issue(
      'PHASE_ORDER',
      `a phase behind phase ${last.id}`,
      `phase ${id}`,
      'Number the phases in the order they are built.',
    )
  // A milestone may build on phases before it, which the roadmap alone knows.
  for (const other of of === 'milestone' ? [] : (dependsOn ?? []))
    if (!earlier.some((known) => known.id === other))
      issue(
        'PHASE_ORDER',
        `an earlier phase for phase ${id} to depend on`,
        `phase ${other}`,
        `Name a phase that stands before phase ${id}, or leave the line out.`,
      )
}

/** Of the whole; `hasScope`: something stands behind `Scope:`, whatever it is. */
export function lackingInCharter(value: CharterValue, of: CharterOf, hasScope: boolean, issue: Report): void {
  const lacks = (isThere: boolean, expected: string, fix: string) => {
    if (!isThere) issue(null, 'SECTION_MISSING', expected, 'none', fix)
  }
  if (of === 'project') {
    lacks(value.title !== null, 'the name of the project', 'Begin with "# Name".')
    lacks(value.coreValue !== null, 'a core value', 'Write "Core value: …", the one thing that must work.')
  } else {
    const { version, leading } = milestoneTextIn(value.title ?? '')
    if (version === null || !leading)
      issue(0, 'MILESTONE_VERSION', 'a version and a name', value.title ?? 'none', 'Begin with "# v1.1 Name".')
    if (value.coreValue !== null)
      issue(
        null,
        'CHARTER_UNREAD',
        'a draft without a core value',
        value.coreValue,
        'Leave it out: PROJECT.md says it.',
      )
  }
  lacks(value.what !== null, 'what it is and for whom', 'Write one to three sentences below the title.')
  lacks(hasScope, 'how far the order reaches', `Write ${SCOPES} below "## Order".`)
  lacks(
    value.requirements.length > 0,
    'requirements',
    'Write "- **CAT-01**: one observable behaviour" below "## Requirements".',
  )
  lacks(
    value.phases.length > 0,
    'phases',
    'Write "### Phase 1: Title" below "## Phases", with Goal, Requirements and numbered criteria.',
  )
}
