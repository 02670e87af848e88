// Reading a charter: sections by their names whatever their level, entries whatever their marks. What cannot be read is reported, never guessed and never dropped in silence.
import type { Issue } from '../../errors.js'
import { fencesOf, type Heading, visibleText } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { meantIds } from '../../std/ids-meant.js'
import { onceOf } from '../../std/once.js'
import { meanings } from '../../std/text.js'
import { commandIn } from '../parts/command-line.js'
import type { Whose } from '../parts/decided.js'
import { phaseRefsIn } from '../parts/phase-token.js'
import { isNothing, isPlaceholder, unlisted } from '../parts/placeholders.js'
import { isRequirementId, requirementIdsIn } from '../requirements/requirement-id.js'
import {
  type CharterDecision,
  type CharterPhase,
  type CharterRequirement,
  type CharterValue,
  NO_CHARTER,
} from './charter.js'
import { type Block, phaseIn, type Report, readBlocks, reporter, type SectionName } from './charter-blocks.js'
import { type CharterOf, lackingInCharter, lackingInPhase, SCOPES } from './charter-lacking.js'
import { bare, type Entry, entriesOf, isRule, labelIn } from './charter-lines.js'
import {
  bracketIn,
  type Command,
  canonical,
  commandsIn,
  cutAt,
  decisionId,
  featureIn,
  headIn,
  linesOf,
  plainWord,
  separated,
  trimmed,
  withoutDot,
  wordsOf,
} from './charter-words.js'

/** What may stand in the settings of a charter: other ones have guards and questions of their own. */
const SETTINGS: ReadonlySet<string> = new Set(['mode', 'granularity'])

const WHOSE_WORDS: Readonly<Record<string, Whose>> = meanings({
  asked: ['answered', 'user'],
  mine: ['me', 'agent'],
  'left to me': ['left', 'delegated', 'you decide'],
})

/** A word of the draft and the offset where it is said. */
export interface CharterPlace {
  readonly words: string
  readonly start: number
}

export interface CharterReading {
  readonly value: CharterValue
  readonly issues: readonly Issue[]
  readonly sections: Readonly<Partial<Record<SectionName, number>>>
  readonly decisions: readonly CharterPlace[]
  readonly requirements: readonly CharterPlace[]
  readonly phases: readonly CharterPlace[]
  readonly settings: readonly CharterPlace[]
}

const reading = (of: CharterOf) => onceOf((source: Source): CharterReading => new Reader(source, of).read())

export const readCharter = reading('project')

/** The same form for a milestone: its title is a version with a name, and what the project is stands in PROJECT.md. */
export const readMilestone = reading('milestone')

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

