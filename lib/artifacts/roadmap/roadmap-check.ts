// The artifact kind of ROADMAP.md, and its issues: missing sections, unreadable text, duplicates, unclosed fences.
import type { Issue } from '../../errors.js'
import { fencesOf, headingsOf, type Range, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { repeatsIn } from '../../std/grouped.js'
import { positionOf } from '../../std/text.js'
import { issueAt, type Kind, parsed } from '../codec.js'
import { isBacklog, isUnreadPhase, phaseKey } from '../parts/phase-token.js'
import { visibleLines } from '../parts/placeholders.js'
import { closedWindows, linesWithoutSection, type RoadmapValue } from './roadmap.js'
import { rankedText } from './roadmap-outline.js'
import { type RoadmapPlaces, readRoadmap } from './roadmap-read.js'

export const roadmap: Kind<RoadmapValue> = {
  id: 'roadmap',
  about: 'Milestones, phases and their order',
  parse(source) {
    const { value, places } = readRoadmap(source)
    return parsed(source, value, () => roadmapIssues(source, value, places))
  },
}

function roadmapIssues(source: Source, value: RoadmapValue, places: RoadmapPlaces): readonly Issue[] {
  return [
    ...phasesWithoutSection(source, value, places),
    ...unreadPhases(source, value, places),
    ...unreadRoadmap(source, value, places),
    ...duplicatePhases(source, value, places),
    ...unclosedFences(source),
  ]
}

const phasesWithoutSection = (source: Source, value: RoadmapValue, places: RoadmapPlaces): readonly Issue[] => {
  const withoutSection = new Set(linesWithoutSection(value))
  return value.checklist.flatMap((line, at) =>
    withoutSection.has(line)
      ? issueAt(source, places.checklist[at]?.start ?? 0, {
          code: 'PHASE_WITHOUT_SECTION',
          severity: line.done ? 'notice' : 'error',
          expected: `a heading "### Phase ${line.id}: ${line.title}" with its Goal`,
          received: 'only a line in the list of phases',
          message: `Phase ${line.id} is listed but has no section`,
          fix: `Add "### Phase ${line.id}: ${line.title}" with a line "**Goal**: …" below the list.`,
        })
      : [],
  )
}

/** Reports phases outside closed milestones whose number cannot be read, in headings and lines: nothing would reach them. */
function unreadPhases(source: Source, value: RoadmapValue, places: RoadmapPlaces): readonly Issue[] {
  const over = [...closedWindows(value)].flatMap((at) => places.windows[at] ?? [])
  const isOver = (at: number) => over.some(({ start, end }) => start <= at && at < end)
  return [
    ...headingsOf(source).map((heading) => ({ at: heading.start, text: rankedText(heading) ?? '' })),
    ...places.outline.lines
      .filter(({ item }) => item.checked !== null)
      .map(({ item }) => ({ at: item.start, text: item.text.replaceAll('**', '').trim() })),
  ]
    .filter(({ at, text }) => isUnreadPhase(text) && !isOver(at))
    .flatMap(({ at, text }) =>
      issueAt(source, at, {
        code: PHASE_UNREAD,
        expected: 'a number such as 3, 2.1 or 10a after the word Phase',
        received: `"${text}"`,
        message: `"${text}" is not read as a phase`,
        fix: 'Write it like "Phase 3: Title", with a unique number; start other headings with another word.',
      }),
    )
}

export const PHASE_UNREAD = 'PHASE_UNREAD'

/** Matches headings that a roadmap has even if nothing is planned yet. */
const FRAME_HEADING = /^(?:phases|phase details|progress|overview|milestones)\b/i
const PLACEHOLDER = /^\W*(?:none|tbd|todo|to be|nothing|no phases?)\b/i

/** Reports a roadmap with text, but no readable phase, milestone or progress row: only the user knows what it means. */
function unreadRoadmap(source: Source, value: RoadmapValue, places: RoadmapPlaces): readonly Issue[] {
  const readLists = [value.phases, value.checklist, value.progress ?? [], value.windows, value.milestones]
  if (readLists.some(({ length }) => length > 0)) return []
  const text = source.text ?? ''
  const aside: readonly Range[] = [
    ...headingsOf(source).filter(
      ({ start, text: words }) => start === places.title?.start || FRAME_HEADING.test(words),
    ),
    ...tablesOf(source).filter(({ rows }) => rows.length === 0),
  ]
  const unreadLines = [...visibleLines(source, { start: 0, end: text.length })].filter(
    (line) =>
      /[\p{L}\d]/u.test(line.text) &&
      !PLACEHOLDER.test(line.text) &&
      !aside.some(({ start, end }) => start <= line.start && line.start < end),
  )
  const [first, last] = [unreadLines[0]?.start, unreadLines.at(-1)?.start]
  if (first === undefined || last === undefined) return []
  const [top, end] = [positionOf(text, first).line, positionOf(text, last).line]
  const lines = top === end ? `line ${top}` : `lines ${top} to ${end}`
  return [
    issueAt(source, first, {
      code: ROADMAP_UNREAD,
      expected: 'phases: "### Phase 1: Title", a numbered heading, a list, or a table with a column of names',
      received: lines,
      message: `No phase can be read from ${lines}`,
      fix: 'Write each phase as "### Phase 1: Title" with a line "**Goal**: …"; the existing text can stay.',
    }),
  ]
}

export const ROADMAP_UNREAD = 'ROADMAP_UNREAD'

function duplicatePhases(source: Source, value: RoadmapValue, places: RoadmapPlaces): readonly Issue[] {
  const closed = closedWindows(value)
  const current = value.phases.filter(({ id, window }) => !isBacklog(id) && (window === null || !closed.has(window)))
  return repeatsIn(current, ({ id }) => phaseKey(id)).map((again) =>
    issueAt(source, places.phases[value.phases.indexOf(again)]?.spot.start ?? 0, {
      code: 'PHASE_TWICE',
      expected: 'one section per phase',
      received: `a second section of phase ${again.id}`,
      message: `Phase ${again.id} has two sections`,
      fix: 'Keep one and renumber the other (gsd-tools next suggests a number), or merge them.',
    }),
  )
}

const unclosedFences = (source: Source): readonly Issue[] =>
  fencesOf(source)
    .filter((fence) => !fence.closed)
    .map((fence) =>
      issueAt(source, fence.start, {
        code: 'FENCE_UNCLOSED',
        severity: 'notice',
        expected: 'a closing fence',
        received: 'the end of the file',
        message: 'This code block is never closed: everything after it is read as code',
        fix: 'Close it with the same fence on its own line.',
      }),
    )
