// project create: the smallest valid project, for a task without a roadmap.
import { createMinimalProject } from '../../core/project/smallest.js'
import { verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { bool, record, text } from '../../std/shape.js'

export const projectCreate = verb('project.create', {
  about: 'Create the smallest valid project here, for tasks without a roadmap',
  reads: ['project', 'config', 'state', 'roadmap', 'requirements', 'ledger'],
  writes: ['project', 'config', 'state', 'other', 'ledger'],
  needsProject: false,
  needsWorkstream: true,
  result: record({ created: bool(), title: text() }),
  run({ view }) {
    const staging = new Staging(view)
    const title = createMinimalProject(staging)
    if (title !== null) return { result: { created: true, title }, edits: staging.edits() }
    const error = {
      code: 'EXISTS',
      message: `${view.at('PROJECT.md')} already exists`,
      fix: 'run gsd-tools begin',
    } as const
    return { result: { created: false, title: '' }, exit: 1 as const, error }
  },
})
