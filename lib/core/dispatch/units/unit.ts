// All that a unit type is: what it is about, what it must leave, when it may begin, what its brief holds, and how it ends.
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
  /** Workflow that runs it. Null, with no agent either: the CLI alone does it. */
  readonly workflow: string | null
  /** Role that works in a fresh context; null: the session itself, with the person. */
  readonly agent: string | null
  /** Command a person types to get there; null where there is none. */
  readonly command: string | null
  readonly expects: readonly Expected[]
  /** A draft that stands for several of them: its name, its kind, and what is made of it. */
  readonly charter?: { readonly name: string; readonly schema: ArtifactId; readonly expand: Expand }
  /** What the project's checks do before is what they are held against. */
  readonly changesCode?: true
  /** It writes plans or reports alone: hooks keep it from code. */
  readonly leavesCode?: true
  /** Why it cannot begin although its phase is open; null: it can. Left out: it can, or, beside the path, once the phase is built. */
  readonly waits?: (phase: PhaseFacts, rule: string) => string | null

  /** Files to read, in the order they matter. Left out: those that say what the project is. */
  readonly reads?: (subject: AgentSubject, world: BriefWorld) => readonly Reading[]
  /** What its brief says beside that. Paths and facts, never opinions of whoever made the work before. */
  readonly tells?: (subject: AgentSubject, world: BriefWorld) => readonly Block[]
  /** How it is gone about this time, where there are several ways. */
  readonly mode?: (subject: AgentSubject, world: BriefWorld) => Told
  /** Template of the file it writes. */
  readonly form?: string
  /** Whoever handed in its drafts a moment ago knows what stands in this file. */
  readonly knows?: (path: string, unitId: string, view: View) => boolean

  /** Further demands on the artifacts, before anything runs. */
  readonly inspect?: (work: Work) => readonly UnitFinding[]
  readonly check?: (work: Work, c: Programs) => Promise<GateVerdict>
  /** The text to place, with the fields only the CLI writes. */
  readonly stamp?: (work: Work, artifact: Artifact) => string
  /** Where an artifact is placed that does not stay where it was expected. */
  readonly shelf?: (work: Work, artifact: Artifact) => string
  /** What an accepted finish says beside its result. */
  readonly notices?: (work: Work) => readonly UnitFinding[]
  /** Further files, after the artifacts are placed. */
  readonly complete?: (work: Work) => void
  /** Marks its phase complete. */
  readonly closes?: true
  /** Words of STATE.md for what was done; "Finished <id>" without. */
  readonly activity?: string
  /** Subject of the commit; "docs: record <id> <unit>" without. */
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
