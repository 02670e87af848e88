// What keeps passages of the layers from counting, as a health check and the list of them say it.
import type { PackView } from '../view.js'
import { type Judged, judgedLayers } from './layers.js'
import type { OverrideProblem } from './override-file.js'

interface OverrideFinding extends Omit<OverrideProblem, 'line'> {
  readonly path: string
  readonly line?: number
}

export const findingsOf = (file: Judged): readonly OverrideFinding[] => [
  ...file.faults.map(({ code, line, message, fix }) => ({
    code,
    path: file.path,
    ...(line > 0 ? { line } : {}),
    message: `the passage is not applied: ${message}`,
    fix,
  })),
  ...(file.trusted || file.entries.length === 0
    ? []
    : [
        {
          code: 'OVERRIDE_NOT_AGREED',
          path: file.path,
          message: 'it came with the project and is not applied: nobody on this machine agreed to this text',
          fix: 'read it, then: gsd-tools trust agree',
        },
      ]),
]

export const overrideFindings = (view: PackView): readonly OverrideFinding[] => judgedLayers(view).flatMap(findingsOf)
