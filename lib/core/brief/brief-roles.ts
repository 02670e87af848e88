// What each role reads and is told beyond what every agent gets. Paths and facts, never opinions of whoever made the work before.
import type { ArtifactId } from '../../artifacts/paths.js'
import { ours, pathText, quotedLabel, say, type Told } from '../../std/told.js'
import { isComplete, type PlanFacts } from '../derivation/plan-facts.js'
import { leftoversIn } from '../derivation/triggers.js'
import { mapsOf } from '../dispatch/maps.js'
import { quickNumber } from '../dispatch/units.js'
import { readReceipt } from '../judging/receipts.js'
import { PROJECT_BASE } from '../layout.js'
import { isBare } from '../project/bare.js'
import type { View } from '../view.js'
import { type Block, items, type Reading, reading, rules } from './brief-blocks.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'
import { contractsOf } from './contracts.js'
import { openingBlocks } from './opening-blocks.js'
import { codebase, mapFiles, report, summaryFiles } from './readings.js'
import { checkedFor, checkIssues, executorBlocks, modeOf, planDrafts, plannerBlocks, truthsOf } from './role-blocks.js'
import { schemaPushes } from './schema-push.js'
import { deltaRules, specFiles, touched } from './spec-changes.js'

export interface Role {
  /** Files in the order they matter. */
  reads(subject: AgentSubject, world: BriefWorld): readonly Reading[]
  blocks(subject: AgentSubject, world: BriefWorld): readonly Block[]
  /** Template of the file it writes. */
  readonly form: string | null
}

/** A role that is told nothing of its own. */
const reader = (form: Role['form'], reads: Role['reads']): Role => ({ reads, blocks: () => [], form })

const top = ({ view }: { readonly view: View }, name: string): string | null => {
  const path = view.at(name)
  return view.source(path) === null ? null : path
}

/** A workstream's own file, else that of the project it is part of. */
const shared = (world: BriefWorld, name: string): string | null =>
  top(world, name) ?? top({ view: world.view.inBase(PROJECT_BASE) }, name)

/** What says nothing yet is not read. */
const projectFile = (world: BriefWorld): string | null => (isBare(world.view) ? null : shared(world, 'PROJECT.md'))

const requirementsText = (world: BriefWorld): readonly Reading[] =>
  reading(top(world, 'REQUIREMENTS.md'), say`text of the requirements`)

const basics = (world: BriefWorld): readonly Reading[] => [
  ...reading(projectFile(world), say`what is built, constraints, decisions`),
  ...requirementsText(world),
]

/** What a phase is held to; `but`: without the contract that is being written. */
const binding = ({ phase }: AgentSubject, world: BriefWorld, but: ArtifactId | null = null): readonly Reading[] =>
  phase === null
    ? []
    : [...reading(phase.files?.context, say`what is decided: binding`), ...contractsOf(phase, world, but)]

const ofPhase = (subject: AgentSubject, world: BriefWorld): readonly Reading[] => [
  ...binding(subject, world),
  ...reading(subject.phase?.files?.research, say`findings of the research`),
]

const planReadings = (plans: readonly PlanFacts[]): readonly Reading[] =>
  plans.map((plan) => ({
    path: plan.file.path,
    about: say`plan ${pathText(plan.id)}, ${isComplete(plan) ? 'carried out' : 'open'}`,
  }))

const planFiles = ({ phase }: AgentSubject): readonly Reading[] => planReadings(phase?.plans ?? [])

/** Those that say more than the roadmap and the requirements: the outline of a phase names no file. */
const tellingPlans = ({ phase }: AgentSubject): readonly Reading[] =>
  planReadings((phase?.plans ?? []).filter(({ plan }) => plan.filesModified.length > 0))

/** Summaries whose pending actions the open plans take up, answered by a replanning or not: what is meant by them stands there. */
const leftBehind = ({ phase, plan }: AgentSubject, world: BriefWorld): readonly Reading[] =>
  phase === null
    ? []
    : leftoversIn(world.derivation.facts, phase).flatMap(({ planId }) =>
        phase.plans
          .filter(({ id }) => id === planId && id !== plan?.id)
          .flatMap(({ file }) =>
            reading(file.summary, say`what ${pathText(planId)} left to be done: its pending actions`),
          ),
      )

/** What a quick task that was captured is, as it was said. */
const quickWords = ({ claim }: AgentSubject, { view }: BriefWorld): readonly Reading[] => {
  if (claim?.unitType !== 'quick') return []
  const path = view.at(`quick/${claim.unitId}/${quickNumber(claim.unitId)}-CONTEXT.md`)
  return view.source(path) === null ? [] : reading(path, say`the task, in the user's words`)
}

/** Reports whose gaps are to be closed; the other one of the two is named as what it is. */
function gapReports({ phase }: AgentSubject, { view }: BriefWorld): readonly Reading[] {
  const { verification = null, uat = null } = phase?.files ?? {}
  const verified = phase?.verification?.status === 'gaps_found'
  const found = uat === null ? 0 : (view.parse('uat', uat)?.value.gaps.length ?? 0)
  return [
    ...reading(verification, verified ? say`gaps to close` : say`the verification; it left no gaps`),
    ...reading(uat, found > 0 ? say`gaps the user found: to be closed` : say`acceptance tests; they left no gaps`),
  ]
}

