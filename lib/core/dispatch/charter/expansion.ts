// Types for expanding one draft into several files.
import type { ArtifactId } from '../../../artifacts/paths.js'
import type { Source } from '../../../ports.js'
import type { Staging } from '../../writing/staging.js'
import type { Work } from '../finish/work.js'
import type { UnitFinding } from '../unit-finding.js'

export interface Expanding extends Work {
  /** The charter file. */
  readonly draft: Source
}

export interface RenderedFile {
  /** Relative to the planning base. */
  readonly path: string
  readonly schema: ArtifactId
  readonly text: string
}

export interface Expanded {
  readonly files: readonly RenderedFile[]
  /** Findings that prevent the expansion, at the draft's path. */
  readonly findings: readonly UnitFinding[]
  /** Records to stage once the files are placed. */
  readonly record?: (staging: Staging) => void
}

export type Expand = (context: Expanding) => Expanded
