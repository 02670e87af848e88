// Requires a planning file and refuses if it is missing.
import type { ArtifactValues } from '../artifacts/all.js'
import type { View } from '../core/view.js'
import { refuse } from '../errors.js'

const required = <K extends keyof ArtifactValues>(view: View, kind: K, name: string): ArtifactValues[K] =>
  view.parse(kind, view.at(name))?.value ??
  refuse({
    code: 'FILE_NOT_FOUND',
    message: `${view.at(name)} does not exist`,
    fix: 'gsd-tools next shows how to create it',
  })

export const requireRoadmap = (view: View) => required(view, 'roadmap', 'ROADMAP.md')
export const requireRequirements = (view: View) => required(view, 'requirements', 'REQUIREMENTS.md')
