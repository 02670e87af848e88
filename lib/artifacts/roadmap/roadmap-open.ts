// Opening a milestone in a roadmap: a part of its own with its phases, and its line in the list of milestones. What is there stays byte for byte.
import { headingsOf } from '../../markdown/reader.js'
import { scan } from '../../markdown/scan.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import type { Rendered } from '../codec.js'
import { contentOf } from '../doc.js'
import { Draft, lineStart } from '../parts/draft.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { refusal } from '../parts/issues.js'
import { Layout } from '../parts/layout-edit.js'
import type { PhaseSection, RoadmapValue } from './roadmap.js'
import { roadmap } from './roadmap-codec.js'
import { milestoneLine, phaseRange, phaseSection, windowText } from './roadmap-fresh.js'
import { readRoadmap } from './roadmap-read.js'

export interface Opening {
  readonly version: string
  readonly name: string | null
  readonly phases: readonly PhaseSection[]
}

/** The text with the milestone in it, read back and compared. */
export function openRoadmap(source: Source, opening: Opening): Rendered {
  const { version, name, phases } = opening
  const before = roadmap.parse(source).value
  const planned = before.windows.findIndex((window) => window.version === version)
  if (planned >= 0) {
    const added = phases.map((phase) => ({ ...phase, window: planned }))
    return roadmap.render({ ...before, phases: [...before.phases, ...added] }, source)
  }
  const layout = new Layout(new Draft(source), source)
  const { places } = readRoadmap(source)
  const heading = `## ${windowText({ version, name, mark: 'active', note: null })}`
  place(layout, places.tables[0]?.table.start ?? null, [
    heading,
    ...phases.flatMap((phase) => ['', ...phaseSection(phase, 3)]),
  ])
  list(layout, before, places.milestones, opening)
  const rendered = layout.draft.finish()
  if (!('text' in rendered)) return rendered
  const { text } = rendered
  const after = roadmap.parse({ path: source.path, text, spans: scan(text), sha256: '' }).value
  return isOpened(before, after, opening)
    ? rendered
    : refusal(
        source.path,
        `a place for ${version} of its own`,
        'a layout in which it would meet other phases',
        `Write ROADMAP.md into the drafts folder by hand, with the part "${heading}" in it.`,
      )
}

/** Above what tells the progress of all milestones, else at the end. */
function place(layout: Layout, table: number | null, lines: readonly string[]): void {
  const { draft, source } = layout
  const { text } = draft
  const progress = headingsOf(source).find(({ level, text: title }) => level <= 2 && /^progress\b/i.test(title))
  const at = progress?.start ?? (table === null ? null : lineStart(text, table))
  if (at === null) layout.block(trimmedEnd(text, 0, footerStart(source, { start: 0, end: text.length })), lines)
  else layout.above(at, lines)
}

function list(
  layout: Layout,
  { milestones }: RoadmapValue,
  places: ReturnType<typeof readRoadmap>['places']['milestones'],
  { version, name, phases }: Opening,
): void {
  const line = milestoneLine({ version, name, mark: 'active', rest: phaseRange(phases) })
  const there = milestones.findIndex((known) => known.version === version)
  const last = places.at(-1)
  const item = places[there]
  if (item !== undefined) layout.draft.replace(contentOf(item), line.slice(2))
  else if (last !== undefined) layout.behind(last, line)
}

const said = ({ window: _window, ...section }: PhaseSection) => section

/** Every section says what it said, the new ones are in the new part, and nothing else is. */
function isOpened(before: RoadmapValue, after: RoadmapValue, { version, phases }: Opening): boolean {
  const at = after.windows.findIndex((window) => window.version === version)
  const isNew = ({ window }: PhaseSection) => window === at
  return (
    after.windows.length === before.windows.length + 1 &&
    same(after.phases.filter(isNew).map(said), phases.map(said)) &&
    same(after.phases.filter((phase) => !isNew(phase)).map(said), before.phases.map(said)) &&
    same(
      after.checklist.map(({ id }) => id),
      before.checklist.map(({ id }) => id),
    )
  )
}
