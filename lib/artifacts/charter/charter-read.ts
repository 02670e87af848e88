// Reads a charter: document entries, the user's order, checks and settings. Unreadable lines become issues.
import type { Issue } from '../../errors.js'
import { fencesOf, type Heading } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { meanings } from '../../std/text.js'
import { issueAt } from '../codec.js'
import { argumentList, commandIn } from '../parts/command-line.js'
import { type Entry, entriesIn, entryLine, isNumbered, joinedLines, type Labels, labelled } from '../parts/entries.js'
import { comparePhaseIds, phaseRefsIn } from '../parts/phase-token.js'
import { isNothing, isPlaceholder, linesWithout } from '../parts/placeholders.js'
import type { KeyDecision } from '../project/project.js'
import { isRequirementId, type OutOfScope, type Requirement, requirementIdsIn } from '../requirements/requirements.js'
import { milestoneTextIn } from '../roadmap/milestone-text.js'
import type { PhaseSection } from '../roadmap/roadmap.js'
import type { PhaseDraft } from '../roadmap/roadmap-text.js'
import { type Block, blocksOf, phaseIn, type Report, type SectionName } from './charter-blocks.js'

export interface Charter {
  readonly title: string | null
  readonly what: string | null
  readonly coreValue: string | null
  /** The user's words verbatim. */
  readonly order: string | null
  readonly scope: string | null
  readonly worksToday: readonly string[]
  readonly constraints: readonly string[]
  readonly decisions: readonly KeyDecision[]
  readonly requirements: readonly Requirement[]
  readonly outOfScope: readonly OutOfScope[]
  readonly phases: readonly PhaseDraft[]
  readonly checks: readonly (readonly string[])[]
  readonly settings: readonly { readonly key: string; readonly value: string }[]
  readonly issues: readonly Issue[]
}

type CharterKind = 'project' | 'milestone'
const reading = (of: CharterKind) => onceOf((source: Source): Charter => new CharterReader(source, of).read())

export const readCharter = reading('project')

/** Reads a milestone's charter: its title is a version with a name, and it has no core value. */
export const readMilestone = reading('milestone')

export const SCOPES = '"Scope: all", "Scope: phases 1-2" or "Scope: none"'

/** Matches a label such as `Project charter:` in the title. */
const LABEL = /^(?:project )?(?:charter|project)\s*(?::\s*|$)/i

const CORE_VALUE = { 'core value': 'core value' }
const SCOPE = { scope: 'scope' }
/** The only settings that a charter can set, because others have guards and questions of their own. */
const SETTINGS = { mode: 'mode', granularity: 'granularity' }
const PHASE_LABELS = meanings({
  goal: [],
  depth: [],
  requirements: ['requirement', 'covers'],
  'depends on': [],
  'success criteria': ['done when'],
})
const RULE = /^([-*_=])(?: *\1){2,}$/
const CRITERIA = /^(\**success criteria\**) \([^()]*\)/i
/** Who made a decision: the user by an answer, the author, or the author because the user left it to them. */
const DECIDER = meanings({
  asked: ['user', 'the user', 'person'],
  mine: ['agent', 'assumed'],
  'left to me': ['you decide', 'discretion'],
})
const DECISION = /^D-?(\d{1,4})\b\s*(?:[([]([^()[\]]{1,20})[)\]])?[\s:–—-]*(.*)$/is
const REQUIREMENT = /^([A-Z][\w-]*)(?:[\s:–—-]+(.*))?$/s
const OUT_OF_SCOPE = /^(?:\*\*(.+?):?\*\*[\s:–—-]*|(.+?)(?::| [–—-]| because) +)(.*)$/s

