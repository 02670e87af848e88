// phases clear and phases archive: live directories of finished milestones go into their archive.

import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { withoutQuickTasks } from '../../artifacts/state/quick-tasks.js'
import { AGREE, type Decision, isRefused, wordFor } from '../../core/consent.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { isTaken, readClaims } from '../../core/dispatch/claims.js'
import { agreedLine } from '../../core/history/ledger-says.js'
import { ledgerPath, type PhaseDirectory } from '../../core/layout.js'
import {
  archiveDirectories,
  archiveFolder,
  closedPhasesOf,
  directoriesOf,
  movableDirectories,
} from '../../core/phases/phase-archive.js'
import { liveClaim } from '../../core/phases/phase-removal.js'
import { filesIn } from '../../core/project/folder-contents.js'
import type { View } from '../../core/view.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import type { RunResult } from '../../ports.js'
import { int, listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { someOf } from '../../std/text.js'
import { isVersion, versionOf } from '../arguments.js'
import { noRoadmap } from '../roadmap/roadmap.js'
import { arg, mutation, type Step, task } from '../verb.js'
import { ALL_WRITES } from './remove.js'

const READS = [...POSITION_READS, 'claim'] as const
const confirmNeeded = (message: string): ErrorBody => ({
  code: 'CONFIRM_REQUIRED',
  message,
  fix: 'repeat it with --confirm after asking the person; gsd-tools undo --last 1 brings it back',
})

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

/** Folders of quick tasks; they go with any milestone, open or archived. */
function leftByQuickTasks(view: View, version: string, given: string): Leaving | ErrorBody {
  if (!isVersion(version)) return { code: 'USAGE', message: `"${given}" is not a version`, fix: 'write it like v1.0' }
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  const known = roadmap?.windows.some((window) => window.version === version) === true
  if (!known && view.source(`.planning/milestones/${version}-ROADMAP.md`) === null)
    return milestoneUnknown(`there is no milestone ${version}, open or archived`, roadmap)
  const live = readClaims(view).find((claim) => claim.unitType === 'quick' && isTaken(view, claim))
  if (live !== undefined)
    return {
      code: 'CLAIMED',
      message: `quick task ${live.unitId} is being worked on until ${live.leaseUntil}`,
      fix: 'wait for it to finish',
    }
  const folder = view.at('quick')
  return view
    .list(folder)
    .filter(({ kind }) => kind === 'directory')
    .map(({ name }) => ({ name, path: `${folder}/${name}` }))
}

export const phasesArchive = mutation('phases.archive', {
  about: 'Move the live directories of a closed milestone, or folders of quick tasks, into its archive',
  args: {
    version: arg.word('Milestone, e.g. v1.0'),
    quick: arg.flag('Folders of quick tasks instead, with any milestone'),
    confirm: arg.flag('A person has seen what moves'),
  },
  reads: READS,
  writes: ALL_WRITES,
  result: record({
    archived: int(),
    version: text(),
    archive_directory: text(),
    directories: listOf(text()),
    plan: maybe(listOf(text(), 'What --confirm would do')),
  }),
  run({ version: given, quick, confirm }, view) {
    const version = versionOf(given)
    const target = quick ? `.planning/milestones/${version}-quick` : archiveFolder(version)
    const nothing = { archived: 0, version, archive_directory: target, directories: [] }
    const directories = (quick ? leftByQuickTasks : leftByPhases)(view, version, given)
    if ('fix' in directories) return { result: nothing, error: directories }
    const staging = new Staging(view)
    const problem = archiveDirectories(staging, directories, target)
    if (problem !== null) return { result: nothing, error: problem }
    const result = { ...nothing, archived: directories.length, directories: directories.map(({ name }) => name) }
    if (directories.length > 0 && !confirm)
      return {
        result: { ...result, archived: 0, plan: planOf(directories, target) },
        exit: 4 as const,
        error: confirmNeeded(`this moves ${directories.length} directories to ${target}`),
      }
    const state = quick && directories.length > 0 ? view.source(view.at('STATE.md')) : null
    const reset = state === null ? null : withoutQuickTasks(state)
    if (reset !== null && 'text' in reset) staging.put(view.at('STATE.md'), reset.text)
    return { result, edits: staging.edits() }
  },
})

const planOf = (directories: Leaving, target: string | null): readonly string[] =>
  directories.map(({ path, name }) => (target === null ? `delete ${path}` : `move ${path} to ${target}/${name}`))

const TRACKED = 'phases:tracked'
const DIRTY = 'phases:dirty'

/** What git knows about the directories; without `--force` nothing is asked. */
function gitSteps(view: View): readonly Step[] {
  const folder = view.at('phases')
  return [
    { name: TRACKED, looks: true, argv: ['git', 'ls-files', '-z', '--', folder] },
    {
      name: DIRTY,
      looks: true,
      argv: ['git', 'status', '--porcelain', '-z', '--untracked-files=all', '--ignored=matching', '--', folder],
    },
  ]
}

/** Files of these directories that git could not give back. */
function unsafeFiles(
  view: View,
  directories: readonly PhaseDirectory[],
  results: ReadonlyMap<string, RunResult>,
): readonly string[] {
  const tracked = new Set((results.get(TRACKED)?.stdout ?? '').split('\0'))
  const dirty = new Set((results.get(DIRTY)?.stdout ?? '').split('\0').map((entry) => entry.slice(3)))
  const answered = results.get(TRACKED)?.exitCode === 0 && results.get(DIRTY)?.exitCode === 0
  return directories
    .flatMap(({ path }) => filesIn(view, path))
    .filter((path) => !path.endsWith('/'))
    .filter((path) => !answered || !tracked.has(path) || dirty.has(path))
}

const deleting = (view: View, directories: readonly PhaseDirectory[]): Decision => ({
  action: 'phases.clear',
  subject: JSON.stringify([view.base, directories.map(({ path }) => path), view.clock.today()]),
  question: `Delete ${directories.length} phase directories (${directories.map(({ name }) => name).join(', ')}) instead of archiving them?`,
  call: 'gsd-tools phases clear --force',
})

export const phasesClear = task('phases.clear', {
  about: 'Move every live phase directory into an archive; backlog and pre-milestone ones stay',
  args: {
    'archive-version': arg.text('Milestone whose archive takes them'),
    force: arg.flag('Delete instead; only what git has, unchanged'),
    confirm: arg.flag('A person has seen the list'),
    agree: AGREE,
  },
  reads: READS,
  writes: ALL_WRITES,
  result: record({
    cleared: int(),
    archived_to: orNull(text()),
    directories: listOf(text()),
    plan: maybe(listOf(text(), 'What --confirm would do')),
  }),
  plan: ({ force }, view) => (force ? gitSteps(view) : []),
  finish(args, view, results) {
    const directories = movableDirectories(view)
    const given = args['archive-version']
    const version = given === undefined ? `archived-${view.clock.today().replaceAll('-', '')}` : versionOf(given)
    const target = args.force ? null : archiveFolder(version)
    const nothing = { cleared: 0, archived_to: target, directories: [] }
    const refuse = (error: ErrorBody) => ({ result: nothing, error })
    if (given !== undefined && !isVersion(version))
      return refuse({
        code: 'USAGE',
        message: `"${given}" is not a version`,
        fix: 'write it like --archive-version v1.0',
      })
    if (directories.length === 0) return { result: nothing }
    const live = liveClaim(
      view,
      directories.map(({ id }) => id),
      true,
    )
    if (live !== null) return refuse(live)
    const unsafe = args.force ? unsafeFiles(view, directories, results) : []
    if (unsafe.length > 0)
      return refuse({
        code: 'UNCOMMITTED',
        message: `git could not give these back: ${someOf(unsafe, null, 5)}`,
        fix: 'commit them first, or leave --force out to move them into an archive',
      })
    const staging = new Staging(view)
    const problem = target === null ? null : archiveDirectories(staging, directories, target)
    if (problem !== null) return refuse(problem)
    if (target === null)
      for (const { path } of directories) for (const file of filesIn(view, path)) staging.remove(file)
    const result = {
      cleared: directories.length,
      archived_to: target,
      directories: directories.map(({ name }) => name),
    }
    const word = target === null ? wordFor(view, deleting(view, directories), args.agree) : null
    if (word !== null && isRefused(word))
      return {
        result: { ...result, cleared: 0, plan: planOf(directories, target) },
        exit: 4 as const,
        error: word,
      }
    if (word !== null)
      staging.append(ledgerPath(view), agreedLine(view, 'phases.clear', result.directories.join(' '), word))
    if (!args.confirm && word === null)
      return {
        result: { ...result, cleared: 0, plan: planOf(directories, target) },
        exit: 4 as const,
        error: confirmNeeded(`this moves ${directories.length} phase directories to ${target}`),
      }
    refreshProjections(staging, { activity: `${directories.length} phase directories cleared` })
    return { result, edits: staging.edits() }
  },
})
