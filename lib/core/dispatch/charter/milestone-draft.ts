// Merges MILESTONE.md into the project's documents for the next milestone, and takes over postponed requirements.
import { type Charter, readMilestone } from '../../../artifacts/charter/charter-read.js'
import { type Doc, everyOf } from '../../../artifacts/doc.js'
import { addDecisions, addItems, setMilestone, setUpdated } from '../../../artifacts/project/project.js'
import type { Requirement } from '../../../artifacts/requirements/requirements.js'
import { milestoneTextIn } from '../../../artifacts/roadmap/milestone-text.js'
import { closedWindows } from '../../../artifacts/roadmap/roadmap.js'
import { openMilestone } from '../../../artifacts/roadmap/roadmap-milestones.js'
import { decisionId, decisionNumber } from '../../decision-ids.js'
import { displayPhaseId } from '../../ids.js'
import { ownVersions } from '../../milestones/last-shipped.js'
import { type Before, beforeMilestone, isMet, nextLike, startRoadmap } from '../../milestones/opening.js'
import { takenIds } from '../../phases/phase-numbers.js'
import { isStateDrawn } from '../../project/new-project.js'
import type { View } from '../../view.js'
import { Staging } from '../../writing/staging.js'
import type { UnitFinding } from '../unit-finding.js'
import {
  activeLines,
  dependences,
  NAMES,
  orderIn,
  outOfScopeLines,
  placed,
  requirements,
  type Say,
  settings,
  speaking,
} from './charter.js'
import type { Expand, Expanding } from './expand.js'

export const expandMilestone: Expand = (context) => {
  const { view, draft, gathered, at } = context
  const charter = readMilestone(draft)
  const before = beforeMilestone(view)
  const said = speaking(context)
  const order = orderIn(charter, context, said)
  const findings = [...wrong(charter, before, context, said), ...order.findings]
  if (findings.length > 0) return { files: [], findings }
  const staging = new Staging(view)
  // Files submitted beside this draft win; a second roadmap is reported.
  const isWritten = (name: string) => gathered.artifacts.some((one) => one.path === view.at(name) && one.draft !== null)
  const { version, name } = milestoneTextIn(charter.title ?? '')
  if (!isWritten('PROJECT.md'))
    staging.edit('project', view.at('PROJECT.md'), (doc) =>
      toProject(doc, charter, [version, name].filter((part) => part !== null).join(' '), at),
    )
  startRoadmap(staging)
  staging.edit('roadmap', view.at('ROADMAP.md'), (doc) =>
    version === null ? undefined : openMilestone(doc, { version, name, phases: charter.phases }),
  )
  if (charter.checks.length + charter.settings.length > 0 && !isWritten('config.json'))
    staging.put(view.at('config.json'), settings(charter, context))
  const changed = (['project', 'roadmap', 'config'] as const).flatMap((schema) => {
    const path = view.at(NAMES[schema])
    const text = staging.view.source(path)?.text
    return text == null || text === view.source(path)?.text ? [] : [placed(schema, text)]
  })
  const named = view.parse('project', view.at('PROJECT.md'))?.value.name ?? null
  const listed = requirements(charter, named, context, !isStateDrawn(context.view), waiting(charter, before))
  return { files: [placed('requirements', listed), ...changed], findings: [], record: order.record }
}

/** Flaws that only a comparison with the project's files shows. */
function wrong(charter: Charter, before: Before, { view, derivation }: Expanding, said: Say): readonly UnitFinding[] {
  const old = derivation.facts.roadmap
  const { version } = milestoneTextIn(charter.title ?? '')
  const closed = old === null ? [] : [...closedWindows(old)].flatMap((index) => old.windows[index]?.version ?? [])
  const isUsed = version !== null && [...closed, ...ownVersions(view)].includes(version)
  const known = view.parse('project', view.at('PROJECT.md'))?.value.keyDecisions ?? []
  const older = takenIds(view, old).map(displayPhaseId)
  const left = view.at('REQUIREMENTS.md')
  return [
    ...(isUsed
      ? [said('MILESTONE_VERSION', `${version} is closed already`, 'give the new milestone another version')]
      : []),
    ...(view.source(left) === null
      ? []
      : [said('TWO_SOURCES', `${left} of an earlier milestone already exists`, putAway(view, left, closed.at(-1)))]),
    ...charter.requirements.flatMap(({ id }) => {
      const one = before.known.get(id)
      return one === undefined || !isMet(one)
        ? []
        : [said('REQUIREMENT_USED', `${id} was met in ${one.version}`, `number it ${nextLike(id, before)}`)]
    }),
    ...dependences(charter, older, said),
    ...charter.decisions.flatMap((one) => {
      const number = decisionNumber(one)
      if (!known.some((other) => decisionNumber(other) === number && other.decision !== one.decision)) return []
      const fix = `count on from ${decisionId(before.firstDecision)}`
      return said('DECISION_CLASH', `${decisionId(number)} already exists with other content`, fix)
    }),
  ]
}

const toProject = (doc: Doc, charter: Charter, title: string, at: string) =>
  everyOf([
    setMilestone(doc, `${title}: ${charter.what}`),
    addItems(doc, 'validated', charter.worksToday),
    addItems(doc, 'active', activeLines(charter)),
    addItems(doc, 'outOfScope', outOfScopeLines(charter)),
    addItems(doc, 'constraints', charter.constraints),
    addDecisions(doc, charter.decisions),
    setUpdated(doc, `${at.slice(0, 10)} after ${title} was opened`),
  ])

/** Postponed requirements stay postponed unless the draft takes them up or drops them. */
function waiting({ requirements, outOfScope }: Charter, before: Before): readonly Requirement[] {
  const isNamed = ({ id }: Requirement) =>
    requirements.some((other) => other.id === id) || outOfScope.some(({ feature }) => feature.split(/[\s:]/)[0] === id)
  return before.waiting.flatMap(({ requirement }): readonly Requirement[] =>
    isNamed(requirement) ? [] : [{ ...requirement, scope: 'v2', done: null, section: 'v2 Requirements' }],
  )
}

/** How to move away a REQUIREMENTS.md that an older tool left behind when it closed a milestone. */
function putAway(view: View, here: string, closed = 'v0'): string {
  const archive = `.planning/milestones/${closed}-REQUIREMENTS.md`
  const call = view.source(archive) === null ? `git mv ${here} ${archive}` : `git rm ${here} (${archive} keeps them)`
  return `move it away, then repeat the call: ${call}`
}
