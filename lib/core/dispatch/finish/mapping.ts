// Maps of the code: which ones a focus draws, and that they hold what a map may hold.
import { Doc } from '../../../artifacts/doc.js'
import { labelNamed } from '../../../markdown/reader.js'
import { baseName } from '../../../std/paths.js'
import { secretIn } from '../../judging/secrets.js'
import type { Artifact } from '../drafts.js'
import { mapsOf } from '../maps.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { textOf, type Work } from './work.js'

export function inspectMaps({ gathered, claim }: Work): readonly UnitFinding[] {
  const wanted = mapsOf(claim.unitId)
  const drawn = gathered.artifacts.map(({ path }) => baseName(path))
  return [
    ...wanted
      .filter((name) => !drawn.includes(name))
      .map((name) =>
        finding(
          'ARTIFACT_MISSING',
          `the focus ${claim.unitId} draws ${name} too`,
          name,
          `write ${claim.drafts}/${name}`,
        ),
      ),
    ...gathered.artifacts.flatMap((artifact) => {
      const name = baseName(artifact.path)
      const secret = secretIn(textOf(artifact))
      return [
        ...(wanted.length === 0 || wanted.includes(name)
          ? []
          : [
              finding(
                'ARTIFACT_FOREIGN',
                `${name} belongs to another focus`,
                artifact.path,
                'take it out of the drafts',
              ),
            ]),
        ...(secret === null
          ? []
          : [finding('SECRET', `${name} seems to hold ${secret}`, artifact.path, 'name the place, never the value')]),
      ]
    }),
  ]
}

/** A map says which commit it shows, and when it was drawn. */
export function stampMap({ view, claim }: Work, artifact: Artifact): string {
  const doc = new Doc(artifact.source)
  const day = view.clock.today()
  const label = labelNamed(artifact.source, 'Analysis Date')
  if (label !== null) doc.setLabel(label, label.value, day)
  doc.setFront({
    ...(claim.startCommit == null ? {} : { last_mapped_commit: claim.startCommit }),
    ...(label === null ? { analysis_date: day } : {}),
  })
  return doc.whole()
}