/** Summaries of the plans it depends on. */
const groundwork = ({ phase, plan }: AgentSubject): readonly Reading[] => {
  const needed = phase?.waves.plans.find(({ id }) => id === plan?.id)?.dependsOn ?? []
  return (phase?.plans ?? [])
    .filter(({ id }) => needed.includes(id))
    .flatMap((other) => reading(other.file.summary, say`result of ${pathText(other.id)}, which this plan builds on`))
}

/** Of the maps, those that say how code is written where it is changed. */
const customs = (world: BriefWorld): readonly Reading[] =>
  mapFiles(world, say`how code and tests are written here`, (name) => CUSTOMS.has(name))

const CUSTOMS: ReadonlySet<string> = new Set(['CONVENTIONS.md', 'TESTING.md'])

/** What throw-away experiments showed. */
const tried = (world: BriefWorld): readonly Reading[] =>
  ['spikes', 'sketches'].flatMap((folder) =>
    reading(
      shared(world, `${folder}/FINDINGS.md`),
      say`what was tried before and what it showed: build on it, or say why not`,
    ),
  )

/** What is known of a phase to whoever looks at its code afterwards. */
const built = (subject: AgentSubject, world: BriefWorld): readonly Reading[] => [
  ...summaryFiles(subject),
  ...planFiles(subject),
  ...binding(subject, world),
]

/** Whoever writes one contract is held to the others. */
const contractRole = (kind: 'ui-spec' | 'ai-spec'): Role =>
  reader(kind, (subject, world) => [
    ...report(subject, world, kind.toUpperCase(), say`the contract as it was left`),
    ...binding(subject, world, kind),
    ...tried(world),
    ...basics(world),
  ])

/** As they were when the verification was begun. */
function changedTests({ claim }: AgentSubject): readonly Told[] {
  if (claim?.changedTests === undefined) return []
  const { since, files, more } = claim.changedTests
  return [
    ...files.map((path) => say`- ${pathText(path)}`),
    ...(more > 0 ? [say`- and ${more} more`] : []),
    say`\`git diff ${pathText(since)} -- <file>\` shows each.`,
  ]
}

const checkedOnly = ({ phase }: AgentSubject, { view }: BriefWorld): readonly Told[] => {
  const receipts = (phase?.plans ?? []).flatMap(({ file }) => readReceipt(view, file.receipt)?.receipts ?? [])
  const names = receipts.filter(({ required, outcome }) => required && outcome === 'checked').map(({ name }) => name)
  return [...new Set(names)].slice(0, 12).map((name) => say`- ${quotedLabel(name)}`)
}

export const PLAIN_ROLE: Role = reader(null, (_, world) => basics(world))

