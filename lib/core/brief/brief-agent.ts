// The brief of a unit: facts, files, its own blocks, and how it ends.
import { scan } from '../../markdown/scan.js'
import { baseName } from '../../std/paths.js'
import {
  bytesOf,
  commitText,
  EMPTY_TEXT,
  inParagraphs,
  joined,
  ours,
  pathText,
  quoted,
  quotedLabel,
  quotedLines,
  type SafeText,
  say,
  skillText,
  stampText,
  wordsText,
  wordText,
} from '../../std/safe-text.js'
import { phaseDirectoryPath } from '../derivation/facts.js'
import { isOffPath } from '../derivation/steps.js'
import { type Claim, draftsFolder } from '../dispatch/claims.js'
import { filesBelow } from '../dispatch/drafts.js'
import { subjectsOf } from '../dispatch/unit-decisions.js'
import { unitCode, unitType } from '../dispatch/units/all.js'
import type { Unit, UnitCode } from '../dispatch/units/unit.js'
import { askExtensions } from '../extensions/asking.js'
import { attemptLines, type ClaimLine, readLedger } from '../history/ledger.js'
import { displayPhaseId, quickNumber } from '../ids.js'
import { isLong, ORDER, readOrder } from '../order.js'
import { overrideLines, TITLE } from '../overrides.js'
import { hasOwnPage, pageForUnit } from '../own-page.js'
import { BRIEF_LIMIT } from './brief.js'
import {
  type Block,
  fitted,
  type Line,
  QUOTED,
  type Reading,
  reading,
  rules,
  type Section,
  skeleton,
  textOf,
} from './brief-blocks.js'
import { criteriaText, FACTS, languageOf, orderLine, phaseText } from './brief-facts.js'
import type { UnitWork } from './brief-unit.js'
import { type AgentSubject, type BriefWorld, isOrderTyped } from './brief-world.js'
import { WORK } from './catalog.js'
import { learnedBlocks } from './learned.js'
import { frontText, readPromptFront } from './prompt-front.js'
import { basics } from './readings.js'

// The return format of agents: a final fenced block `yaml gsd-return`, a contract between prompts and code.

/** Info string of the block's fence. */
export const RETURN_FENCE = 'yaml gsd-return'

/** Heading above the block: `## PLANNER COMPLETE`. */
export const returnHeading = (agent: string): string => `## ${agent.toUpperCase()} COMPLETE`

interface Begun extends Pick<ClaimLine, 'attempt' | 'at' | 'startCommit' | 'dispatchId'> {
  readonly status: SafeText
}

/** The attempt to build on: this one if it was cut off and resumed, else the previous one unless it was completed. */
function begunBefore(claim: Claim, view: BriefWorld['view']): Begun | null {
  if (claim.cuts !== undefined) return { ...claim, status: say`cut off` }
  if (!(claim.attempt >= 2)) return null
  const all = attemptLines(readLedger(view), claim.unitType, claim.unitId)
  const own = all.filter(({ dispatchId }) => dispatchId !== claim.dispatchId)
  const begun = own.findLast((line): line is ClaimLine => line.kind === 'claim')
  if (begun === undefined) return null
  const ended = own.findLast((line) => line.kind === 'outcome' && line.dispatchId === begun.dispatchId)
  const status = ended?.kind === 'outcome' ? (wordText(ended.status) ?? say`ended`) : say`left open`
  return status === 'completed' ? null : { ...begun, status }
}

/** Where to see how far the previous attempt got: git and the old drafts. */
function earlierAttempt({ claim }: AgentSubject, { view }: BriefWorld): readonly SafeText[] {
  const begun = begunBefore(claim, view)
  if (begun === null) return []
  const folder = wordText(begun.dispatchId) === null ? null : draftsFolder(view, begun.dispatchId)
  const drafts = folder === null ? [] : filesBelow(view, folder)
  const commit = commitText(begun.startCommit ?? '')
  const stamp = stampText(begun.at)
  // Both become part of a command, so values without the shape of a commit or a time are dropped.
  const since = commit !== null ? say`${commit}..HEAD` : stamp !== null ? say`--since=${stamp}` : null
  const { leavesCode } = unitType(claim.unitType)
  const commits = since === null || leavesCode ? EMPTY_TEXT : say`\`git log --oneline ${since} -- ':!.planning'\` and `
  const when = stamp === null ? EMPTY_TEXT : say` began ${stamp}`
  const from = commit === null ? EMPTY_TEXT : say` at commit ${ours(commit.slice(0, 12))}`
  const done = say`- What was done since, by others too: ${commits}\`git status --short\`. Use, change or undo what carries out this unit; leave the rest. Do nothing twice. Ticks in ROADMAP.md and STATE.md are no evidence.`
  const left = say`- Its drafts are in \`${pathText(folder ?? '')}\`. Check them before you use them.`
  return [
    say`- Attempt ${Number(begun.attempt)}${when}${from} and was ${begun.status}.`,
    ...(view.hasGit ? [done] : []),
    ...(drafts.length === 0 ? [] : [left]),
    say`- Check the existing work, and continue at the first open item.`,
  ]
}

