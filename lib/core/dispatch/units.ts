// The registry of unit types: one row says which steps offer it, who works, and what must lie there afterwards. It is the dispatch table.
import { type ArtifactId, pathOfKind } from '../../artifacts/paths.js'

/** The value of derivation. */
export const STEPS = [
  'no-project',
  'needs-roadmap',
  'between-milestones',
  'needs-discussion',
  'needs-research',
  'needs-plan',
  'plan-check',
  'replanning',
  'executing',
  'verifying',
  'human-uat',
  'phase-complete',
  'milestone-audit',
  'milestone-complete',
  'paused',
  'blocked',
] as const
export type Step = (typeof STEPS)[number]

/** What a unit works on; decides the form of its id. */
type Subject = 'project' | 'phase' | 'plan' | 'milestone' | 'free'

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

export interface UnitType {
  readonly about: string
  /** Steps that offer it; empty: claimed directly, never offered by `next`. */
  readonly steps: readonly Step[]
  readonly subject: Subject
  /** Workflow that runs it. Null, with no agent either: the CLI alone does it. */
  readonly workflow: string | null
  /** Role that works in a fresh context; null: the session itself, with the person. */
  readonly agent: string | null
  /** Command a person types to get there; null where there is none. */
  readonly command: string | null
  readonly expects: readonly Expected[]
}

/** A file at the first place of its kind, unless another is named. */
const file = (schema: ArtifactId, mandatory: boolean, more: Partial<Expected>): Expected => ({
  path: pathOfKind(schema),
  schema,
  mandatory,
  ...more,
})
const needs = (schema: ArtifactId, more: Partial<Expected> = {}) => file(schema, true, more)
const takes = (schema: ArtifactId, more: Partial<Expected> = {}) => file(schema, false, more)

/** What somebody asks about a phase that is built (`PHASE_NEEDS` has the others): no step waits for it, and it leaves one file. */
const aside = (about: string, command: string, agent: string | null, schema: ArtifactId) =>
  ({
    about,
    steps: [],
    subject: 'phase',
    workflow: command,
    agent,
    command,
    expects: [needs(schema, { freshness: 'new' })],
  }) as const

