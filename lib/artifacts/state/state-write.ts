// Changing a STATE.md: fields, lists and front matter, each at its own place and in the dialect found there.
import { setFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Item, Label, Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { type Draft, lineStart, tableLine } from '../parts/draft.js'
import { Layout } from '../parts/layout-edit.js'
import type { StateDecision, StateField, StateSection, StateValue } from './state.js'
import {
  decisionText,
  fieldLine,
  frontEntries,
  isBoldSection,
  LIST_HOME,
  LIST_TITLES,
  SECTION_TITLES,
} from './state-fresh.js'
import {
  decisionColumns,
  decisionRows,
  type ListName,
  type ListPlace,
  readState,
  type StatePlaces,
  sectionKind,
} from './state-read.js'

export function changeState(draft: Draft, source: Source, next: StateValue): void {
  const { value: old, places } = readState(source)
  const change = new Change(draft, source, places)
  change.front(source, old, next)
  change.layout.title(places.title, old.title, next.title)
  change.fields(old.fields, next.fields)
  change.lists(old, next)
}

class Change {
  readonly layout: Layout
  readonly #draft: Draft
  readonly #places: StatePlaces

  constructor(draft: Draft, source: Source, places: StatePlaces) {
    this.layout = new Layout(draft, source)
    this.#draft = draft
    this.#places = places
  }

  front(source: Source, old: StateValue, next: StateValue) {
    if (!same(old.other, next.other)) return this.layout.cannot('the keys other tools own as they are', 'others')
    const [before, after] = [flattened(frontEntries(old.front)), flattened(frontEntries(next.front))]
    const changed = Object.entries(after).filter(([key, value]) => !same(before[key] ?? null, value))
    const gone = Object.keys(before).filter((key) => before[key] !== null && !(key in after))
    if (changed.length + gone.length === 0) return
    const changes = Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)])
    const set = setFrontMatter(source, changes, { order: Object.keys(frontEntries(next.front)) })
    if ('refused' in set) this.#draft.refuseWith(set.refused)
    else this.#draft.splice(set.splices)
  }

  fields(before: readonly StateField[], after: readonly StateField[]) {
    const { labels } = this.#places
    const key = ({ section, label }: StateField) => `${section} ${label.toLowerCase()}`
    const found = this.layout.aligned(before, after, key)
    if (found === null) return
    for (const [was, is] of found.kept) {
      const [old, next, label] = [before[was] as StateField, after[is] as StateField, labels[was] as Label]
      if (old.label !== next.label) this.layout.cannot(`the label ${old.label}`, next.label)
      else if (old.value !== next.value)
        this.#draft.value({ start: label.contentStart, end: label.contentEnd }, old.value, next.value)
    }
    for (const at of found.removed) this.#draft.removeLines(labels[at] as Label)
    const fresh = new Map<StateSection, StateField[]>()
    for (const { at, after: behind } of found.added) {
      const field = after[at] as StateField
      const neighbour = before[behind]?.section === field.section ? labels[behind] : undefined
      const first = labels[before.findIndex(({ section }) => section === field.section)]
      if (neighbour !== undefined) this.#draft.insert(neighbour.end, this.#draft.eol + this.#like(neighbour, field))
      else if (first !== undefined)
        this.#draft.insert(lineStart(this.#draft.text, first.start), this.#like(first, field) + this.#draft.eol)
      else fresh.set(field.section, [...(fresh.get(field.section) ?? []), field])
    }
    for (const [section, fields] of fresh) this.#newFields(section, fields)
  }

  /** A line spelled like a neighbour: its bullet and its form of label. */
  #like(label: Label, field: StateField): string {
    const { text } = this.#draft
    const head = text.slice(lineStart(text, label.start), label.start)
    const bullet = /^\s*(?:[-*+]\s+)?$/.test(head) ? head : ''
    const line = label.bold && label.colonOutside ? `**${field.label}**: ${field.value}` : fieldLine(field, label.bold)
    return bullet + line.trimEnd()
  }

  #newFields(section: StateSection, fields: readonly StateField[]) {
    const lines = fields.map((field) => fieldLine(field, isBoldSection(section)))
    const home = this.#places.sections.find(
      ({ heading }) => heading.level === 2 && sectionKind(heading.text) === section && section !== 'other',
    )
    if (home === undefined) this.#newSection([`## ${SECTION_TITLES[section]}`, '', ...lines])
    else this.layout.block(home.heading.end, lines)
  }

  #newSection(lines: readonly string[]) {
    const { text, eol } = this.#draft
    const end = text.trimEnd().length
    this.#draft.insert(end, (end === 0 ? '' : eol + eol) + lines.join(eol) + (end < text.length ? '' : eol))
  }

  lists(old: StateValue, next: StateValue) {
    const fresh: string[][] = []
    const names: readonly Exclude<ListName, 'decisions'>[] = ['todos', 'blockers', 'evolution']
    const { decisions } = this.#places.lists
    const rows = decisions === undefined ? [] : decisionRows(decisions)
    this.#list('decisions', old.decisions, next.decisions, {
      text: decisionText,
      row: rows.length > 0 || (decisions?.table != null && decisionColumns(decisions.table) !== null),
      rows: rows.map(({ row }) => row),
      fresh,
    })
    for (const name of names)
      this.#list(name, old[name], next[name], {
        text: (text) => text,
        row: false,
        rows: this.#places.lists[name]?.table?.rows ?? [],
        fresh,
      })
    if (fresh.length > 0) this.#newLists(fresh)
  }

  #list<T extends string | StateDecision>(
    name: ListName,
    before: readonly T[] | null,
    after: readonly T[] | null,
    how: {
      readonly text: (entry: T) => string
      readonly row: boolean
      readonly rows: readonly Range[]
      readonly fresh: string[][]
    },
  ) {
    if (same(before, after)) return
    const place = this.#places.lists[name]
    if (after === null) return this.layout.cannot(`the section ${LIST_TITLES[name]}`, 'none')
    const lines = after.map((entry) => `- ${how.text(entry)}`)
    if (place === undefined || before === null) {
      how.fresh.push([`### ${LIST_TITLES[name]}`, '', ...(lines.length === 0 ? ['None yet.'] : lines)])
      return
    }
    const found = this.layout.aligned<T>(before, after, how.text)
    if (found === null) return
    const { text, eol } = this.#draft
    const count = place.items.length
    for (const at of found.removed) {
      const item = place.items[at]
      const row = how.rows[at - count]
      if (item !== undefined) this.layout.removeItem(item)
      else if (row !== undefined) this.#draft.removeLines(row)
    }
    const emptied = found.kept.length === 0 && found.added.length === 0
    if (emptied && place.items[0] !== undefined)
      this.#draft.insert(lineStart(text, place.items[0].start), `None yet.${eol}`)
    for (const { at, after: behind } of found.added) {
      const entry = after[at] as T
      if (how.row && place.table !== null) this.#newRow(place, entry as StateDecision, how.rows[behind - count])
      else this.#newItem(place, lines[at] as string, place.items[behind])
    }
  }

  #newItem(place: ListPlace, line: string, behind: Item | undefined) {
    const first = place.items[0]
    if (behind !== undefined) this.layout.behind(behind, line)
    else if (first !== undefined) this.layout.inFront(first, line)
    else if (place.nothing[0] !== undefined) this.#insteadOfNothing(place.nothing, line)
    else this.#underHeading(place, line)
  }

  /** The first new line takes the place of `None yet.`; further ones follow it. */
  #insteadOfNothing([first, ...others]: readonly Range[], line: string) {
    if (first === undefined) return
    const { eol } = this.#draft
    const again = this.#filled.has(first.start)
    if (again) this.#draft.insert(first.end, eol + line)
    else {
      this.#draft.replace({ start: first.start, end: first.end }, line)
      for (const other of others) this.#draft.removeLines(other)
    }
    this.#filled.add(first.start)
  }
  readonly #filled = new Set<number>()

  #underHeading(place: ListPlace, line: string) {
    const { text, eol } = this.#draft
    const { section } = place
    const end = section.bodyStart + text.slice(section.bodyStart, section.end).trimEnd().length
    const at = end <= section.bodyStart ? section.heading.end : end
    if (this.#filled.has(at)) return this.#draft.insert(at, eol + line)
    this.#filled.add(at)
    this.#draft.insert(at, eol + eol + line)
  }

  #newRow(place: ListPlace, { phase, summary, rationale }: StateDecision, behind: Range | undefined) {
    const { table } = place
    const columns = table === null ? null : decisionColumns(table)
    if (table === null || columns === null) return this.layout.cannot('a table of decisions', 'none')
    const cells = Array.from({ length: table.columns }, (_, at) =>
      at === columns.phase
        ? (phase ?? '')
        : at === columns.summary
          ? summary
          : at === columns.rationale
            ? (rationale ?? '')
            : '',
    )
    if (columns.rationale < 0 && rationale !== null) cells[columns.summary] = `${summary} — ${rationale}`
    this.#draft.insert(behind?.end ?? table.end, this.#draft.eol + tableLine(cells))
  }

  /** New lists stand under Accumulated Context, which is made where it is missing. */
  #newLists(blocks: readonly (readonly string[])[]) {
    const { text, eol } = this.#draft
    const home = this.#places.sections.find(({ heading }) => heading.text.toLowerCase() === LIST_HOME.toLowerCase())
    const lines = blocks.flatMap((block, at) => (at === 0 ? block : ['', ...block]))
    if (home === undefined) return this.#newSection([`## ${LIST_HOME}`, '', ...lines])
    const end = home.bodyStart + text.slice(home.bodyStart, home.end).trimEnd().length
    const at = end <= home.bodyStart ? home.heading.end : end
    this.#draft.insert(at, eol + eol + lines.join(eol) + (at >= text.length ? eol : ''))
  }
}

type Entries = ReturnType<typeof frontEntries>

/** `progress` as dotted keys, so that each number is its own change. */
const flattened = ({ progress, ...entries }: Entries): Entries => ({
  ...entries,
  ...(progress === null || typeof progress !== 'object'
    ? {}
    : Object.fromEntries(Object.entries(progress).map(([key, value]) => [`progress.${key}`, value]))),
})
