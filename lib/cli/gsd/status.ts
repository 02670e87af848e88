// `gsd status`: the installations, and their changes since.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect, type TargetState } from '../../install/inspect.js'
import { JOURNAL_FOLDER } from '../../install/target.js'
import { realDisk } from '../../node/files.js'
import { runtimeOf } from '../../runtimes/all.js'
import { counted } from '../../std/text.js'
import { clientAction } from './action.js'
import { COMMON, type CommonGiven } from './flags.js'
import { blocks, colours } from './report.js'
import { type InstallTarget, installTargets, namedRuntimes } from './selection.js'
import type { Answer, World } from './world.js'

/** Targets of the scope asked for, or of both. */
export function targetsOf(given: CommonGiven, world: World): readonly TargetState[] {
  const named = namedRuntimes(given)
  return installTargets(given, world)
    .flatMap(({ installed }) => (installed === null ? [] : [inspect(realDisk, installed)]))
    .filter(({ runtimes }) => named.length === 0 || runtimes.some((id) => named.includes(id)))
}

/** Folders with an interrupted installation. */
export const interruptedIn = (places: readonly InstallTarget[], { home }: Pick<World, 'home'>): readonly string[] =>
  places
    .map(({ scope, project }) => (scope === 'local' ? project : home))
    .filter((base) => existsSync(join(base, JOURNAL_FOLDER)))

export const interruptedLines = (roots: readonly string[], paint: ReturnType<typeof colours>): readonly string[] =>
  roots.length === 0
    ? []
    : [
        paint.bold('Fixed by the next gsd command that writes'),
        ...roots.map((root) => `${paint.yellow('!')} an interrupted run in ${root}`),
      ]

export async function status(given: CommonGiven, world: World): Promise<Answer> {
  const targets = targetsOf(given, world)
  const drifted = targets.some(({ drift }) => drift.length > 0)
  const paint = colours(world)
  const places = installTargets(given, world)
  const interrupted = interruptedIn(places, world)
  return {
    exit: targets.length === 0 || drifted || interrupted.length > 0 ? 1 : 0,
    result: { action: 'status', installed: targets.length > 0, drift: drifted, interrupted, targets },
    text: blocks(
      ...(targets.length === 0 ? [['Nothing is installed.']] : targets.map((target) => targetLines(target, paint))),
      interruptedLines(interrupted, paint),
    ),
  }
}

export const targetLines = (target: TargetState, paint: ReturnType<typeof colours>): readonly string[] => [
  paint.bold(
    `${target.runtimes.map((id) => runtimeOf(id).title).join(', ')} (${target.scope}): version ${target.version}, ${target.profile.join(', ')}, ${counted(target.files, 'file')}`,
  ),
  `  ${target.record}`,
  // A file may have many edits.
  ...new Set(target.drift.map(({ path, state }) => `  ${paint.yellow(state)} ${path}`)),
  ...target.waiting.map((path) => `  ${paint.yellow('waiting')} ${path}  (gsd reapply-patches)`),
]

export const action = clientAction({
  about: 'Show installations and later changes to their files',
  args: COMMON,
  run: status,
})
