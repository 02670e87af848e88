// Units for research and for optional reports on a phase. Each writes one file.
import type { ArtifactId } from '../../../artifacts/paths.js'
import { ours } from '../../../std/safe-text.js'
import { type Reading, reading } from '../../brief/brief-blocks.js'
import type { AgentSubject, BriefWorld } from '../../brief/brief-world.js'
import { basics, binding, built, codebase, field, ofPhase, reportFile, tried } from '../../brief/readings.js'
import { secretIn } from '../../judging/secrets.js'
import { textOf, type Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { ReadingName, Reads, UnitCode } from './unit.js'

/** Reports must contain no secrets. */
export const secretsIn = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const secret = secretIn(textOf(artifact))
    if (secret === null) return []
    return finding('SECRET', `it seems to contain ${secret}`, artifact.path, 'name the place, never the value')
  })

/** Screenshots are not committed: their folder gets its own .gitignore, so the user's stays unchanged. */
function ignorePictures({ staging }: Work): void {
  const folder = '.planning/ui-reviews'
  if (staging.view.list(folder).length > 0) staging.put(`${folder}/.gitignore`, '*\n')
}

type Read = (subject: AgentSubject, world: BriefWorld, leaves: ArtifactId) => readonly Reading[]

const NAMED: Readonly<Record<ReadingName, Read>> = {
  basics: (_, world) => basics(world),
  // The author of a contract must respect the other contracts.
  binding,
  built,
  codebase: (_, world) => codebase(world),
  field: (_, world) => field(world),
  ofPhase,
  tried: (_, world) => tried(world),
}

/** Verification and UAT files may also have the names that older tools gave them. */
const fileOf =
  (kind: ArtifactId, about: string): Read =>
  (subject, world) =>
    kind === 'verification' || kind === 'uat'
      ? reading(subject.phase?.files?.[kind], ours(about))
      : reportFile(subject, world, kind.toUpperCase(), ours(about))

export const asideCode = (leaves: ArtifactId, reads: Reads): UnitCode => ({
  inspect: secretsIn,
  reads: (subject, world) =>
    reads.flatMap((one) => (typeof one === 'string' ? NAMED[one] : fileOf(...one))(subject, world, leaves)),
  ...(leaves === 'ui-review' ? { complete: ignorePictures } : {}),
})
