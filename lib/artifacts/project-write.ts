// Writing PROJECT.md: from nothing, and the parts of an existing one that differ.
import { type Item, lineAfter, type Range } from '../markdown/reader.js'
import type { Source } from '../ports.js'
import { same } from '../std/same.js'
import { align } from './alignment.js'
import { cellText, type Draft, itemEnd, lineStart } from './draft.js'
import { footerStart, trimmedEnd } from './footer.js'
import type { KeyDecision, ProjectValue } from './project.js'
import { type ListName, PARTS, type PartName, type ProjectPlaces, type ProseName, readProject } from './project-read.js'

/** What a part says until somebody has filled it in. */
const PLACEHOLDERS: Readonly<Record<ProseName, string>> = {
  whatThisIs: '[What it is and who it is for, in two or three sentences]',
  coreValue: '[The one thing that must work, whatever else fails]',
  currentMilestone: '[Version and name]',
  context: '[What an engineer who is new here has to know]',
}
const TABLE_HEAD = ['| Decision | Rationale | Outcome |', '|----------|-----------|---------|']
const FOOTER = '[Day, and what happened]'
const NONE = 'None yet.'

const decisionRow = ({ decision, rationale, outcome }: KeyDecision) =>
  `| ${[decision, rationale, outcome].map(cellText).join(' | ')} |`
const bullet = (text: string) => `- ${text}`
const heading = (name: PartName) => `${'#'.repeat(PARTS[name].level)} ${PARTS[name].title}`

