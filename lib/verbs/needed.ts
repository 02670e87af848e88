// Requires a planning file and refuses if it is missing.
import type { ArtifactValues } from '../artifacts/all.js'
import type { View } from '../core/view.js'
import { refuse } from '../errors.js'

const needed = <K extends keyof ArtifactValues>(view: View, kind: K, name: string): ArtifactValues[K] =>
  view.parse(kind, view.at(name))?.value ??
  refuse({
    code: 'FILE_NOT_FOUND',
    message: `expected ${view.at(name)}, it is not there`,
    fix: 'gsd-tools next says how to get one',
  })

export const roadmapOf = (view: View) => needed(view, 'roadmap', 'ROADMAP.md')
export const requirementsOf = (view: View) => needed(view, 'requirements', 'REQUIREMENTS.md')
