// Changing a roadmap: every field that differs is spliced at its own place, in the dialect found there.
import { type Item, type Label, lineAfter, type Range, spansOf } from '../markdown/reader.js'
import type { Source } from '../ports.js'
import { same } from '../std/same.js'
import { align } from './alignment.js'
import { cellText, type Draft, itemEnd, lineStart } from './draft.js'
import { footerStart, trimmedEnd } from './footer.js'
import { completedIn } from './phase-line.js'
import type { MilestoneLine, PhaseLine, PhaseSection, PlanLine, ProgressRow, RoadmapValue } from './roadmap.js'
import {
  completedNote,
  milestoneLine,
  PROGRESS_HEAD,
  phaseLine,
  phaseLineText,
  phaseSection,
  progressCells,
  requirementsText,
} from './roadmap-fresh.js'
import { planLineText } from './roadmap-plans.js'
import {
  FIELD_LABELS,
  type FieldName,
  type PhasePlace,
  type ProgressColumn,
  type ProgressPlace,
  type RoadmapPlaces,
  readRoadmap,
} from './roadmap-read.js'

type Body = Omit<RoadmapValue, 'queue'>

/** Splices into `draft` everything in which `next` differs from what `source` says, the queue aside. */
export function changeRoadmap(draft: Draft, source: Source, next: Body) {
  const { value: old, places } = readRoadmap(source)
  const change = new Change(draft, source, old, places)
  change.title(next)
  change.milestones(next)
  change.windows(next)
  change.checklist(next)
  change.phases(next)
  change.progress(next)
}

class Change {
  readonly #draft: Draft
  readonly #source: Source
  readonly #old: Body
  readonly #places: RoadmapPlaces

  constructor(draft: Draft, source: Source, old: Body, places: RoadmapPlaces) {
    this.#draft = draft
    this.#source = source
    this.#old = old
    this.#places = places
  }

  title(next: Body) {
    const place = this.#places.title
    if (next.title === this.#old.title) return
    if (place === null || next.title === null) this.#cannot('a title in the file', 'none')
    else this.#draft.replace({ start: place.contentStart, end: place.contentEnd }, next.title)
  }

  windows(next: Body) {
    if (!same(next.windows, this.#old.windows)) this.#cannot('the milestones the file has', 'others')
  }

  #cannot(expected: string, received: string) {
    this.#draft.refuse(expected, received, `Edit ${this.#draft.path} by hand.`)
  }

  milestones(next: Body) {
    const { milestones } = this.#places
    const changes = this.#aligned(this.#old.milestones, next.milestones, (line) => line.version ?? '')
    if (changes === null) return
    for (const [was, is] of changes.kept) {
      const [before, after] = [this.#old.milestones[was] as MilestoneLine, next.milestones[is] as MilestoneLine]
      const item = milestones[was] as Item
      if (!same(before, after)) this.#draft.replace(content(item), milestoneLine(after).slice(2))
    }
    for (const at of changes.removed) this.#removeItem(milestones[at] as Item)
    const lines = (at: number) => milestoneLine(next.milestones[at] as MilestoneLine)
    if (milestones.length > 0) this.#insertItems(milestones, changes.added, lines)
    else if (changes.added.length > 0) {
      const after = this.#places.title?.end ?? 0
      this.#block(after, ['## Milestones', '', ...changes.added.map(({ at }) => lines(at))])
    }
  }

  checklist(next: Body) {
    const items = this.#places.checklist
    const changes = this.#aligned(this.#old.checklist, next.checklist, (line) => `${line.id} ${line.window}`)
    if (changes === null) return
    for (const [was, is] of changes.kept)
      this.#phaseLine(items[was] as Item, this.#old.checklist[was] as PhaseLine, next.checklist[is] as PhaseLine)
    for (const at of changes.removed) this.#removeItem(items[at] as Item)
    const write = (at: number) => phaseLine(next.checklist[at] as PhaseLine)
    for (const group of byWindow(changes.added, (at) => (next.checklist[at] as PhaseLine).window)) {
      const there = this.#old.checklist.flatMap((line, at) => (line.window === group.window ? [at] : []))
      if (there.length > 0)
        this.#insertItems(
          items,
          group.added.map((one) => within(one, there)),
          write,
        )
      else
        this.#newChecklist(
          group.window,
          group.added.map(({ at }) => write(at)),
        )
    }
  }

  /** The first list of a milestone stands above its first section. */
  #newChecklist(window: number | null, lines: readonly string[]) {
    const text = this.#draft.text
    const first = this.#places.phases.find((_, at) => this.#old.phases[at]?.window === window)
    const part = window === null ? undefined : this.#places.windows[window]?.at(-1)
    if (first !== undefined) this.#above(first.spot.start, lines)
    else if (part?.heading != null) this.#block(part.heading.end, lines)
    else if (part !== undefined) this.#above(lineStart(text, this.#foldEnd(part)), lines)
    else this.#block(trimmedEnd(text, 0, text.length), ['## Phases', '', ...lines])
  }