const EXPECTED_FORMS: Readonly<Record<SectionName, string>> = {
  what: 'one to three sentences below the title',
  coreValue: 'one sentence',
  order: 'the user\'s words after ">"',
  worksToday: '"- what works"',
  constraints: '"- what is fixed, and why"',
  decisions:
    '"- D-01 (asked): …" for what the user answered, (mine) for your choices, (left to me) for choices left to you',
  requirements: '"- **CAT-01**: one observable behaviour"',
  later: '"- **CAT-01**: one observable behaviour"',
  outOfScope: '"- What: reason"',
  phases:
    '"### Phase 1: Title", below it Goal:, Depth:, Requirements: CAT-01, Depends on: Phase 1 and numbered criteria',
  checks: 'one program with its arguments in backticks, without a shell: put shell lines into a script and call it',
  settings: '"- mode: yolo" or "- granularity: coarse"; others with gsd-tools config set once the project exists',
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

/** Reads a charter; each section is read by the method of its name. */
class CharterReader {
  readonly #source: Source
  readonly #of: CharterKind
  readonly #report: Report
  /** Whether `Scope:` has a value, valid or not. */
  #hasScope = false
  readonly #ids = new Set<string>()
  readonly #charter: Mutable<Charter> = {
    ...{ title: null, what: null, coreValue: null, order: null, scope: null },
    ...{ worksToday: [], constraints: [], decisions: [], requirements: [], outOfScope: [], phases: [] },
    ...{ checks: [], settings: [], issues: [] },
  }

  constructor(source: Source, of: CharterKind) {
    this.#source = source
    this.#of = of
    this.#report = (at, code, expected, received, fix) =>
      this.#charter.issues.push(issueAt(source, at, { code, expected, received, fix }))
  }

  read(): Charter {
    const charter = this.#charter
    const { title, blocks } = blocksOf(this.#source, this.#report)
    if (title !== null) charter.title = this.#real(title.text.replace(LABEL, ''), title.start)
    for (const block of blocks) this[block.section](block)
    this.#lacking()
    charter.issues.sort((a, b) => a.line - b.line || a.column - b.column)
    return charter
  }

  #lacking(): void {
    const { title, what, coreValue } = this.#charter
    const lacks = (isThere: boolean, expected: string, fix: string) => {
      if (!isThere) this.#report(null, 'SECTION_MISSING', expected, 'none', fix)
    }
    lacks(what !== null, 'what it is and for whom', 'Write one to three sentences below the title.')
    lacks(this.#hasScope, 'scope of the order', `Write ${SCOPES} below "## Order".`)
    if (this.#of === 'project') {
      lacks(title !== null, 'the name of the project', 'Begin with "# Name".')
      lacks(coreValue !== null, 'a core value', 'Write "Core value: …", the one thing that must work.')
      return
    }
    const { version, beginsWithVersion } = milestoneTextIn(title ?? '')
    if (version === null || !beginsWithVersion)
      this.#report(0, 'MILESTONE_VERSION', 'a version and a name', title ?? 'none', 'Begin with "# v1.1 Name".')
    if (coreValue !== null)
      this.#report(null, 'CHARTER_UNREAD', 'no core value', coreValue, 'Omit it: PROJECT.md has it.')
  }

  /** The trimmed text; null if it is empty or a placeholder. Reports a placeholder. */
  #real(text: string, at: number): string | null {
    const plain = text.trim()
    if (!isPlaceholder(plain)) return plain === '' ? null : plain
    this.#report(at, 'PLACEHOLDER', 'real content', plain, 'Replace it with real content, or remove the line.')
    return null
  }

  #unread({ start, text }: Pick<Entry, 'start' | 'text'>, { section }: Pick<Block, 'section'>): void {
    this.#report(
      start,
      'CHARTER_UNREAD',
      EXPECTED_FORMS[section],
      text,
      'Write it like this, one fact per line, or remove it.',
    )
  }

  #entries(block: Block, labels: Labels = {}, begins?: RegExp): readonly Entry[] {
    return entriesIn(this.#source, block, labels, begins).filter((entry) => {
      if (entry.mark === 'table') this.#unread(entry, block)
      return entry.mark !== 'table' && !isNothing(entry.text) && !RULE.test(entry.text)
    })
  }

  #texts(block: Block): readonly string[] {
    return this.#entries(block).flatMap((entry) => this.#real(entryLine(entry), entry.start) ?? [])
  }

  what(block: Block): void {
    for (const entry of this.#entries(block, CORE_VALUE)) {
      const label = labelled(entry.text, CORE_VALUE)
      if (label !== null) this.#add('coreValue', joinedLines(label.value), entry.start)
      else if (entry.mark === 'prose') this.#add('what', joinedLines(entry.text), entry.start)
      else this.#unread(entry, block)
    }
  }

  coreValue(block: Block): void {
    for (const entry of this.#entries(block)) this.#add('coreValue', entryLine(entry), entry.start)
  }

  #add(name: 'what' | 'coreValue' | 'order', text: string, at: number, between = ' '): void {
    const realText = this.#real(text, at)
    const before = this.#charter[name]
    if (realText !== null) this.#charter[name] = before === null ? realText : before + between + realText
  }

  /** Reads the order's words with their line breaks, and without quote marks, rules and fences; reads its scope. */
  order(block: Block): void {
    const lines: string[] = []
    for (const { text, start } of linesWithout(this.#source, block, ['comment'])) {
      const line = text.trim()
      const label = labelled(line, SCOPE)
      if (label !== null) this.#scope(label.value, start)
      else if (line.startsWith('>')) lines.push(line.replace(/^> ?/, ''))
      else if (!RULE.test(line) && !/^(?:```|~~~)/.test(line)) lines.push(text.trimEnd())
    }
    this.#add('order', lines.join('\n'), block.start, '\n\n')
  }

  #scope(text: string, at: number): void {
    const plain = text.replace(/\.$/, '').trim()
    const isWord = /^(?:all|none)$/i.test(plain)
    const scope = isWord ? plain : this.#real(plain, at)
    this.#hasScope ||= plain !== ''
    if (scope !== null && (isWord || phaseRefsIn(scope).length > 0)) this.#charter.scope = scope
    else if (scope !== null)
      this.#report(at, 'CHARTER_UNREAD', SCOPES, scope, 'Write one of these: how much is to be built now.')
  }

  worksToday(block: Block): void {
    this.#charter.worksToday.push(...this.#texts(block))
  }

  constraints(block: Block): void {
    this.#charter.constraints.push(...this.#texts(block))
  }

  decisions(block: Block): void {
    for (const entry of this.#entries(block)) {
      const [, number, word = '', rest = ''] = DECISION.exec(withoutMarks(entry)) ?? []
      const whose = DECIDER[word.toLowerCase().trim()]
      if (number === undefined || whose === undefined) {
        this.#unread(entry, block)
        continue
      }
      const id = `D-${String(Number(number)).padStart(2, '0')}`
      const [, before = rest, after = ''] = /^(.*?),? because (.*)$/is.exec(rest) ?? []
      const [text, reason] = [this.#real(before, entry.start), this.#real(after, entry.start)]
      if (text === null) continue
      this.#once(id, entry.start, 'DECISION_TWICE')
      const rationale = `(${whose})${reason === null ? '' : ` ${reason}`}`
      this.#charter.decisions.push({ decision: `${id}: ${text}`, rationale, outcome: '— Pending' })
    }
  }

  requirements(block: Block): void {
    this.#requirements(block, 'v1')
  }

  later(block: Block): void {
    this.#requirements(block, 'v2')
  }

  #requirements(block: Block, scope: Requirement['scope']): void {
    const { heading } = block
    const category = heading && this.#real(heading.text.replaceAll('*', ''), heading.start)
    const more = { category, scope, done: scope === 'v1' ? false : null, section: `${scope} Requirements` }
    for (const entry of this.#entries(block)) {
      const [, id = '', rest = ''] = REQUIREMENT.exec(withoutMarks(entry)) ?? []
      const text = this.#real(rest, entry.start)
      if (!isRequirementId(id)) this.#unread(entry, block)
      else if (text !== null) {
        this.#once(id, entry.start, 'REQUIREMENT_TWICE')
        this.#charter.requirements.push({ id, text, ...more })
      }
    }
  }

  #once(words: string, start: number, code: string): void {
    if (this.#ids.has(words))
      this.#report(start, code, `one line for ${words}`, 'a second one', 'Change one of the ids, or remove it.')
    this.#ids.add(words)
  }

  outOfScope(block: Block): void {
    for (const entry of this.#entries(block)) {
      const text = entryLine(entry)
      const [, bold, plain = text, after = ''] = OUT_OF_SCOPE.exec(text) ?? []
      const [feature, reason] = [this.#real(bold ?? plain, entry.start), this.#real(after, entry.start)]
      if (feature !== null) this.#charter.outOfScope.push({ feature, reason: reason ?? '' })
    }
  }

  phases(block: Block): void {
    const { heading } = block
    if (heading !== null) this.#phase(block, heading)
    for (const entry of heading === null ? this.#entries(block) : []) this.#unread(entry, block)
  }

  #phase(block: Block, heading: Heading): void {
    const named = phaseIn(heading.text, 'phases')
    const id = (named?.id ?? '').replace(/^0+(?=\d)/, '')
    const title = this.#real((named?.title ?? '').replaceAll('*', ''), heading.start) ?? ''
    const last = this.#charter.phases.at(-1)
    const phase = { id, title, goal: null, depth: null, dependsOn: null, requirements: [], successCriteria: [] }
    this.#fields(block, phase)
    if (title === '' || phase.requirements.length === 0)
      this.#unread({ start: heading.start, text: `no ${title === '' ? 'title' : 'requirements'}` }, block)
    if (last !== undefined && comparePhaseIds(last.id, id) >= 0)
      this.#report(
        heading.start,
        'PHASE_ORDER',
        `a phase after phase ${last.id}`,
        `phase ${id}`,
        'Number them in build order.',
      )
    const first = this.#of === 'project' ? 'Nothing (first phase)' : 'Nothing'
    this.#charter.phases.push({
      ...phase,
      dependsOn: phase.dependsOn ?? (last === undefined ? first : `Phase ${last.id}`),
    })
  }

  #fields(
    block: Block,
    phase: Mutable<Pick<PhaseSection, 'goal' | 'depth' | 'dependsOn' | 'requirements' | 'successCriteria'>>,
  ): void {
    let inCriteria = false
    for (const entry of this.#entries(block, PHASE_LABELS, CRITERIA)) {
      const label = labelled(entry.text.replace(CRITERIA, '$1'), PHASE_LABELS)
      if (label === null && (isNumbered(entry) || (inCriteria && entry.mark === 'bullet')))
        phase.successCriteria.push(...[this.#real(entryLine(entry), entry.start)].filter((text) => text !== null))
      else if (label === null) this.#unread(entry, block)
      if (label === null) continue
      inCriteria = label.label === 'success criteria'
      const text = this.#real(joinedLines(label.value), entry.start)
      if (inCriteria)
        for (const criterion of [text, ...entry.nested.map((one) => this.#real(entryLine(one), one.start))])
          phase.successCriteria.push(...(criterion === null ? [] : [criterion]))
      else if (text !== null && (label.label === 'goal' || label.label === 'depth')) phase[label.label] = text
      else if (text !== null && label.label === 'requirements') phase.requirements.push(...requirementIdsIn(text))
      else if (text !== null) phase.dependsOn = this.#dependsOn(text, entry, block)
    }
  }

  #dependsOn(text: string, entry: Entry, block: Block): string | null {
    if (isNothing(text) || /^(?:nothing|none)\b/i.test(text)) return 'Nothing'
    const ids = phaseRefsIn(text).map((id) => id.replace(/^0+(?=\d)/, ''))
    if (ids.length === 0) this.#unread(entry, block)
    return ids.length === 0 ? null : ids.map((id) => `Phase ${id}`).join(', ')
  }

  checks(block: Block): void {
    const fences = fencesOf(this.#source, block)
    for (const entry of this.#entries(block)) {
      if (fences.some(({ start, end }) => start <= entry.start && entry.start < end)) continue
      const [command, ...more] = argumentList(entry.text) ? [entry.text] : (entry.text.match(/`[^`]+`/g) ?? [])
      if (command !== undefined && more.length === 0) this.#check(command, entry, block)
      else if (this.#real(entry.text, entry.start) !== null) this.#unread(entry, block)
    }
    for (const { contentStart: start, contentEnd: end } of fences)
      for (const line of linesWithout(this.#source, { start, end }, []))
        if (!/^\s*(?:#|$)/.test(line.text)) this.#check(`\`${line.text.trim()}\``, line, block)
  }

  #check(command: string, line: Pick<Entry, 'start' | 'text'>, block: Block): void {
    const found = commandIn(command)
    if ('argv' in found) this.#charter.checks.push(found.argv)
    else this.#unread(line, block)
  }

  settings(block: Block): void {
    for (const entry of this.#entries(block, SETTINGS)) {
      const found = labelled(entry.text, SETTINGS)
      const value = this.#real((found?.value ?? '').replace(/[`"*]|\.$/g, ''), entry.start)
      if (found === null) this.#unread(entry, block)
      else if (value !== null) this.#charter.settings.push({ key: found.label, value })
    }
  }
}

/** The entry on one line, without bold marks or backticks around its first words. */
const withoutMarks = (entry: Entry): string =>
  entryLine(entry).replace(/^(?:\*\*(.+?)\*\*|`([^`]+)`)/, (_, bold = '', code = '') => bold + code)
