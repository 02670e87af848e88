// Old entries of STATE.md: decisions, roadmap changes and durations of phases long done, taken out line by line as they stand.
import { lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import type { Rendered } from '../codec.js'
import { Draft, itemEnd, lineStart } from '../parts/draft.js'
import { phaseRefsIn } from '../parts/phase-token.js'
import { itemText } from '../parts/prose.js'
import { metricRowName, metricsSection, planTable } from './state-metrics.js'
import { decisionRows, type ListPlace, readState } from './state-read.js'

export interface PrunedSection {
  readonly title: string
  /** Whole lines, line endings included. */
  readonly lines: readonly string[]
}

interface Entry {
  readonly range: Range
  readonly phase: string | null
}

/** STATE.md without the entries of phases up to `cutoff`, and those entries by section. */
export function pruneState(
  source: Source,
  cutoff: number,
): { readonly rendered: Rendered; readonly sections: readonly PrunedSection[] } {
  const draft = new Draft(source)
  const text = source.text ?? ''
  const isOld = ({ phase }: Entry) => phase !== null && Number.parseInt(phase, 10) <= cutoff
  const sections = listed(source).flatMap(({ title, entries, emptied }) => {
    const old = entries.filter(isOld)
    if (old.length === 0) return []
    for (const { range } of old) draft.removeLines(range)
    if (emptied !== null && old.length === entries.length) draft.insert(emptied, `None yet.${draft.eol}`)
    return [{ title, lines: old.map(({ range }) => linesAt(text, range)) }]
  })
  return { rendered: draft.finish(), sections }
}

const linesAt = (text: string, { start, end }: Range): string =>
  text.slice(lineStart(text, start), lineAfter(text, end)).replace(/([^\r\n])$/, '$1\n')

interface Listed {
  readonly title: string
  readonly entries: readonly Entry[]
  /** Where to say that a list holds nothing; null for tables. */
  readonly emptied: number | null
}

function listed(source: Source): readonly Listed[] {
  const { value, places } = readState(source)
  const { decisions, evolution } = places.lists
  return [
    ...(decisions === undefined
      ? []
      : [decisionList(source, decisions, value.decisions?.map(({ phase }) => phase) ?? [])]),
    ...(evolution === undefined ? [] : [itemList(source, evolution)]),
    ...metricList(source),
  ]
}

const firstRef = (text: string | null): string | null => (text === null ? null : (phaseRefsIn(text)[0] ?? null))

function decisionList(source: Source, place: ListPlace, phases: readonly (string | null)[]): Listed {
  const items = place.items.map((item): Range => ({ start: item.start, end: itemEnd(source.text ?? '', item) }))
  const rows = decisionRows(place).map(({ row }): Range => row)
  return {
    title: place.section.heading.text,
    entries: [...items, ...rows].map((range, at) => ({ range, phase: firstRef(phases[at] ?? null) })),
    emptied: rows.length === 0 && items[0] !== undefined ? lineStart(source.text ?? '', items[0].start) : null,
  }
}

function itemList(source: Source, place: ListPlace): Listed {
  const text = source.text ?? ''
  const entries = place.items.map((item): Entry => {
    const named = /^phase\s+(\S+)/i.exec(itemText(source, item))?.[1] ?? null
    return { range: { start: item.start, end: itemEnd(text, item) }, phase: firstRef(named) }
  })
  const first = place.items[0]
  return {
    title: place.section.heading.text,
    entries,
    emptied: first === undefined ? null : lineStart(text, first.start),
  }
}

function metricList(source: Source): readonly Listed[] {
  const home = metricsSection(source)
  const table = home === null ? null : planTable(source, home)
  if (home === null || table === null) return []
  const entries = table.rows.map(
    (row): Entry => ({ range: row, phase: metricRowName(row.cells[0]?.text ?? '')?.phase ?? null }),
  )
  return [{ title: home.heading.text, entries, emptied: null }]
}
