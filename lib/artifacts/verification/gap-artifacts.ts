// What gaps have alike: what they say, the files they name, and what is wrong in each.
import type { FrontValue } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { type Infer, record, text, textOrNull } from '../../std/shape.js'
import { entryText, mapsOf, partOf, textOf, textsOf } from '../parts/front-fields.js'

export const GAP_ARTIFACT = record({ path: text(), issue: textOrNull() })
export type GapArtifact = Infer<typeof GAP_ARTIFACT>

const gapArtifactsOf = (value: FrontValue | undefined): readonly GapArtifact[] =>
  mapsOf(value).flatMap((item) => {
    const path = entryText(item, 'path', 'file')
    return path === null ? [] : [{ path, issue: textOf(partOf(item, 'issue', 'problem')) }]
  })

/** What a gap says in a verification and in an acceptance test alike, beside the truth that does not hold. */
export const gapIn = (value: FrontValue) => ({
  status: textOf(partOf(value, 'status')),
  reason: textOf(partOf(value, 'reason')),
  artifacts: gapArtifactsOf(partOf(value, 'artifacts')),
  missing: textsOf(partOf(value, 'missing')),
})

export const gapArtifactsInput = (artifacts: readonly GapArtifact[]): FrontInput =>
  artifacts.length === 0 ? null : artifacts.map(({ path, issue }) => ({ path, issue }))
