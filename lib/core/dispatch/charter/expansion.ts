// Types for expanding one draft into several files.
import type { ArtifactId } from '../../../artifacts/paths.js'
import type { Source } from '../../../ports.js'
import type { Staging } from '../../writing/staging.js'
import type { Anchor } from '../drafts.js'
import type { Work } from '../finish/work.js'
import type { UnitFinding } from '../unit-finding.js'

export interface Expanding extends Work {
  /** The charter file; findings point to its lines. */
  readonly draft: Source
}

export interface RenderedFile {
  /** Relative to the planning base. */
  readonly path: string
  readonly schema: ArtifactId
  readonly text: string
  /** Draft line where the file's content begins. */
  readonly line: number
  /** More precise places, closest first. */
  readonly anchors: readonly Anchor[]
}

export interface Expanded {
  readonly files: readonly RenderedFile[]
  /** Findings that prevent the expansion, at the draft's path. */
  readonly findings: readonly UnitFinding[]
  /** Records to stage once the files are placed. */
  readonly record?: (staging: Staging) => void
}

export type Expand = (context: Expanding) => Expanded