export function freshProject(value: ProjectValue): string {
  const prose = (name: ProseName) => [heading(name), '', value[name] ?? PLACEHOLDERS[name]]
  const list = (name: ListName) => [heading(name), '', ...(value[name].length === 0 ? [NONE] : value[name].map(bullet))]
  const blocks: readonly (readonly string[])[] = [
    [`# ${value.name ?? '[Project name]'}`],
    prose('whatThisIs'),
    prose('coreValue'),
    ...(value.currentMilestone === null ? [] : [prose('currentMilestone')]),
    [heading('requirements')],
    list('validated'),
    list('active'),
    list('outOfScope'),
    prose('context'),
    list('constraints'),
    [heading('keyDecisions'), '', ...TABLE_HEAD, ...value.keyDecisions.map(decisionRow)],
    ['---', '', `*Last updated: ${value.updated ?? FOOTER}*`],
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

export function changeProject(draft: Draft, source: Source, next: ProjectValue): void {
  const { value: old, places } = readProject(source)
  const change = new Change(draft, source, places)
  change.name(old, next)
  for (const name of ['whatThisIs', 'coreValue', 'currentMilestone', 'context'] as const)
    change.prose(name, old[name], next[name])
  for (const name of ['validated', 'active', 'outOfScope', 'constraints'] as const)
    change.list(name, old[name], next[name])
  change.decisions(old.keyDecisions, next.keyDecisions)
  change.updated(old.updated, next.updated)
}

class Change {
  readonly #draft: Draft
  readonly #source: Source
  readonly #places: ProjectPlaces

  constructor(draft: Draft, source: Source, places: ProjectPlaces) {
    this.#draft = draft
    this.#source = source
    this.#places = places
  }

  #cannot(expected: string, received: string) {
    this.#draft.refuse(expected, received, `Edit ${this.#draft.path} by hand.`)
  }

  name(old: ProjectValue, next: ProjectValue) {
    const place = this.#places.title
    if (old.name === next.name) return
    if (place === null || next.name === null) this.#cannot('a title in the file', 'none')
    else this.#draft.replace({ start: place.contentStart, end: place.contentEnd }, next.name)
  }

  prose(name: ProseName, before: string | null, after: string | null) {
    if (before === after) return
    const place = this.#places.prose[name]
    const part = this.#places.parts[name]
    const text = after ?? PLACEHOLDERS[name]
    if (place !== undefined && before !== null) this.#draft.swap(place, before, text)
    else if (place !== undefined) this.#draft.replace(place, text)
    else if (part !== undefined) this.#under(part.heading.end, [text])
    else this.#newPart(name, [text])
  }

  list(name: ListName, before: readonly string[], after: readonly string[]) {
    if (same(before, after)) return
    const place = this.#places.lists[name]
    const part = this.#places.parts[name]
    const found = align(before, after)
    if (found === null) return this.#cannot('the order the file has', 'another order')
    const { text, eol } = this.#draft
    for (const at of found.removed) this.#removeItem(place?.items[at])
    const lines = found.added.map(({ at }) => bullet(after[at] ?? ''))
    if (lines.length === 0) return
    if (place === undefined || part === undefined) return this.#newPart(name, lines)
    for (const [index, { after: behind }] of found.added.entries()) {
      const line = lines[index] ?? ''
      const item = place.items[behind]
      const first = place.items[0]
      if (item !== undefined) this.#draft.insert(itemEnd(text, item), eol + line)
      else if (first !== undefined) this.#draft.insert(lineStart(text, first.start), line + eol)
    }
    if (place.items.length > 0) return
    const [nothing] = place.nothing
    if (nothing !== undefined) this.#draft.replace(nothing, lines.join(eol))
    else this.#under(Math.max(part.heading.end, this.#textEnd(part)), lines)
  }

  #removeItem(item: Item | undefined) {
    if (item !== undefined) this.#draft.removeLines({ start: item.start, end: itemEnd(this.#draft.text, item) })
  }

  #textEnd(part: Range & { readonly bodyStart: number }): number {
    return trimmedEnd(
      this.#draft.text,
      part.bodyStart,
      footerStart(this.#source, { start: part.bodyStart, end: part.end }),
    )
  }

  /** A block of its own behind the line that ends at `at`. */
  #under(at: number, lines: readonly string[]) {
    const { text, eol } = this.#draft
    const next = lineAfter(text, at)
    const blank = next >= text.length || /^[ \t]*(?:\r|\n)/.test(text.slice(next, next + 80))
    this.#draft.insert(at, eol + eol + lines.join(eol) + (at >= text.length || !blank ? eol : ''))
  }

  /** A part that is missing is put behind the nearest one that comes before it. */
  #newPart(name: PartName, lines: readonly string[]) {
    const order = Object.keys(PARTS) as PartName[]
    const before = order
      .slice(0, order.indexOf(name))
      .filter((other) => PARTS[other].level <= PARTS[name].level || this.#places.parts.requirements !== undefined)
      .findLast((other) => this.#places.parts[other] !== undefined)
    if (PARTS[name].level === 3 && this.#places.parts.requirements === undefined)
      return this.#cannot('a heading "## Requirements"', 'none')
    const part = before === undefined ? undefined : this.#places.parts[before]
    const at = part === undefined ? (this.#places.title?.end ?? 0) : Math.max(part.heading.end, this.#textEnd(part))
    if (at === 0) this.#cannot('a title in the file', 'none')
    else this.#under(at, [heading(name), '', ...lines])
  }

  decisions(before: readonly KeyDecision[], after: readonly KeyDecision[]) {
    if (same(before, after)) return
    const { decisions: rows, table, parts } = this.#places
    const found = align(
      before.map(({ decision }) => decision),
      after.map(({ decision }) => decision),
    )
    if (found === null) return this.#cannot('the order the file has', 'another order')
    const { eol, text } = this.#draft
    for (const [was, is] of found.kept) {
      const [old, next, row] = [before[was], after[is], rows[was]]
      if (old === undefined || next === undefined || row === undefined) continue
      for (const [column, name] of [
        [1, 'rationale'],
        [2, 'outcome'],
      ] as const) {
        const cell = row.cells[column]
        if (old[name] === next[name]) continue
        if (cell === undefined) this.#cannot(`a cell for ${name}`, 'a shorter row')
        else if (cell.contentStart === cell.contentEnd) this.#draft.replace(cell, ` ${cellText(next[name])} `)
        else this.#draft.replace({ start: cell.contentStart, end: cell.contentEnd }, cellText(next[name]))
      }
    }
    for (const at of found.removed) {
      const row = rows[at]
      if (row !== undefined) this.#draft.removeLines(row)
    }
    const lines = found.added.map(({ at }) => decisionRow(after[at] as KeyDecision))
    if (lines.length === 0) return
    const first = rows[0]
    for (const [index, { after: behind }] of found.added.entries()) {
      const row = rows[behind]
      const line = lines[index] ?? ''
      if (row !== undefined) this.#draft.insert(row.end, eol + line)
      else if (first !== undefined) this.#draft.insert(lineStart(text, first.start), line + eol)
    }
    if (first !== undefined) return
    if (table !== null) this.#draft.insert(table.end, eol + lines.join(eol))
    else if (parts.keyDecisions !== undefined) this.#under(parts.keyDecisions.heading.end, [...TABLE_HEAD, ...lines])
    else this.#newPart('keyDecisions', [...TABLE_HEAD, ...lines])
  }

  updated(before: string | null, after: string | null) {
    if (before === after) return
    const place = this.#places.updated
    const { text, eol } = this.#draft
    const end = trimmedEnd(text, 0, text.length)
    if (place !== null) this.#draft.replace(place, after ?? FOOTER)
    else if (after !== null)
      this.#draft.insert(end, `${eol}${eol}---${eol}${eol}*Last updated: ${after}*${end >= text.length ? eol : ''}`)
  }
}
