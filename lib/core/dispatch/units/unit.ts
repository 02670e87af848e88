// A unit type in one value: what it leaves, when it may begin, what its brief holds, how it is checked and what it does at its end.
import { type ArtifactId, pathOfKind } from '../../../artifacts/paths.js'
import type { Told } from '../../../std/told.js'
import type { Block, Reading } from '../../brief/brief-blocks.js'
import type { AgentSubject } from '../../brief/brief-subject.js'
import type { BriefWorld } from '../../brief/brief-world.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import type { Programs } from '../../verb.js'
import type { View } from '../../view.js'
import type { Expand } from '../charter/expansion.js'
import type { Artifact } from '../drafts.js'
import type { GateVerdict, Work } from '../finish/work.js'
import type { UnitFinding } from '../unit-finding.js'

export interface Expected {
  /** Below the planning base; `{dir}`, `{pp}` = directory and prefix of the phase, `{plan}` = plan id, `{milestone}`, `{id}` = unit id, `{NN}` and `{name}` = any. */
  readonly path: string
  readonly schema: ArtifactId
  readonly mandatory: boolean
  /** Several files may match. */
  readonly many?: true
  /** `covers`: it must name the digest of what it speaks about; `new`: it must come from this claim. */
  readonly freshness?: 'covers' | 'new'
  /** It is written where it lies, from the first minute on: what is known must outlive whoever knows it. */
  readonly grows?: true
}

export interface Unit {
  readonly id: string
  readonly about: string
  /** What it works on; decides the form of its id. */
  readonly subject: 'project' | 'phase' | 'plan' | 'milestone' | 'free'
  /** Workflow that runs it, `work` where it has none of its own. Null, with no agent either: the CLI alone does it. */
  readonly workflow: string | null
  /** Role that works in a fresh context; null: the session does it, or a subagent without a role. */
  readonly agent: string | null
  /** Command a person types to get there; null where there is none. */
  readonly command: string | null
  readonly expects: readonly Expected[]
  /** One draft that stands for several of them. */
  readonly charter?: { readonly name: string; readonly schema: ArtifactId; readonly expand: Expand }
  /** The project's checks run before the work, as its baseline. */
  readonly changesCode?: true
  /** It only writes plans or reports: hooks keep it from code. */
  readonly leavesCode?: true
  /** Why it cannot begin in an open phase; null: it can. Default: it can; beside the path, once a plan is carried out. */
  readonly waits?: (phase: PhaseFacts, rule: string) => string | null

  /** Files to read, the most important first. Default: what the project is. */
  readonly reads?: (subject: AgentSubject, world: BriefWorld) => readonly Reading[]
  /** Further blocks of its brief: paths and facts, no opinions about earlier work. */
  readonly tells?: (subject: AgentSubject, world: BriefWorld) => readonly Block[]
  /** Its mode, where there are several. */
  readonly mode?: (subject: AgentSubject, world: BriefWorld) => Told
  /** Template of the file it writes. */
  readonly form?: string
  /** A session that has just handed in its drafts need not read this file again. */
  readonly knows?: (path: string, unitId: string, view: View) => boolean

  /** Further demands on the artifacts, before anything runs. */
  readonly inspect?: (work: Work) => readonly UnitFinding[]
  readonly check?: (work: Work, c: Programs) => Promise<GateVerdict>
  /** The text to place, with the fields only the CLI writes. */
  readonly stamp?: (work: Work, artifact: Artifact) => string
  /** The final path of an artifact, where it is not the expected one. */
  readonly shelf?: (work: Work, artifact: Artifact) => string
  /** What an accepted finish says beside its result. */
  readonly notices?: (work: Work) => readonly UnitFinding[]
  /** Further files, after the artifacts are placed. */
  readonly complete?: (work: Work) => void
  /** Marks its phase complete. */
  readonly closes?: true
  /** What STATE.md calls it once it is done. Default: "Finished <id>". */
  readonly activity?: string
  /** Subject of its commit. Default: "docs: record <id> <unit>". */
  readonly record?: (unitId: string) => string
}

/** A file at the first place of its kind, unless another is named. */
const file = (schema: ArtifactId, mandatory: boolean, more: Partial<Expected>): Expected => ({
  path: pathOfKind(schema),
  schema,
  mandatory,
  ...more,
})
export const needs = (schema: ArtifactId, more: Partial<Expected> = {}) => file(schema, true, more)
export const takes = (schema: ArtifactId, more: Partial<Expected> = {}) => file(schema, false, more)
