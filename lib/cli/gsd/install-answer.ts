// The final report of an installation: changed user files, how to undo the changes, and the next steps.
import { join } from 'node:path'
import { commandSpelling } from '../../assets/tokens.js'
import type { ChangedFile } from '../../install/edits/planned.js'
import { isWithin } from '../../install/installed.js'
import type { InstallPlan } from '../../install/plan.js'
import { realDisk } from '../../node/files.js'
import { type RuntimeId, runtimeOf, SHARED } from '../../runtimes/all.js'
import type { Edit } from '../../runtimes/offers.js'
import { counted, shellQuoted } from '../../std/text.js'
import type { InstallingGiven } from './flags.js'
import { previewOf } from './preview.js'
import { blocks, colours, noticeLines, short } from './report.js'
import { answerTo, type MendedPlace, type RunAnswer } from './session.js'
import { callOfGsd, pathAdvice, shimFolder } from './shims.js'
import type { World } from './world.js'

interface Where extends Pick<MendedPlace, 'scope' | 'project' | 'roots' | 'recovered'> {
  /** The clients of this run. */
  readonly named: readonly RuntimeId[]
}

export function answerOf(given: InstallingGiven, world: World, where: Where, plan: InstallPlan): RunAnswer {
  const paint = colours(world)
  const { version, runtimes, profile, payload, counts, extras } = plan
  const { scope, recovered } = where
  const isDone = !given.dryRun && plan.operations.length > 0
  return answerTo(
    { action: 'install', dryRun: given.dryRun, scope, recovered },
    plan,
    { version, runtimes, profile, payload, counts, extras },
    blocks(
      [paint.bold(headOf(plan, given))],
      ...(given.dryRun ? previewOf(plan.operations, where, world) : []),
      isDone ? changedLines(plan, where, world) : [],
      noticeLines(plan.notices, world.home, paint),
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

/** User files to list by name. */
const MOST_NAMED = 3

function changedLines(plan: InstallPlan, where: Where, world: World): readonly string[] {
  const changed = plan.changed.filter(({ isNew }) => !isNew)
  const made = plan.changed.filter(({ isNew }) => isNew).map(({ path }) => short(path, world.home))
  const puts = plan.operations.flatMap(({ kind, path }) => (kind === 'put' ? [path] : []))
  const filled = [...new Set([...plan.runtimes, SHARED].map((id) => realDisk.real(where.roots[id])))].filter((root) =>
    puts.some((path) => isWithin(root, path)),
  )
  const folder = shimFolder(world)
  const shimmed = folder !== null && puts.some((path) => isWithin(realDisk.real(folder), path)) ? [folder] : []
  const hasPayload = puts.some((path) => isWithin(realDisk.real(plan.payload), path))
  const lines = changed.map(({ path, edits }) => `  ${short(path, world.home)}: ${editsText(edits)}`)
  const shown = lines.length > MOST_NAMED + 1 ? lines.slice(0, MOST_NAMED) : lines
  const rest = changed.slice(shown.length)
  const more = rest.length === 0 ? [] : [`  and ${rest.length} more, each listed by gsd hooks explain`]
  const heading = lines.length === 0 ? [] : ['Changed in your own files:']
  return [
    `Pack files are in ${[...filled, ...shimmed].map((root) => short(root, world.home)).join(', ')}.`,
    ...(where.scope === 'global' && hasPayload
      ? [`The program is in ${short(plan.payload, world.home)}, one copy for every client.`]
      : []),
    ...heading,
    ...shown,
    ...more,
    ...(made.length === 0 ? [] : [`New settings files: ${made.join(', ')}`]),
    `undo: ${undoOf(plan, where, world)}`,
  ]
}

/** `hooks (8), statusLine`: the keys of a settings file, with the number of our entries in a list. */
function editsText(edits: ChangedFile['edits']): string {
  const keyOf = (edit: Edit) => (edit.what === 'block' ? 'a marked block of text' : edit.path[0])
  return [...new Set(edits.map(keyOf))]
    .map((key) => {
      const count = edits.filter((edit) => keyOf(edit) === key).length
      return count === 1 ? key : `${key} (${count} entries)`
    })
    .join(', ')
}

function undoOf({ runtimes, payload }: InstallPlan, { scope, project, named }: Where, world: World): string {
  const folder = scope === 'local' && project !== world.cwd ? ` ${shellQuoted(project)}` : ''
  const isAll = runtimes.every((id) => named.includes(id))
  const whom = isAll ? '--all' : named.map((id) => `--${id}`).join(' ')
  return `${callOfGsd(join(payload, 'bin'), world)} uninstall --${scope}${folder} ${whom}`
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

/** Comes after how to type `gsd`. */
function askingLines({ runtimes }: InstallPlan): readonly string[] {
  const asks = runtimes.filter((id) => runtimeOf(id).listingCommands.length > 0).map((id) => `gsd doctor ${id}`)
  return asks.length === 0 ? [] : [`To see what they load: ${asks.join(', ')}`]
}
