// What each role reads and is told beyond what every agent gets. Paths and facts, never opinions of whoever made the work before.
import type { ArtifactId } from '../../artifacts/paths.js'
import { foldedWords } from '../../std/text.js'
import { ours, pathText, quoted, say, type Told, wordText } from '../../std/told.js'
import { isComplete, type PhaseFacts, type PlanFacts } from '../derivation/facts.js'
import { isHandledBy } from '../derivation/leftovers.js'
import { derivePhase, parseCheckRecord } from '../derivation/phase-rules.js'
import {
  askedActions,
  leftoversIn,
  openTriggers,
  type PendingAction,
  pendingActions,
  type Trigger,
  takenUpBy,
} from '../derivation/triggers.js'
import { promiseKey } from '../dispatch/compact/promise-key.js'
import { filesBelow } from '../dispatch/drafts.js'
import { type ExperimentType, experimentOn, experimentsOn, SHELVES, type Shelf } from '../dispatch/experiments.js'
import { mapsOf } from '../dispatch/maps.js'
import { quickNumber } from '../dispatch/units.js'
import { projectChecks } from '../judging/checks.js'
import { PROJECT_BASE } from '../layout.js'
import { isBare } from '../project/bare.js'
import type { View } from '../view.js'
import { type Block, type Item, items, type Reading, reading, rules } from './brief-blocks.js'
import { type AgentSubject, draftsOf } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'
import { conditionWorld } from './brief-world.js'
import { contractsOf } from './contracts.js'
import { openingBlocks } from './opening-blocks.js'
import { codebase, mapFiles, report, summaryFiles } from './readings.js'
import { silentTests } from './silent-tests.js'
import { deltaRules, specFiles, touched } from './spec-changes.js'
import { triedFor } from './tried.js'

export interface Role {
  /** Files in the order they matter. */
  reads(subject: AgentSubject, world: BriefWorld): readonly Reading[]
  blocks(subject: AgentSubject, world: BriefWorld): readonly Block[]
  /** Template of the file it writes. */
  readonly form: string | null
}

const top = ({ view }: { readonly view: View }, name: string): string | null => {
  const path = view.at(name)
  return view.source(path) === null ? null : path
}

/** A workstream's own file, else that of the project it is part of. */
const shared = (world: BriefWorld, name: string): string | null =>
  top(world, name) ?? top({ view: world.view.inBase(PROJECT_BASE) }, name)

/** What says nothing yet is not read. */
const projectFile = (world: BriefWorld): string | null => (isBare(world.view) ? null : shared(world, 'PROJECT.md'))

