// PLAN.md: one plan of a phase, as its planner wrote it.

import type { FrontMap } from '../markdown/frontmatter.js'
import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

/** One task. Text fields are without the indentation they share; null: the tag is absent or empty. */
export interface PlanTask {
  /** As written; `auto` when the tag has none. */
  readonly type: string
  readonly tdd: boolean
  readonly gate: string | null
  readonly name: string | null
  readonly files: readonly string[]
  readonly readFirst: readonly string[]
  readonly action: string | null
  readonly behavior: string | null
  /** Text of `<verify>` without its `<automated>` and `<human-check>` parts. */
  readonly verify: string | null
  readonly automated: string | null
  readonly humanCheck: string | null
  readonly acceptanceCriteria: readonly string[]
  readonly done: string | null
}

/** One check that a receipt is made of: a program with its arguments, no shell. */
export interface PlanCheck {
  readonly argv: readonly string[]
  /** Exit code that means success. */
  readonly expect: number
}

export interface MustHaveArtifact {
  readonly path: string
  readonly provides: string | null
  readonly minLines: number | null
  readonly exports: readonly string[]
  readonly contains: string | null
}
export interface MustHaveLink {
  readonly from: string
  readonly to: string
  readonly via: string | null
  readonly pattern: string | null
}
export interface MustHaves {
  readonly truths: readonly string[]
  readonly artifacts: readonly MustHaveArtifact[]
  readonly keyLinks: readonly MustHaveLink[]
  readonly prohibitions: readonly string[]
}

export interface UserSetup {
  readonly service: string | null
  readonly why: string | null
  /** The other keys of the entry as they stand (`env_vars`, `dashboard_config`, …). */
  readonly rest: FrontMap
}

export interface PlanValue {
  /** As written: `02-auth`, `2`, `02`. */
  readonly phase: string | null
  /** As written: `01`, `1`. The plan's id is made of the file name, not of this. */
  readonly plan: string | null
  readonly type: string | null
  /** Projection of `dependsOn`; null when absent or no whole number. */
  readonly wave: number | null
  /** As written, any of the five spellings of a plan id. */
  readonly dependsOn: readonly string[]
  readonly filesModified: readonly string[]
  /** True when absent. */
  readonly autonomous: boolean
  readonly requirements: readonly string[]
  readonly userSetup: readonly UserSetup[]
  readonly gapClosure: boolean
  /** `superseded` takes the plan out of the phase. */
  readonly status: string | null
  readonly verify: readonly PlanCheck[]
  readonly mustHaves: MustHaves
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly objective: string | null
  /** Paths of the `@path` lines in `<execution_context>` and `<context>`. */
  readonly contextRefs: readonly string[]
  readonly tasks: readonly PlanTask[]
  readonly verification: string | null
  readonly successCriteria: string | null
  readonly output: string | null
  readonly threatModel: string | null
}

const empty: PlanValue = {
  phase: null,
  plan: null,
  type: null,
  wave: null,
  dependsOn: [],
  filesModified: [],
  autonomous: true,
  requirements: [],
  userSetup: [],
  gapClosure: false,
  status: null,
  verify: [],
  mustHaves: { truths: [], artifacts: [], keyLinks: [], prohibitions: [] },
  extra: {},
  objective: null,
  contextRefs: [],
  tasks: [],
  verification: null,
  successCriteria: null,
  output: null,
  threatModel: null,
}

export const plan: Codec<PlanValue> = {
  id: 'plan',
  about: 'One plan: tasks an executor carries out, and what must be true afterwards',
  path: 'phases/{dir}/{pp}-{NN}-PLAN.md',
  shape: any() as Codec<PlanValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '' }),
}
