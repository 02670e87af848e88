// Spec changes of a unit: stored with its files, and merged when the phase closes or the quick task is finished.
import { deltaOfPhase } from '../../specs/places.js'
import { conflicts, type Delta, deltaAt, mergeDelta, misfits, readDelta, stampedDelta } from '../../specs/specs.js'
import type { Artifact } from '../drafts.js'
import type { UnitFinding } from '../unit-finding.js'
import { wasHalted } from './summary.js'
import type { Work } from './work.js'

const isDelta = ({ expected, draft }: Artifact): boolean => expected.schema === 'spec-delta' && draft !== null

/** Reports delta drafts that do not fit the current specs. */
export const inspectDelta = ({ gathered, view }: Work): readonly UnitFinding[] =>
  gathered.artifacts.filter(isDelta).flatMap(({ source }) => misfits(view, readDelta(source)))

/** Returns a delta draft stamped with the specs it is based on; null for any other file, and for a delta already in place. */
export const stampDelta = ({ view }: Work, artifact: Artifact): string | null =>
  isDelta(artifact) ? stampedDelta(view, readDelta(artifact.source)) : null

const openDelta = ({ view, derivation, phase }: Work): Delta | null => {
  const delta = phase === null ? null : deltaAt(view, deltaOfPhase(derivation.facts, phase))
  return delta === null || delta.value.merged !== null || delta.value.changes.length === 0 ? null : delta
}

export const inspectMerge = (work: Work): readonly UnitFinding[] => {
  const delta = openDelta(work)
  return delta === null ? [] : conflicts(work.view, delta, `gsd-tools specs merge ${work.claim.unitId} --rebase`)
}

export function mergePhase(work: Work): void {
  const delta = openDelta(work)
  if (delta !== null) mergeDelta(work.staging, delta)
}

/** Merges a quick task's delta, unless the task was halted. */
export function mergeTask(work: Work): void {
  if (wasHalted(work)) return
  for (const { path } of work.gathered.artifacts.filter(isDelta)) {
    const delta = deltaAt(work.staging.view, path)
    if (delta !== null) mergeDelta(work.staging, delta)
  }
}
