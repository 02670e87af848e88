// Describes plans and notices for users: the pack's files by folder, the user's files by name and, in a dry run, as diffs.
import { dirname } from 'node:path'
import { textOf } from '../../install/disk.js'
import { innermostFolder } from '../../install/installed.js'
import type { Notice, Operation } from '../../install/operation.js'
import { realDisk } from '../../node/files.js'
import { type Colours, coloursFor } from '../../node/terminal.js'
import { grouped } from '../../std/grouped.js'
import { lineDiff } from '../../std/line-changes.js'
import { counted } from '../../std/text.js'
import type { InstallTarget } from './selection.js'
import type { World } from './world.js'

export const colours = ({ env, isTTY }: World): Colours => coloursFor({ env, isTTY: isTTY.out })

export const shortPath = (path: string, home: string): string =>
  path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path

const VERBS: Readonly<Record<string, string>> = {
  new: 'write',
  update: 'replace',
  merge: 'merge into',
  backup: 'back up to',
  offer: 'add a copy to',
  record: 'record in',
  cut: 'edit',
  edit: 'edit',
}

const isUsersFile = ({ stage, kind }: Operation): boolean => stage === 'config' && kind !== 'remove-directory'

/** Returns a line for each folder (or root of the pack) and kind of change to the pack's files, and a line for each file of the user. */
export function changeLines(
  operations: readonly Operation[],
  { roots }: Pick<InstallTarget, 'roots'>,
  { home }: World,
): readonly string[] {
  const folders = Object.values(roots).map(realDisk.real)
  const line = (one: Operation, path: string, removal: string): string =>
    `  ${one.kind === 'put' ? VERBS[one.why] : removal} ${shortPath(path, home)}`
  const ours = grouped(
    operations.filter((one) => one.kind !== 'remove-directory' && !isUsersFile(one)),
    (one) => line(one, innermostFolder(folders, one.path) ?? dirname(one.path), 'remove from'),
  )
  return [
    ...[...ours].map(([text, { length }]) => `${text} (${counted(length, 'file')})`),
    ...operations.filter(isUsersFile).map((one) => line(one, one.path, 'remove')),
  ]
}

export function previewOf(
  operations: readonly Operation[],
  place: Pick<InstallTarget, 'roots'>,
  world: World,
): readonly (readonly string[])[] {
  const paint = colours(world)
  const tone: Readonly<Record<string, (text: string) => string>> = { '+': paint.green, '-': paint.red, '@': paint.cyan }
  const diffs = operations.filter(isUsersFile).map((one) => {
    const before = textOf(realDisk.read(one.path) ?? new Uint8Array())
    const after = one.kind === 'put' ? textOf(one.bytes) : ''
    const lines = lineDiff(before ?? '', after ?? '').split('\n')
    return [one.path, ...lines.map((line) => tone[line.charAt(0)]?.(line) ?? line)]
  })
  return [changeLines(operations, place, world), ...diffs]
}

export function noticeLines(notices: readonly Notice[], world: World): readonly string[] {
  const paint = colours(world)
  return notices.map(({ level, path, message, fix }) => {
    const mark = level === 'decide' ? paint.yellow('!') : paint.dim('-')
    const where = path === null ? '' : `${shortPath(path, world.home)} `
    return `${mark} ${where}${message}${fix === '' ? '' : `\n    ${paint.cyan(fix)}`}`
  })
}

export const blocks = (...parts: readonly (readonly string[])[]): string =>
  parts
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
