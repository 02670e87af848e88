// The roadmap of verbs that need one.
import type { RoadmapValue } from '../artifacts/roadmap/roadmap.js'
import type { View } from '../core/view.js'
import { refuse } from '../errors.js'

export const roadmapOf = (view: View): RoadmapValue =>
  view.parse('roadmap', view.at('ROADMAP.md'))?.value ??
  refuse({
    code: 'FILE_NOT_FOUND',
    message: `expected ${view.at('ROADMAP.md')}, it is not there`,
    fix: 'gsd-tools next says how to get one',
  })
