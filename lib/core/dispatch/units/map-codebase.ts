// The unit that surveys the code: which maps each focus includes, and what is checked in the maps.
import { Doc } from '../../../artifacts/doc.js'
import { labelNamed } from '../../../markdown/reader.js'
import { baseName } from '../../../std/paths.js'
import { ours, say } from '../../../std/safe-text.js'
import { reading, rules } from '../../brief/brief-blocks.js'
import { pathIfExists } from '../../brief/readings.js'
import type { Artifact } from '../drafts.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { secretFindings } from './asides.js'
import type { UnitCode } from './unit.js'

const FOCI: Readonly<Record<string, readonly string[]>> = {
  tech: ['STACK.md', 'INTEGRATIONS.md'],
  arch: ['ARCHITECTURE.md', 'STRUCTURE.md'],
  quality: ['CONVENTIONS.md', 'TESTING.md'],
  concerns: ['CONCERNS.md'],
}

/** Maps that suffice for a first overview. */
const FAST_MAPS: readonly string[] = ['STACK.md', 'STRUCTURE.md']

/** Returns the maps that a focus includes. Empty for any other unit id: the unit then chooses its own maps. */
const mapsOf = (focus: string): readonly string[] => (focus === 'fast' ? FAST_MAPS : (FOCI[focus] ?? []))

function inspectMaps(work: Work): readonly UnitFinding[] {
  const { gathered, claim } = work
  const missing = mapsOf(claim.unitId).filter((name) => gathered.artifacts.every(({ path }) => baseName(path) !== name))
  const messageFor = (name: string) => `the focus ${claim.unitId} includes ${name}`
  return [
    ...missing.map((name) => finding('ARTIFACT_MISSING', messageFor(name), name, `write ${claim.drafts}/${name}`)),
    ...secretFindings(work),
  ]
}

function stampMap({ view, claim }: Work, artifact: Artifact): string {
  const doc = new Doc(artifact.source)
  const day = view.clock.today()
  const label = labelNamed(artifact.source, 'Analysis Date')
  if (label !== null) doc.setLabel(label, label.value, day)
  doc.setFront({
    ...(claim.startCommit == null ? {} : { last_mapped_commit: claim.startCommit }),
    ...(label === null ? { analysis_date: day } : {}),
  })
  return doc.editedText()
}

export const mapCodebase: UnitCode = {
  reads: ({ claim: { unitId: id } }, world) =>
    mapsOf(id).flatMap((name) => reading(pathIfExists(world, `codebase/${name}`), say`the earlier map`)),
  blocks: ({ claim }) => {
    const names = mapsOf(claim.unitId)
    return rules('maps', say`Maps of this focus`, names.length === 0 ? [] : [say`- ${ours(names.join(', '))}`])
  },
  inspect: inspectMaps,
  stamp: stampMap,
}
