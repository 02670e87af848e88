// Where the sections of a large roadmap lie that read by themselves as they do in the whole.
import { isEol } from '../../markdown/characters.js'
import { elementsOf } from '../../markdown/reader.js'
import { LIMITS } from '../../markdown/spans.js'
import type { Source } from '../../ports.js'
import { partTable } from '../../std/part-table.js'
import { phaseKey } from '../parts/phase-token.js'
import { readRoadmap } from './roadmap-read.js'
import { scopesIn } from './roadmap-windows.js'

/** By the key of its phase, with where that stands; without a place where it does not read by itself. `ends`: of each section, by where it begins. */
export function sectionTable(source: Source, ends: ReadonlyMap<number, number>): string {
  const { value, phases } = readRoadmap(source)
  const scopeOf = scopesIn(value)
  const isCut = cutsIn(source)
  return partTable(
    source.text ?? '',
    phases.map(({ head, spot: { start, heading } }) => {
      const end = ends.get(start)
      const isAlone = heading !== null && end !== undefined && isCut(start) && isCut(end)
      return { key: phaseKey(head.id), words: [scopeOf(head)], range: isAlone ? [start, end] : null }
    }),
  )
}

/** Elements beyond which nobody looks which of them lie around a section. */
const MOST_ELEMENTS = 64

/** Whether a text that is cut there reads the same on either side: between two lines, where no tag is open. */
function cutsIn(source: Source): (at: number) => boolean {
  const text = source.text ?? ''
  const elements = elementsOf(source)
  const isTold = ({ depth, name }: (typeof elements)[number]) => depth < LIMITS.tags && name.length <= LIMITS.tagName
  if (elements.length > MOST_ELEMENTS || !elements.every(isTold)) return () => false
  return (at) =>
    (at === 0 || at === text.length || isEol(text.charCodeAt(at - 1))) &&
    elements.every(({ start, end }) => at <= start || end <= at)
}
