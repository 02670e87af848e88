import { say } from '../../../std/safe-text.js'
import { basics, experiments, mapFiles } from '../../brief/readings.js'
import { completeNewProject } from '../../project/new-project.js'
import { newProjectFindings } from '../../project/new-project-check.js'
import { expandCharter } from '../charter/charter.js'
import type { UnitCode } from './unit.js'

export const newProject: UnitCode = {
  expand: expandCharter,
  reads: (_, world) => [
    ...basics(world),
    ...experiments(world),
    ...mapFiles(world, say`map of the existing code: you need not inspect the code yourself`),
  ],
  // The session has read or written all files except the maps of existing code.
  canSkip: (path, _, view) => !path.startsWith(view.at('codebase/')),
  inspect: ({ view, gathered }) => newProjectFindings(view, gathered.artifacts),
  complete: ({ staging, at }) => completeNewProject(staging, at),
}
