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
  /**
   * Relative to the planning base. `{dir}` and `{pp}` stand for the phase's folder and id; `{plan}`, `{milestone}`,
   * `{id}` and `{own}` also come from the unit; the author chooses `{NN}` and `{name}`.
   */
  readonly path: string
  readonly schema: ArtifactId
  readonly mandatory: boolean
  /** The file must be written under this claim: a file already in place does not count. */
  readonly fresh?: true
  /** The file is written in its final place from the start, so that it survives the session. */
  readonly grows?: true
}

export interface Unit {
  readonly id: string
  readonly about: string
  /** What the unit works on, which decides the form of its id. */
  readonly subject: 'project' | 'phase' | 'plan' | 'milestone' | 'free'
  /** The unit's workflow, or the general `work`. If `workflow` and `agent` are null, the CLI does the unit itself. */
  readonly workflow: string | null
  /** Role for a fresh context; null if the session or a subagent without a role does the unit. */
  readonly agent: string | null
  /** The command that starts the unit; null if there is none. */
  readonly command: string | null
  readonly expects: readonly Expected[]
  /** One draft that replaces several expected files. */
  readonly charter?: { readonly name: string; readonly schema: ArtifactId }
  /** The unit changes code, so the project's checks run first, as its baseline. */
  readonly changesCode?: true
  /** The unit only writes plans or reports; hooks stop it from changing code. */
  readonly leavesCode?: true
  /** Why the unit cannot begin in this phase, or null. Default: null, but an optional unit needs a finished plan. */
  readonly startProblem?: (phase: PhaseFacts, rule: string) => string | null
  /** Name of the template that the brief shows, if the unit has no charter. */
  readonly form?: string
  /** The unit closes a phase. */
  readonly closes?: true
  /** Subject of the commit that records the unit. Default: "record <type> <id>". */
  readonly commitSubject?: string
  readonly code?: () => Promise<UnitCode>
}

export type ReadingName =
  | 'basics'
  | 'bindingFiles'
  | 'builtFiles'
  | 'codebase'
  | 'domainResearch'
  | 'phaseFiles'
  | 'experiments'
/** Files to read: a function of `readings.ts` by name, or a kind of file in the phase's folder and its description. */
export type Reads = readonly (ReadingName | readonly [kind: ArtifactId, about: string])[]

/** Code of one unit type, for its brief, checks and effects. */
export interface UnitCode {
  /** Files to read, most important first. Default: the project's documents. */
  readonly reads?: (subject: AgentSubject, world: BriefWorld) => readonly Reading[]
  /** Further blocks of the brief: paths and facts, no opinions about earlier work. */
  readonly blocks?: (subject: AgentSubject, world: BriefWorld) => readonly Block[]
  readonly mode?: (subject: AgentSubject, world: BriefWorld) => SafeText
  /** Whether a session that just submitted its drafts can skip this file. */
  readonly canSkip?: (path: string, unitId: string, view: View) => boolean

  /** Further checks of the artifacts, before any command runs. */
  readonly inspect?: (work: Work) => readonly UnitFinding[]
  readonly check?: (work: Work, c: Programs) => Promise<GateVerdict>
  /** Returns the text to store, with the fields that only the CLI writes. */
  readonly stamp?: (work: Work, artifact: Artifact) => string
  /** Returns the final path of an artifact. Default: the expected path. */
  readonly finalPath?: (work: Work, artifact: Artifact) => string
  /** Stages further writes, after the artifacts. */
  readonly complete?: (work: Work) => void
  readonly expand?: Expand
}

/** Describes an expected file, at the default path of its kind unless `more` names another. */
const file =
  (mandatory: boolean) =>
  (schema: ArtifactId, more: Partial<Expected> = {}): Expected => ({
    path: pathOfKind(schema),
    schema,
    mandatory,
    ...more,
  })
export const required = file(true)
export const optional = file(false)