/** The brief shortens a long order, so its file must be read. */
function longOrder({ view }: BriefWorld): readonly Reading[] {
  const order = readOrder(view)
  return order !== null && isLong(order) ? reading(view.at(ORDER), say`the order, in the user's words`) : []
}

/** `work`: for a reader without a role, such as the session; null for a subagent that has one. */
export async function agentBrief(world: BriefWorld, subject: AgentSubject, work: UnitWork | null): Promise<SafeText> {
  const unit = unitType(subject.claim.unitType)
  const code = await unitCode(unit.id)
  const own = await withoutOwn((code.reads ?? plainReads)(subject, world), work?.own, world)
  const isTask = unit.id === 'quick'
  const order = isTask && world.derivation.facts.phases.length > 0 ? null : orderLine(world, work?.own != null)
  const reads = order === null || work?.own != null ? own : [...longOrder(world), ...own]
  const blocks: readonly Block[] = [
    ...rules('order', say`What the user asked for`, [
      ...(order === null ? [] : [order]),
      ...(isTask ? taskLines(subject) : []),
    ]),
    { id: 'unit', title: say`Unit`, lines: unitLines(subject, world, work, code) },
    ...rules('earlier', say`Earlier attempt`, earlierAttempt(subject, world)),
    ...(code.blocks?.(subject, world) ?? []).filter(({ id }) => work === null || !OF_AGENTS.has(id)),
    ...learnedBlocks(subject, world),
    ...(work?.steps == null ? [] : rules('work', say`Do`, [work.steps])),
    ...rules('task', say`Request of the extension`, isTask ? [] : taskLines(subject)),
    ...rules('contributed', say`From extensions`, await contributed(subject, world)),
    ...overridden(subject, world, work),
    ...rules('write', say`Write`, writing(subject, world, work)),
    ...rules('finish', say`Finish`, endOf(subject, world, work)),
  ]
  const headline = work === null ? head(subject, world) : headHere(subject)
  const room = BRIEF_LIMIT - bytesOf(headline) - bytesOf(QUOTED) - 5
  const sections = withNote(fitted(blocks, reads, room))
  // A growing file that already exists shows its own form.
  const isThere = (path: string) =>
    world.view.source(world.view.at(path.replace('{id}', subject.claim.unitId))) !== null
  const isShown = unit.expects.some(({ grows, path }) => grows && isThere(path))
  const form = isShown ? null : formOf(unit, world, textOf(sections))
  const all = form === null ? sections : [...sections, form]
  return say`${inParagraphs([headline, textOf(all)])}\n`
}

const plainReads = (_: AgentSubject, world: BriefWorld): readonly Reading[] => basics(world)

/** Leaves out drafts that the same session just submitted, except work that must be judged afresh. */
async function withoutOwn(reads: readonly Reading[], own: UnitWork['own'], { view }: BriefWorld) {
  if (own == null) return reads
  const { knows } = await unitCode(own.unitType)
  return knows === undefined ? reads : reads.filter(({ path }) => !knows(path, own.unitId, view))
}

/** The user's additions to the role and, without a role, to the workflow for the work. */
function overridden({ agent }: AgentSubject, { view }: BriefWorld, work: UnitWork | null): readonly Block[] {
  const lines = overrideLines(view, [`agents/${agent}.md`, ...(work === null ? [] : [`workflows/${WORK}.md`])])
  return lines.length === 0 ? [] : [{ id: 'overrides', title: TITLE, lines }]
}

/** Blocks for subagents with a role only. */
const OF_AGENTS: ReadonlySet<string> = new Set(['auto', 'quick'])

const withNote = (sections: readonly Section[]): readonly Section[] =>
  sections.some(({ text }) => text.includes('“'))
    ? sections.map((section, index) => (index === 0 ? { ...section, text: say`${section.text}\n${QUOTED}` } : section))
    : sections

function head({ agent, claim: { unitId: id } }: AgentSubject, { view }: BriefWorld): SafeText {
  const text = view.pack.read(`agents/${agent}.md`)
  const about = text === null ? '' : frontText(readPromptFront(text, scan(text)), 'description')
  return say`# ${ours(agent)} ${pathText(id)}${about === '' ? EMPTY_TEXT : ours(`: ${about}`)}`
}

const headHere = ({ claim: { unitType: type, unitId: id } }: AgentSubject): SafeText =>
  ours(`# ${pathText(type)} ${pathText(id)}: ${unitType(type).about}`)

