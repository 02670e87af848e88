// Builds the report of an installation or a dry run: the changes, how to undo them, notices (for example that the pack is
// installed in both scopes) and the next steps.
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
import { blocks, colours, noticeLines, previewOf, shortPath } from './report.js'
import { type InstallTarget, inScope, installedRuntimes, usableTarget } from './selection.js'
import { answerTo, type RecoveredTarget, type RunAnswer } from './session.js'
import { pathAdvice, shimFolder } from './shims.js'
import type { World } from './world.js'

interface AnswerTarget extends Pick<RecoveredTarget, 'scope' | 'project' | 'roots' | 'recovered'> {
  readonly named: readonly RuntimeId[]
}

export function answerOf(given: InstallingGiven, world: World, where: AnswerTarget, plan: InstallPlan): RunAnswer {
  const { version, runtimes, profile, payload, counts, extras } = plan
  const { scope, recovered } = where
  const isDone = !given.dryRun && plan.operations.length > 0
  return answerTo(
    { action: 'install', dryRun: given.dryRun, scope, recovered },
    plan,
    { version, runtimes, profile, payload, counts, extras },
    blocks(
      [colours(world).bold(headline(plan, given))],
      ...(given.dryRun ? previewOf(plan.operations, where, world) : []),
      isDone ? changedLines(plan, where, world) : [],
      noticeLines(plan.notices, world),
      ...(isDone ? nextLines(plan) : []),
      isDone && scope === 'global' && given['noShim'] === false ? pathAdvice(plan, world) : [],
      isDone ? doctorLines(plan) : [],
    ),
  )
}

function headline(plan: InstallPlan, { dryRun }: InstallingGiven): string {
  if (plan.operations.length === 0) return `Version ${plan.version} is already installed; no changes.`
  const { files, bytes } = plan.counts
  const done = dryRun ? 'would be installed' : 'installed'
  const size = `${counted(files, 'file')}, ${Math.ceil(bytes / 1000)} kB`
  return `Version ${plan.version} ${done} (${plan.profile.join(', ')}): ${size}.`
}

const MAX_NAMED = 4

function changedLines(plan: InstallPlan, where: AnswerTarget, world: World): readonly string[] {
  const shown = (path: string) => shortPath(path, world.home)
  const puts = plan.operations.flatMap(({ kind, path }) => (kind === 'put' ? [path] : []))
  const ours = [...[...plan.runtimes, SHARED].map((id) => where.roots[id]), shimFolder(world) ?? plan.payload]
  const usedRoots = [...new Set(ours.map(realDisk.real))].filter((root) => puts.some((path) => isWithin(root, path)))
  const changed = plan.changed.filter(({ isCreatedByUs }) => !isCreatedByUs)
  const created = plan.changed.filter(({ isCreatedByUs }) => isCreatedByUs).map(({ path }) => shown(path))
  return [
    `Pack files are in ${usedRoots.map(shown).join(', ')}.`,
    ...(changed.length === 0 ? [] : ['Changed in your own files:']),
    ...changed.slice(0, MAX_NAMED).map(({ path, edits }) => `  ${shown(path)}: ${editsText(edits)}`),
    ...(changed.length > MAX_NAMED ? [`  and ${changed.length - MAX_NAMED} more`] : []),
    ...(created.length === 0 ? [] : [`New settings files: ${created.join(', ')}`]),
    `To undo: ${undoOf(plan, where, world)}`,
  ]
}

const editsText = (edits: ChangedFile['edits']): string =>
  [...new Set(edits.map((edit) => (edit.what === 'block' ? 'a marked block of text' : edit.path[0])))].join(', ')

function undoOf({ runtimes, payload }: InstallPlan, { scope, project, named }: AnswerTarget, world: World): string {
  const folder = scope === 'local' && project !== world.cwd ? ` ${shellQuoted(project)}` : ''
  const isAll = runtimes.every((id) => named.includes(id))
  const clients = isAll ? '--all' : named.map((id) => `--${id}`).join(' ')
  return `${gsdCommand(join(payload, 'bin'), world.env)} uninstall --${scope}${folder} ${clients}`
}

/** Returns the user's steps before the first command, and the first commands. */
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

function doctorLines({ runtimes }: InstallPlan): readonly string[] {
  const commands = runtimes.filter((id) => runtimeOf(id).listingCommands.length > 0).map((id) => `gsd doctor ${id}`)
  return commands.length === 0 ? [] : [`To see what each client loads: ${commands.join(', ')}`]
}

export function scopeNotices(runtimes: readonly RuntimeId[], place: InstallTarget, world: World): readonly Notice[] {
  if (world.cwd === world.home) return []
  const scope = place.scope === 'local' ? 'global' : 'local'
  const otherTarget = usableTarget(scope, inScope({} as CommonGiven, scope), world)
  const other = otherTarget === null ? [] : installedRuntimes(otherTarget)
  return runtimes
    .filter((id) => other.includes(id))
    .map((id) => ({
      level: 'note',
      path: null,
      message: `${runtimeOf(id).title} also has the pack in ${scope} scope, so it may list every name twice or rename some`,
      fix: `to keep only this one, run gsd uninstall --${id} --${scope}`,
    }))
}