/** One method for each section, under its name. */
class Reader {
  readonly #source: Source
  readonly #of: CharterOf
  readonly #text: string
  readonly #issues: Issue[] = []
  readonly #issue: Report
  readonly #decisions: CharterPlace[] = []
  readonly #requirements: CharterPlace[] = []
  readonly #phases: CharterPlace[] = []
  readonly #settings: CharterPlace[] = []
  /** Something stands behind `Scope:`, whatever it is. */
  #hasScope = false
  readonly #value: Mutable<CharterValue> = {
    ...NO_CHARTER,
    worksToday: [],
    constraints: [],
    decisions: [],
    requirements: [],
    later: [],
    outOfScope: [],
    phases: [],
    checks: [],
    settings: [],
  }

  constructor(source: Source, of: CharterOf) {
    this.#source = source
    this.#of = of
    this.#text = source.text ?? ''
    this.#issue = reporter(source, this.#issues)
  }

  read(): CharterReading {
    const { title, blocks, sections, issues } = readBlocks(this.#source)
    this.#issues.push(...issues)
    if (title !== null) this.#title(title)
    for (const block of blocks) this[block.section](block)
    lackingInCharter(this.#value, this.#of, this.#hasScope, this.#issue)
    return {
      value: this.#value,
      issues: this.#issues.sort((a, b) => a.line - b.line || a.column - b.column),
      sections,
      decisions: this.#decisions,
      requirements: this.#requirements,
      phases: this.#phases,
      settings: this.#settings,
    }
  }

  /** Text as a value: null for nothing, and for a placeholder, which is reported. */
  #real(text: string, at: number): string | null {
    const plain = text.trim()
    if (!isPlaceholder(plain)) return plain === '' ? null : plain
    this.#issue(at, 'PLACEHOLDER', 'real content', plain, 'Replace it with what is true, or remove the line.')
    return null
  }

  #title(heading: Heading): void {
    const label = labelIn(heading.text)
    const text = label !== null && TITLE_LABELS.has(label.name) ? label.rest : heading.text
    this.#value.title = TITLE_LABELS.has(bare(text)) ? null : this.#real(text, heading.start)
  }

  #unread(entry: Entry, expected: string, fix: string): void {
    this.#issue(entry.start, 'CHARTER_UNREAD', expected, entry.text, fix)
  }

  what(block: Block): void {
    for (const entry of entriesOf(this.#source, block, CORE_VALUE)) {
      const label = labelIn(entry.text)
      if (label !== null && CORE_VALUE.has(label.name)) this.#coreValue(label.rest, entry.start)
      else if (entry.kind !== 'text')
        this.#unread(entry, 'one to three sentences below the title', 'Write it as sentences.')
      else {
        const text = this.#real(entry.text, entry.start)
        if (text !== null) this.#value.what = this.#value.what === null ? text : `${this.#value.what} ${text}`
      }
    }
  }

  coreValue(block: Block): void {
    for (const entry of entriesOf(this.#source, block)) this.#coreValue(entry.text, entry.start)
  }

  #coreValue(text: string, at: number): void {
    const value = this.#real(text, at)
    if (value !== null)
      this.#value.coreValue = this.#value.coreValue === null ? value : `${this.#value.coreValue} ${value}`
  }

  /** The words as they are: lines keep their breaks, quote marks in front of them go. */
  order(block: Block): void {
    const lines: string[] = []
    for (const { text, start } of linesOf(this.#text, block)) {
      const label = labelIn(text.trim())
      const line = text.trimStart()
      if (label?.name === 'scope') this.#scope(label.rest, start)
      else if (line.startsWith('>')) lines.push(line.startsWith('> ') ? line.slice(2) : line.slice(1))
      else if (!isRule(line)) lines.push(visibleText(this.#source, start, start + text.length))
    }
    const words = this.#real(trimmed(lines), block.start)
    if (words !== null) this.#value.order = this.#value.order === null ? words : `${this.#value.order}\n\n${words}`
  }

  #scope(text: string, at: number): void {
    const word = withoutDot(text).trim().toLowerCase()
    const scope = word === 'none' ? word : this.#real(withoutDot(text), at)
    this.#hasScope ||= text.trim() !== ''
    if (scope === null) return
    if (word === 'none' || word === 'all' || phaseRefsIn(scope).length > 0) this.#value.scope = scope
    else this.#issue(at, 'CHARTER_UNREAD', SCOPES, scope, 'Write one of these: how much is to be built now.')
  }

  worksToday(block: Block): void {
    this.#value.worksToday.push(...this.#texts(block))
  }

  constraints(block: Block): void {
    this.#value.constraints.push(...this.#texts(block))
  }

  #texts(block: Block): readonly string[] {
    return this.#said(block).flatMap((entry) => this.#real(wordsOf(entry), entry.start) ?? [])
  }

  /** Entries without those that say there is nothing. */
  #said(block: Block): readonly Entry[] {
    return entriesOf(this.#source, block).filter(({ text }) => !isNothing(text))
  }

  decisions(block: Block): void {
    for (const entry of this.#said(block)) {
      const found = headIn(entry)
      const id = decisionId(found.head)
      if (id === null) {
        this.#unread(entry, 'a decision such as "- D-01 (asked): …"', 'Begin it with D-01, D-02, … and whose it is.')
        continue
      }
      const bracketed = bracketIn(found.rest)
      const whose = WHOSE_WORDS[bracketed.inside.toLowerCase().replaceAll('-', ' ').trim()] ?? null
      if (whose === null)
        this.#issue(
          entry.start,
          'DECISION_WHOSE',
          `${id} with (asked), (mine) or (left to me)`,
          bracketed.inside === '' ? 'none of them' : `(${bracketed.inside})`,
          `Say behind ${id} whose it is: (asked) the user answered, (mine) you chose, (left to me) they left it to you.`,
        )
      const { before, after } = cutAt(separated(bracketed.rest), ' because ')
      const text = this.#real(before.endsWith(',') ? before.slice(0, -1) : before, entry.start)
      const reason = after === '' ? null : this.#real(after, entry.start)
      if (text === null) continue
      this.#once(this.#decisions, id, entry.start, 'DECISION_TWICE')
      this.#value.decisions.push({ id, whose, text, reason } satisfies CharterDecision)
    }
  }

  requirements(block: Block): void {
    this.#requirement(block, this.#value.requirements)
  }

  later(block: Block): void {
    this.#requirement(block, this.#value.later)
  }

  #requirement(block: Block, into: CharterRequirement[]): void {
    const category =
      block.heading === null ? null : this.#real(block.heading.text.replaceAll('*', '').trim(), block.heading.start)
    for (const entry of this.#said(block)) {
      const { head, rest } = headIn(entry)
      if (!isRequirementId(head)) {
        this.#issue(
          entry.start,
          'REQUIREMENT_ID',
          'a requirement such as "- **CAT-01**: one observable behaviour"',
          entry.text,
          'Begin it with an id: capitals, a dash and a number without dots or letters behind it, such as CAT-01.',
        )
        continue
      }
      const text = this.#real(separated(rest), entry.start)
      if (text === null) continue
      this.#once(this.#requirements, head, entry.start, 'REQUIREMENT_TWICE')
      into.push({ id: head, text, category })
    }
  }

  #once(places: CharterPlace[], words: string, start: number, code: string): void {
    if (places.some((place) => place.words === words))
      this.#issue(start, code, `one line for ${words}`, `a second one`, `Give one of them another id, or remove it.`)
    places.push({ words, start })
  }

  outOfScope(block: Block): void {
    for (const entry of this.#said(block)) {
      const [cell, ...cells] = entry.cells
      const { before, after } =
        cell === undefined ? featureIn(entry.text) : { before: cell, after: cells.join(' ').trim() }
      const feature = this.#real(before, entry.start)
      const reason = this.#real(after, entry.start)
      if (feature === null) continue
      if (after === '')
        this.#issue(
          entry.start,
          'OUT_OF_SCOPE_REASON',
          '"- What: reason"',
          entry.text,
          'Add the reason behind a colon.',
        )
      this.#value.outOfScope.push({ feature, reason: reason ?? '' })
    }
  }

  phases(block: Block): void {
    if (block.heading === null) {
      for (const entry of this.#said(block))
        this.#unread(
          entry,
          'a heading "### Phase 1: Title" for each phase',
          'Write the heading, with Goal, Requirements and numbered criteria below it.',
        )
      return
    }
    const { heading } = block
    const named = phaseIn(heading.text, 'phases')
    const id = canonical(named?.id ?? '')
    const title = this.#real((named?.title ?? '').replaceAll('*', ''), heading.start)
    const phase: Mutable<CharterPhase> = {
      id,
      title: title ?? '',
      goal: null,
      depth: null,
      requirements: [],
      dependsOn: null,
      criteria: [],
    }
    let inCriteria = false
    let isSaid = title !== null
    for (const entry of entriesOf(this.#source, block, PHASE_LABELS)) {
      const label = labelIn(entry.text)
      const field = label === null ? undefined : PHASE_FIELDS[label.name]
      if (field === undefined || label === null) {
        if (entry.kind === 'number' || (entry.kind === 'item' && inCriteria)) {
          const text = this.#real(entry.text, entry.start)
          if (text !== null) phase.criteria.push(text)
          isSaid ||= text !== null
        } else
          this.#unread(
            entry,
            'Goal:, Depth:, Requirements:, Depends on: or a numbered criterion',
            'Write it as one of these, or remove it.',
          )
        continue
      }
      inCriteria = field === 'criteria'
      const text = this.#real(field === 'requirements' ? unlisted(label.rest) : label.rest, entry.start)
      if (text === null) continue
      isSaid = true
      if (field === 'goal' || field === 'depth') phase[field] = text
      else if (field === 'criteria') phase.criteria.push(text)
      else if (field === 'requirements') phase.requirements.push(...this.#ids(text, entry.start))
      else phase.dependsOn = [...this.#phaseIds(text, entry.start)]
    }
    // A phase of the template that nobody has filled in.
    if (!isSaid) return
    this.#phase(phase, heading)
  }

  #phase(phase: CharterPhase, heading: Heading): void {
    const earlier = this.#value.phases
    lackingInPhase(phase, earlier, this.#of, (code, expected, received, fix) =>
      this.#issue(heading.start, code, expected, received, fix),
    )
    this.#phases.push({ words: `phase ${phase.id}`, start: heading.start })
    this.#value.phases.push(phase)
  }

  /** Every word of the list is an id, so that none is lost. */
  #ids(text: string, at: number): readonly string[] {
    const ids = requirementIdsIn(text)
    const words = text.split(/[\s,;[\]()`*]+/).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
    const odd = words.find((word) => word !== '' && word !== 'and' && word !== '&' && !isRequirementId(word))
    if (odd !== undefined)
      this.#issue(
        at,
        'REQUIREMENT_ID',
        'ids of requirements with commas between them',
        odd,
        `Name every id${meantIds(
          [odd],
          this.#requirements.map(({ words }) => words),
        )}: CAT-01, CAT-02.`,
      )
    return ids
  }

  #phaseIds(text: string, at: number): readonly string[] {
    const first = bare(text).split(' ')[0] ?? ''
    const ids = isNothing(text) || first === 'nothing' || first === 'none' ? [] : phaseRefsIn(text).map(canonical)
    if (ids.length === 0 && !isNothing(text) && first !== 'nothing' && first !== 'none')
      this.#issue(
        at,
        'CHARTER_UNREAD',
        '"Depends on: Phase 1" or "Depends on: nothing"',
        text,
        'Write one of these, or leave the line out: then it is the phase before.',
      )
    return ids
  }

  checks(block: Block): void {
    const fences = fencesOf(this.#source, block)
    for (const entry of this.#said(block)) {
      const commands = commandsIn(entry.cells[0] ?? entry.text)
      if (commands.length !== 1) {
        if (this.#real(entry.text, entry.start) !== null)
          this.#issue(
            entry.start,
            'CHECK_FORM',
            'one command in backticks, or one argument list',
            entry.text,
            'Put a backtick before the command and one behind it, and nothing else on its line.',
          )
      } else this.#check(commands[0] as Command, entry.start)
    }
    for (const fence of fences)
      for (const { text, start } of linesOf(this.#text, { start: fence.contentStart, end: fence.contentEnd }))
        if (text.trim() !== '' && !text.trim().startsWith('#')) this.#check(text.trim(), start)
  }

  #check(command: Command, at: number): void {
    const found = typeof command === 'string' ? commandIn(`\`${command}\``) : { argv: command }
    if ('argv' in found) this.#value.checks.push([...found.argv])
    else
      this.#issue(
        at,
        'CHECK_FORM',
        found.expected,
        found.received,
        'Write one program with its arguments, or put the line into a script and call that.',
      )
  }

  settings(block: Block): void {
    for (const entry of this.#said(block)) {
      const label = labelIn(entry.text)
      const key = entry.cells[0] === undefined ? label?.name : bare(entry.cells[0])
      const value = this.#real(plainWord(entry.cells[1] ?? label?.rest ?? ''), entry.start)
      if (key !== undefined && SETTINGS.has(key) && value !== null) {
        this.#settings.push({ words: key, start: entry.start })
        this.#value.settings.push({ key, value })
      } else if (value !== null || key === undefined)
        this.#unread(
          entry,
          '"- mode: yolo" or "- granularity: coarse"',
          'Set others with gsd-tools config set once the project is there.',
        )
    }
  }
}

/** Headings that name the form and not the project. */
export const TITLE_LABELS: ReadonlySet<string> = new Set(['charter', 'project charter', 'project'])
const CORE_VALUE: ReadonlySet<string> = new Set(['core value'])
const PHASE_FIELDS: Readonly<Record<string, 'goal' | 'depth' | 'requirements' | 'dependsOn' | 'criteria'>> = meanings({
  goal: [],
  depth: [],
  requirements: ['requirement', 'covers'],
  dependsOn: ['depends on'],
  criteria: ['success criteria', 'done when'],
})
const PHASE_LABELS: ReadonlySet<string> = new Set(Object.keys(PHASE_FIELDS))
