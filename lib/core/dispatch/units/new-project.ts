import { say } from '../../../std/told.js'
import { basics, mapFiles, tried } from '../../brief/readings.js'
import { completeNewProject } from '../../project/new-project.js'
import { newProjectFindings } from '../../project/new-project-check.js'
import { expandCharter } from '../charter/charter.js'
import { needs, takes, type Unit } from './unit.js'

export const newProject: Unit = {
  id: 'new-project',
  about: 'Turns an idea into PROJECT, REQUIREMENTS and ROADMAP',
  subject: 'project',
  workflow: 'new-project',
  agent: null,
  command: 'new-project',
  expects: [
    needs('project'),
    needs('requirements'),
    needs('roadmap'),
    takes('config'),
    takes('survey', { many: true }),
  ],
  charter: { name: 'CHARTER.md', schema: 'charter', expand: expandCharter },
  reads: (_, world) => [
    ...basics(world),
    ...tried(world),
    ...mapFiles(world, say`map of the existing code: it stands for a look of your own`, () => true),
  ],
  // All except maps of existing code.
  knows: (path, _, view) => !path.startsWith(view.at('codebase/')),
  inspect: ({ view, gathered }) => newProjectFindings(view, gathered.artifacts),
  complete: ({ staging, at }) => completeNewProject(staging, at),
  activity: 'Project created',
  record: () => 'docs: start the project',
}
