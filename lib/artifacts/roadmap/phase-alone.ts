// One phase of a roadmap. Which line of a document begins a section depends on every fence, comment and tag before it, so the first look goes through all of it; of a large
// one it leaves where the sections lie that read by themselves as they do in the whole, and later looks read one of them.
import { sectionsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type PartRow, partsIn } from '../../std/part-table.js'
import { withoutCode } from '../parts/phase-number.js'
import { phaseKey } from '../parts/phase-token.js'
import type { PhaseSection } from './roadmap.js'
import { type RoadmapReading, readRoadmap } from './roadmap-read.js'
import { sectionOf } from './roadmap-section.js'
import { type PhaseScope, phaseAmong, scopesIn } from './roadmap-windows.js'
import { sectionTable } from './section-table.js'

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

/** Where each section ends, by where it begins. */
const endsIn = (source: Source): ReadonlyMap<number, number> =>
  new Map(sectionsOf(source).map(({ start, end }) => [start, end]))

const isActive = ({ scope }: { readonly scope: PhaseScope }): boolean => scope === 'active'

interface Row extends PartRow {
  /** As a key. */
  readonly id: string
  readonly scope: PhaseScope
}

/** What is known of the phase; null where nothing is. */
function rowFor(source: Source, id: string): Row | null {
  const table = source.parted?.table(() => sectionTable(source, endsIn(source)))
  if (table === undefined) return null
  const rows = [id, withoutCode(id)]
    .map(phaseKey)
    .flatMap((key) => partsIn(table, key).map((row): Row => ({ ...row, id: key, scope: row.words[0] as PhaseScope })))
  return phaseAmong(rows, id, isActive)
}