function unitLines(subject: AgentSubject, world: BriefWorld, work: UnitWork | null, { mode }: UnitCode) {
  const { agent, claim } = subject
  const { unitType: type, unitId: id } = claim
  const { pack, projectRoot } = world.view
  const role = `agents/${agent}.md`
  const isRoled = work === null && pack.read(role) !== null
  const until = stampText(String(claim.leaseUntil)) ?? 'a time that cannot be read'
  const language = languageOf(world)
  return [
    ...linesOf({
      Unit: say`${pathText(type)} ${pathText(id)}`,
      Role: isRoled ? ours(`your role already, or, if you are not that subagent: ${pack.root}/${role}`) : null,
      Claim: say`${pathText(claim.token)} (attempt ${Number(claim.attempt)}; another session may take it over after ${until})`,
      'Project root': say`${pathText(projectRoot)}; paths below are relative to it`,
      // Reports beside the path are dated.
      Today: isOffPath(type) ? ours(world.view.clock.today()) : null,
    }),
    ...phaseLines(subject, world),
    ...linesOf({
      Depth: work?.depth,
      Mode: mode?.(subject, world),
      'Skills to load': skillsOf(subject, world),
      Language: language === null ? null : say`${language} for text to the user`,
      [FACTS.manner.label]: hasOwnPage(world.view) ? pageForUnit(type, world) : null,
    }),
  ]
}

const linesOf = (facts: Readonly<Record<string, SafeText | null | undefined>>): readonly Line[] =>
  Object.entries(facts).flatMap(([label, text]) =>
    text == null ? [] : [{ text: say`- ${ours(label)}: ${text}`, whole: null }],
  )

/** Maximum bytes of goal, requirements and success criteria. */
const GOAL = 700
const REQUIREMENTS = 500
const CRITERIA = 2000

/** The phase as the roadmap describes it. A text that is too long becomes a file to read. */
function phaseLines({ phase, plan }: AgentSubject, world: BriefWorld): readonly Line[] {
  if (phase === null) return []
  const { goal, successCriteria } = phase.section
  const own = plan?.plan.requirements ?? []
  const requirements = own.length > 0 ? own : phase.section.requirements
  // One of several plans answers only for the criteria that it lists.
  const criteria = plan !== null && phase.plans.length > 1 ? 'Success criteria of the whole phase' : 'Success criteria'
  const whole: Reading = {
    path: world.view.at('ROADMAP.md'),
    about: say`section of phase ${pathText(displayPhaseId(phase.id))}: Goal, Requirements, Success criteria`,
  }
  const stated = (label: string, isThere: boolean, text: SafeText | null): readonly Line[] => {
    if (!isThere) return []
    const apart = { text: say`- ${ours(label)}: too long to show here: required reading`, whole, apart: true } as const
    return text === null ? [apart] : linesOf({ [label]: text })
  }
  const folder = pathText(phaseDirectoryPath(world.derivation.facts, phase))
  return [
    ...linesOf({ Phase: say`${phaseText(phase.id, phase.title)}, folder ${folder}` }),
    ...stated('Goal', (goal ?? '') !== '', quoted(goal ?? '', GOAL)),
    ...stated('Requirements', requirements.length > 0, wordsText(requirements, REQUIREMENTS)),
    ...stated(criteria, successCriteria.length > 0, criteriaText(successCriteria, CRITERIA)),
  ]
}

function skillsOf({ agent }: AgentSubject, world: BriefWorld): SafeText | null {
  const value = world.setting(`agent_skills.${agent}`) ?? world.setting(`agent_skills.gsd-${agent}`)
  const named = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const skills = named.flatMap((name) => (typeof name === 'string' ? (skillText(name.trim()) ?? []) : []))
  return skills.length === 0 ? null : joined(skills.slice(0, MAX_SKILLS), ', ')
}

const MAX_SKILLS = 12

const taskLines = ({ claim }: AgentSubject): readonly SafeText[] =>
  claim.task === undefined ? [] : [quotedLines(claim.task.split('\n').slice(0, MAX_TASK_LINES), 500)]

const MAX_TASK_LINES = 80
/** Byte budget that all extensions share. */
const MAX_CONTRIBUTED = 1500

/** Contributions of extensions, quoted with their source, within the budget. */
async function contributed({ claim, phase }: AgentSubject, { derivation }: BriefWorld): Promise<readonly SafeText[]> {
  const { unitType, unitId } = claim
  const { answers } = await askExtensions('brief', derivation, { unit: { unitType, unitId } }, phase)
  let room = MAX_CONTRIBUTED
  return answers.flatMap(({ name, value }) =>
    (Array.isArray(value) ? value : [value]).flatMap((text): readonly SafeText[] => {
      if (typeof text !== 'string' || text.trim() === '' || room < 80) return []
      const line = say`- ${pathText(name)}: ${quotedLabel(text, Math.min(500, room - 60))}`
      room -= bytesOf(line)
      return [line]
    }),
  )
}

