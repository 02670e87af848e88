// Every unit type as data. The code a type runs when a unit is begun or finished is in `code`, loaded on demand.
import type { ArtifactId } from '../../../artifacts/paths.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import { isComplete } from '../../derivation/plan-facts.js'
import { isOffPath } from '../../derivation/steps.js'
import { EXTENSION_UNIT } from '../../extensions/port.js'
import { OWN_UNIT } from '../own-unit.js'
import { optional, type Reads, required, type Unit, type UnitCode } from './unit.js'

/** `workflow` defaults to the id, and `command` to the workflow's name; a row without `agent` has no role. */
type Row = Omit<Unit, 'agent' | 'command' | 'workflow'> & Partial<Pick<Unit, 'agent' | 'command' | 'workflow'>>

/** A unit that writes a report on a phase, in one file. No step offers the unit; at most a gate requires its report. */
interface Aside extends Pick<Unit, 'id' | 'about' | 'startProblem' | 'leavesCode' | 'commitSubject'> {
  readonly agent?: string
  readonly command: string
  readonly leaves: ArtifactId
  readonly reads: Reads
}

const reportCode = (leaves: ArtifactId, reads: Reads): NonNullable<Unit['code']> => {
  return async () => (await import('./asides.js')).asideCode(leaves, reads)
}

const aside = ({ leaves, reads, ...own }: Aside): Row => ({
  subject: 'phase',
  workflow: own.command,
  expects: [required(leaves, { fresh: true })],
  form: leaves,
  code: reportCode(leaves, reads),
  ...own,
})

/** Returns why a contract, which binds the planner, can no longer be written; null if the phase has no plans yet. */
const plannedProblem = ({ plans }: PhaseFacts) =>
  plans.length === 0 ? null : 'the phase already has plans, made without this contract; replan the phase'

