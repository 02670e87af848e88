// Closes the open milestone: writes its entry and its archive. An existing archive file is never overwritten.
import { addEntry, logText, type MilestoneReport, milestoneEntry } from '../../artifacts/document/milestone-log.js'
import { addBoxes } from '../../artifacts/requirements/requirements.js'
import { milestoneTextIn } from '../../artifacts/roadmap/milestone-text.js'
import { activePhases, repeatedId, scopeOfSection } from '../../artifacts/roadmap/roadmap.js'
import { closeMilestone as foldAway } from '../../artifacts/roadmap/roadmap-milestones.js'
import { refuse } from '../../errors.js'
import { derive } from '../derivation/derive.js'
import { auditName, type PhaseFacts, type ProjectFacts } from '../derivation/facts.js'
import { isComplete } from '../derivation/plan-facts.js'
import { isRequirementMet } from '../derivation/statuses.js'
import { displayPhaseId } from '../ids.js'
import type { Staging } from '../writing/staging.js'

export interface ClosingChoices {
  readonly version: string
  readonly name: string | null
  /** Whether to close the milestone although work is open; the open phases are recorded. */
  readonly force: boolean
}

/** Data for the milestone's entry in MILESTONES.md. */
export interface ClosingReport extends MilestoneReport {
  readonly unfinished: readonly { readonly phase: string; readonly title: string }[]
}

export function closingReport(
  facts: ProjectFacts,
  done: ReadonlySet<string>,
  choices: Pick<ClosingChoices, 'name'>,
): ClosingReport {
  const finished = facts.phases.flatMap(({ id, plans }) =>
    plans.filter(isComplete).map(({ plan, summary }) => ({
      tasks: plan.tasks.length,
      // Work of an unfinished phase is not an accomplishment yet.
      oneLiner: done.has(id) ? summary?.oneLiner : null,
    })),
  )
  return {
    name: choices.name ?? facts.milestone?.title ?? null,
    phases: facts.phases.filter(({ id }) => done.has(id)).length,
    plans: finished.length,
    tasks: finished.reduce((sum, { tasks }) => sum + tasks, 0),
    accomplishments: [...new Set(finished.flatMap(({ oneLiner }) => oneLiner ?? []))],
    unfinished: facts.phases.filter(({ id }) => !done.has(id)).map(phaseName),
  }
}

const phaseName = ({ id, title }: PhaseFacts) => ({ phase: displayPhaseId(id), title })

const archiveFilePath = (version: string, name: string) => `.planning/milestones/${version}-${name}`

/** Stages the closing; refuses if no milestone is open, a phase is repeated, or an archive file exists. */
export function closeMilestone(staging: Staging, facts: ProjectFacts, choices: ClosingChoices): void {
  const { view } = staging
  const { version } = choices
  const { done } = derive(view)
  const report = closingReport(facts, done, choices)
  const unfinished = report.unfinished.map(({ phase }) => phase)
  const day = view.clock.today()
  const roadmapPath = view.at('ROADMAP.md')
  const roadmap = view.source(roadmapPath)
  const at = facts.roadmap === null ? -1 : facts.roadmap.phases.indexOf(activePhases(facts.roadmap)[0] as never)
  if (roadmap === null || roadmap.text === null || facts.roadmap === null || at < 0)
    refuse({ code: 'MILESTONE_UNKNOWN', message: 'no milestone is open', fix: 'run gsd-tools next' })
  const scope = scopeOfSection(facts.roadmap, at)
  const repeated = repeatedId(facts.roadmap, scope)
  if (repeated !== null)
    refuse({
      code: 'WRITE_REFUSED',
      message: `phase ${repeated} is in ${roadmapPath} twice, so the milestone cannot be closed`,
      fix: 'give one of the two another number by hand',
    })
  writeNew(staging, archiveFilePath(version, 'ROADMAP.md'), roadmap.text)
  staging.edit('roadmap', roadmapPath, (doc) => foldAway(doc, scope, { version, name: report.name, day, unfinished }))
  archiveRequirements(staging, facts, choices, report.name)
  const audit = view.at(auditName(facts))
  if (view.source(audit) !== null) {
    refuseExisting(staging, archiveFilePath(version, 'MILESTONE-AUDIT.md'))
    staging.move([{ from: audit, to: archiveFilePath(version, 'MILESTONE-AUDIT.md') }])
  }
  recordShipped(staging, version, report, day)
}

function refuseExisting(staging: Staging, path: string): void {
  if (staging.view.source(path) !== null)
    refuse({
      code: 'EXISTS',
      message: `${path} already exists: an archive is never rewritten`,
      fix: `inspect it; if it belongs to another milestone, give this one another version`,
    })
}

function writeNew(staging: Staging, path: string, text: string): void {
  refuseExisting(staging, path)
  staging.put(path, text)
}

/** Archives REQUIREMENTS.md with a header and boxes. Removes the file unless another open milestone names its requirements. */
function archiveRequirements(
  staging: Staging,
  facts: ProjectFacts,
  { version }: ClosingChoices,
  name: string | null,
): void {
  const { view } = staging
  const path = view.at('REQUIREMENTS.md')
  const source = view.source(path)
  if (source === null || source.text === null) return
  const title = `# Requirements Archive: ${version}${name === null ? '' : ` ${name}`}`
  const head = [title, '', `**Archived:** ${view.clock.today()}`, '**Status:** SHIPPED', '', '---', '', '']
  const archive = archiveFilePath(version, 'REQUIREMENTS.md')
  writeNew(staging, archive, head.join('\n') + source.text.replace(/^\uFEFF/, ''))
  staging.edit('requirements', archive, (doc) => {
    addBoxes(doc, (id) => isRequirementMet(facts, id))
    return undefined
  })
  const known = new Set(view.parse('requirements', path)?.value.requirements.map(({ id }) => id))
  const closing = facts.roadmap === null ? [] : activePhases(facts.roadmap)
  const open = (facts.roadmap?.phases ?? []).filter(
    (section) => !closing.includes(section) && isOpen(facts, section.window),
  )
  if (!open.some(({ requirements }) => requirements.some((id) => known.has(id)))) staging.remove(path)
}

const isOpen = ({ roadmap }: ProjectFacts, window: number | null): boolean => {
  const found = window === null ? undefined : roadmap?.windows[window]
  return found !== undefined && found.mark !== 'shipped' && !found.folded
}

function recordShipped(staging: Staging, version: string, report: ClosingReport, shipped: string): void {
  const path = '.planning/MILESTONES.md'
  const unfinished = report.unfinished.map(({ phase, title }) => `Phase ${phase}: ${title}`)
  const entry = milestoneEntry({ ...report, version, shipped, unfinished })
  if (staging.view.source(path) === null) staging.put(path, logText([entry]))
  else
    staging.edit('milestone', path, (doc, { entries }) => {
      if (!entries.some((known) => milestoneTextIn(known.title).version === version)) addEntry(doc, entry)
      return undefined
    })
}