function writing(subject: AgentSubject, world: BriefWorld, work: UnitWork | null): readonly SafeText[] {
  const { claim } = subject
  const { drafts } = claim
  const there = filesBelow(world.view, drafts)
  const charter = unitType(claim.unitType).charter?.name ?? null
  const { expects } = subjectsOf(world.derivation.facts, claim.unitType, claim.unitId)
  const files = expects.flatMap(({ path, mandatory, schema }) => {
    const name = baseName(path)
      .replace('{NN}', (subject.phase?.plans.length ?? 0) > 0 ? 'NN' : '01')
      .replace('{name}', claim.unitType === 'quick' ? quickNumber(claim.unitId) : 'NAME')
    if (unitType(claim.unitType).expects.some(({ grows }) => grows))
      return say`- \`${pathText(path)}\`: written in place from the start; the CLI checks it there`
    // Optional files that the brief covers elsewhere, or that no role of the pack writes.
    if (!mandatory && (work !== null || schema === 'spec-delta' || schema === 'other')) return []
    // The executor's plan is already among the drafts.
    if (subject.agent === 'executor' && schema === 'plan' && there.includes(name)) return []
    if (charter !== null && mandatory) return say`- or, instead, the file itself: \`${pathText(`${drafts}/${name}`)}\``
    const isSayable = work !== null && schema === 'summary' && !there.includes(name)
    const many = path.includes('{NN}') ? ', one file per plan, named by its number' : ''
    return say`- \`${pathText(`${drafts}/${name}`)}\`${mandatory ? '' : ' (optional)'}${many}: the CLI checks and places it${isSayable ? SAID : EMPTY_TEXT}`
  })
  if (charter === null) return files
  // A session gets one draft form; the longer forms also work and are in the reference.
  const one = say`- \`${pathText(`${drafts}/${charter}`)}\`: the CLI checks it and renders the files from it`
  return work === null ? [one, ...files] : [one]
}

const SAID = say`. Instead of the file you can append to the call below \`--said '<what works now>'\`, \`--decided '<what, why>'\` and \`--left '<what>'\` (the last two repeatable): they become the SUMMARY (\`## Decisions Made\`, \`## Known Issues\`)`

function endOf(subject: AgentSubject, { view }: BriefWorld, work: UnitWork | null): readonly SafeText[] {
  const call = say`${ours(view.pack.cli)} unit finish --claim ${pathText(subject.claim.token)}`
  if (work !== null && work.returns !== true) return finishingHere(subject, call, work.named === true)
  const end = say`Fix what it reports and repeat. Then end with your return block.`
  return [say`\`${call}\``, end, ...(work === null ? [] : returnBlock(subject))]
}

/** For a subagent without a role: a role already describes the return block. */
const returnBlock = ({ agent }: AgentSubject): readonly SafeText[] => [
  say`You cannot talk to the user. The block, after at most ten lines on the result; at BLOCKED or CHECKPOINT without the call above:`,
  ours(
    `${returnHeading(agent)}\n\`\`\`${RETURN_FENCE}\nstatus: COMPLETE        # COMPLETE | BLOCKED | CHECKPOINT\nreport: <path>\nconcerns: []\nneeds: []               # at CHECKPOINT: the question and its options\n\`\`\``,
  ),
]

/** The one call with which a session finishes. If the unit was begun by name, the caller decides what comes next. */
function finishingHere({ claim }: AgentSubject, call: SafeText, isNamed: boolean): readonly SafeText[] {
  const isFree = !isNamed && unitType(claim.unitType).charter === undefined
  const stop = say` If the user wants to stop after this unit: \`--commit\` instead of \`--begin\`.`
  return [
    say`\`${call} ${isNamed ? say`--commit` : say`--begin`}\``,
    say`It checks, places and commits your files, and prints what to do next. Fix what it reports and repeat.${isFree ? stop : EMPTY_TEXT}`,
  ]
}

/** The form's slot for the user's words, which are already recorded. */
const ORDER_WORDS = /^> \[.*\]\n\n/m

/** The skeleton of the file to write, if there is room. */
function formOf(unit: Unit, world: BriefWorld, before: SafeText): Section | null {
  const form = unit.charter?.schema ?? unit.form ?? null
  const template = form === null ? null : world.view.pack.read(`templates/${form}.md`)
  const isKept = template !== null && isOrderTyped(world)
  const text = template === null ? null : skeleton(isKept ? template.replace(ORDER_WORDS, '') : template)
  if (text === null) return null
  return bytesOf(before) + bytesOf(text) + 300 > BRIEF_LIMIT ? null : { id: 'form', text }
}
