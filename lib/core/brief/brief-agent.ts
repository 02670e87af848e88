// The brief of a unit: facts, files to read, the blocks of its type, and how to finish it.
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
  fitBlocks,
  formSection,
  type Line,
  QUOTE_NOTE,
  type Reading,
  reading,
  rules,
  type Section,
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

/** Info string of the return block's fence. */
export const RETURN_FENCE = 'yaml gsd-return'

/** Heading above the return block: `## PLANNER COMPLETE`. */
export const returnHeading = (agent: string): string => `## ${agent.toUpperCase()} COMPLETE`

interface EarlierAttempt extends Pick<ClaimLine, 'attempt' | 'at' | 'startCommit' | 'dispatchId'> {
  readonly status: SafeText
}

/** Returns the present attempt if it was cut off and resumed, otherwise the previous attempt if it was not completed; or null. */
function attemptToBuildOn(claim: Claim, view: BriefWorld['view']): EarlierAttempt | null {
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

/** Tells how the earlier attempt ended, and where its results are: in git and among its drafts. */
function earlierAttemptLines({ claim }: AgentSubject, { view }: BriefWorld): readonly SafeText[] {
  const begun = attemptToBuildOn(claim, view)
  if (begun === null) return []
  const folder = wordText(begun.dispatchId) === null ? null : draftsFolder(view, begun.dispatchId)
  const drafts = folder === null ? [] : filesBelow(view, folder)
  const commit = commitText(begun.startCommit ?? '')
  const stamp = stampText(begun.at)
  // Commit and time become part of a command, so values of another shape are dropped.
  const since = commit !== null ? say`${commit}..HEAD` : stamp !== null ? say`--since=${stamp}` : null
  const { leavesCode } = unitType(claim.unitType)
  const commits = since === null || leavesCode ? EMPTY_TEXT : say`\`git log --oneline ${since} -- ':!.planning'\` and `
  const when = stamp === null ? EMPTY_TEXT : say` began ${stamp}`
  const from = commit === null ? EMPTY_TEXT : say` at commit ${ours(commit.slice(0, 12))}`
  const done = say`- What has been done since, also by others: ${commits}\`git status --short\`. Use, change or undo what carries out this unit; leave the rest. Do nothing twice. Ticks in ROADMAP.md and STATE.md are not evidence.`
  const left = say`- Its drafts are in \`${pathText(folder ?? '')}\`. Check them before you use them.`
  return [
    say`- Attempt ${Number(begun.attempt)}${when}${from} and was ${begun.status}.`,
    ...(view.hasGit ? [done] : []),
    ...(drafts.length === 0 ? [] : [left]),
    say`- Check the existing work, and continue at the first open item.`,
  ]
}

/** Returns the order's file, to be read, if the order is too long for the brief. */
function longOrder({ view }: BriefWorld): readonly Reading[] {
  const order = readOrder(view)
  return order !== null && isLong(order) ? reading(view.at(ORDER), say`the order, in the user's words`) : []
}

/** Renders a unit's brief. `work`: for a reader without a role, such as the session; null for a subagent with one. */
export async function agentBrief(world: BriefWorld, subject: AgentSubject, work: UnitWork | null): Promise<SafeText> {
  const unit = unitType(subject.claim.unitType)
  const code = await unitCode(unit.id)
  const own = await withoutKnown((code.reads ?? plainReads)(subject, world), work?.submitted, world)
  const isTask = unit.id === 'quick'
  const order = isTask && world.derivation.facts.phases.length > 0 ? null : orderLine(world, work?.submitted != null)
  const reads = order === null || work?.submitted != null ? own : [...longOrder(world), ...own]
  const blocks: readonly Block[] = [
    ...rules('order', say`What the user asked for`, [
      ...(order === null ? [] : [order]),
      ...(isTask ? taskLines(subject) : []),
    ]),
    { id: 'unit', title: say`Unit`, lines: unitLines(subject, world, work, code) },
    ...rules('earlier', say`Earlier attempt`, earlierAttemptLines(subject, world)),
    ...(code.blocks?.(subject, world) ?? []).filter(({ id }) => work === null || !ROLE_ONLY_BLOCKS.has(id)),
    ...learnedBlocks(subject, world),
    ...(work?.steps == null ? [] : rules('work', say`Do`, [work.steps])),
    ...rules('task', say`Request of the extension`, isTask ? [] : taskLines(subject)),
    ...rules('contributed', say`From extensions`, await contributionsOf(subject, world)),
    ...overrideBlocks(subject, world, work),
    ...rules('write', say`Write`, filesToWrite(subject, world, work)),
    ...rules('finish', say`Finish`, finishLines(subject, world, work)),
  ]
  const headline = work === null ? headForRole(subject, world) : headWithoutRole(subject)
  const room = BRIEF_LIMIT - bytesOf(headline) - bytesOf(QUOTE_NOTE) - 5
  const sections = withNote(fitBlocks(blocks, reads, room))
  // A file that grows and already exists shows its form by itself.
  const exists = (path: string) => world.view.source(world.view.at(path.replace('{id}', subject.claim.unitId))) !== null
  const showsForm = unit.expects.some(({ grows, path }) => grows && exists(path))
  const form = showsForm ? null : templateSection(unit, world, textOf(sections))
  const all = form === null ? sections : [...sections, form]
  return say`${inParagraphs([headline, textOf(all)])}\n`
}

const plainReads = (_: AgentSubject, world: BriefWorld): readonly Reading[] => basics(world)

/** Leaves out files that the session knows because it just submitted this unit (see `canSkip` of the unit's code). */
async function withoutKnown(reads: readonly Reading[], unit: UnitWork['submitted'], { view }: BriefWorld) {
  if (unit == null) return reads
  const { canSkip } = await unitCode(unit.unitType)
  return canSkip === undefined ? reads : reads.filter(({ path }) => !canSkip(path, unit.unitId, view))
}

/** Shows pages that extend the unit's role and, for a reader without a role, the workflow `work`. */
function overrideBlocks({ agent }: AgentSubject, { view }: BriefWorld, work: UnitWork | null): readonly Block[] {
  const lines = overrideLines(view, [`agents/${agent}.md`, ...(work === null ? [] : [`workflows/${WORK}.md`])])
  return lines.length === 0 ? [] : [{ id: 'overrides', title: TITLE, lines }]
}

/** Ids of the blocks that only subagents with a role get. */
const ROLE_ONLY_BLOCKS: ReadonlySet<string> = new Set(['auto', 'quick'])

const withNote = (sections: readonly Section[]): readonly Section[] =>
  sections.some(({ text }) => text.includes('“'))
    ? sections.map((section, index) =>
        index === 0 ? { ...section, text: say`${section.text}\n${QUOTE_NOTE}` } : section,
      )
    : sections

function headForRole({ agent, claim: { unitId: id } }: AgentSubject, { view }: BriefWorld): SafeText {
  const text = view.pack.read(`agents/${agent}.md`)
  const about = text === null ? '' : frontText(readPromptFront(text, scan(text)), 'description')
  return say`# ${ours(agent)} ${pathText(id)}${about === '' ? EMPTY_TEXT : ours(`: ${about}`)}`
}

const headWithoutRole = ({ claim: { unitType: type, unitId: id } }: AgentSubject): SafeText =>
  ours(`# ${pathText(type)} ${pathText(id)}: ${unitType(type).about}`)

function unitLines(subject: AgentSubject, world: BriefWorld, work: UnitWork | null, { mode }: UnitCode) {
  const { agent, claim } = subject
  const { unitType: type, unitId: id } = claim
  const { pack, projectRoot } = world.view
  const role = `agents/${agent}.md`
  const hasRole = work === null && pack.read(role) !== null
  const until = stampText(String(claim.leaseUntil)) ?? 'a time that cannot be read'
  const language = languageOf(world)
  return [
    ...linesOf({
      Unit: say`${pathText(type)} ${pathText(id)}`,
      Role: hasRole ? ours(`you have it already; if you are not that subagent, read ${pack.root}/${role}`) : null,
      Claim: say`${pathText(claim.token)} (attempt ${Number(claim.attempt)}; another session may take it over after ${until})`,
      'Project root': say`${pathText(projectRoot)}; paths below are relative to it`,
      // The reports of optional units are dated.
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
    text == null ? [] : [{ text: say`- ${ours(label)}: ${text}`, file: null }],
  )

/** Maximum bytes of the phase's goal, requirements and success criteria. */
const MAX_GOAL_BYTES = 700
const MAX_REQUIREMENTS_BYTES = 500
const MAX_CRITERIA_BYTES = 2000

/** Describes the phase as the roadmap does, with the plan's own requirements if it lists any. Long texts become files to read. */
function phaseLines({ phase, plan }: AgentSubject, world: BriefWorld): readonly Line[] {
  if (phase === null) return []
  const { goal, successCriteria } = phase.section
  const own = plan?.plan.requirements ?? []
  const requirements = own.length > 0 ? own : phase.section.requirements
  // If there are several plans, each is responsible only for the criteria that it lists.
  const criteria = plan !== null && phase.plans.length > 1 ? 'Success criteria of the whole phase' : 'Success criteria'
  const file: Reading = {
    path: world.view.at('ROADMAP.md'),
    about: say`section of phase ${pathText(displayPhaseId(phase.id))}: Goal, Requirements, Success criteria`,
  }
  const stated = (label: string, isThere: boolean, text: SafeText | null): readonly Line[] => {
    if (!isThere) return []
    const omitted = {
      text: say`- ${ours(label)}: too long to show here, see the required reading`,
      file,
      mustRead: true,
    } as const
    return text === null ? [omitted] : linesOf({ [label]: text })
  }
  const folder = pathText(phaseDirectoryPath(world.derivation.facts, phase))
  return [
    ...linesOf({ Phase: say`${phaseText(phase.id, phase.title)}, folder ${folder}` }),
    ...stated('Goal', (goal ?? '') !== '', quoted(goal ?? '', MAX_GOAL_BYTES)),
    ...stated('Requirements', requirements.length > 0, wordsText(requirements, MAX_REQUIREMENTS_BYTES)),
    ...stated(criteria, successCriteria.length > 0, criteriaText(successCriteria, MAX_CRITERIA_BYTES)),
  ]
}

function skillsOf({ agent }: AgentSubject, world: BriefWorld): SafeText | null {
  const value = world.setting(`agent_skills.${agent}`) ?? world.setting(`agent_skills.gsd-${agent}`)
  const named = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const skills = named.flatMap((name) => (typeof name === 'string' ? (skillText(name.trim()) ?? []) : []))
  const more =
    skills.length > MAX_SKILLS ? say` and ${skills.length - MAX_SKILLS} more, named in the settings` : EMPTY_TEXT
  return skills.length === 0 ? null : say`${joined(skills.slice(0, MAX_SKILLS), ', ')}${more}`
}

const MAX_SKILLS = 12

const taskLines = ({ claim }: AgentSubject): readonly SafeText[] =>
  claim.task === undefined ? [] : [quotedLines(claim.task.split('\n').slice(0, MAX_TASK_LINES), 500)]

const MAX_TASK_LINES = 80
/** Byte budget that all extensions share. */
const MAX_CONTRIBUTED_BYTES = 1500

/** Quotes what extensions contribute, each with its source, within the budget. */
async function contributionsOf(
  { claim, phase }: AgentSubject,
  { derivation }: BriefWorld,
): Promise<readonly SafeText[]> {
  const { unitType, unitId } = claim
  const { answers } = await askExtensions('brief', derivation, { unit: { unitType, unitId } }, phase)
  let room = MAX_CONTRIBUTED_BYTES
  return answers.flatMap(({ name, value }) =>
    (Array.isArray(value) ? value : [value]).flatMap((text): readonly SafeText[] => {
      if (typeof text !== 'string' || text.trim() === '' || room < 80) return []
      const line = say`- ${pathText(name)}: ${quotedLabel(text, Math.min(500, room - 60))}`
      room -= bytesOf(line)
      return [line]
    }),
  )
}

function filesToWrite(subject: AgentSubject, world: BriefWorld, work: UnitWork | null): readonly SafeText[] {
  const { claim } = subject
  const { drafts } = claim
  const draftNames = filesBelow(world.view, drafts)
  const charter = unitType(claim.unitType).charter?.name ?? null
  const { expects } = subjectsOf(world.derivation.facts, claim.unitType, claim.unitId)
  const files = expects.flatMap(({ path, mandatory, schema }) => {
    const name = baseName(path)
      .replace('{NN}', (subject.phase?.plans.length ?? 0) > 0 ? 'NN' : '01')
      .replace('{name}', claim.unitType === 'quick' ? quickNumber(claim.unitId) : 'NAME')
    if (unitType(claim.unitType).expects.some(({ grows }) => grows))
      return say`- \`${pathText(path)}\`: written in place from the start; the CLI checks it there`
    // A reader without a role gets no optional files; another block covers spec changes, and no role writes `other`.
    if (!mandatory && (work !== null || schema === 'spec-delta' || schema === 'other')) return []
    // The executor's plan is already among the drafts.
    if (subject.agent === 'executor' && schema === 'plan' && draftNames.includes(name)) return []
    if (charter !== null && mandatory) return say`- or, instead, the file itself: \`${pathText(`${drafts}/${name}`)}\``
    const canUseFlags = work !== null && schema === 'summary' && !draftNames.includes(name)
    const many = path.includes('{NN}') ? ', one file per plan, named by its number' : ''
    return say`- \`${pathText(`${drafts}/${name}`)}\`${mandatory ? '' : ' (optional)'}${many}: the CLI checks and places it${canUseFlags ? SUMMARY_BY_FLAGS : EMPTY_TEXT}`
  })
  if (charter === null) return files
  // A session is offered the charter only, though the separate files would be accepted as well.
  const charterLine = say`- \`${pathText(`${drafts}/${charter}`)}\`: the CLI checks it and renders the files from it`
  return work === null ? [charterLine, ...files] : [charterLine]
}

const SUMMARY_BY_FLAGS = say`. Instead of the file you can append to the call below \`--said '<what works now>'\`, \`--decided '<what, why>'\` and \`--left '<what>'\` (the last two repeatable): they become the SUMMARY (\`## Decisions Made\`, \`## Known Issues\`)`

function finishLines(subject: AgentSubject, { view }: BriefWorld, work: UnitWork | null): readonly SafeText[] {
  const call = say`${ours(view.pack.cli)} unit finish --claim ${pathText(subject.claim.token)}`
  if (work !== null && work.isDelegated !== true) return sessionFinishLines(subject, call, work.isNamed === true)
  const end = say`Fix what it reports and repeat. Then end with your return block.`
  return [say`\`${call}\``, end, ...(work === null ? [] : returnBlock(subject))]
}

/** Shows the return block to a subagent without a role; roles describe the block themselves. */
const returnBlock = ({ agent }: AgentSubject): readonly SafeText[] => [
  say`You cannot talk to the user. Return at most ten lines on the result, and this block after them. At BLOCKED or CHECKPOINT, do so without the call above:`,
  ours(
    `${returnHeading(agent)}\n\`\`\`${RETURN_FENCE}\nstatus: COMPLETE        # COMPLETE | BLOCKED | CHECKPOINT\nreport: <path>\nconcerns: []\nneeds: []               # at CHECKPOINT: the question and its options\n\`\`\``,
  ),
]

/** Tells a session how to finish. If the unit was begun by name, the call begins no further unit. */
function sessionFinishLines({ claim }: AgentSubject, call: SafeText, isNamed: boolean): readonly SafeText[] {
  const isFree = !isNamed && unitType(claim.unitType).charter === undefined
  const stop = say` If the user wants to stop after this unit, write \`--commit\` instead of \`--begin\`.`
  return [
    say`\`${call} ${isNamed ? say`--commit` : say`--begin`}\``,
    say`It checks, places and commits your files, and prints what to do next. Fix what it reports and repeat.${isFree ? stop : EMPTY_TEXT}`,
  ]
}

/** Matches the template's slot for the user's words, which is dropped if these are recorded. */
const ORDER_SLOT = /^> \[.*\]\n\n/m

/** Returns the template of the file to write; null if there is none, or no room for it. */
function templateSection(unit: Unit, world: BriefWorld, before: SafeText): Section | null {
  const form = unit.charter?.schema ?? unit.form ?? null
  const template = form === null ? null : world.view.pack.read(`templates/${form}.md`)
  const text = template === null ? null : formSection(isOrderTyped(world) ? template.replace(ORDER_SLOT, '') : template)
  if (text === null) return null
  return bytesOf(before) + bytesOf(text) + 300 > BRIEF_LIMIT ? null : { id: 'form', text }
}
