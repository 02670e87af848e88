// The typed table of all facts that `{{fact:x}}` and brief openings can use, each computed from the view.
import { oneLine } from '../../artifacts/parts/draft.js'
import {
  bytesOf,
  EMPTY_TEXT,
  joined,
  languageText,
  ours,
  pathText,
  quoted,
  quotedLabel,
  type SafeText,
  say,
  stampText,
  wordsText,
  wordText,
} from '../../std/safe-text.js'
import { visibleLine } from '../../std/visible.js'
import { type Milestone, type PhaseFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { isComplete } from '../derivation/plan-facts.js'
import { phaseProgressText, phaseStatus } from '../derivation/statuses.js'
import { readClaims } from '../dispatch/claims.js'
import { displayPhaseId, type PhaseId } from '../ids.js'
import { hasWorkLeft, isFulfilled, orderText, readOrder, typedWords } from '../order.js'
import { hasOwnPage, pageText } from '../own-page.js'
import { projectTitle } from '../project/project-title.js'
import { commandLines, explainCommand } from './brief-commands.js'
import { type BriefWorld, isAuto, notesIn } from './brief-world.js'
import type { Workflow } from './workflow.js'

/** A fact's text, the reason why there is none, or where to read the text if it is too long. */
export type FactValue = SafeText | { readonly none: string } | { readonly where: SafeText }

interface Fact {
  /** The description for prompt authors, and the label in the list of facts. */
  readonly label: string
  read(world: BriefWorld): FactValue
  /** Where to read the fact if the brief has no room for it; a fact without `where` is then left out. */
  where?(world: BriefWorld): SafeText | null
}

const ASK_IN_REPLY = say`ask in your reply, with the options as a numbered list, and wait for the answer`

/** Maximum bytes of one text, or of a list of texts, in the list of facts. */
const MAX_TEXT_BYTES = 600
const MAX_LIST_BYTES = 1500

const absent = (reason: string): FactValue => ({ none: reason })
const NO_PHASE = absent('no phase is named and none is active')
const NO_ROADMAP = absent('no roadmap yet')
const NO_VERSION = say`no version`

const ofPhase =
  (text: (phase: PhaseFacts, world: BriefWorld) => FactValue) =>
  (world: BriefWorld): FactValue =>
    world.phase === null ? NO_PHASE : text(world.phase, world)

const roadmapOf = ({ view }: BriefWorld): SafeText => pathText(view.at('ROADMAP.md'))

const sectionOf = (world: BriefWorld, { id }: Pick<PhaseFacts, 'id'>): SafeText =>
  say`${roadmapOf(world)}, section of phase ${pathText(displayPhaseId(id))}`

const inSection = (world: BriefWorld): SafeText | null => (world.phase === null ? null : sectionOf(world, world.phase))

/** Returns a fact from a phase's section. If the text is too long (`textOf` returns null), the section is named instead. */
const sectionFact = (label: string, textOf: (phase: PhaseFacts) => FactValue | null) => ({
  label,
  read: ofPhase((phase, world) => textOf(phase) ?? { where: sectionOf(world, phase) }),
  where: inSection,
})

const setting = (key: string) => (world: BriefWorld) => {
  const value = world.setting(key)
  return (typeof value === 'string' ? wordText(value) : null) ?? absent(`${key} is not set`)
}

export const criteriaText = (criteria: readonly string[], maxBytes: number): SafeText | null => {
  const quotes = criteria.map((text) => quoted(text, maxBytes))
  const parts = quotes.map((quote, index) => say`(${index + 1}) ${quote ?? ''}`)
  const all = joined(parts, ' ')
  return quotes.includes(null) || bytesOf(all) > maxBytes ? null : all
}

/** `words`: those of this call · `order`: the standing request · `typed`: the user's prompt, recorded verbatim by a hook. */
export const FACTS = {
  words: { label: "The user's words", read: wordsLine },
  order: {
    label: "The user's order",
    read: (world) => orderLine(world) ?? absent('no order, or its milestone is done'),
  },
  typed: {
    label: 'Start of the text that the user typed',
    read: ({ view }) => quotedLabel(`${oneLine(visibleLine(typedWords(view) ?? '')).slice(0, 60)}…`),
  },
  project: { label: 'Project', read: projectLine },
  milestone: {
    label: 'Milestone',
    read: ({ derivation: { facts } }) =>
      facts.milestone !== null ? milestoneLine(facts.milestone) : facts.phases.length > 0 ? NO_VERSION : NO_ROADMAP,
  },
  progress: { label: 'Progress', read: progressLine },
  phase: { label: 'Phase number', read: ofPhase(({ id }) => pathText(displayPhaseId(id))) },
  pp: { label: 'Phase prefix in file names', read: ofPhase(({ id }) => pathText(id)) },
  phase_line: { label: 'Phase', read: ofPhase(({ id, title }) => phaseText(id, title)) },
  phase_dir: {
    label: 'Phase folder',
    read: ofPhase((phase, world) => pathText(phaseDirectoryPath(world.derivation.facts, phase))),
  },
  goal: sectionFact('Goal', ({ section: { goal } }) =>
    goal === null || goal === '' ? absent('the roadmap states no goal') : quoted(goal, MAX_TEXT_BYTES),
  ),
  criteria: sectionFact('Success criteria', ({ section: { successCriteria } }) =>
    successCriteria.length === 0
      ? absent('the roadmap states no success criteria')
      : criteriaText(successCriteria, MAX_LIST_BYTES),
  ),
  requirements: sectionFact('Requirements', ({ section: { requirements } }) =>
    requirements.length === 0 ? absent('the roadmap names no requirements') : wordsText(requirements, MAX_TEXT_BYTES),
  ),
  depends_on: sectionFact('Depends on', ({ dependsOn }) =>
    dependsOn.length === 0 ? say`nothing` : wordsText(dependsOn.map(displayPhaseId), MAX_TEXT_BYTES),
  ),
  plans: { label: 'Plans', read: ofPhase(plansLine), where: folderOf },
  context_path: {
    label: 'Decisions of the discussion',
    read: ofPhase((phase, world) => {
      const folder = pathText(phaseDirectoryPath(world.derivation.facts, phase))
      return phase.files?.context == null ? absent(`${folder} has no CONTEXT file yet`) : pathText(phase.files.context)
    }),
  },
  step: { label: 'Next step', read: stepLine },
  begun: { label: 'Begun, not finished', read: claimsLine },
  handoff: {
    label: 'Notes of a paused session',
    read: (world) => joined(notesIn(world).map(pathText), ', ') || absent('no paused session left notes'),
  },
  revision: { label: 'Revision', read: ({ derivation }) => ours(derivation.state.revision) },
  auto: { label: 'Auto mode', read: (world) => (isAuto(world) ? say`on` : say`off`) },
  mode: {
    label: 'Mode',
    read: (world) =>
      isAuto(world) ? absent('auto mode is on: do not ask the user to confirm steps') : setting('mode')(world),
  },
  granularity: { label: 'Granularity', read: setting('granularity') },
  language: {
    label: 'Language for the user',
    read: (world) => languageOf(world) ?? absent('response_language is not set to a language'),
  },
  asking: {
    label: 'To ask the user',
    read: ({ setting, host: { askTool } }) =>
      setting('workflow.text_mode') === true || askTool === null
        ? ASK_IN_REPLY
        : say`ask with the ${ours(askTool)} tool; if it is not available, ask in your reply and wait`,
  },
  manner: {
    label: 'How the user wants to work',
    read: (world) =>
      (hasOwnPage(world.view) ? pageText(world) : null) ??
      absent('the user has no page of preferences, or it is empty or switched off'),
  },
  today: { label: 'Today', read: ({ view }) => ours(view.clock.today()) },
  commands: {
    label: 'Commands',
    read: (world) => {
      const topic = world.input.args.get('topic')
      const text = topic === undefined ? commandLines(world) : explainCommand(world, topic)
      return text ?? absent('the installation lists none')
    },
  },
} as const satisfies Readonly<Record<string, Fact>>

export function languageOf(world: BriefWorld): SafeText | null {
  const value = world.setting('response_language')
  return typeof value === 'string' ? languageText(value.trim()) : null
}

/** `1 “Foundation”`. */
export const phaseText = (id: PhaseId, title: string): SafeText =>
  say`${pathText(displayPhaseId(id))} ${quotedLabel(title)}`

export type FactName = keyof typeof FACTS
export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[]
export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name)

