// Writing PROJECT.md: from nothing, and the parts of an existing one that differ.
import type { Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { cellText, type Draft, tableLine } from '../parts/draft.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { Layout } from '../parts/layout-edit.js'
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

const decisionRow = ({ decision, rationale, outcome }: KeyDecision) => tableLine([decision, rationale, outcome])
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
  change.layout.title(places.title, old.name, next.name)
  for (const name of ['whatThisIs', 'coreValue', 'currentMilestone', 'context'] as const)
    change.prose(name, old[name], next[name])
  for (const name of ['validated', 'active', 'outOfScope', 'constraints'] as const)
    change.list(name, old[name], next[name])
  change.decisions(old.keyDecisions, next.keyDecisions)
  change.updated(old.updated, next.updated)
}

class Change {
  readonly layout: Layout
  readonly #draft: Draft
  readonly #source: Source
  readonly #places: ProjectPlaces

  constructor(draft: Draft, source: Source, places: ProjectPlaces) {
    this.layout = new Layout(draft, source)
    this.#draft = draft
    this.#source = source
    this.#places = places
  }

  prose(name: ProseName, before: string | null, after: string | null) {
    if (before === after) return
    const place = this.#places.prose[name]
    const part = this.#places.parts[name]
    const text = after ?? PLACEHOLDERS[name]
    if (place !== undefined && before !== null) this.#draft.swap(place, before, text)
    else if (place !== undefined) this.#draft.replace(place, text)
    else if (part !== undefined) this.layout.block(part.heading.end, [text])
    else this.#newPart(name, [text])
  }

  list(name: ListName, before: readonly string[], after: readonly string[]) {
    if (same(before, after)) return
    const place = this.#places.lists[name]
    const part = this.#places.parts[name]
    const found = this.layout.aligned(before, after, (text) => text)
    if (found === null) return
    for (const at of found.removed) {
      const item = place?.items[at]
      if (item !== undefined) this.layout.removeItem(item)
    }
    const lines = found.added.map(({ at }) => bullet(after[at] ?? ''))
    if (lines.length === 0) return
    if (place === undefined || part === undefined) return this.#newPart(name, lines)
    this.layout.insertItems(place.items, found.added, (at) => bullet(after[at] ?? ''))
    if (place.items.length > 0) return
    const [nothing] = place.nothing
    if (nothing !== undefined) this.#draft.replace(nothing, lines.join(this.#draft.eol))
    else this.layout.block(Math.max(part.heading.end, this.#textEnd(part)), lines)
  }

  #textEnd(part: Range & { readonly bodyStart: number }): number {
    return trimmedEnd(
      this.#draft.text,
      part.bodyStart,
      footerStart(this.#source, { start: part.bodyStart, end: part.end }),
    )
  }

  /** A part that is missing is put behind the nearest one that comes before it. */
  #newPart(name: PartName, lines: readonly string[]) {
    const order = Object.keys(PARTS) as PartName[]
    const before = order
      .slice(0, order.indexOf(name))
      .filter((other) => PARTS[other].level <= PARTS[name].level || this.#places.parts.requirements !== undefined)
      .findLast((other) => this.#places.parts[other] !== undefined)
    if (PARTS[name].level === 3 && this.#places.parts.requirements === undefined)
      return this.layout.cannot('a heading "## Requirements"', 'none')
    const part = before === undefined ? undefined : this.#places.parts[before]
    const at = part === undefined ? (this.#places.title?.end ?? 0) : Math.max(part.heading.end, this.#textEnd(part))
    if (at === 0) this.layout.cannot('a title in the file', 'none')
    else this.layout.block(at, [heading(name), '', ...lines])
  }

  decisions(before: readonly KeyDecision[], after: readonly KeyDecision[]) {
    if (same(before, after)) return
    const { decisions: rows, table, parts } = this.#places
    const found = this.layout.aligned(before, after, ({ decision }) => decision)
    if (found === null) return
    for (const [was, is] of found.kept) {
      const [old, next, row] = [before[was], after[is], rows[was]]
      if (old === undefined || next === undefined || row === undefined) continue
      if (old.rationale !== next.rationale) this.layout.cell(row, 1, 'rationale', cellText(next.rationale))
      if (old.outcome !== next.outcome) this.layout.cell(row, 2, 'outcome', cellText(next.outcome))
    }
    for (const at of found.removed) {
      const row = rows[at]
      if (row !== undefined) this.#draft.removeLines(row)
    }
    const lines = found.added.map(({ at }) => decisionRow(after[at] as KeyDecision))
    if (lines.length === 0) return
    const first = rows[0]
    const home = table ?? first
    if (home !== undefined)
      for (const { at, after: behind } of found.added)
        this.layout.row(home, first, rows[behind], decisionRow(after[at] as KeyDecision))
    else if (parts.keyDecisions !== undefined)
      this.layout.block(parts.keyDecisions.heading.end, [...TABLE_HEAD, ...lines])
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
