// A row of a table of phases: what views of a milestone show of each.
import { DISK_STATUS, type PhaseRow } from '../core/derivation/phase-table.js'
import { bool, int, oneOf, orNull, text } from '../std/shape.js'
import { phaseStatusShape } from './standing.js'

export const PHASE_ROW = {
  number: text('Id as in the heading'),
  name: text(),
  goal: orNull(text()),
  depends_on: orNull(text()),
  plan_count: int('Plans on disk, superseded ones left out'),
  summary_count: int('Plans that have a SUMMARY'),
  has_context: bool(),
  has_research: bool(),
  status: phaseStatusShape,
  disk_status: oneOf(DISK_STATUS, 'What lies on disk, whatever it is worth'),
  roadmap_complete: bool('The roadmap ticks it: a projection, not evidence'),
}

export const shownRow = ({ section, ...row }: PhaseRow) => ({
  number: row.number,
  name: row.name,
  goal: section.goal,
  depends_on: section.dependsOn,
  plan_count: row.plans,
  summary_count: row.summaries,
  has_context: row.files?.context != null,
  has_research: row.files?.research != null,
  status: row.status,
  disk_status: row.disk,
  roadmap_complete: row.ticked,
})
