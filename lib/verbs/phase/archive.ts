// phases archive: live directories of finished milestones go into their archive.
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { decide, isRefused, YES } from '../../core/consent.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import type { PhaseDirectory } from '../../core/layout.js'
import { archiveDirectories, archiveFolder, closedPhasesOf, directoriesOf } from '../../core/phases/phase-archive.js'
import { liveClaim } from '../../core/phases/phase-removal.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { int, listOf, maybe, record, text } from '../../std/shape.js'
import { someOf } from '../../std/text.js'
import { isVersion, versionOf } from '../arguments.js'
import { noRoadmap } from '../no-roadmap.js'
import { ALL_WRITES } from './remove.js'

const READS = [...POSITION_READS, 'claim'] as const

/** Folders that go into an archive. */
type Leaving = readonly Pick<PhaseDirectory, 'path' | 'name'>[]

const milestoneUnknown = (message: string, roadmap: RoadmapValue | undefined): ErrorBody => ({
  code: 'MILESTONE_UNKNOWN',
  message,
  fix: `use one of ${someOf(roadmap?.windows.flatMap((window) => window.version ?? []) ?? []) || 'the milestones ROADMAP.md will have'}`,
})

/** What the phases of a closed milestone left among the live ones. */
function leftByPhases(view: View, version: string, given: string): Leaving | ErrorBody {
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  if (roadmap === undefined) return noRoadmap(view)
  const phases = isVersion(version) ? closedPhasesOf(roadmap, version) : null
  if (phases === null)
    return roadmap.windows.some((window) => window.version === version)
      ? {
          code: 'MILESTONE_UNFINISHED',
          message: `${version} is not closed`,
          fix: `gsd-tools milestone complete ${version}`,
        }
      : milestoneUnknown(`ROADMAP.md has no closed milestone "${given}"`, roadmap)
  const directories = directoriesOf(view, roadmap, phases)
  const ids = directories.map(({ id }) => id)
  return liveClaim(view, ids, true) ?? directories
}

export const phasesArchive = verb('phases.archive', {
  about: 'Move the live directories of a closed milestone into its archive',
  args: {
    version: arg.word('Milestone, e.g. v1.0'),
    yes: YES,
  },
  reads: READS,
  writes: ALL_WRITES,
  result: record({
    archived: int(),
    version: text(),
    archive_directory: text(),
    directories: listOf(text()),
    plan: maybe(listOf(text(), 'What --yes would do')),
  }),
  run({ view }, { version: given, yes }) {
    const version = versionOf(given)
    const target = archiveFolder(version)
    const nothing = { archived: 0, version, archive_directory: target, directories: [] }
    const directories = leftByPhases(view, version, given)
    if ('fix' in directories) return { result: nothing, error: directories }
    const staging = new Staging(view)
    const problem = archiveDirectories(staging, directories, target)
    if (problem !== null) return { result: nothing, error: problem }
    const result = { ...nothing, archived: directories.length, directories: directories.map(({ name }) => name) }
    if (directories.length > 0) {
      const call = `gsd-tools phases archive ${version}`
      const by = decide(view, { question: moving(directories, target), call }, yes)
      if (isRefused(by))
        return { result: { ...result, archived: 0, plan: planOf(directories, target) }, exit: 4 as const, error: by }
    }
    return { result, edits: staging.edits() }
  },
})

const moving = (directories: Leaving, target: string): string =>
  `Move ${directories.length} ${directories.length === 1 ? 'directory' : 'directories'} to ${target}?`

const planOf = (directories: Leaving, target: string): readonly string[] =>
  directories.map(({ path, name }) => `move ${path} to ${target}/${name}`)
