// A unit type as one value: its files, preconditions, brief, checks and effects.
import { type ArtifactId, pathOfKind } from '../../../artifacts/paths.js'
import type { SafeText } from '../../../std/safe-text.js'
import type { Block, Reading } from '../../brief/brief-blocks.js'
import type { AgentSubject, BriefWorld } from '../../brief/brief-world.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import type { Programs } from '../../verb.js'
import type { View } from '../../view.js'
import type { Expand } from '../charter/expand.js'
import type { Artifact } from '../drafts.js'
import type { GateVerdict, Work } from '../finish/work.js'
import type { UnitFinding } from '../unit-finding.js'

export interface Expected {
  /** Below the base; `{dir}`, `{pp}`: of the phase; `{plan}`, `{milestone}`, `{id}`: ids; `{NN}`, `{name}`: any. */
  readonly path: string
  readonly schema: ArtifactId
  readonly mandatory: boolean
  /** Must come from this claim. */
  readonly fresh?: true
  /** Written in place from the start, so that it survives the session. */
  readonly grows?: true
}

export interface Unit {
  readonly id: string
  readonly about: string
  /** Decides the form of the unit's id. */
  readonly subject: 'project' | 'phase' | 'plan' | 'milestone' | 'free'
  /** The unit's workflow, or the general `work`. Null with a null agent: the CLI does it alone. */
  readonly workflow: string | null
  /** Role for a fresh context; null if the session or a subagent without a role does it. */
  readonly agent: string | null
  /** The command that starts it; null if there is none. */
  readonly command: string | null
  readonly expects: readonly Expected[]
  /** One draft that replaces several expected files. */
  readonly charter?: { readonly name: string; readonly schema: ArtifactId }
  /** The project's checks run first, as its baseline. */
  readonly changesCode?: true
  /** The unit only writes plans or reports; hooks keep it from code. */
  readonly leavesCode?: true
  /** Why it cannot begin in an open phase, or null. Default: it can; beside the path, once a plan is executed. */
  readonly waits?: (phase: PhaseFacts, rule: string) => string | null

  readonly form?: string
  readonly closes?: true
  /** Words of its commit. Default: "record <type> <id>". */
  readonly says?: string
  readonly code?: () => Promise<UnitCode>
}

export type ReadingName = 'basics' | 'binding' | 'built' | 'codebase' | 'field' | 'ofPhase' | 'tried'
/** Files to read as data: a name of `readings.ts`, or a kind of file in the phase's folder with its meaning. */
export type Reads = readonly (ReadingName | readonly [kind: ArtifactId, about: string])[]

/** A unit type's own code beyond the common course: brief, checks, effects. */
export interface UnitCode {
  /** Files to read, most important first. Default: the project's documents. */
  readonly reads?: (subject: AgentSubject, world: BriefWorld) => readonly Reading[]
  /** Further blocks of its brief: paths and facts, no opinions about earlier work. */
  readonly blocks?: (subject: AgentSubject, world: BriefWorld) => readonly Block[]
  readonly mode?: (subject: AgentSubject, world: BriefWorld) => SafeText
  /** A session that just handed in its drafts need not read this file again. */
  readonly knows?: (path: string, unitId: string, view: View) => boolean

  /** Further checks of the artifacts, before any command runs. */
  readonly inspect?: (work: Work) => readonly UnitFinding[]
  readonly check?: (work: Work, c: Programs) => Promise<GateVerdict>
  /** The text to place, with the fields that only the CLI writes. */
  readonly stamp?: (work: Work, artifact: Artifact) => string
  /** The final path of an artifact, if not the expected one. */
  readonly shelf?: (work: Work, artifact: Artifact) => string
  /** Further writes after the artifacts are placed. */
  readonly complete?: (work: Work) => void
  readonly expand?: Expand
}

/** A file at the default path of its kind, unless another is named. */
const file =
  (mandatory: boolean) =>
  (schema: ArtifactId, more: Partial<Expected> = {}): Expected => ({
    path: pathOfKind(schema),
    schema,
    mandatory,
    ...more,
  })
export const needs = file(true)
export const takes = file(false)