const ROWS: readonly Row[] = [
  {
    id: 'new-project',
    about: 'Turns an idea into project documents and a roadmap',
    subject: 'project',
    expects: [
      required('project'),
      required('requirements'),
      required('roadmap'),
      optional('config'),
      optional('survey'),
    ],
    charter: { name: 'CHARTER.md', schema: 'charter' },
    commitSubject: 'start the project',
    code: async () => (await import('./new-project.js')).newProject,
  },
  {
    id: 'new-milestone',
    about: 'Opens the next milestone',
    subject: 'project',
    expects: [optional('project'), required('requirements'), required('roadmap', { fresh: true }), optional('survey')],
    charter: { name: 'MILESTONE.md', schema: 'milestone-draft' },
    commitSubject: 'open the milestone',
    code: async () => (await import('./new-milestone.js')).newMilestone,
  },
  {
    id: 'discuss-phase',
    about: 'Settles the open decisions of a phase with the user',
    subject: 'phase',
    expects: [required('context'), optional('discussion-log')],
    commitSubject: 'record phase decisions',
  },
  {
    id: 'research-phase',
    about: 'Researches a phase before planning',
    subject: 'phase',
    workflow: 'plan-phase',
    agent: 'phase-researcher',
    expects: [required('research')],
    leavesCode: true,
    form: 'research',
    code: reportCode('research', ['basics', 'phaseFiles', 'domainResearch', 'experiments', 'codebase']),
  },
  {
    id: 'plan-phase',
    about: 'Writes the plans of a phase, or fixes them',
    subject: 'phase',
    agent: 'planner',
    expects: [required('plan', { fresh: true }), optional('validation'), optional('spec-delta')],
    leavesCode: true,
    form: 'plan',
    commitSubject: 'plan the phase',
    code: async () => (await import('./plan-phase.js')).planPhase,
  },
  {
    id: 'check-plan',
    about: 'Checks the plans against the goal before code is written',
    subject: 'phase',
    workflow: 'plan-phase',
    agent: 'plan-checker',
    expects: [required('check-record', { fresh: true })],
    leavesCode: true,
    startProblem: ({ plans }) => (plans.length > 0 ? null : 'the phase has no plans to check'),
    code: async () => (await import('./check-plan.js')).checkPlan,
  },
  {
    id: 'execute-plan',
    about: 'Executes one plan and commits the work',
    subject: 'plan',
    workflow: 'execute-phase',
    agent: 'executor',
    expects: [required('summary', { path: 'phases/{dir}/{plan}-SUMMARY.md' })],
    changesCode: true,
    form: 'summary',
    commitSubject: 'record what was built',
    code: async () => (await import('./execute-plan.js')).executePlan,
  },
  {
    id: 'verify-phase',
    about: 'Verifies that the phase reached its goal, with receipts',
    subject: 'phase',
    workflow: 'execute-phase',
    agent: 'verifier',
    expects: [required('verification')],
    startProblem: ({ plans }, rule) =>
      plans.length === 0 || !plans.every(isComplete)
        ? 'it has no plans, or some of them are not finished'
        : // D09 to D11 require replanning: no verification while work that finished plans left is unhandled.
          'D09' <= rule && rule <= 'D11'
          ? 'the phase must be replanned first'
          : null,
    form: 'verification',
    commitSubject: 'verify the phase',
    code: async () => (await import('./verify-phase.js')).verifyPhase,
  },
  {
    id: 'verify-work',
    about: 'Guides the user through the tests that only a human can do',
    subject: 'phase',
    expects: [required('uat'), optional('plan')],
    commitSubject: 'record acceptance tests',
    code: async () => (await import('./verify-work.js')).verifyWork,
  },
  {
    id: 'transition',
    about: 'Closes a finished phase and updates the lists that show it',
    subject: 'phase',
    workflow: null,
    command: 'execute-phase',
    expects: [],
    startProblem: (_phase, rule) => (rule === 'D18' ? null : `rule ${rule} is not satisfied`),
    closes: true,
    commitSubject: 'complete the phase',
    code: async () => (await import('./transition.js')).transition,
  },
  {
    id: 'audit-milestone',
    about: 'Audits the milestone against its requirements',
    subject: 'milestone',
    expects: [required('milestone-audit', { fresh: true })],
    form: 'milestone-audit',
    commitSubject: 'audit the milestone',
    code: async () => (await import('./audit-milestone.js')).auditMilestone,
  },
  {
    id: 'complete-milestone',
    about: 'Archives the milestone once the user has confirmed',
    subject: 'milestone',
    expects: [],
    code: async () => (await import('./complete-milestone.js')).completeMilestone,
  },
  {
    id: 'quick',
    about: 'Does one small task outside the phases',
    subject: 'free',
    workflow: 'work',
    agent: 'executor',
    command: 'quick',
    expects: [
      optional('plan', { path: 'quick/{id}/{name}-PLAN.md' }),
      required('summary', { path: 'quick/{id}/{name}-SUMMARY.md' }),
      optional('verification', { path: 'quick/{id}/{name}-VERIFICATION.md' }),
      optional('spec-delta', { path: 'quick/{id}/{name}-DELTA.md' }),
    ],
    changesCode: true,
    form: 'summary',
    code: async () => (await import('./quick.js')).quick,
  },
  {
    id: 'map-codebase',
    about: 'Surveys existing code',
    subject: 'free',
    agent: 'codebase-mapper',
    expects: [required('codebase', { fresh: true })],
    leavesCode: true,
    form: 'codebase',
    commitSubject: 'map the code',
    code: async () => (await import('./map-codebase.js')).mapCodebase,
  },
  {
    id: 'triage-captures',
    about: 'Triages captured thoughts',
    subject: 'free',
    workflow: 'capture',
    command: null,
    expects: [optional('capture')],
    code: async () => (await import('./triage-captures.js')).triageCaptures,
  },
  {
    id: 'debug',
    about: 'Finds the cause of one bug',
    subject: 'free',
    agent: 'debugger',
    expects: [required('debug', { path: 'debug/{id}.md', grows: true })],
    form: 'debug',
    code: async () => (await import('./debug.js')).debug,
  },
  {
    id: EXTENSION_UNIT,
    about: 'Carries out the request of an extension',
    subject: 'free',
    workflow: 'work',
    command: null,
    expects: [required('other', { path: 'extensions/{id}.md', fresh: true })],
  },
  {
    id: OWN_UNIT,
    about: 'Carries out your own page for a phase',
    subject: 'free',
    workflow: 'work',
    command: null,
    expects: [required('other', { path: 'phases/{dir}/{pp}-{own}.md', fresh: true })],
    code: async () => (await import('./own.js')).own,
  },
  aside({
    id: 'map-patterns',
    about: 'Finds existing code patterns for new files to follow',
    command: 'plan-phase',
    agent: 'pattern-mapper',
    leaves: 'patterns',
    reads: ['phaseFiles', 'basics', 'codebase'],
    leavesCode: true,
    startProblem: () => null,
  }),
  aside({
    id: 'review-code',
    about: 'Reviews the code of a phase',
    command: 'code-review',
    agent: 'code-reviewer',
    leaves: 'review',
    reads: ['builtFiles', ['review', 'the previous review'], ['review-fix', 'fixes since that review']],
    leavesCode: true,
    commitSubject: 'review the code',
  }),
  aside({
    id: 'fix-review',
    about: 'Fixes the findings of a review',
    command: 'code-review',
    agent: 'code-fixer',
    leaves: 'review-fix',
    reads: [['review', 'the findings to fix'], 'bindingFiles'],
    commitSubject: 'record what was fixed',
  }),
  aside({
    id: 'validate-phase',
    about: 'Writes the missing tests of a phase',
    command: 'validate-phase',
    agent: 'nyquist-auditor',
    leaves: 'validation',
    reads: [['validation', 'planned tests of each requirement'], 'builtFiles', 'basics'],
    commitSubject: 'record how the phase is tested',
  }),
  aside({
    id: 'secure-phase',
    about: 'Checks that threats are mitigated',
    command: 'secure-phase',
    agent: 'security-auditor',
    leaves: 'security',
    reads: [['security', 'the existing register: keep its ids and accepted risks'], 'builtFiles', 'basics'],
    commitSubject: 'check the threats',
  }),
  aside({
    id: 'design-phase',
    about: 'Writes the design contract of a phase',
    command: 'ui-phase',
    agent: 'ui-researcher',
    leaves: 'ui-spec',
    reads: [['ui-spec', 'the existing contract'], 'bindingFiles', 'experiments', 'basics'],
    startProblem: plannedProblem,
  }),
  aside({
    id: 'review-interface',
    about: 'Scores the built user interface',
    command: 'ui-review',
    agent: 'ui-auditor',
    leaves: 'ui-review',
    reads: ['builtFiles'],
    commitSubject: 'score the interface',
  }),
  aside({
    id: 'design-ai',
    about: 'Writes the contract for a feature that uses an AI model',
    command: 'ai-integration-phase',
    agent: 'ai-researcher',
    leaves: 'ai-spec',
    reads: [['ai-spec', 'the existing contract'], 'bindingFiles', 'experiments', 'basics'],
    startProblem: plannedProblem,
  }),
  aside({
    id: 'review-evals',
    about: 'Audits the evaluation of an AI feature',
    command: 'eval-review',
    agent: 'eval-auditor',
    leaves: 'eval-review',
    reads: ['builtFiles'],
    commitSubject: 'audit the evaluation',
  }),
  aside({
    id: 'extract-learnings',
    about: 'Records the lessons of a phase',
    command: 'extract-learnings',
    leaves: 'phase-learnings',
    reads: [
      'builtFiles',
      ['verification', 'findings of the verification'],
      ['uat', 'findings of the user'],
      ['review', 'findings of the review'],
    ],
  }),
]

