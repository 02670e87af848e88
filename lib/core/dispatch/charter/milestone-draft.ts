// Merges MILESTONE.md into the project's documents for the next milestone, and carries over postponed requirements.
import { type Charter, readMilestone } from '../../../artifacts/charter/charter-read.js'
import { allChecks, type Doc } from '../../../artifacts/doc.js'
import { addDecisions, addItems, setMilestone, setUpdated } from '../../../artifacts/project/project.js'
import type { Requirement } from '../../../artifacts/requirements/requirements.js'
import { milestoneTextIn } from '../../../artifacts/roadmap/milestone-text.js'
import { closedWindows } from '../../../artifacts/roadmap/roadmap.js'
import { openMilestone } from '../../../artifacts/roadmap/roadmap-milestones.js'
import { decisionId, decisionNumber } from '../../decision-ids.js'
import { displayPhaseId } from '../../ids.js'
import { ownVersions } from '../../milestones/last-shipped.js'
import { isMet, type MilestoneStart, milestoneStart, nextIdLike, startRoadmap } from '../../milestones/opening.js'
import { takenIds } from '../../phases/phase-numbers.js'
import { isStateIgnored } from '../../project/new-project.js'
import type { View } from '../../view.js'
import { Staging } from '../../writing/staging.js'
import type { UnitFinding } from '../unit-finding.js'
import {
  activeLines,
  DOCUMENT_NAMES,
  dependencyFindings,
  orderIn,
  outOfScopeLines,
  type Report,
  rendered,
  reporter,
  requirements,
  settings,
} from './charter.js'
import type { Expand, ExpandInput } from './expand.js'

export const expandMilestone: Expand = (context) => {
  const { view, draft, gathered, at } = context
  const charter = readMilestone(draft)
  const before = milestoneStart(view)
  const report = reporter(context)
  const order = orderIn(charter, context, report)
  const findings = [...conflictFindings(charter, before, context, report), ...order.findings]
  if (findings.length > 0) return { files: [], findings }
  const staging = new Staging(view)
  // A PROJECT.md or config.json submitted alongside this draft takes precedence; any other second source is reported.
  const isWritten = (name: string) => gathered.artifacts.some((one) => one.path === view.at(name) && one.draft !== null)
  const { version, name } = milestoneTextIn(charter.title ?? '')
  if (!isWritten('PROJECT.md'))
    staging.edit('project', view.at('PROJECT.md'), (doc) =>
      updateProject(doc, charter, [version, name].filter((part) => part !== null).join(' '), at),
    )
  startRoadmap(staging)
  staging.edit('roadmap', view.at('ROADMAP.md'), (doc) =>
    version === null ? undefined : openMilestone(doc, { version, name, phases: charter.phases }),
  )
  if (charter.checks.length + charter.settings.length > 0 && !isWritten('config.json'))
    staging.put(view.at('config.json'), settings(charter, context))
  const changed = (['project', 'roadmap', 'config'] as const).flatMap((schema) => {
    const path = view.at(DOCUMENT_NAMES[schema])
    const text = staging.view.source(path)?.text
    return text == null || text === view.source(path)?.text ? [] : [rendered(schema, text)]
  })
  const named = view.parse('project', view.at('PROJECT.md'))?.value.name ?? null
  const listed = requirements(charter, named, context, !isStateIgnored(context.view), postponed(charter, before))
  return { files: [rendered('requirements', listed), ...changed], findings: [], record: order.record }
}

/** Reports flaws that only a comparison with the project's files shows. */
function conflictFindings(
  charter: Charter,
  before: MilestoneStart,
  { view, derivation }: ExpandInput,
  report: Report,
): readonly UnitFinding[] {
  const old = derivation.facts.roadmap
  const { version } = milestoneTextIn(charter.title ?? '')
  const closed = old === null ? [] : [...closedWindows(old)].flatMap((index) => old.windows[index]?.version ?? [])
  const isUsed = version !== null && [...closed, ...ownVersions(view)].includes(version)
  const known = view.parse('project', view.at('PROJECT.md'))?.value.keyDecisions ?? []
  const older = takenIds(view, old).map(displayPhaseId)
  const requirementsPath = view.at('REQUIREMENTS.md')
  return [
    ...(isUsed
      ? [report('MILESTONE_VERSION', `${version} is already closed`, 'give the new milestone another version')]
      : []),
    ...(view.source(requirementsPath) === null
      ? []
      : [
          report(
            'TWO_SOURCES',
            `${requirementsPath} of an earlier milestone already exists`,
            moveAwayFix(view, requirementsPath, closed.at(-1)),
          ),
        ]),
    ...charter.requirements.flatMap(({ id }) => {
      const earlier = before.known.get(id)
      return earlier === undefined || !isMet(earlier)
        ? []
        : [
            report(
              'REQUIREMENT_USED',
              `${id} was already met in ${earlier.version}`,
              `number it ${nextIdLike(id, before)}`,
            ),
          ]
    }),
    ...dependencyFindings(charter, older, report),
    ...charter.decisions.flatMap((decided) => {
      const number = decisionNumber(decided)
      if (!known.some((other) => decisionNumber(other) === number && other.decision !== decided.decision)) return []
      const fix = `number new decisions from ${decisionId(before.firstDecision)} on`
      return report('DECISION_CLASH', `${decisionId(number)} already exists with other content`, fix)
    }),
  ]
}

const updateProject = (doc: Doc, charter: Charter, title: string, at: string) =>
  allChecks([
    setMilestone(doc, `${title}: ${charter.what}`),
    addItems(doc, 'validated', charter.worksToday),
    addItems(doc, 'active', activeLines(charter)),
    addItems(doc, 'outOfScope', outOfScopeLines(charter)),
    addItems(doc, 'constraints', charter.constraints),
    addDecisions(doc, charter.decisions),
    setUpdated(doc, `${at.slice(0, 10)} after ${title} was opened`),
  ])

/** Returns the postponed requirements that the draft neither takes up nor drops: they stay postponed. */
function postponed({ requirements, outOfScope }: Charter, before: MilestoneStart): readonly Requirement[] {
  const isNamed = ({ id }: Requirement) =>
    requirements.some((other) => other.id === id) || outOfScope.some(({ feature }) => feature.split(/[\s:]/)[0] === id)
  return before.waiting.flatMap(({ requirement }): readonly Requirement[] =>
    isNamed(requirement) ? [] : [{ ...requirement, scope: 'v2', done: null, section: 'v2 Requirements' }],
  )
}

/** Returns how to move away a REQUIREMENTS.md that an older tool left behind when it closed a milestone. */
function moveAwayFix(view: View, here: string, closed = 'v0'): string {
  const archive = `.planning/milestones/${closed}-REQUIREMENTS.md`
  const command =
    view.source(archive) === null ? `git mv ${here} ${archive}` : `git rm ${here} (${archive} has its content)`
  return `move it away, then repeat the command: ${command}`
}
