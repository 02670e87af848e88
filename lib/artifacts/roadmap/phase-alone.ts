// One phase of a roadmap.
import { sectionsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
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
export function phaseIn(source: Source, id: string): PhaseFound | null {
  const reading = readRoadmap(source)
  const found = headIn(reading, id)
  if (found === null) return null
  const { head, body, spot } = reading.phases[found.index] as RoadmapReading['phases'][number]
  const end = spot.heading === null ? undefined : sectionsOf(source).find(({ start }) => start === spot.start)?.end
  return {
    section: sectionOf(head, () => body().value),
    scope: found.scope,
    text: end === undefined ? null : (source.text ?? '').slice(spot.start, end).trimEnd(),
  }
}

/** Where the phase stands that `id` means; null where there is none. */
export const scopeIn = (source: Source, id: string): PhaseScope | null => headIn(readRoadmap(source), id)?.scope ?? null

function headIn({ value, phases }: RoadmapReading, id: string) {
  const scopeOf = scopesIn(value)
  const heads = phases.map(({ head }, index) => ({ id: head.id, index, scope: scopeOf(head) }))
  return phaseAmong(heads, id, isActive)
}

const isActive = ({ scope }: { readonly scope: PhaseScope }): boolean => scope === 'active'
