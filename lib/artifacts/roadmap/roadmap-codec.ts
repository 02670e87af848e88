// ROADMAP.md: milestones, phase sections (truth), and the ticks, counts and tables that only mirror them.
import { GsdError } from '../../errors.js'
import { renderFrontMatter, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { emptyOf } from '../parts/empty-of.js'
import { notText } from '../parts/issues.js'
import { knownOf } from '../parts/known.js'
import { ROADMAP, type RoadmapValue } from './roadmap.js'
import { roadmapIssues } from './roadmap-check.js'
import { freshRoadmap } from './roadmap-fresh.js'
import { queueOf, type RoadmapReading, readRoadmap } from './roadmap-read.js'
import { knownSection, type PhaseBody } from './roadmap-section.js'
import { changeRoadmap } from './roadmap-write.js'

const NOTHING = emptyOf(ROADMAP)

function parse(source: Source, reading = readRoadmap(source)): Parsed<RoadmapValue> {
  const issues = once(() => roadmapIssues(source, reading.value, reading.places))
  return {
    value: reading.value,
    // Most who ask for the value never look at them.
    get issues() {
      return issues()
    },
  }
}

/** Of a large document each part is known by itself: who looks first at it keeps what was asked for, and who misses something later keeps all. */
function parseKnown(source: Source): Parsed<RoadmapValue> {
  let isFirst = false
  const reading = once(() => {
    const found = readRoadmap(source)
    // Parts of two texts make no roadmap: somebody wrote it between the first part and this one.
    if (isFirst || JSON.stringify(frameOf(found)) === JSON.stringify(known)) return found
    throw new GsdError({ code: 'IO', message: `${source.path} changed while it was read`, fix: 'call again' })
  })
  const known = knownOf(source, 'roadmap', () => {
    isFirst = true
    return source.text === null ? null : frameOf(reading())
  })
  if (known === null) return { value: NOTHING, issues: [notText(source)] }
  const bodyAt = (index: number): PhaseBody =>
    (reading().phases[index] as RoadmapReading['phases'][number]).body().value
  const keptAt = (index: number, keepOthers: () => void) =>
    knownOf(source, `phase ${index}`, () => {
      keepOthers()
      return bodyAt(index)
    })
  const keepOthers = () => {
    if (!isFirst) for (const index of known.phases.keys()) keptAt(index, () => {})
  }
  const parsed = once(() => parse(source, reading()))
  return {
    value: {
      ...known,
      phases: known.phases.map((head, index) => knownSection(head, () => keptAt(index, keepOthers))),
      get checklist() {
        return knownOf(source, 'checklist', () => reading().value.checklist)
      },
      get progress() {
        return knownOf(source, 'progress', () => reading().value.progress)
      },
    },
    get issues() {
      return parsed().issues
    },
  }
}

const frameOf = ({ value: { title, queue, milestones, windows }, phases }: RoadmapReading) => ({
  title,
  queue,
  milestones,
  windows,
  phases: phases.map(({ head }) => head),
})

export const roadmap: Codec<RoadmapValue> = {
  id: 'roadmap',
  about: 'Milestones, phases and their order',
  shape: ROADMAP,
  empty: { ...NOTHING, title: 'Roadmap', progress: [] },

  parse(source, before) {
    if (source.known !== undefined) return parseKnown(source)
    if (source.text === null) return { value: NOTHING, issues: [notText(source)] }
    return parse(source, readRoadmap(source, before?.text == null ? undefined : before))
  },

  render(value, previous): Rendered {
    if (previous === undefined) return { text: head(value) + freshRoadmap(value) }
    const draft = new Draft(previous)
    const { queue, ...body } = value
    if (!same(queue, queueOf(previous))) {
      const set = setFrontMatter(previous, { queue: queue.length === 0 ? null : queue })
      if ('refused' in set) draft.refuseWith(set.refused)
      else draft.splice(set.splices)
    }
    changeRoadmap(draft, previous, body)
    return draft.finish()
  },
}

const head = ({ queue }: RoadmapValue): string => (queue.length === 0 ? '' : `${renderFrontMatter({ queue })}\n`)