function unitOf(row: Row): Unit {
  const { workflow = row.id } = row
  return { agent: null, command: workflow, ...row, workflow }
}

const BY_ID: ReadonlyMap<string, Unit> = new Map(ROWS.map((row) => [row.id, unitOf(row)]))

export const UNIT_TYPE_IDS: readonly string[] = [...BY_ID.keys()]

export const isUnitType = (id: string): boolean => BY_ID.has(id)

/** Returns the type with this id; throws if there is none. */
export function unitType(id: string): Unit {
  const unit = BY_ID.get(id)
  if (unit === undefined) throw new Error(`"${id}" is not a unit type`)
  return unit
}

export const unitCode = async (id: string): Promise<UnitCode> => (await unitType(id).code?.()) ?? {}

/** Returns the subject of a type; `free` if the type is unknown. */
export const subjectOf = (id: string): Unit['subject'] => BY_ID.get(id)?.subject ?? 'free'

/** Whether a unit type is an aside (optional work on a phase), whose attempts are not capped. */
export const isAside = (id: string): boolean => isOffPath(id) && unitType(id).subject === 'phase'

export function recordMessage(type: string, unitId: string): string {
  const { subject, commitSubject } = BY_ID.get(type) ?? {}
  if (commitSubject === undefined) return `docs: record ${type} ${unitId}`
  return subject === 'phase' || subject === 'plan' ? `docs(${unitId}): ${commitSubject}` : `docs: ${commitSubject}`
}
