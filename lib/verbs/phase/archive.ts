// phases archive: moves the directories of closed milestones into their archives.
import { decide, isRefused, YES } from '../../core/consent.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { archiveDirectories, archiveFolder, closedDirectories } from '../../core/phases/phase-archive.js'
import { refuseClaimed } from '../../core/phases/phase-removal.js'
import { verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { listOf, maybe, record, text } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { requireRoadmap } from '../findings.js'
import { ALL_WRITES } from './remove.js'

export const phasesArchive = verb('phases.archive', {
  about: 'Move the phase directories of closed milestones into their archives',
  args: { yes: YES },
  reads: [...POSITION_READS, 'claim'],
  writes: ALL_WRITES,
  result: record({
    archived: listOf(text(), 'Where the directories are now'),
    plan: maybe(listOf(text(), 'What --yes would do')),
  }),
  run({ view }, { yes }) {
    const closed = closedDirectories(view, requireRoadmap(view))
    const all = closed.flatMap(({ version, directories }) =>
      directories.map(({ id, path, name }) => ({ id, path, to: `${archiveFolder(version)}/${name}` })),
    )
    const ids = all.map(({ id }) => id)
    refuseClaimed(view, ids, true)
    const staging = new Staging(view)
    for (const { version, directories } of closed) archiveDirectories(staging, directories, archiveFolder(version))
    if (all.length > 0) {
      const question = `Move ${counted(all.length, 'folder')} into the archives?`
      const by = decide(view, yes, { question, call: 'gsd-tools phases archive' })
      const plan = all.map(({ path, to }) => `move ${path} to ${to}`)
      if (isRefused(by)) return { result: { archived: [], plan }, exit: 4 as const, error: by }
    }
    return { result: { archived: all.map(({ to }) => to) }, edits: staging.edits() }
  },
})
