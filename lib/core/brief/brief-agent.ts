// What `brief <agent> <unit>` answers: the working set of one agent for one unit. Paths and facts, never opinions of whoever made the work before.
import { scan } from '../../markdown/scan.js'
import { isComplete, type PhaseFacts, type PlanFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { derivePhase, parseCheckRecord } from '../derivation/phase-rules.js'
import { openTriggers, pendingActions } from '../derivation/triggers.js'
import { type Claim, draftsFolder, readClaims } from '../dispatch/claims.js'
import { type ExpectedFile, expectedFiles } from '../dispatch/dispatch.js'
import { filesBelow } from '../dispatch/drafts.js'
import { isUnitType, quickNumber, UNIT_TYPE_IDS, type UnitTypeId, unitType } from '../dispatch/units.js'
import { type ClaimLine, type OutcomeLine, readLedger } from '../history/ledger.js'
import { displayPhaseId, parsePlanId, phaseOfPlan, samePlan } from '../ids.js'
import type { View } from '../view.js'
import { BRIEF_LIMIT, bytesOf, shortened } from './brief.js'
import type { BriefWorld } from './brief-world.js'
import { conditionWorld, findPhase } from './brief-world.js'
import { frontText, readPromptFront } from './prompt-front.js'

export interface AgentBrief {
  readonly name: string
  readonly unitType: UnitTypeId | null
  readonly unitId: string
  readonly facts: Readonly<Record<string, string | null>>
  readonly sections: readonly { readonly id: string; readonly when: null; readonly text: string }[]
  readonly text: string
  readonly bytes: number
}

/** What the brief is about. Phase and plan are null where the unit has none, or where the milestone does not know them. */
export interface AgentSubject {
  readonly agent: string
  readonly type: UnitTypeId | null
  readonly id: string
  readonly claim: Claim | null
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
}

/** The claim with this token, or null. */
export const claimWith = (view: View, token: string): Claim | null =>
  readClaims(view).find((claim) => claim.token === token) ?? null

/** Finds what an agent's unit is about: by its claim, else by the form of its id. */
export function agentSubject(world: BriefWorld, agent: string, id: string, claim: Claim | null): AgentSubject {
  const types = UNIT_TYPE_IDS.filter((type) => unitType(type).agent === agent)
  const planId = parsePlanId(id)
  const phase =
    (planId === null ? null : findPhase(world.derivation, phaseOfPlan(planId))) ?? findPhase(world.derivation, id)
  const plan = planId === null ? null : (phase?.plans.find((other) => samePlan(other.id, planId)) ?? null)
  const fits = types.find((type) => unitType(type).subject === (plan === null ? 'phase' : 'plan'))
  return { agent, type: claim?.unitType ?? fits ?? types[0] ?? null, id, claim, phase, plan }
}

interface Block {
  readonly id: string
  readonly title: string
  readonly lines: readonly string[]
}

/** What a role reads and is told beyond what every agent gets. */
interface Role {
  /** Files in the order they matter, each with what it is. */
  reads(subject: AgentSubject, world: BriefWorld): readonly (readonly [string | null | undefined, string])[]
  blocks(subject: AgentSubject, world: BriefWorld): readonly Block[]
  /** Template of the file it writes. */
  readonly form: string | null
}

const top = (world: BriefWorld, name: string): string | null => {
  const path = world.view.at(name)
  return world.view.source(path) === null ? null : path
}

const basics = (world: BriefWorld): readonly (readonly [string | null, string])[] => [
  [top(world, 'PROJECT.md'), 'what is built, constraints, decisions'],
  [top(world, 'REQUIREMENTS.md'), 'text of the requirements named above'],
]

const ofPhase = ({ phase }: AgentSubject): readonly (readonly [string | null | undefined, string])[] => [
  [phase?.files?.context, 'decisions of the user: binding'],
  [phase?.files?.research, 'findings of the research'],
]

const planFiles = ({ phase }: AgentSubject): readonly (readonly [string, string])[] =>
  (phase?.plans ?? []).map((plan) => [plan.file.path, `plan ${plan.id}, ${isComplete(plan) ? 'carried out' : 'open'}`])

const summaryFiles = ({ phase }: AgentSubject): readonly (readonly [string | null, string])[] =>
  (phase?.plans ?? []).map((plan) => [plan.file.summary, `what ${plan.id} says it did`])

/** A quick task has its plan among the drafts of its claim. */
const planDrafts = ({ claim }: AgentSubject, { view }: BriefWorld): readonly string[] =>
  claim?.unitType !== 'quick'
    ? []
    : filesBelow(view, claim.drafts)
        .filter((name) => name.endsWith('-PLAN.md'))
        .map((name) => `${claim.drafts}/${name}`)

/** Reports whose gaps are to be closed; the other one of the two is named as what it is. */
function gapReports({ phase }: AgentSubject, { view }: BriefWorld): readonly (readonly [string | null, string])[] {
  const { verification = null, uat = null } = phase?.files ?? {}
  const verified = phase?.verification?.value.status === 'gaps_found'
  const found = uat === null ? 0 : (view.parse('uat', uat)?.value.gaps.length ?? 0)
  return [
    [verification, verified ? 'gaps to close' : 'the verification; it left no gaps'],
    [uat, found > 0 ? 'gaps the user found: to be closed' : 'acceptance tests; they left no gaps'],
  ]
}

/** Summaries of the plans it depends on. */
const groundwork = ({ phase, plan }: AgentSubject): readonly (readonly [string | null, string])[] => {
  const needed = phase?.waves.plans.find(({ id }) => id === plan?.id)?.dependsOn ?? []
  return (phase?.plans ?? [])
    .filter(({ id }) => needed.includes(id))
    .map((other) => [other.file.summary, `result of ${other.id}, which this plan builds on`])
}

const codebase = (world: BriefWorld): readonly (readonly [string, string])[] =>
  world.view
    .list('.planning/codebase')
    .filter(({ name }) => name.endsWith('.md'))
    .map(({ name }) => [
      `.planning/codebase/${name}`,
      'map of the existing code; read it if the phase touches that side',
    ])

const block = (id: string, title: string, lines: readonly string[]): readonly Block[] =>
  lines.length === 0 ? [] : [{ id, title, lines }]

const bullets = (texts: readonly string[]): readonly string[] => texts.map((text) => `- ${shortened(text, 500)}`)

const ROLES: Readonly<Record<string, Role>> = {
  'phase-researcher': {
    reads: (subject, world) => [...basics(world), ...ofPhase(subject), ...codebase(world)],
    blocks: () => [],
    form: 'research',
  },
  planner: {
    reads: (subject, world) => [
      ...ofPhase(subject),
      ...basics(world),
      ...planFiles(subject),
      ...(modeOf(subject, world) === 'gaps' ? gapReports(subject, world) : []),
      ...summaryFiles(subject),
      ...codebase(world),
    ],
    blocks: plannerBlocks,
    form: 'plan',
  },
  'plan-checker': {
    reads: (subject, world) => [
      ...planFiles(subject),
      ...(checkedFor(subject) === 'gaps' ? gapReports(subject, world) : []),
      [checkedFor(subject) === 'replan' ? subject.phase?.files?.replan : null, 'what made the plans change'],
      ...ofPhase(subject),
      ...basics(world),
    ],
    blocks: (subject, world) => [
      ...block('earlier-issues', 'Issues of the last round', bullets(checkIssues(subject, world))),
      ...block('record', 'Form of the record', [
        'JSON. The CLI adds the digests of the plans and the time.',
        '```json',
        '{"verdict": "issues", "issues": [{"plan": "01-01", "task": 2, "severity": "blocker", "dimension": "goal", "text": "…", "hint": "…"}]}',
        '```',
        '`verdict` is "passed" or "issues"; with "passed", `issues` holds warnings and notes only.',
      ]),
    ],
    form: null,
  },
  executor: {
    reads: (subject, world) => [
      ...[subject.plan?.file.path, ...planDrafts(subject, world)].map(
        (path) => [path, 'your plan: the prompt you carry out'] as const,
      ),
      ...ofPhase(subject).slice(0, 1),
      ...groundwork(subject),
      [top(world, 'PROJECT.md'), 'constraints of the project'],
    ],
    blocks: executorBlocks,
    form: 'summary',
  },
  verifier: {
    reads: (subject, world) => [
      ...planFiles(subject),
      ...summaryFiles(subject),
      ...ofPhase(subject).slice(0, 1),
      ...basics(world),
      [subject.phase?.files?.verification, 'the earlier report: check again what failed'],
    ],
    blocks: (subject) => block('truths', 'Must-haves of the plans', bullets(truthsOf(subject))),
    form: 'verification',
  },
  'project-researcher': { reads: (_, world) => basics(world), blocks: () => [], form: null },
  'research-synthesizer': { reads: (_, world) => basics(world), blocks: () => [], form: null },
  roadmapper: { reads: (_, world) => basics(world), blocks: () => [], form: 'roadmap' },
}

const PLAIN_ROLE: Role = { reads: (_, world) => basics(world), blocks: () => [], form: null }

/** How the planner works, as the claim, or else the derivation, says. */
function modeOf({ claim, phase }: AgentSubject, { derivation }: BriefWorld): string {
  return claim?.mode ?? (phase === null ? null : derivePhase(derivation.facts, phase).outcome.mode) ?? 'full'
}

/** What the open plans are for. */
function checkedFor({ phase }: AgentSubject): 'full' | 'gaps' | 'replan' {
  const open = phase?.plans.filter((plan) => !isComplete(plan)) ?? []
  if (open.some(({ plan }) => plan.gapClosure)) return 'gaps'
  return phase?.files?.replan == null ? 'full' : 'replan'
}

const CHECK_MODES = {
  full: 'full: the plans as a whole must reach the goal',
  gaps: 'gaps: the open plans must close every gap of the reports below; what is carried out is not judged again',
  replan: 'replan: the open plans were changed after some had run; what is carried out is not judged again',
} as const

function checkIssues({ phase }: AgentSubject, { view }: BriefWorld): readonly string[] {
  const path = phase?.files?.check
  const text = path == null ? null : view.source(path)?.text
  const record = text == null ? null : parseCheckRecord(text)
  if (record === null || record.verdict === 'passed') return []
  return record.issues.map((issue) => (typeof issue === 'string' ? issue : JSON.stringify(issue)))
}

function plannerBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase } = subject
  if (phase === null) return []
  const { facts } = world.derivation
  const triggers = openTriggers(facts, phase).flatMap(({ key, texts }) => texts.map((text) => `${text} (${key})`))
  const taken = (phase.files?.plans ?? []).map(({ id }) => Number.parseInt(id.slice(id.lastIndexOf('-') + 1), 10) || 0)
  const next = String(Math.max(0, ...taken) + 1).padStart(2, '0')
  const commands = world.setting('verification.commands')
  return [
    ...block('actions', 'Pending actions: every one is taken up by a task', bullets(triggers)),
    ...block(
      'issues',
      'Issues of the plan check',
      modeOf(subject, world) === 'revise' ? bullets(checkIssues(subject, world)) : [],
    ),
    ...block('numbering', 'Names', [
      `- Files: \`${phase.id}-NN-PLAN.md\`; the first free number is ${next}.`,
      Array.isArray(commands) && commands.length > 0
        ? `- The project runs its own checks: ${JSON.stringify(commands)}. A plan adds what is special to it.`
        : '- The project configures no checks: every plan needs an entry in `verify:` that executes tests.',
    ]),
  ]
}

function executorBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase, plan } = subject
  const inherited = phase === null ? [] : pendingActions(world.derivation.facts, phase).map(({ text }) => text)
  const quickPlans = planDrafts(subject, world).flatMap((path) => world.view.parse('plan', path)?.value.verify ?? [])
  const checks = [...(plan?.plan.verify ?? []), ...quickPlans].map(
    ({ argv, expect }) => `\`${argv.join(' ')}\` → exit ${expect}`,
  )
  const auto = conditionWorld(world).state('auto-active')
  return [
    ...block(
      'actions',
      'Inherited actions: restate each that is still open, or say why it is dropped',
      bullets(inherited),
    ),
    ...block('checks', 'Checks that must pass before you finish', bullets(checks)),
    ...block('quick', 'Quick task', quickRules(subject)),
    ...block('auto', 'Checkpoints', [
      auto
        ? 'Auto mode is on: human-verify counts as approved and a decision takes its first option. Never at `blocking-human`, never at a human-action.'
        : 'Auto mode is off: every checkpoint ends your run.',
    ]),
  ]
}

const quickRules = ({ claim }: AgentSubject): readonly string[] =>
  claim?.unitType !== 'quick'
    ? []
    : [
        `- Scope of each commit: \`${quickNumber(claim.unitId)}\`, e.g. \`fix(${quickNumber(claim.unitId)}): …\`.`,
        '- No phase stands behind it: `requirements-completed: []`, `phase: quick`.',
      ]