export const factOf = (name: FactName, world: BriefWorld): FactValue => (FACTS[name] as Fact).read(world)

/** Returns where to read a fact; null if it has no `where`, or there is no phase. */
export const placeOf = (name: FactName, world: BriefWorld): SafeText | null =>
  (FACTS[name] as Fact).where?.(world) ?? null

/** Returns what a sentence shows of a fact: its text, where to read it, or why there is none. */
export const inlineFact = (name: FactName, world: BriefWorld): SafeText => {
  const value = factOf(name, world)
  if (typeof value === 'string') return value
  return 'where' in value ? say`(read it in ${value.where})` : ours(`(none: ${value.none})`)
}

/** Facts that later parts repeat, because they may have changed. */
const CHANGING_FACTS: readonly string[] = ['revision', 'step']

/** Returns the facts that a part opens with, by importance: the last ones are dropped if space is short. */
export const openingFacts = ({ facts }: Workflow, isFirst: boolean): readonly FactName[] =>
  facts.filter((name) => isFactName(name)).filter((name) => isFirst || CHANGING_FACTS.includes(name))

/** Returns the user's input on one line. It is trusted, so it is not quoted. A long input is not repeated. */
function wordsLine({ input }: BriefWorld): FactValue {
  if (input.words === '' || input.words === input.args.get('phase')) return absent('no further words from the user')
  const line = oneLine(visibleLine(input.words))
  return bytesOf(line) > MAX_TEXT_BYTES
    ? say`see the text of the call (${bytesOf(line)} bytes) and take all of it into account`
    : ours(line)
}

