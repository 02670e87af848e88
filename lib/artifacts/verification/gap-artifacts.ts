// The files a gap names, and what is wrong in each.
import type { FrontValue } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { type Infer, record, text, textOrNull } from '../../std/shape.js'
import { entryText, mapsOf, partOf, textOf } from '../parts/front-fields.js'

export const GAP_ARTIFACT = record({ path: text(), issue: textOrNull() })
export type GapArtifact = Infer<typeof GAP_ARTIFACT>

export const gapArtifactsOf = (value: FrontValue | undefined): readonly GapArtifact[] =>
  mapsOf(value).flatMap((item) => {
    const path = entryText(item, 'path', 'file')
    return path === null ? [] : [{ path, issue: textOf(partOf(item, 'issue', 'problem')) }]
  })

export const gapArtifactsInput = (artifacts: readonly GapArtifact[]): FrontInput =>
  artifacts.length === 0 ? null : artifacts.map(({ path, issue }) => ({ path, issue }))
