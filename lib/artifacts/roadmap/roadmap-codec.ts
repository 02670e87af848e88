// ROADMAP.md: milestones, phase sections (truth), and the ticks, counts and tables that only mirror them.
import { once } from '../../std/once.js'
import type { Kind } from '../codec.js'
import { emptyOf } from '../parts/empty-of.js'
import { notText } from '../parts/issues.js'
import { ROADMAP, type RoadmapValue } from './roadmap.js'
import { roadmapIssues } from './roadmap-check.js'
import { readRoadmap } from './roadmap-read.js'

const NOTHING = emptyOf(ROADMAP)

export const roadmap: Kind<RoadmapValue> = {
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
}