const basics = (world: BriefWorld): readonly Reading[] => [
  ...reading(projectFile(world), say`what is built, constraints, decisions`),
  ...reading(top(world, 'REQUIREMENTS.md'), say`text of the requirements`),
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

/** A quick task has its plan among the drafts of its claim. */
const planDrafts = (subject: AgentSubject, { view }: BriefWorld): readonly string[] => {
  const drafts = subject.claim?.unitType === 'quick' ? draftsOf(subject, view) : null
  return drafts === null
    ? []
    : filesBelow(view, drafts)
        .filter((name) => name.endsWith('-PLAN.md'))
        .map((name) => `${drafts}/${name}`)
}

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

const readmesOf = (shelf: string, { view }: BriefWorld): readonly Reading[] =>
  experimentOn(shelf) === null
    ? []
    : experimentsOn(view, shelf as Shelf).flatMap((id) =>
        reading(`${view.at(shelf)}/${id}/README.md`, say`what was tried, and its verdict`),
      )

const tried = ({ phase }: AgentSubject, { view }: BriefWorld): readonly Reading[] =>
  phase === null ? [] : triedFor(phase, view)

/** What is known of a phase to whoever looks at its code afterwards. */
const built = (subject: AgentSubject, world: BriefWorld): readonly Reading[] => [
  ...summaryFiles(subject),
  ...planFiles(subject),
  ...binding(subject, world),
]

/** Whoever writes one contract is held to the others. */
const contractRole = (kind: 'ui-spec' | 'ai-spec'): Role => ({
  reads: (subject, world) => [
    ...report(subject, world, kind.toUpperCase(), say`the contract as it was left`),
    ...binding(subject, world, kind),
    ...tried(subject, world),
    ...basics(world),
  ],
  blocks: () => [],
  form: kind,
})

/** Whoever makes an experiment knows those before it. */
const experimentRole = (type: ExperimentType): Role => ({
  reads: (_, world) => [
    ...reading(top(world, `${SHELVES[type]}/FINDINGS.md`), say`what earlier ones showed`),
    ...reading(top(world, `${SHELVES[type]}/MANIFEST.md`), say`those there were, and how they came out`),
    ...reading(projectFile(world), say`constraints of the project`),
  ],
  blocks: () => [],
  form: type,
})

export const PLAIN_ROLE: Role = { reads: (_, world) => basics(world), blocks: () => [], form: null }

export const ROLES: Readonly<Record<string, Role>> = {
  'new-project': {
    reads: (_, world) => [
      ...basics(world),
      ...Object.values(SHELVES).flatMap((shelf) =>
        reading(shared(world, `${shelf}/FINDINGS.md`), say`what was tried before there was a plan, and what it showed`),
      ),
      ...mapFiles(world, say`map of the existing code: it stands for a look of your own`, () => true),
    ],
    blocks: () => [],
    form: null,
  },
  'new-milestone': {
    reads: (_, world) => [
      ...reading(projectFile(world), say`what is built, constraints, decisions: what stands in it is not said again`),
      ...reading(top(world, 'MILESTONES.md'), say`what was shipped, and what was not finished`),
      ...codebase(world),
    ],
    blocks: (_, world) => openingBlocks(world),
    form: null,
  },
  'phase-researcher': {
    reads: (subject, world) => [
      ...basics(world),
      ...ofPhase(subject, world),
      ...tried(subject, world),
      ...codebase(world),
    ],
    blocks: () => [],
    form: 'research',
  },
  planner: {
    reads: (subject, world) => [
      ...ofPhase(subject, world),
      ...tried(subject, world),
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
      ...basics(world),
      ...reading(subject.phase?.files?.verification, say`the earlier report: check again what failed`),
    ],
    blocks: (subject, world) => [
      ...items('truths', say`Must-haves of the plans`, truthsOf(subject)),
      ...touched(subject, world, say`What the specs will say of it: try each scenario; one that fails is a gap`),
      ...rules(
        'silent',
        say`Tests in which nothing seems to fail: look whether they hold what they name`,
        silentTests(subject, world),
      ),
    ],
    form: 'verification',
  },
  debugger: {
    reads: ({ id }, world) => [
      ...reading(top(world, `debug/${id}.md`), say`the session: what is known, tried and ruled out`),
      ...reading(top(world, 'debug/knowledge-base.md'), say`faults that were found before`),
      ...reading(projectFile(world), say`constraints of the project`),
    ],
    blocks: () => [],
    form: 'debug',
  },
  spike: experimentRole('spike'),
  sketch: experimentRole('sketch'),
  'wrap-up': {
    reads: ({ id }, world) => [
      ...reading(top(world, `${id}/FINDINGS.md`), say`the findings as they were: what still holds stays`),
      ...reading(top(world, `${id}/MANIFEST.md`), say`the index`),
      ...readmesOf(id, world),
    ],
    blocks: () => [],
    form: 'findings',
  },
  'codebase-mapper': {
    reads: ({ id }, world) =>
      mapsOf(id).flatMap((name) => reading(top(world, `codebase/${name}`), say`the map as it was drawn before`)),
    blocks: ({ id }) => {
      const names = mapsOf(id)
      return rules('maps', say`Maps of this focus`, names.length === 0 ? [] : [say`- ${ours(names.join(', '))}`])
    },
    form: 'codebase',
  },
  'pattern-mapper': {
    reads: (subject, world) => [...ofPhase(subject, world), ...basics(world), ...codebase(world)],
    blocks: () => [],
    form: 'patterns',
  },
  'code-reviewer': {
    reads: (subject, world) => [
      ...built(subject, world),
      ...report(subject, world, 'REVIEW', say`the review before`),
      ...report(subject, world, 'REVIEW-FIX', say`what was mended since that review`),
    ],
    blocks: () => [],
    form: 'review',
  },
  'code-fixer': {
    reads: (subject, world) => [
      ...report(subject, world, 'REVIEW', say`the findings to mend`),
      ...binding(subject, world),
    ],
    blocks: () => [],
    form: 'review-fix',
  },
  'nyquist-auditor': {
    reads: (subject, world) => [
      ...report(subject, world, 'VALIDATION', say`how each requirement was to be tested`),
      ...built(subject, world),
      ...basics(world),
    ],
    blocks: () => [],
    form: 'validation',
  },
  'security-auditor': {
    reads: (subject, world) => [
      ...report(subject, world, 'SECURITY', say`the register as it was left: its ids and accepted risks stay`),
      ...built(subject, world),
      ...basics(world),
    ],
    blocks: () => [],
    form: 'security',
  },
  'ui-researcher': contractRole('ui-spec'),
  'ui-auditor': {
    reads: built,
    blocks: () => [],
    form: 'ui-review',
  },
  'ai-researcher': contractRole('ai-spec'),
  'eval-auditor': {
    reads: built,
    blocks: () => [],
    form: 'eval-review',
  },
  'extract-learnings': {
    reads: (subject, world) => [
      ...built(subject, world),
      ...reading(subject.phase?.files?.verification, say`what the proof found`),
      ...reading(subject.phase?.files?.uat, say`what the user found`),
      ...report(subject, world, 'REVIEW', say`what the review found`),
    ],
    blocks: () => [],
    form: 'phase-learnings',
  },
  'project-researcher': PLAIN_ROLE,
  'research-synthesizer': PLAIN_ROLE,
  roadmapper: { ...PLAIN_ROLE, form: 'roadmap' },
}

/** How the planner works, as the claim, or else the derivation, says. */
function modeOf({ claim, phase }: AgentSubject, { derivation }: BriefWorld): Told {
  const mode = claim?.mode ?? (phase === null ? null : derivePhase(derivation.facts, phase).outcome.mode)
  return wordText(mode ?? 'full') ?? say`full`
}

/** What the open plans are for. */
function checkedFor({ phase }: AgentSubject): 'full' | 'gaps' | 'replan' {
  const open = phase?.plans.filter((plan) => !isComplete(plan)) ?? []
  if (open.some(({ plan }) => plan.gapClosure)) return 'gaps'
  return phase?.files?.replan == null ? 'full' : 'replan'
}

const CHECK_MODES = {
  full: say`full: the plans as a whole must reach the goal`,
  gaps: say`gaps: the open plans must close every gap of the reports below; what is carried out is not judged again`,
  replan: say`replan: the open plans were changed after some had run; what is carried out is not judged again`,
} as const

/** How a role goes about it this time; null where there is one way only. */
export function modeLine(subject: AgentSubject, world: BriefWorld): Told | null {
  if (subject.agent === 'planner') return modeOf(subject, world)
  return subject.agent === 'plan-checker' ? CHECK_MODES[checkedFor(subject)] : null
}

function checkIssues({ phase }: AgentSubject, { view }: BriefWorld): readonly Item[] {
  const path = phase?.files?.check ?? null
  const text = path === null ? null : view.source(path)?.text
  const record = text == null ? null : parseCheckRecord(text)
  if (path === null || record === null || record.verdict === 'passed') return []
  return record.issues.map((issue) => ({
    text: typeof issue === 'string' ? issue : JSON.stringify(issue),
    whole: { path, about: say`all issues of the plan check` },
  }))
}

const summaryOf = (plan: PlanFacts | undefined): Reading | null =>
  plan === undefined || plan.file.summary === null
    ? null
    : { path: plan.file.summary, about: say`what ${pathText(plan.id)} left to do` }

const doneBy = (phase: PhaseFacts): readonly string[] =>
  phase.plans.filter(isComplete).flatMap(({ plan }) => plan.handles)

const actionItems = (phase: PhaseFacts | null, actions: readonly PendingAction[]): readonly Item[] =>
  actions.map(({ index, text, planId }) => ({
    text,
    before: say`${pathText(planId)}#${index + 1} `,
    whole: summaryOf(phase?.plans.find(({ id }) => id === planId)),
  }))

const triggerItems = (phase: PhaseFacts, { key, source, texts }: Trigger): readonly Item[] =>
  texts.map((text) => ({
    text,
    behind: say` (${wordText(key) ?? pathText(key)})`,
    whole: summaryOf(phase.plans.find(({ id }) => id === source)),
  }))

function plannerBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase } = subject
  if (phase === null) return []
  const { facts } = world.derivation
  const taken = (phase.files?.plans ?? []).map(({ id }) => Number.parseInt(id.slice(id.lastIndexOf('-') + 1), 10) || 0)
  const number = Math.max(0, ...taken) + 1
  const next = number < 10 ? say`0${number}` : say`${number}`
  const kept = ours(phase.plans.length === 0 ? '' : ' Plans that the draft leaves out stay.')
  return [
    ...items(
      'asked',
      say`What asks for other plans: every one is taken up by a task`,
      openTriggers(facts, phase)
        .filter(({ kind }) => kind !== 'pending')
        .flatMap((trigger) => triggerItems(phase, trigger)),
    ),
    ...items(
      'actions',
      say`Pending actions: each by its name in \`handles:\` of the plan whose task does it (\`- handles: 01-02#1\`), or given up with the reason (\`- drops: 01-02#1: why\`)`,
      actionItems(
        phase,
        askedActions(facts, phase).filter(({ ref }) => !isHandledBy(ref, doneBy(phase))),
      ),
    ),
    ...items(
      'issues',
      say`Issues of the plan check`,
      modeOf(subject, world) === 'revise' ? checkIssues(subject, world) : [],
    ),
    ...rules('numbering', say`Names`, [
      say`- Files: \`${pathText(phase.id)}-NN-PLAN.md\`; the first free number is ${next}.${kept}`,
      commandsLine(world),
    ]),
  ]
}

