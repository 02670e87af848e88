// The final report of an installation: changed user files, how to undo the changes, the next steps, and the warning
// that it is there twice.
import { join } from 'node:path'
import { commandSpelling } from '../../assets/tokens.js'
import type { ChangedFile } from '../../install/edits/planned.js'
import { isWithin } from '../../install/installed.js'
import type { Notice } from '../../install/operation.js'
import type { InstallPlan } from '../../install/plan.js'
import { realDisk } from '../../node/files.js'
import { gsdCommand } from '../../node/own-call.js'
import { type RuntimeId, runtimeOf, SHARED } from '../../runtimes/all.js'
import { counted, shellQuoted } from '../../std/text.js'
import type { CommonGiven, InstallingGiven } from './flags.js'
import { blocks, colours, noticeLines, previewOf, short } from './report.js'
import { type InstallTarget, inScope, installedRuntimes, usableTarget } from './selection.js'
import { answerTo, type MendedPlace, type RunAnswer } from './session.js'
import { pathAdvice, shimFolder } from './shims.js'
import type { World } from './world.js'

interface Where extends Pick<MendedPlace, 'scope' | 'project' | 'roots' | 'recovered'> {
  readonly named: readonly RuntimeId[]
}

export function answerOf(given: InstallingGiven, world: World, where: Where, plan: InstallPlan): RunAnswer {
  const { version, runtimes, profile, payload, counts, extras } = plan
  const { scope, recovered } = where
  const isDone = !given.dryRun && plan.operations.length > 0
  return answerTo(
    { action: 'install', dryRun: given.dryRun, scope, recovered },
    plan,
    { version, runtimes, profile, payload, counts, extras },
    blocks(
      [colours(world).bold(headOf(plan, given))],
      ...(given.dryRun ? previewOf(plan.operations, where, world) : []),
      isDone ? changedLines(plan, where, world) : [],
      noticeLines(plan.notices, world),
      ...(isDone ? nextLines(plan) : []),
      isDone && scope === 'global' && given['noShim'] === false ? pathAdvice(plan, world) : [],
      isDone ? askingLines(plan) : [],
    ),
  )
}

function headOf(plan: InstallPlan, { dryRun }: InstallingGiven): string {
  if (plan.operations.length === 0) return `Version ${plan.version} is already installed; no changes.`
  const { files, bytes } = plan.counts
  const done = dryRun ? 'would be installed' : 'installed'
  const size = `${counted(files, 'file')}, ${Math.ceil(bytes / 1000)} kB`
  return `Version ${plan.version} ${done} (${plan.profile.join(', ')}): ${size}.`
}

const MAX_NAMED = 4

function changedLines(plan: InstallPlan, where: Where, world: World): readonly string[] {
  const named = (path: string) => short(path, world.home)
  const puts = plan.operations.flatMap(({ kind, path }) => (kind === 'put' ? [path] : []))
  const ours = [...[...plan.runtimes, SHARED].map((id) => where.roots[id]), shimFolder(world) ?? plan.payload]
  const filled = [...new Set(ours.map(realDisk.real))].filter((root) => puts.some((path) => isWithin(root, path)))
  const changed = plan.changed.filter(({ isNew }) => !isNew)
  const made = plan.changed.filter(({ isNew }) => isNew).map(({ path }) => named(path))
  return [
    `Pack files are in ${filled.map(named).join(', ')}.`,
    ...(changed.length === 0 ? [] : ['Changed in your own files:']),
    ...changed.slice(0, MAX_NAMED).map(({ path, edits }) => `  ${named(path)}: ${editsText(edits)}`),
    ...(changed.length > MAX_NAMED ? [`  and ${changed.length - MAX_NAMED} more`] : []),
    ...(made.length === 0 ? [] : [`New settings files: ${made.join(', ')}`]),
    `undo: ${undoOf(plan, where, world)}`,
  ]
}

const editsText = (edits: ChangedFile['edits']): string =>
  [...new Set(edits.map((edit) => (edit.what === 'block' ? 'a marked block of text' : edit.path[0])))].join(', ')

function undoOf({ runtimes, payload }: InstallPlan, { scope, project, named }: Where, world: World): string {
  const folder = scope === 'local' && project !== world.cwd ? ` ${shellQuoted(project)}` : ''
  const isAll = runtimes.every((id) => named.includes(id))
  const whom = isAll ? '--all' : named.map((id) => `--${id}`).join(' ')
  return `${gsdCommand(join(payload, 'bin'), world.env)} uninstall --${scope}${folder} ${whom}`
}

/** The user's steps before the first command, then the command. */
function nextLines({ runtimes, layout, offers }: InstallPlan): readonly (readonly string[])[] {
  const todo = runtimes.flatMap((id) => {
    const { title, afterInstall, hooks } = runtimeOf(id)
    const approval = offers.includes('hooks') ? (hooks?.approval ?? null) : null
    return [...afterInstall, ...(approval === null ? [] : [approval])].map((each) => `  ${title}: ${each}`)
  })
  const starts = runtimes
    .filter((id) => runtimeOf(id).programs.length > 0)
    .map((id) => {
      const { title, invoke } = runtimeOf(id)
      const spelling = invoke[layout.get(id)?.entries === SHARED ? 'shared' : 'own']
      return `  ${title}: ${commandSpelling('new-project', spelling)}, then ${commandSpelling('next', spelling)}`
    })
  return [
    todo.length === 0 ? [] : ['Before you start:', ...todo],
    starts.length === 0 ? [] : ['Start with:', ...starts],
  ]
}

function askingLines({ runtimes }: InstallPlan): readonly string[] {
  const asks = runtimes.filter((id) => runtimeOf(id).listingCommands.length > 0).map((id) => `gsd doctor ${id}`)
  return asks.length === 0 ? [] : [`To see what they load: ${asks.join(', ')}`]
}

export function inBothScopes(runtimes: readonly RuntimeId[], place: InstallTarget, world: World): readonly Notice[] {
  if (world.cwd === world.home) return []
  const scope = place.scope === 'local' ? 'global' : 'local'
  const there = usableTarget(scope, inScope({} as CommonGiven, scope), world)
  const other = there === null ? [] : installedRuntimes(there)
  return runtimes
    .filter((id) => other.includes(id))
    .map((id) => ({
      level: 'note',
      path: null,
      message: `${runtimeOf(id).title} also has the pack in ${scope} scope: which may list or rename every name twice`,
      fix: `keep one of them: gsd uninstall --${id} --${scope}`,
    }))
}
