// ROADMAP.md: milestones, phase sections (truth), and the ticks, counts and tables that only mirror them.
import { renderFrontMatter, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import type { Codec, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { emptyOf } from '../parts/empty-of.js'
import { notText } from '../parts/issues.js'
import { ROADMAP, type RoadmapValue } from './roadmap.js'
import { roadmapIssues } from './roadmap-check.js'
import { freshRoadmap } from './roadmap-fresh.js'
import { queueOf, readRoadmap } from './roadmap-read.js'
import { changeRoadmap } from './roadmap-write.js'

const NOTHING = emptyOf(ROADMAP)

export const roadmap: Codec<RoadmapValue> = {
  id: 'roadmap',
  about: 'Milestones, phases and their order',
  shape: ROADMAP,
  empty: { ...NOTHING, title: 'Roadmap', progress: [] },

  parse(source) {
    if (source.text === null) return { value: NOTHING, issues: [notText(source)] }
    const { value, places } = readRoadmap(source)
    const issues = once(() => roadmapIssues(source, value, places))
    return {
      value,
      // Most who ask for the value never look at them.
      get issues() {
        return issues()
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
