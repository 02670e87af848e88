// What was tried before planning and has a word in common with the phase: collected, or still as it was tried.
import { tablesOf } from '../../markdown/reader.js'
import { say } from '../../std/told.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { experimentsOn, numberOf, SHELVES, type Shelf } from '../dispatch/experiments.js'
import { PROJECT_BASE } from '../layout.js'
import type { View } from '../view.js'
import type { Reading } from './brief-blocks.js'
import { stemsIn } from './stems.js'

export function triedFor({ title, section }: PhaseFacts, view: View): readonly Reading[] {
  const about = stemsIn([title, section.goal ?? '', ...section.successCriteria].join(' '))
  const bears = (text: string) => [...stemsIn(text)].some((stem) => about.has(stem))
  // A workstream has shelves of its own, beside those of its project.
  const bases = [...new Set([view, view.inBase(PROJECT_BASE)])]
  return bases.flatMap((base) => Object.values(SHELVES).flatMap((shelf) => onShelf(base, shelf, bears)))
}

function onShelf(view: View, shelf: Shelf, bears: (text: string) => boolean): readonly Reading[] {
  const findings = `${view.at(shelf)}/FINDINGS.md`
  const collected = rowsOf(view, findings)
  const others = rowsOf(view, `${view.at(shelf)}/MANIFEST.md`).filter(
    (cells) => !collected.some(([number]) => number === cells[0]) && bears(cells.join(' ')),
  )
  const ids = experimentsOn(view, shelf).filter((id) => others.some(([number]) => number === numberOf(id)))
  return [
    ...(collected.some((cells) => bears(cells.join(' '))) ? [findings] : []),
    ...ids.slice(-MOST).map((id) => `${view.at(shelf)}/${id}/README.md`),
  ].map((path) => ({ path, about: say`what was tried for this and what it showed: build on it, or say why not` }))
}

/** Of those that came out, which is what the index holds, and stand in no findings: the last ones. */
const MOST = 3

function rowsOf(view: View, path: string): readonly (readonly string[])[] {
  const source = view.source(path)
  return source === null
    ? []
    : tablesOf(source).flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text.trim())))
}
