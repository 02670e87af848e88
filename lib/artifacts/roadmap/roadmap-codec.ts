// ROADMAP.md: milestones, phase sections (source of truth), and the ticks, counts and tables that mirror them.
import type { Kind } from '../codec.js'
import { parsed } from '../parts/issues.js'
import type { RoadmapValue } from './roadmap.js'
import { roadmapIssues } from './roadmap-check.js'
import { readRoadmap } from './roadmap-read.js'

export const roadmap: Kind<RoadmapValue> = {
  id: 'roadmap',
  about: 'Milestones, phases and their order',
  parse(source) {
    const { value, places } = readRoadmap(source)
    return parsed(source, value, () => roadmapIssues(source, value, places))
  },
}
