// Code of the units for research and for optional reports on a phase. Each unit writes one file.
import type { ArtifactId } from '../../../artifacts/paths.js'
import { ours } from '../../../std/safe-text.js'
import { type Reading, reading } from '../../brief/brief-blocks.js'
import type { AgentSubject, BriefWorld } from '../../brief/brief-world.js'
import {
  basics,
  bindingFiles,
  builtFiles,
  codebase,
  domainResearch,
  experiments,
  phaseFiles,
  reportFile,
} from '../../brief/readings.js'
import { secretIn } from '../../judging/secrets.js'
import { textOf, type Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { ReadingName, Reads, UnitCode } from './unit.js'

/** Reports secrets in the artifacts. */
export const secretFindings = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const secret = secretIn(textOf(artifact))
    if (secret === null) return []
    return finding(
      'SECRET',
      `the file seems to contain ${secret}`,
      artifact.path,
      'say where the secret is, never its value',
    )
  })

/** Adds a .gitignore to the folder of screenshots if it has files but no .gitignore: screenshots are not committed. */
function ignorePictures({ staging }: Work): void {
  const folder = '.planning/ui-reviews'
  const names = staging.view.list(folder).map(({ name }) => name)
  if (names.length > 0 && !names.includes('.gitignore')) staging.put(`${folder}/.gitignore`, '*\n')
}

type Read = (subject: AgentSubject, world: BriefWorld, leaves: ArtifactId) => readonly Reading[]

const READERS: Readonly<Record<ReadingName, Read>> = {
  basics: (_, world) => basics(world),
  // The author of a contract must respect the other contracts.
  bindingFiles,
  builtFiles,
  codebase: (_, world) => codebase(world),
  domainResearch: (_, world) => domainResearch(world),
  phaseFiles,
  experiments: (_, world) => experiments(world),
}

/** Returns the reader of a kind of file. Verification and UAT files may also have names that older tools gave them. */
const readerOf =
  (kind: ArtifactId, about: string): Read =>
  (subject, world) =>
    kind === 'verification' || kind === 'uat'
      ? reading(subject.phase?.files?.[kind], ours(about))
      : reportFile(subject, world, kind.toUpperCase(), ours(about))

export const asideCode = (leaves: ArtifactId, reads: Reads): UnitCode => ({
  inspect: secretFindings,
  reads: (subject, world) =>
    reads.flatMap((one) => (typeof one === 'string' ? READERS[one] : readerOf(...one))(subject, world, leaves)),
  ...(leaves === 'ui-review' ? { complete: ignorePictures } : {}),
})