  /** Where the closing tag of a fold begins. */
  #foldEnd(part: Range): number {
    let end = part.end
    for (const span of spansOf(this.#source, 'tagClose', part)) end = span.start
    return end
  }

  #phaseLine(item: Item, before: PhaseLine, after: PhaseLine) {
    this.#tick(item, before.done, after.done)
    const { done: _was, ...old } = before
    const { done: _is, ...next } = after
    if (same(old, next)) return
    const raw = this.#draft.text.slice(item.contentStart, item.contentEnd)
    const note = before.completed === null ? null : completedIn(raw)
    if (!same({ ...old, completed: null }, { ...next, completed: null })) {
      this.#draft.replace(content(item), phaseLineText(after))
    } else if (note !== null) {
      const range = { start: item.contentStart + note.start, end: item.contentStart + note.end }
      const insert = next.completed === null ? '' : raw.slice(note.start, note.end).replace(note.day, next.completed)
      this.#draft.replace(range, insert)
    } else if (next.completed !== null) this.#draft.insert(item.contentEnd, completedNote(next.completed))
  }

  #tick(item: Item, before: boolean, after: boolean) {
    if (before !== after) this.#draft.replace({ start: item.boxAt, end: item.boxAt + 1 }, after ? 'x' : ' ')
  }

  phases(next: Body) {
    const changes = this.#aligned(this.#old.phases, next.phases, (phase) => phase.id)
    if (changes === null) return
    if (changes.removed.length > 0 && changes.added.length > 0)
      return this.#cannot('phases that keep their ids', 'an id that changed')
    for (const [was, is] of changes.kept)
      this.#phase(was, this.#old.phases[was] as PhaseSection, next.phases[is] as PhaseSection)
    for (const at of changes.removed) this.#removeSection((this.#places.phases[at] as PhasePlace).spot)
    for (const { at, after } of changes.added) this.#newSection(next.phases[at] as PhaseSection, after)
  }

  #removeSection(section: Range) {
    const { start } = section
    this.#draft.replace({ start, end: Math.max(start, this.#tail(section).next) }, '')
  }

  /** End of what a section says, and the offset where what only follows it begins: a rule, a footer, the next heading. */
  #tail(section: Range): { readonly end: number; readonly next: number } {
    const cut = footerStart(this.#source, section)
    return { end: trimmedEnd(this.#draft.text, section.start, cut), next: cut }
  }

  #newSection(phase: PhaseSection, after: number) {
    if (phase.form !== 'heading') return this.#cannot('a phase with a heading', 'a bullet')
    const before = this.#old.phases[after]?.window === phase.window ? this.#places.phases[after] : undefined
    const behindAt = this.#old.phases.findIndex((old, at) => at > after && old.window === phase.window)
    const behind = this.#places.phases[behindAt]
    const level = (before ?? behind)?.spot.heading?.level ?? this.#levelIn(phase.window)
    const lines = phaseSection(phase, level)
    if (before !== undefined) this.#block(this.#tail(before.spot).end, lines)
    else if (behind !== undefined) this.#above(behind.spot.start, lines)
    else this.#firstSection(phase.window, lines)
  }

  #levelIn(window: number | null): number {
    const heading =
      window === null ? null : this.#places.windows[window]?.find((part) => part.heading !== null)?.heading
    return Math.min(4, Math.max(3, (heading?.level ?? 2) + 1))
  }

  #firstSection(window: number | null, lines: readonly string[]) {
    const { text } = this.#draft
    const part = window === null ? undefined : this.#places.windows[window]?.at(-1)
    const progress = this.#places.tables[0]?.table.start ?? text.length
    if (part?.kind === 'details') return this.#above(lineStart(text, this.#foldEnd(part)), lines)
    const limit = part === undefined ? progress : Math.min(part.end, Math.max(part.start, progress))
    // A heading right above the table belongs to it.
    let at = limit
    for (const heading of spansOf(this.#source, 'heading', { start: part?.start ?? 0, end: limit }))
      if (heading.start !== part?.start && /^progress\b/i.test(text.slice(heading.contentStart, heading.contentEnd)))
        at = heading.start
    if (at < text.length && at < limit) this.#above(at, lines)
    else this.#block(trimmedEnd(text, 0, at), lines)
  }

  /** Lines as a block of their own behind `at`, which is the end of a line's text. */
  #block(at: number, lines: readonly string[]) {
    const { text, eol } = this.#draft
    const rest = text.slice(at, lineAfter(text, lineAfter(text, at)))
    const close = at >= text.length ? eol : /^[ \t]*(?:\r\n|\r|\n)[ \t]*(?:\r|\n|$)/.test(rest) ? '' : eol
    const open = at === 0 ? '' : eol + eol
    this.#draft.insert(at, open + lines.join(eol) + (at === 0 ? eol + eol : close))
  }

  /** Lines as a block of their own above the line that begins at `at`. */
  #above(at: number, lines: readonly string[]) {
    const { text, eol } = this.#draft
    const gap = text.slice(trimmedEnd(text, 0, at), at)
    const blank = (gap.match(/\r\n|\r|\n/g) ?? []).length > 1
    this.#draft.insert(at, (blank || at === 0 ? '' : eol) + lines.join(eol) + eol + eol)
  }

  #phase(at: number, before: PhaseSection, after: PhaseSection) {
    if (same(before, after)) return
    const place = this.#places.phases[at] as PhasePlace
    const fixed = (phase: PhaseSection) => [phase.code, phase.inserted, phase.form, phase.window]
    if (!same(fixed(before), fixed(after))) return this.#cannot('a phase that stays where it is', 'another place')
    this.#phaseTitle(place, before, after)
    const simple = ['goal', 'mode', 'dependsOn', 'plansText'] as const
    for (const name of simple) this.#field(place, name, before[name], after[name])
    if (!same(before.requirements, after.requirements)) this.#requirements(place, after.requirements)
    if (!same(before.successCriteria, after.successCriteria)) this.#criteria(place, before, after.successCriteria)
    this.#extra(place, before, after)
    this.#plans(place, before, after)
  }

  #phaseTitle(place: PhasePlace, before: PhaseSection, after: PhaseSection) {
    if (before.title === after.title) return
    const heading = place.spot.heading
    if (heading === null || before.title === '') this.#cannot('a heading with a title', 'none')
    else this.#draft.swap({ start: heading.contentStart, end: heading.contentEnd }, before.title, after.title)
  }

  #field(place: PhasePlace, name: FieldName, before: string | null, after: string | null) {
    if (before === after) return
    const label = place.labels[name]
    if (name === 'goal' && place.spot.heading === null && label === undefined)
      return this.#cannot('a phase with a heading', 'a bullet')
    if (label === undefined) this.#newField(place, name, after ?? '')
    else if (after === null) this.#draft.removeLines(label)
    else this.#draft.value({ start: label.contentStart, end: label.contentEnd }, label.value, after)
  }

  #requirements(place: PhasePlace, ids: readonly string[]) {
    const label = place.labels.requirements
    const text = requirementsText(ids)
    if (label === undefined) return this.#newField(place, 'requirements', text)
    const bracketed = label.value.startsWith('[') && label.value.endsWith(']')
    const next = bracketed && ids.length > 0 ? `[${text}]` : text
    this.#draft.value({ start: label.contentStart, end: label.contentEnd }, label.value, next)
  }

  /** A new label goes behind its nearest predecessor of the canonical order, in the form its neighbours have. */
  #newField(place: PhasePlace, name: FieldName, value: string, list: readonly string[] = []) {
    const order = Object.keys(FIELD_LABELS) as FieldName[]
    const before = order.slice(0, order.indexOf(name)).findLast((other) => place.labels[other] !== undefined)
    const sibling = Object.values(place.labels).find((label) => label.bold) ?? place.extra[0]
    const head =
      sibling !== undefined && !sibling.colonOutside ? `**${FIELD_LABELS[name]}:**` : `**${FIELD_LABELS[name]}**:`
    const { eol } = this.#draft
    const lines = [`${head} ${value}`.trimEnd(), ...list].join(eol)
    const at = before === undefined ? null : this.#fieldEnd(place, before)
    if (at !== null) this.#draft.insert(at, eol + lines)
    else this.#draft.insert(place.spot.heading?.end ?? place.spot.start, eol + eol + lines)
  }

  #fieldEnd(place: PhasePlace, name: FieldName): number {
    const last = name === 'criteria' ? place.criteria.at(-1) : undefined
    return last === undefined ? (place.labels[name] as Label).end : itemEnd(this.#draft.text, last)
  }

  #criteria(place: PhasePlace, before: PhaseSection, after: readonly string[]) {
    const label = place.labels.criteria
    const { text, eol } = this.#draft
    const numbered = after.map((line, at) => `${at + 1}. ${line}`)
    if (label === undefined) return this.#newField(place, 'criteria', '', numbered)
    const [first, last] = [place.criteria[0], place.criteria.at(-1)]
    if (first === undefined || last === undefined) {
      this.#draft.value({ start: label.contentStart, end: label.contentEnd }, label.value, '')
      this.#draft.insert(label.end, numbered.map((line) => eol + line).join(''))
    } else if (after.length === before.successCriteria.length) {
      place.criteria.forEach((item, at) => {
        this.#draft.swap(content(item), before.successCriteria[at] ?? '', after[at] ?? '')
      })
    } else if (after.length === 0) this.#draft.removeLines({ start: first.start, end: itemEnd(text, last) })
    else {
      const indent = text.slice(lineStart(text, first.start), first.start)
      this.#draft.replace({ start: first.start, end: itemEnd(text, last) }, numbered.join(eol + indent))
    }
  }

  #extra(place: PhasePlace, before: PhaseSection, after: PhaseSection) {
    for (const label of place.extra) {
      const next = Object.hasOwn(after.fields, label.name) ? after.fields[label.name] : undefined
      if (next === undefined) this.#draft.removeLines(label)
      else if (next !== label.value)
        this.#draft.value({ start: label.contentStart, end: label.contentEnd }, label.value, next)
    }
    const last = place.extra.at(-1)?.end ?? this.#lastField(place)
    for (const [name, value] of Object.entries(after.fields))
      if (!Object.hasOwn(before.fields, name))
        this.#draft.insert(last, `${this.#draft.eol}**${name}**: ${value}`.trimEnd())
  }

  #lastField(place: PhasePlace): number {
    const names = Object.keys(place.labels) as FieldName[]
    return Math.max(place.spot.heading?.end ?? place.spot.start, ...names.map((name) => this.#fieldEnd(place, name)))
  }

  #plans(place: PhasePlace, before: PhaseSection, after: PhaseSection) {
    const changes = this.#aligned(before.plans, after.plans, (plan) => plan.id)
    if (changes === null) return
    for (const [was, is] of changes.kept)
      this.#plan(place.plans[was] as Item, before.plans[was] as PlanLine, after.plans[is] as PlanLine)
    for (const at of changes.removed) this.#removeItem(place.plans[at] as Item)
    if (changes.added.length === 0) return
    if (place.plans.length === 0) return this.#firstPlans(place, after.plans)
    const anchor = (added: number) => place.plans[Math.max(added, 0)] as Item
    this.#insertItems(place.plans, changes.added, (at, after2) => {
      const plan = after.plans[at] as PlanLine
      const item = anchor(after2)
      return this.#likePlan(item, before.plans[Math.max(after2, 0)] as PlanLine, plan)
    })
  }

  #plan(item: Item, before: PlanLine, after: PlanLine) {
    this.#tick(item, before.done, after.done)
    if (before.wave !== after.wave) this.#cannot('plans that keep their wave', 'another wave')
    if (before.text === after.text) return
    const raw = this.#draft.text.slice(item.contentStart, item.contentEnd)
    if (before.text !== '' && raw.endsWith(before.text)) this.#draft.swap(content(item), before.text, after.text)
    else this.#draft.replace(content(item), planLineText(after.id, after.text))
  }

  /** A new line spelled like its neighbour. */
  #likePlan(item: Item, like: PlanLine, plan: PlanLine): string {
    const { text } = this.#draft
    const raw = text.slice(item.contentStart, item.contentEnd)
    const at = raw.indexOf(like.id)
    const tail = like.text === '' ? '' : raw.slice(0, raw.length - like.text.length).slice(at + like.id.length)
    const alike =
      at >= 0 && at <= 3 && like.text !== '' && plan.text !== '' && raw.endsWith(like.text) && !tail.includes(like.id)
    const body = alike ? raw.slice(0, at) + plan.id + tail + plan.text : planLineText(plan.id, plan.text)
    return `- [${plan.done ? 'x' : ' '}] ${body}`
  }

  #firstPlans(place: PhasePlace, plans: readonly PlanLine[]) {
    const { text, eol } = this.#draft
    if (plans.some((plan) => plan.wave !== null)) return this.#cannot('plans without waves', 'waves')
    const lines = plans.map((plan) => `- [${plan.done ? 'x' : ' '}] ${planLineText(plan.id, plan.text)}`)
    const [placeholder, ...others] = place.placeholders
    if (placeholder !== undefined) {
      this.#draft.replace({ start: placeholder.start, end: itemEnd(text, placeholder) }, lines.join(eol))
      for (const item of others) this.#removeItem(item)
    } else if (place.planHeader !== null) this.#draft.insert(place.planHeader.end, eol + lines.join(eol))
    else this.#block(this.#tail(place.spot).end, ['Plans:', ...lines])
  }

  progress(next: Body) {
    if (same(next.progress, this.#old.progress)) return
    if (next.progress === null) return this.#cannot('a Progress table', 'none')
    const rows = this.#places.progress
    const old = this.#old.progress ?? []
    const after = next.progress
    if (this.#old.progress === null) {
      const { text } = this.#draft
      const lines = after.map((row) => `| ${Object.values(progressCells(row)).join(' | ')} |`)
      return this.#block(trimmedEnd(text, 0, text.length), ['## Progress', '', ...PROGRESS_HEAD, ...lines])
    }
    const changes = this.#aligned(old, after, (row) => row.id)
    if (changes === null) return
    for (const [was, is] of changes.kept)
      this.#row(rows[was] as ProgressPlace, old[was] as ProgressRow, after[is] as ProgressRow)
    for (const at of changes.removed) this.#draft.removeLines((rows[at] as ProgressPlace).row)
    for (const { at, after: behind } of changes.added) this.#newRow(after[at] as ProgressRow, rows[behind])
  }

  #row({ row, columns }: ProgressPlace, before: ProgressRow, after: ProgressRow) {
    const [was, is] = [progressCells(before), progressCells(after)]
    for (const name of Object.keys(columns) as ProgressColumn[]) {
      if (was[name] === is[name]) continue
      const cell = row.cells[columns[name]]
      if (cell === undefined) this.#cannot(`a column for ${name}`, 'none')
      else if (name === 'phase') this.#draft.swap(contentOf(cell), cellText(before.title), cellText(after.title))
      else if (cell.contentStart < cell.contentEnd) this.#draft.replace(contentOf(cell), is[name])
      else this.#draft.replace(cell, ` ${is[name]} `)
    }
  }

  #newRow(row: ProgressRow, behind: ProgressPlace | undefined) {
    const { eol, text } = this.#draft
    const first = this.#places.progress[0]
    const home = behind ?? first ?? this.#places.tables.at(-1)
    if (home === undefined) return this.#cannot('a Progress table', 'none')
    const cells = progressCells(row)
    const line = Array.from({ length: home.table.columns }, (_, at) => {
      const name = (Object.keys(home.columns) as ProgressColumn[]).find((column) => home.columns[column] === at)
      return name === undefined ? '' : cells[name]
    })
    const written = `| ${line.join(' | ')} |`
    if (behind !== undefined) return this.#draft.insert(behind.row.end, eol + written)
    const front = first?.row.start ?? null
    if (front !== null) return this.#draft.insert(lineStart(text, front), written + eol)
    this.#draft.insert(home.table.end, eol + written)
  }

  #aligned<T>(before: readonly T[], after: readonly T[], key: (item: T) => string) {
    const found = align(before.map(key), after.map(key))
    if (found === null) this.#cannot('the order the file has', 'another order')
    return found
  }

  #removeItem(item: Item) {
    this.#draft.removeLines({ start: item.start, end: itemEnd(this.#draft.text, item) })
  }

  /** New list lines behind the ones they follow, with their indent. */
  #insertItems(
    items: readonly Item[],
    added: readonly { readonly at: number; readonly after: number }[],
    write: (at: number, after: number) => string,
  ) {
    const { text, eol } = this.#draft
    for (const { at, after } of added) {
      const behind = items[after]
      const neighbour = behind ?? items[0]
      if (neighbour === undefined) continue
      const indent = text.slice(lineStart(text, neighbour.start), neighbour.start)
      const line = (/^[ \t]*$/.test(indent) ? indent : '') + write(at, after)
      if (behind === undefined) this.#draft.insert(lineStart(text, neighbour.start), line + eol)
      else this.#draft.insert(itemEnd(text, behind), eol + line)
    }
  }
}

const content = (item: Item): Range => ({ start: item.contentStart, end: item.contentEnd })
const contentOf = (cell: { readonly contentStart: number; readonly contentEnd: number }): Range => ({
  start: cell.contentStart,
  end: cell.contentEnd,
})

type Added = { readonly at: number; readonly after: number }

function byWindow(added: readonly Added[], windowOf: (at: number) => number | null) {
  const groups = new Map<number | null, Added[]>()
  for (const one of added) {
    const window = windowOf(one.at)
    groups.set(window, [...(groups.get(window) ?? []), one])
  }
  return [...groups].map(([window, list]) => ({ window, added: list }))
}

/** The entry to stand behind, chosen among those of one milestone. */
const within = ({ at, after }: Added, there: readonly number[]): Added => ({
  at,
  after: there.findLast((index) => index <= after) ?? there[0] ?? after,
})
