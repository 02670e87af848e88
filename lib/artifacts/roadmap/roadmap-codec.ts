// ROADMAP.md: milestones, phase sections (truth), and the ticks, counts and tables that only mirror them.
import { isFrontList, readFrontMatter } from '../../markdown/frontmatter.js'
import { renderFrontMatter, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import { frontMatterOf } from '../../markdown/reader.js'
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
import { readRoadmap } from './roadmap-read.js'
import { changeRoadmap } from './roadmap-write.js'

const NOTHING = emptyOf(ROADMAP)

function parse(source: Source): Parsed<RoadmapValue> {
  if (source.text === null) return { value: NOTHING, issues: [notText(source)] }
  const reading = readRoadmap(source)
  const { title, milestones, windows, phases } = reading.value
  const value: RoadmapValue = {
    title,
    queue: queueOf(source),
    milestones,
    windows,
    phases,
    get checklist() {
      return reading.value.checklist
    },
    get progress() {
      return reading.value.progress
    },
  }
  const issues = once(() => roadmapIssues(source, value, reading.places))
  return {
    value,
    // Most who ask for the value never look at them.
    get issues() {
      return issues()
    },
  }
}

export const roadmap: Codec<RoadmapValue> = {
  id: 'roadmap',
  about: 'Milestones, phases and their order',
  shape: ROADMAP,
  empty: { ...NOTHING, title: 'Roadmap', progress: [] },

  parse(source): Parsed<RoadmapValue> {
    // What is parsed here is made whole where it is written down, so that the next call reads none of it.
    const parsed = once(() => parse(source))
    const value = knownOf(source, 'roadmap', () => (source.text === null ? null : parsed().value))
    return value === null
      ? parsed()
      : {
          value,
          get issues() {
            return parsed().issues
          },
        }
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

/** Front matter is rare here, so its reader is only asked where the scanner saw a block. */
function queueOf(source: Source): readonly string[] {
  if (frontMatterOf(source) === null) return []
  const queue = readFrontMatter(source).data['queue']
  if (typeof queue === 'string') return queue === '' ? [] : [queue]
  return queue !== undefined && isFrontList(queue) ? queue.filter((entry) => typeof entry === 'string') : []
}
