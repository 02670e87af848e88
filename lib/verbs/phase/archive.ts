// phases archive: moves the directories of finished milestones into their archive.
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { decide, isRefused, YES } from '../../core/consent.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import type { PhaseDirectory } from '../../core/layout.js'
import { archiveDirectories, archiveFolder, closedPhasesOf, directoriesOf } from '../../core/phases/phase-archive.js'
import { refuseClaimed } from '../../core/phases/phase-removal.js'
import { arg, verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { refuse } from '../../errors.js'
import { int, listOf, maybe, record, text } from '../../std/shape.js'
import { someOf } from '../../std/text.js'
import { isVersion, versionOf } from '../arguments.js'
import { requireRoadmap } from '../findings.js'
import { ALL_WRITES } from './remove.js'

function closedPhases(roadmap: RoadmapValue, version: string, given: string) {
  const phases = isVersion(version) ? closedPhasesOf(roadmap, version) : null
  if (phases !== null) return phases
  if (roadmap.windows.some((window) => window.version === version))
    refuse({
      code: 'MILESTONE_UNFINISHED',
      message: `${version} is not closed`,
      fix: `gsd-tools milestone complete ${version}`,
    })
  const known = someOf(roadmap.windows.flatMap((window) => window.version ?? []))
  return refuse({
    code: 'MILESTONE_UNKNOWN',
    message: `ROADMAP.md has no closed milestone "${given}"`,
    fix: `use one of ${known || 'the milestones ROADMAP.md will have'}`,
  })
}

export const phasesArchive = verb('phases.archive', {
  about: 'Move phase directories of a closed milestone into its archive',
  args: {
    version: arg.word('Milestone, e.g. v1.0'),
    yes: YES,
  },
  reads: [...POSITION_READS, 'claim'],
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
    const roadmap = requireRoadmap(view)
    const directories = directoriesOf(view, roadmap, closedPhases(roadmap, version, given))
    refuseClaimed(
      view,
      directories.map(({ id }) => id),
      true,
    )
    const staging = new Staging(view)
    archiveDirectories(staging, directories, target)
    const names = directories.map(({ name }) => name)
    const result = { archived: names.length, version, archive_directory: target, directories: names }
    if (names.length > 0) {
      const call = `gsd-tools phases archive ${version}`
      const by = decide(view, { question: moving(directories, target), call }, yes)
      if (isRefused(by))
        return { result: { ...result, archived: 0, plan: planOf(directories, target) }, exit: 4 as const, error: by }
    }
    return { result, edits: staging.edits() }
  },
})

const moving = ({ length }: readonly PhaseDirectory[], target: string): string =>
  `Move ${length} ${length === 1 ? 'directory' : 'directories'} to ${target}?`

const planOf = (directories: readonly PhaseDirectory[], target: string): readonly string[] =>
  directories.map(({ path, name }) => `move ${path} to ${target}/${name}`)