export const ROLES: Readonly<Record<string, Role>> = {
  'new-project': reader(null, (_, world) => [
    ...basics(world),
    ...tried(world),
    ...mapFiles(world, say`map of the existing code: it stands for a look of your own`, () => true),
  ]),
  'new-milestone': {
    reads: (_, world) => [
      ...reading(projectFile(world), say`what is built, constraints, decisions: what stands in it is not said again`),
      ...reading(top(world, 'MILESTONES.md'), say`what was shipped, and what was not finished`),
      ...codebase(world),
    ],
    blocks: (_, world) => openingBlocks(world),
    form: null,
  },
  'phase-researcher': reader('research', (subject, world) => [
    ...basics(world),
    ...ofPhase(subject, world),
    ...tried(world),
    ...codebase(world),
  ]),
  planner: {
    reads: (subject, world) => [
      ...ofPhase(subject, world),
      ...tried(world),
      ...report(subject, world, 'PATTERNS', say`code that is there, for new files to resemble`),
      ...basics(world),
      ...planFiles(subject),
      ...(modeOf(subject, world) === 'gaps' ? gapReports(subject, world) : []),
      ...summaryFiles(subject),
      ...specFiles(world),
      ...codebase(world),
    ],
    blocks: (subject, world) => [...plannerBlocks(subject, world), ...deltaRules(subject, world)],
    form: 'plan',
  },
  'plan-checker': {
    reads: (subject, world) => [
      ...planFiles(subject),
      ...leftBehind(subject, world),
      ...(checkedFor(subject) === 'gaps' ? gapReports(subject, world) : []),
      ...reading(
        checkedFor(subject) === 'replan' ? subject.phase?.files?.replan : null,
        say`what made the plans change`,
      ),
      ...ofPhase(subject, world),
      ...basics(world),
    ],
    blocks: (subject, world) => [
      ...touched(subject, world, say`What the plans are to change of the specs: each is planned, with its scenarios`),
      ...items('earlier-issues', say`Issues of the last round`, checkIssues(subject, world)),
      ...rules('record', say`Form of the record`, [
        say`JSON. The CLI adds the digests of the plans and the time.`,
        say`\`\`\`json`,
        say`{"verdict": "issues", "issues": [{"plan": "01-01", "task": 2, "severity": "blocker", "dimension": "goal", "text": "…", "hint": "…"}]}`,
        say`\`\`\``,
        say`\`verdict\` is "passed" or "issues"; with "passed", \`issues\` holds warnings and notes only.`,
      ]),
    ],
    form: null,
  },
  executor: {
    reads: (subject, world) => [
      ...quickWords(subject, world),
      ...[subject.plan?.file.path, ...planDrafts(subject, world)].flatMap((path) =>
        reading(path, say`your plan: the prompt you carry out`),
      ),
      ...binding(subject, world),
      ...leftBehind(subject, world),
      ...groundwork(subject),
      ...(subject.claim?.unitType === 'quick' ? specFiles(world) : []),
      ...reading(projectFile(world), say`constraints of the project`),
      ...customs(world),
    ],
    blocks: (subject, world) => [
      ...executorBlocks(subject, world),
      ...rules(
        'schema',
        say`A schema of a database may change: it counts once it is pushed`,
        schemaPushes(subject, world.view),
      ),
      ...(subject.claim?.unitType === 'quick'
        ? deltaRules(subject, world)
        : touched(subject, world, say`What this phase changes of the specs`)),
    ],
    form: 'summary',
  },
  verifier: {
    reads: (subject, world) => [
      ...tellingPlans(subject),
      ...summaryFiles(subject),
      ...binding(subject, world),
      ...reading(projectFile(world), say`what is built, constraints, decisions`),
      ...(subject.phase?.section.requirements.length === 0 ? [] : requirementsText(world)),
      ...reading(subject.phase?.files?.verification, say`the earlier report: check again what failed`),
    ],
    blocks: (subject, world) => [
      ...items('truths', say`Must-haves of the plans`, truthsOf(subject)),
      ...touched(subject, world, say`What the specs will say of it: try each scenario; one that fails is a gap`),
      ...rules(
        'changed',
        say`Tests, and settings of how they run, that this phase changed: an expectation that went, or a test that can no longer fail, is a gap`,
        changedTests(subject),
      ),
      ...rules(
        'checked',
        say`Checks that ended well but were not seen to fail without this work: look what they show`,
        checkedOnly(subject, world),
      ),
      ...rules(
        'schema',
        say`A schema of a database may have changed: look whether it was pushed; if not, that is a gap`,
        schemaPushes(subject, world.view),
      ),
    ],
    form: 'verification',
  },
  debugger: reader('debug', ({ id }, world) => [
    ...reading(top(world, `debug/${id}.md`), say`the session: what is known, tried and ruled out`),
    ...reading(top(world, 'debug/knowledge-base.md'), say`faults that were found before`),
    ...reading(projectFile(world), say`constraints of the project`),
  ]),
  'codebase-mapper': {
    reads: ({ id }, world) =>
      mapsOf(id).flatMap((name) => reading(top(world, `codebase/${name}`), say`the map as it was drawn before`)),
    blocks: ({ id }) => {
      const names = mapsOf(id)
      return rules('maps', say`Maps of this focus`, names.length === 0 ? [] : [say`- ${ours(names.join(', '))}`])
    },
    form: 'codebase',
  },
  'pattern-mapper': reader('patterns', (subject, world) => [
    ...ofPhase(subject, world),
    ...basics(world),
    ...codebase(world),
  ]),
  'code-reviewer': reader('review', (subject, world) => [
    ...built(subject, world),
    ...report(subject, world, 'REVIEW', say`the review before`),
    ...report(subject, world, 'REVIEW-FIX', say`what was fixed since that review`),
  ]),
  'code-fixer': reader('review-fix', (subject, world) => [
    ...report(subject, world, 'REVIEW', say`the findings to fix`),
    ...binding(subject, world),
  ]),
  'nyquist-auditor': reader('validation', (subject, world) => [
    ...report(subject, world, 'VALIDATION', say`how each requirement was to be tested`),
    ...built(subject, world),
    ...basics(world),
  ]),
  'security-auditor': reader('security', (subject, world) => [
    ...report(subject, world, 'SECURITY', say`the register as it was left: its ids and accepted risks stay`),
    ...built(subject, world),
    ...basics(world),
  ]),
  'ui-researcher': contractRole('ui-spec'),
  'ui-auditor': reader('ui-review', built),
  'ai-researcher': contractRole('ai-spec'),
  'eval-auditor': reader('eval-review', built),
  'extract-learnings': reader('phase-learnings', (subject, world) => [
    ...built(subject, world),
    ...reading(subject.phase?.files?.verification, say`what the proof found`),
    ...reading(subject.phase?.files?.uat, say`what the user found`),
    ...report(subject, world, 'REVIEW', say`what the review found`),
  ]),
  'project-researcher': PLAIN_ROLE,
  'research-synthesizer': PLAIN_ROLE,
  roadmapper: { ...PLAIN_ROLE, form: 'roadmap' },
}