export const UNIT_TYPES = {
  'new-project': {
    about: 'Turns an idea into PROJECT, REQUIREMENTS and ROADMAP',
    steps: ['no-project', 'needs-roadmap'],
    subject: 'project',
    workflow: 'new-project',
    agent: null,
    command: 'new-project',
    expects: [
      needs('project'),
      needs('requirements'),
      needs('roadmap'),
      takes('config'),
      takes('survey', { many: true }),
    ],
  },
  'new-milestone': {
    about: 'Opens the next milestone',
    steps: ['between-milestones'],
    subject: 'project',
    workflow: 'new-milestone',
    agent: null,
    command: 'new-milestone',
    expects: [
      takes('project'),
      needs('requirements'),
      needs('roadmap', { freshness: 'new' }),
      takes('survey', { many: true }),
    ],
  },
  'discuss-phase': {
    about: 'Settles the open decisions of a phase with the person',
    steps: ['needs-discussion'],
    subject: 'phase',
    workflow: 'discuss-phase',
    agent: null,
    command: 'discuss-phase',
    expects: [needs('context'), takes('discussion-log')],
  },
  'research-phase': {
    about: 'Finds out what planning the phase needs to know',
    steps: ['needs-research'],
    subject: 'phase',
    workflow: 'plan-phase',
    agent: 'phase-researcher',
    command: 'plan-phase',
    expects: [needs('research')],
  },
  'plan-phase': {
    about: 'Writes the plans of a phase, or fixes them',
    steps: ['needs-plan', 'replanning'],
    subject: 'phase',
    workflow: 'plan-phase',
    agent: 'planner',
    command: 'plan-phase',
    expects: [needs('plan', { many: true, freshness: 'new' }), takes('validation'), takes('spec-delta')],
  },
  'check-plan': {
    about: 'Checks the plans against the goal before code is written',
    steps: ['plan-check'],
    subject: 'phase',
    workflow: 'plan-phase',
    agent: 'plan-checker',
    command: 'plan-phase',
    expects: [needs('check-record', { freshness: 'new' })],
  },
  'execute-plan': {
    about: 'Carries out one plan and commits the work',
    steps: ['executing'],
    subject: 'plan',
    workflow: 'execute-phase',
    agent: 'executor',
    command: 'execute-phase',
    expects: [needs('summary', { path: 'phases/{dir}/{plan}-SUMMARY.md' })],
  },
  'verify-phase': {
    about: 'Verifies that the phase reached its goal, with receipts',
    steps: ['verifying'],
    subject: 'phase',
    workflow: 'execute-phase',
    agent: 'verifier',
    command: 'execute-phase',
    expects: [needs('verification', { freshness: 'covers' })],
  },
  'verify-work': {
    about: 'Walks the person through what only a person can test',
    steps: ['human-uat'],
    subject: 'phase',
    workflow: 'verify-work',
    agent: null,
    command: 'verify-work',
    expects: [needs('uat'), takes('plan', { many: true })],
  },
  transition: {
    about: 'Closes a finished phase: writes the projections',
    steps: ['phase-complete'],
    subject: 'phase',
    workflow: null,
    agent: null,
    command: 'execute-phase',
    expects: [],
  },
  'audit-milestone': {
    about: 'Audits the milestone against its requirements',
    steps: ['milestone-audit'],
    subject: 'milestone',
    workflow: 'audit-milestone',
    agent: null,
    command: 'audit-milestone',
    expects: [needs('milestone-audit', { freshness: 'new' })],
  },
  'complete-milestone': {
    about: 'Archives the milestone: the CLI does it once a person has confirmed',
    steps: ['milestone-complete'],
    subject: 'milestone',
    workflow: 'complete-milestone',
    agent: null,
    command: 'complete-milestone',
    expects: [],
  },
  quick: {
    about: 'One small task outside the phases',
    steps: [],
    subject: 'free',
    workflow: 'work',
    agent: 'executor',
    command: 'quick',
    expects: [
      takes('plan', { path: 'quick/{id}/{name}-PLAN.md' }),
      needs('summary', { path: 'quick/{id}/{name}-SUMMARY.md' }),
      takes('verification', { path: 'quick/{id}/{name}-VERIFICATION.md' }),
      takes('spec-delta', { path: 'quick/{id}/{name}-DELTA.md' }),
    ],
  },
  'map-codebase': {
    about: 'Surveys existing code',
    steps: [],
    subject: 'free',
    workflow: 'map-codebase',
    agent: 'codebase-mapper',
    command: 'map-codebase',
    expects: [needs('codebase', { many: true, freshness: 'new' })],
  },
  'triage-captures': {
    about: 'Sorts captured thoughts',
    steps: [],
    subject: 'free',
    workflow: 'capture',
    agent: null,
    command: null,
    expects: [takes('capture', { many: true })],
  },
  debug: {
    about: 'Follows one fault to its cause',
    steps: [],
    subject: 'free',
    workflow: 'debug',
    agent: 'debugger',
    command: 'debug',
    expects: [needs('debug', { path: 'debug/{id}.md', grows: true })],
  },
  extension: {
    about: 'Does what an extension asks for',
    steps: [],
    subject: 'free',
    workflow: 'work',
    agent: null,
    command: null,
    expects: [needs('other', { path: 'extensions/{id}.md', freshness: 'new' })],
  },
  'map-patterns': aside('Finds the code that new files should resemble', 'plan-phase', 'pattern-mapper', 'patterns'),
  'review-code': aside('Reviews the code of a phase', 'code-review', 'code-reviewer', 'review'),
  'fix-review': aside('Fixes what a review of a phase found', 'code-review', 'code-fixer', 'review-fix'),
  'validate-phase': aside('Writes the tests a phase lacks', 'validate-phase', 'nyquist-auditor', 'validation'),
  'secure-phase': aside('Checks what answers the threats of a phase', 'secure-phase', 'security-auditor', 'security'),
  'design-phase': aside(
    'Writes how the interface of a phase looks and behaves',
    'ui-phase',
    'ui-researcher',
    'ui-spec',
  ),
  'review-interface': aside('Scores a built interface', 'ui-review', 'ui-auditor', 'ui-review'),
  'design-ai': aside(
    'Writes how a model is used in a phase and judged',
    'ai-integration-phase',
    'ai-researcher',
    'ai-spec',
  ),
  'review-evals': aside('Audits how an AI feature is evaluated', 'eval-review', 'eval-auditor', 'eval-review'),
  'extract-learnings': aside('Records what a phase taught', 'extract-learnings', null, 'phase-learnings'),
} as const satisfies Readonly<Record<string, UnitType>>

export type UnitTypeId = keyof typeof UNIT_TYPES

export const UNIT_TYPE_IDS = Object.keys(UNIT_TYPES) as readonly UnitTypeId[]

export const isUnitType = (text: string): text is UnitTypeId => Object.hasOwn(UNIT_TYPES, text)

export const unitType = (id: UnitTypeId): UnitType => UNIT_TYPES[id]

/** The unit type each step offers; null for the two that hold. */
export const UNIT_OF_STEP: Readonly<Record<Step, UnitTypeId | null>> = {
  'no-project': 'new-project',
  'needs-roadmap': 'new-project',
  'between-milestones': 'new-milestone',
  'needs-discussion': 'discuss-phase',
  'needs-research': 'research-phase',
  'needs-plan': 'plan-phase',
  'plan-check': 'check-plan',
  replanning: 'plan-phase',
  executing: 'execute-plan',
  verifying: 'verify-phase',
  'human-uat': 'verify-work',
  'phase-complete': 'transition',
  'milestone-audit': 'audit-milestone',
  'milestone-complete': 'complete-milestone',
  paused: null,
  blocked: null,
}

/** It lies beside the path from idea to milestone: `next` never offers it, and the project goes on the same with it or without. */
export const isBeside = (id: UnitTypeId): boolean => unitType(id).steps.length === 0

/** Whoever asks for it again wants it again: nothing leads there by itself. */
export const isWantedAgain = (id: UnitTypeId): boolean => isBeside(id) && unitType(id).subject === 'phase'

/** Units that change code: what the project's checks do before is what they are held against. */
export const CHANGES_CODE: ReadonlySet<UnitTypeId> = new Set(['execute-plan', 'quick'] as const)

/** The call that begins it once more: derivation offers what lies on the path. */
export const againCall = (id: UnitTypeId, unitId: string): string => (isBeside(id) ? `begin ${id} ${unitId}` : 'begin')

/** Day and mark of a quick task's id: `260105-k3f` of `260105-k3f-fix-typo`. Its files are named by it. */
export const quickNumber = (unitId: string): string => unitId.split('-').slice(0, 2).join('-')
