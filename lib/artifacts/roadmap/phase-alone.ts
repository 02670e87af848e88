// One phase of a roadmap. Which line of a document begins a section depends on every fence, comment and tag before it, so the first look goes through all of it; of a large
// one it leaves where the sections lie that read by themselves as they do in the whole, and later looks read one of them.
import { isEol } from '../../markdown/characters.js'
import { elementsOf, sectionsOf } from '../../markdown/reader.js'
import { LIMITS } from '../../markdown/spans.js'
import type { Source } from '../../ports.js'
import { withoutCode } from '../parts/phase-number.js'
import { phaseKey } from '../parts/phase-token.js'
import type { PhaseSection } from './roadmap.js'
import { type RoadmapReading, readRoadmap } from './roadmap-read.js'
import { sectionOf } from './roadmap-section.js'
import { type PhaseScope, phaseAmong, scopesIn } from './roadmap-windows.js'

interface PhaseFound {
  readonly section: Omit<PhaseSection, 'window'>
  readonly scope: PhaseScope
  /** From its heading on, what stands below it included; null where it is no more than a line of a list. */
  readonly text: string | null
}

/** The phase that `id` means, or null. */
export function phaseIn(
  source: Source,
  id: string,
  sourceOf: ((path: string, text: string) => Source) | null,
): PhaseFound | null {
  const row = rowFor(source, id)
  const text = row?.bytes && source.parted?.text(...row.bytes)
  const [alone] = text && sourceOf !== null ? readRoadmap(sourceOf(source.path, text)).phases : []
  if (row && text && alone !== undefined && phaseKey(alone.head.id) === row.id)
    return { section: sectionOf(alone.head, () => alone.body().value), scope: row.scope, text: text.trimEnd() }
  const reading = readRoadmap(source)
  const found = headIn(reading, id)
  if (found === null) return null
  const { head, body, spot } = reading.phases[found.index] as RoadmapReading['phases'][number]
  const end = spot.heading === null ? undefined : endsIn(source).get(spot.start)
  return {
    section: sectionOf(head, () => body().value),
    scope: found.scope,
    text: end === undefined ? null : (source.text ?? '').slice(spot.start, end).trimEnd(),
  }
}

/** Where the phase stands that `id` means; null where there is none. */
export const scopeIn = (source: Source, id: string): PhaseScope | null =>
  (rowFor(source, id) ?? headIn(readRoadmap(source), id))?.scope ?? null

function headIn({ value, phases }: RoadmapReading, id: string) {
  const scopeOf = scopesIn(value)
  const heads = phases.map(({ head }, index) => ({ id: head.id, index, scope: scopeOf(head) }))
  return phaseAmong(heads, id, isActive)
}

const isActive = ({ scope }: { readonly scope: PhaseScope }): boolean => scope === 'active'

/** Where each section ends, by where it begins. */
const endsIn = (source: Source): ReadonlyMap<number, number> =>
  new Map(sectionsOf(source).map(({ start, end }) => [start, end]))

interface Row {
  /** As a key. */
  readonly id: string
  readonly scope: PhaseScope
  /** Where its section lies; null where it cannot be read by itself. */
  readonly bytes: readonly [from: number, to: number] | null
}

/** What is known of the phase; null where nothing is. */
function rowFor(source: Source, id: string): Row | null {
  if (source.parted === undefined) return null
  const table = source.parted.table(() => tableOf(source))
  return phaseAmong(
    [id, withoutCode(id)].flatMap((name) => rowsIn(table, phaseKey(name))),
    id,
    isActive,
  )
}

function rowsIn(table: string, key: string): readonly Row[] {
  const rows: Row[] = []
  const begin = `\n${key}\t`
  for (let at = table.indexOf(begin); at >= 0; at = table.indexOf(begin, at + 1)) {
    const end = table.indexOf('\n', at + 1)
    const [scope, from, to] = table.slice(at + begin.length, end < 0 ? table.length : end).split('\t')
    rows.push({ id: key, scope: scope as PhaseScope, bytes: to === undefined ? null : [Number(from), Number(to)] })
  }
  return rows
}

/** A line for each section, in the order of the document: the key of its phase, where it stands, and its first byte and the one behind it if it reads by itself. */
function tableOf(source: Source): string {
  const text = source.text ?? ''
  const reading = readRoadmap(source)
  const scopeOf = scopesIn(reading.value)
  const ends = endsIn(source)
  const isWhole = standAlone(source)
  const found = reading.phases.map(({ head, spot: { start, heading } }) => {
    const end = ends.get(start)
    const isAlone = heading !== null && end !== undefined && isWhole(start) && isWhole(end)
    return { line: `\n${phaseKey(head.id)}\t${scopeOf(head)}`, range: isAlone ? [start, end] : [] }
  })
  const byteOf = bytesOf(
    text,
    found.flatMap(({ range }) => range),
  )
  return found.map(({ line, range }) => [line, ...range.map(byteOf)].join('\t')).join('')
}

/** Elements beyond which nobody looks which of them lie around a section. */
const MOST_ELEMENTS = 64

/** Whether a text that is cut there reads the same on either side: between two lines, where no tag is open. */
function standAlone(source: Source): (at: number) => boolean {
  const text = source.text ?? ''
  const elements = elementsOf(source)
  const isTold = ({ depth, name }: (typeof elements)[number]) => depth < LIMITS.tags && name.length <= LIMITS.tagName
  if (elements.length > MOST_ELEMENTS || !elements.every(isTold)) return () => false
  return (at) =>
    (at === 0 || at === text.length || isEol(text.charCodeAt(at - 1))) &&
    elements.every(({ start, end }) => at <= start || end <= at)
}

/** Where these characters of a text lie in its bytes. */
function bytesOf(text: string, offsets: readonly number[]): (offset: number) => number {
  if (!/[\u0080-\uffff]/.test(text)) return (offset) => offset
  const encoder = new TextEncoder()
  const known = new Map<number, number>()
  let [at, byte] = [0, 0]
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    byte += encoder.encode(text.slice(at, offset)).length
    at = offset
    known.set(offset, byte)
  }
  return (offset) => known.get(offset) as number
}
