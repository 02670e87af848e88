// What turns one draft into the several files it stands for.
import type { ArtifactId } from '../../../artifacts/paths.js'
import type { Source } from '../../../ports.js'
import type { Staging } from '../../writing/staging.js'
import type { Anchor } from '../drafts.js'
import type { Work } from '../finish/work.js'
import type { UnitFinding } from '../unit-finding.js'

export interface Expanding extends Work {
  /** The charter itself: its text tells on which line something is said. */
  readonly draft: Source
}

export interface RenderedFile {
  /** Below the planning base. */
  readonly path: string
  readonly schema: ArtifactId
  readonly text: string
  /** Line of the draft where what the file says begins. */
  readonly line: number
  /** Closer places, the closest first. */
  readonly anchors: readonly Anchor[]
}

export interface Expanded {
  readonly files: readonly RenderedFile[]
  /** What keeps the draft from being expanded; their path is the draft's. */
  readonly findings: readonly UnitFinding[]
  /** What is recorded beside the files once they are placed. */
  readonly record?: (staging: Staging) => void
}

export type Expand = (context: Expanding) => Expanded
