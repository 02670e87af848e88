// Finishing the units of a milestone: an audit may not say more than the evidence, closing is done by the CLI, and opening keeps history.
import type { RoadmapValue } from '../../../artifacts/roadmap/roadmap.js'
import { activePhases, activeWindow, closedPhases, closedWindows } from '../../../artifacts/roadmap/roadmap-windows.js'
import { GsdError } from '../../../errors.js'
import { same } from '../../../std/same.js'
import { isSlugOf } from '../../../std/slug.js'
import { parsePhaseId, samePhase } from '../../ids.js'
import { auditFacts } from '../../milestones/milestone-audit.js'
import { closeMilestone } from '../../milestones/milestone-closing.js'
import { movableDirectories } from '../../phases/phase-archive.js'
import { nextInteger, pastIds } from '../../phases/phase-numbers.js'
import { completeLists } from '../../project/new-project.js'
import { newProjectFindings } from '../../project/new-project-check.js'
import { Staging } from '../../writing/staging.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

/** A verdict of "passed" needs every phase done and every requirement met; what it lists is the auditor's word. */
export function inspectAudit({ gathered, derivation, view }: Work): readonly UnitFinding[] {
  const codec = view.codec('milestone-audit')
  return gathered.artifacts.flatMap((artifact) => {
    if (artifact.expected.schema !== 'milestone-audit' || codec === null) return []
    const { status, milestone } = codec.parse(artifact.source).value as {
      readonly status: string | null
      readonly milestone: string | null
    }
    const open = derivation.facts.milestone?.id ?? null
    const other =
      open === null || milestone === null || milestone.toLowerCase().startsWith(open)
        ? []
        : [
            finding(
              'AUDIT_OF_ANOTHER',
              `it is about ${milestone}, open is ${open}`,
              artifact.path,
              `write milestone: ${open}`,
            ),
          ]
    if (status !== 'passed') return other
    const gaps = auditFacts(derivation).gaps.map(({ code, message, fix }) =>
      finding(code, `it says "passed", but ${message}`, artifact.path, `write status: gaps_found, or: ${fix}`),
    )
    return [...other, ...gaps]
  })
}

/** Files of people are moved: only the verb that was confirmed says how. */
export function inspectClosing({ closing, derivation, view, claim }: Work): readonly UnitFinding[] {
  const at = view.at('ROADMAP.md')
  if (closing === null)
    return [
      finding(
        'CONFIRM_REQUIRED',
        'a milestone is closed by its own verb, once it is confirmed',
        at,
        `gsd-tools milestone complete ${claim.unitId} --yes`,
      ),
    ]
  try {
    closeMilestone(new Staging(view), derivation.facts, closing)
    return []
  } catch (error) {
    if (!(error instanceof GsdError)) throw error
    return [finding(error.code, error.message, at, error.fix)]
  }
}

export function completeClosing({ staging, derivation, closing }: Work): void {
  if (closing !== null) closeMilestone(staging, derivation.facts, closing)
}

export function inspectOpening(work: Work): readonly UnitFinding[] {
  const { gathered, view } = work
  const artifact = gathered.artifacts.find(({ expected }) => expected.schema === 'roadmap')
  const codec = view.codec('roadmap')
  if (artifact === undefined || codec === null) return []
  const next = codec.parse(artifact.source).value as RoadmapValue
  const said = (code: string, message: string, fix: string) => finding(code, message, artifact.path, fix)
  return [
    ...newProjectFindings(view, gathered.artifacts),
    ...versionFindings(work, next, said),
    ...historyFindings(work, next, said),
    ...numberFindings(work, next, said),
  ]
}

type Said = (code: string, message: string, fix: string) => UnitFinding

function versionFindings({ view }: Work, next: RoadmapValue, said: Said): readonly UnitFinding[] {
  const active = activeWindow(next)
  const window = active === null ? undefined : next.windows[active]
  if (window?.version == null)
    return [
      said(
        'MILESTONE_VERSION',
        'no open milestone with a version is in it',
        'put the new phases under a heading such as "## 🚧 v1.1 Name"',
      ),
    ]
  const { version } = window
  const used = view.list('.planning/milestones').some(({ name }) => name === `${version}-ROADMAP.md`)
  return used
    ? [said('MILESTONE_VERSION', `${version} is archived already`, 'give the new milestone a version of its own')]
    : []
}

/** What is closed says in the new file what it says in the old one. */
function historyFindings({ derivation }: Work, next: RoadmapValue, said: Said): readonly UnitFinding[] {
  const old = derivation.facts.roadmap
  if (old === null) return []
  const words = ({ window: _window, ...section }: RoadmapValue['phases'][number]) => section
  const kept = closedPhases(next).map(words)
  const lost = closedPhases(old).filter((section) => !kept.some((other) => same(other, words(section))))
  const gone = [...closedWindows(old)]
    .flatMap((index) => old.windows[index]?.version ?? [])
    .filter((version) => !next.windows.some((window) => window.version === version))
  return [
    ...lost.map(({ id, title }) =>
      said(
        'HISTORY_CHANGED',
        `phase ${id} (${title}) of a closed milestone is not as it was`,
        'start from a copy of .planning/ROADMAP.md and only add to it',
      ),
    ),
    ...(lost.length > 0
      ? []
      : gone.map((version) =>
          said(
            'HISTORY_CHANGED',
            `the closed milestone ${version} is gone`,
            'start from a copy of .planning/ROADMAP.md and only add to it',
          ),
        )),
  ]
}

/** An id is for ever: a number of a closed milestone, of an archive or of a removed phase is not given again. */
function numberFindings({ view, derivation }: Work, next: RoadmapValue, said: Said): readonly UnitFinding[] {
  const { roadmap } = derivation.facts
  const past = pastIds(view, roadmap)
  const free = nextInteger(view, roadmap)
  const directories = movableDirectories(view)
  return activePhases(next).flatMap(({ id: text, title }) => {
    const id = parsePhaseId(text)
    const isTaken =
      id !== null &&
      (past.some((other) => samePhase(other, id)) ||
        directories.some((other) => samePhase(other.id, id) && !isSlugOf(other.slug, title)))
    return isTaken
      ? [said('PHASE_NUMBER_TAKEN', `phase ${text} was there before`, `number the new phases from ${free} on`)]
      : []
  })
}

export const completeOpening = ({ staging }: Work): void => completeLists(staging)
