// The refusal of verbs that need a roadmap.
import type { View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'

export const noRoadmap = (view: View): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected ${view.at('ROADMAP.md')}, it is not there`,
  fix: 'gsd-tools next says how to get one',
})