const MOST_COMMANDS = 1000

function commandsLine(world: BriefWorld): Told {
  const { checks } = projectChecks(world.derivation.facts)
  if (checks.length === 0)
    return say`- The project configures no checks: every plan needs an entry in \`verify:\` that executes tests.`
  const shown =
    quoted(checks.map(({ argv }) => argv.join(' ')).join('; '), MOST_COMMANDS) ??
    say`see verification.commands in the settings`
  return say`- The project runs its own checks: ${shown}. A plan adds what is special to it.`
}

function executorBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase, plan } = subject
  const inherited = phase === null ? [] : pendingActions(world.derivation.facts, phase)
  const paths = [...(plan === null ? [] : [plan.file.path]), ...planDrafts(subject, world)]
  const checks = paths.flatMap((path) =>
    (path === plan?.file.path ? plan.plan.verify : (world.view.parse('plan', path)?.value.verify ?? [])).map(
      ({ argv, expect }) => ({
        text: argv.join(' '),
        behind: say` → exit ${Number(expect)}`,
        whole: { path, about: say`your plan: the prompt you carry out` },
      }),
    ),
  )
  // A quick task often has no plan: what proves it are the checks of the project.
  const common = subject.claim?.unitType === 'quick' ? projectChecks(world.derivation.facts).checks : []
  const commonItems = common
    .map(({ argv }) => ({ text: argv.join(' '), whole: null }))
    .filter(({ text }) => !checks.some((check) => check.text === text))
  const auto = conditionWorld(world).state('auto-active')
  return [
    ...items(
      'actions',
      say`Inherited actions: state each that is still open again as pending, and tick off what is done or no longer needed (\`- [x] name: why\`)`,
      actionItems(phase, inherited),
    ),
    ...items(
      'handles',
      say`What earlier plans left and yours takes up: your summary states again what is not done in the end`,
      phase === null || plan === null ? [] : actionItems(phase, takenUpBy(world.derivation.facts, phase, plan)),
    ),
    ...items('checks', say`Checks that the finish runs: run them yourself only while you work`, [
      ...checks,
      ...commonItems,
    ]),
    ...rules('quick', say`Quick task`, quickRules(subject)),
    ...rules('auto', say`Checkpoints`, [
      auto
        ? say`Auto mode is on: human-verify counts as approved and a decision takes its first option. Never at \`blocking-human\`, never at a human-action.`
        : say`Auto mode is off: every checkpoint ends your run.`,
    ]),
  ]
}

function quickRules({ claim }: AgentSubject): readonly Told[] {
  if (claim?.unitType !== 'quick') return []
  const number = pathText(quickNumber(claim.unitId))
  return [say`- Scope of each commit: \`${number}\`, e.g. \`fix(${number}): …\`.`]
}

/** What a success criterion says as well needs no line of its own, in the brief as in the proof. */
const truthsOf = ({ phase }: AgentSubject): readonly Item[] => {
  const criteria = new Set(phase?.section.successCriteria.map(foldedWords))
  return (phase?.plans ?? []).flatMap((plan) =>
    plan.plan.mustHaves.truths.flatMap((text, index) =>
      criteria.has(foldedWords(text))
        ? []
        : [
            {
              text,
              before: say`${pathText(promiseKey(plan.id, index))}: `,
              whole: { path: plan.file.path, about: say`plan ${pathText(plan.id)}` },
            },
          ],
    ),
  )
}