/** What somebody before left, where the last claim of the unit did not end well: git and the old drafts tell how far it got. */
function earlierAttempt({ claim }: AgentSubject, { view }: BriefWorld): readonly string[] {
  if (claim === null || claim.attempt < 2) return []
  const own = readLedger(view).lines.filter(
    (line): line is ClaimLine | OutcomeLine =>
      (line.kind === 'claim' || line.kind === 'outcome') &&
      line.unitType === claim.unitType &&
      line.unitId === claim.unitId &&
      line.dispatchId !== claim.dispatchId,
  )
  const begun = own.findLast((line): line is ClaimLine => line.kind === 'claim')
  if (begun === undefined) return []
  const ended = own.findLast((line) => line.kind === 'outcome' && line.dispatchId === begun.dispatchId)
  const status = ended?.kind === 'outcome' ? ended.status : 'left open'
  if (status === 'completed') return []
  const drafts = filesBelow(view, draftsFolder(view, begun.dispatchId))
  const since = begun.startCommit == null ? `--since=${begun.at}` : `${begun.startCommit}..HEAD`
  return [
    `- Attempt ${begun.attempt} began ${begun.at}${begun.startCommit == null ? '' : ` at commit ${begun.startCommit.slice(0, 12)}`} and was ${status}.`,
    ...(view.hasGit
      ? [
          `- \`git log --oneline ${since}\`: what was committed since. \`git status --short\`: what was left uncommitted. What belongs to this unit is taken over, not done twice.`,
        ]
      : []),
    ...(drafts.length === 0
      ? []
      : [
          `- Its drafts: ${drafts.map((name) => `\`${draftsFolder(view, begun.dispatchId)}/${name}\``).join(', ')}. Check them before you use them.`,
        ]),
    '- Check what is there by the commands of the plan, and go on at the first thing that is open.',
  ]
}

const truthsOf = ({ phase }: AgentSubject): readonly string[] =>
  (phase?.plans ?? []).flatMap((plan) => plan.plan.mustHaves.truths.map((truth) => `${plan.id}: ${truth}`))

/** The brief of an agent; `text` may be too long only where a template alone is. */
export function agentBrief(world: BriefWorld, subject: AgentSubject): AgentBrief {
  const role = ROLES[subject.agent] ?? PLAIN_ROLE
  const facts = unitFacts(subject, world)
  const reading = role.reads(subject, world).flatMap(([path, about]) => (path == null ? [] : [`- ${path} (${about})`]))
  const blocks: readonly Block[] = [
    { id: 'unit', title: 'Unit', lines: Object.entries(facts).map(([label, text]) => `- ${label}: ${text}`) },
    ...block(
      'reading',
      'Reading',
      reading.length === 0 ? [] : ['<required_reading>', ...unique(reading), '</required_reading>'],
    ),
    ...block('earlier', 'Earlier attempt', earlierAttempt(subject, world)),
    ...role.blocks(subject, world),
    ...block('write', 'Write', writing(subject, world)),
    ...block('finish', 'Finish', finishing(subject, world)),
  ]
  const sections = fitted(blocks, head(subject, world))
  const form = formOf(role, world, sections.map(({ text }) => text).join('\n\n'))
  const all = form === null ? sections : [...sections, form]
  const text = `${[head(subject, world), ...all.map((section) => section.text)].join('\n\n')}\n`
  return {
    name: subject.agent,
    unitType: subject.type,
    unitId: subject.id,
    facts,
    sections: all,
    text,
    bytes: bytesOf(text),
  }
}

const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)]

function head({ agent, id }: AgentSubject, { view }: BriefWorld): string {
  const text = view.pack.read(`agents/${agent}.md`)
  const about = text === null ? '' : frontText(readPromptFront(text, scan(text)), 'description')
  return `# ${agent} ${id}${about === '' ? '' : `: ${about}`}`
}

function unitFacts(subject: AgentSubject, world: BriefWorld): Record<string, string> {
  const { claim, phase, type, id } = subject
  const facts: Record<string, string> = {}
  if (type !== null) facts['Unit'] = `${type} ${id}`
  if (world.view.pack.read(`agents/${subject.agent}.md`) !== null)
    facts['Role'] =
      `yours already, or, if you were not started as that subagent: ${world.view.pack.root}/agents/${subject.agent}.md`
  if (claim !== null) facts['Claim'] = `${claim.token} (attempt ${claim.attempt}, until ${claim.leaseUntil})`
  facts['Project root'] = `${world.view.projectRoot}; paths below are relative to it`
  if (phase !== null) {
    const { section } = phase
    facts['Phase'] =
      `${displayPhaseId(phase.id)} "${phase.title}", folder ${phaseDirectoryPath(world.derivation.facts, phase)}`
    if (section.goal !== null) facts['Goal'] = shortened(section.goal, 500)
    if (section.requirements.length > 0) facts['Requirements'] = shortened(section.requirements.join(', '), 300)
    if (section.successCriteria.length > 0)
      facts['Success criteria'] = shortened(
        section.successCriteria.map((text, i) => `(${i + 1}) ${text}`).join(' '),
        900,
      )
  }
  if (subject.agent === 'planner') facts['Mode'] = modeOf(subject, world)
  if (subject.agent === 'plan-checker') facts['Mode'] = CHECK_MODES[checkedFor(subject)]
  const skills = world.setting(`agent_skills.${subject.agent}`) ?? world.setting(`agent_skills.gsd-${subject.agent}`)
  if (typeof skills === 'string') facts['Skills to load'] = shortened(skills, 300)
  else if (Array.isArray(skills) && skills.length > 0) facts['Skills to load'] = shortened(skills.join(', '), 300)
  const language = world.setting('response_language')
  if (typeof language === 'string' && language !== '') facts['Language'] = `${language} for what the user reads`
  return facts
}

function expectsOf({ type, phase, plan, id }: AgentSubject, world: BriefWorld): readonly ExpectedFile[] {
  if (type === null || !isUnitType(type)) return []
  const subjects = {
    ...(phase === null ? {} : { phase }),
    ...(plan === null ? {} : { plan }),
    id,
  }
  return expectedFiles(world.derivation.facts, type, subjects)
}

function writing(subject: AgentSubject, world: BriefWorld): readonly string[] {
  const { claim } = subject
  if (claim === null) return []
  const there = filesBelow(world.view, claim.drafts)
  return expectsOf(subject, world).flatMap(({ path, mandatory, schema }) => {
    const name = path
      .slice(path.lastIndexOf('/') + 1)
      .replace('{NN}', 'NN')
      .replace('{name}', claim.unitType === 'quick' ? quickNumber(claim.unitId) : 'NAME')
    // Files that no role of the pack writes.
    if (schema === 'other' && !mandatory) return []
    // Whoever carries a plan out does not write it.
    if (subject.agent === 'executor' && schema === 'plan' && there.includes(name)) return []
    return `- \`${claim.drafts}/${name}\`${mandatory ? '' : ' (optional)'}: the CLI checks it and puts it in its place`
  })
}

function finishing(subject: AgentSubject, world: BriefWorld): readonly string[] {
  const { claim, type, id } = subject
  const { cli } = world.view.pack
  if (type === null) return ['End with your return block.']
  if (claim !== null)
    return [
      `\`${cli} unit finish --claim ${claim.token}\``,
      'Mend what it reports and repeat. Then end with your return block.',
    ]
  return [
    'No claim was given, so nothing can be finished. Claim the unit first, and use the token it answers:',
    `\`${cli} unit claim ${type} ${id} --revision ${world.derivation.state.revision}\``,
  ]
}

/** Sections within the limit: the longest lists give way first, a line at a time from their end. */
function fitted(blocks: readonly Block[], headline: string): AgentBrief['sections'] {
  const kept = blocks.map(({ lines }) => [...lines])
  const textOf = (index: number): string => {
    const { title, lines } = blocks[index] as Block
    const own = kept[index] as string[]
    const more = lines.length - own.length
    const tail = more === 0 ? [] : [`- … and ${more} more`]
    return `## ${title}\n${[...own, ...tail].join('\n')}`
  }
  const total = () => bytesOf([headline, ...blocks.map((_, index) => textOf(index))].join('\n\n')) + 1
  while (total() > BRIEF_LIMIT) {
    const longest = kept.reduce((best, lines, index) => (lines.length > (kept[best]?.length ?? 0) ? index : best), 0)
    const lines = kept[longest] as string[]
    if (lines.length <= 1) break
    lines.splice(lines.length > 2 && lines.at(-1)?.startsWith('</') ? lines.length - 2 : lines.length - 1, 1)
  }
  return blocks.map(({ id }, index) => ({ id, when: null, text: textOf(index) }))
}

/** The skeleton of the file to write, where there is room for it. */
function formOf(role: Role, { view }: BriefWorld, before: string): AgentBrief['sections'][number] | null {
  const template = role.form === null ? null : view.pack.read(`templates/${role.form}.md`)
  if (template === null) return null
  const text = `## Form\n\`\`\`\`markdown\n${template.trimEnd()}\n\`\`\`\``
  return bytesOf(before) + bytesOf(text) + 300 > BRIEF_LIMIT ? null : { id: 'form', when: null, text }
}