/** Returns the order while it is unfulfilled or its milestone has work left. `isKnown`: the reader already knows its words. */
export function orderLine({ view, derivation }: BriefWorld, isKnown = false): SafeText | null {
  const order = readOrder(view)
  if (order === null) return null
  const isDone = isFulfilled(order, derivation)
  if (isDone && !hasWorkLeft(order, derivation)) return null
  return orderText(order, { at: pathText(view.at('ORDER.md')), isDone, isKnown })
}

function milestoneLine({ id, title }: Milestone): FactValue {
  const name = id === null || id === '' ? EMPTY_TEXT : (wordText(id) ?? quotedLabel(id))
  if (title === null || title === '') return name === '' ? absent('the milestone has no name') : name
  return name === '' ? quotedLabel(title) : say`${name} ${quotedLabel(title)}`
}

function projectLine({ view }: BriefWorld): FactValue {
  const { exists, title } = projectTitle(view)
  if (!exists) return absent('there is no project here yet')
  const where = say`root ${pathText(view.projectRoot)}`
  return title === null ? where : say`${quotedLabel(title)}; ${where}`
}

function progressLine({ derivation: { state, facts } }: BriefWorld): FactValue {
  if (facts.roadmap === null) return NO_ROADMAP
  const { share, plans } = state.progress
  return say`${ours(phaseProgressText(share))}, ${plans.done} of ${plans.total} plans executed`
}

function claimsLine({ view }: BriefWorld): FactValue {
  const lines = readClaims(view).map(({ unitType: type, unitId, at }) => {
    return say`${pathText(type)} ${pathText(unitId)} (since ${stampText(at) ?? EMPTY_TEXT})`
  })
  const more = lines.length > MAX_CLAIMS_SHOWN ? say` and ${lines.length - MAX_CLAIMS_SHOWN} more` : EMPTY_TEXT
  return lines.length === 0 ? say`nothing` : say`${joined(lines.slice(0, MAX_CLAIMS_SHOWN), ', ')}${more}`
}

const MAX_CLAIMS_SHOWN = 8

/** Tells why a rule fired. The reason contains text from files, so all of it is quoted. */
const because = (world: BriefWorld, rule: string, reason: string): SafeText =>
  say`${ours(rule)}: ${quoted(reason, MAX_TEXT_BYTES) ?? say`see ${ours(world.view.pack.cli)} state derive`}`

/** Tells the next step of the phase that the call names, and the project's next step if that is in another phase. */
function stepLine(world: BriefWorld): SafeText {
  const { phase, derivation, input } = world
  const { state, reason, active, done, facts } = derivation
  const due = say`${state.step} (${because(world, state.rule, reason)})`
  const phaseDue = active === null ? due : say`phase ${pathText(displayPhaseId(active.id))}: ${due}`
  // A caller that named the active phase knows its number.
  if (phase === null || phase.id === active?.id) return input.args.has('phase') ? due : phaseDue
  const own = derivePhase(facts, phase)
  const word = done.has(phase.id)
    ? say`is ${ours(phaseStatus(derivation, phase))}`
    : say`is at step ${own.outcome.step} (${because(world, own.rule, own.trace.at(-1)?.reason ?? '')})`
  return say`phase ${pathText(displayPhaseId(phase.id))} ${word}; next in the project: ${phaseDue}`
}

function folderOf({ phase, derivation: { facts } }: BriefWorld): SafeText | null {
  return phase === null ? null : say`the folder ${pathText(phaseDirectoryPath(facts, phase))}`
}

function plansLine(phase: PhaseFacts, world: BriefWorld): FactValue {
  if (phase.plans.length === 0) return say`none yet`
  const waveOf = (id: string) => phase.waves.plans.find((plan) => plan.id === id)?.wave ?? null
  const lines = phase.plans.map((plan) => {
    const status = isComplete(plan) ? 'done' : plan.evidence
    return say`${pathText(plan.id)} ${status} (wave ${waveOf(plan.id) ?? 'unknown'})`
  })
  const all = joined(lines, ', ')
  return bytesOf(all) > MAX_LIST_BYTES ? { where: folderOf(world) ?? EMPTY_TEXT } : all
}
