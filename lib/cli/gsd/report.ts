// Plans and notices as text for users.
import { dirname } from 'node:path'
import type { Notice, Operation } from '../../install/operation.js'
import { type Colours, coloursFor } from '../../node/terminal.js'
import { counted } from '../../std/text.js'
import type { CommonGiven } from './flags.js'
import type { World } from './world.js'

export const colours = (given: Pick<CommonGiven, 'noColor'>, world: World): Colours =>
  coloursFor({ env: world.env, isTTY: world.isTTY.out }, !given.noColor)

export const short = (path: string, home: string): string =>
  path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path

const VERBS: Readonly<Record<string, string>> = {
  new: 'write',
  update: 'replace',
  merge: 'merge into',
  backup: 'back up in',
  offer: 'add a copy beside, as',
  record: 'record in',
  cut: 'edit',
  edit: 'edit',
}

const SAID_OF_ONE: Readonly<Record<string, string>> = {
  ...VERBS,
  backup: 'back up',
  offer: 'add a copy beside',
  record: 'record',
}

export const fileLines = (operations: readonly Operation[], home: string): readonly string[] =>
  operations
    .filter(({ kind }) => kind !== 'remove-directory')
    .map((operation) => {
      const verb = operation.kind === 'put' ? SAID_OF_ONE[operation.why] : 'remove'
      return `  ${verb} ${short(operation.path, home)}`
    })

/** One line per folder and kind of change; above `most` lines, grouped by parent folders. */
export function operationLines(
  operations: readonly Operation[],
  home: string,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const places = operations
    .filter(({ kind }) => kind !== 'remove-directory')
    .map((operation) => ({
      verb: operation.kind === 'put' ? VERBS[operation.why] : 'remove from',
      folder: short(dirname(operation.path), home).split('/'),
    }))
  const deepest = Math.max(2, ...places.map(({ folder }) => folder.length))
  for (let depth = deepest; ; depth--) {
    const groups = new Map<string, number>()
    for (const { verb, folder } of places) {
      const line = `${verb} ${folder.slice(0, depth).join('/')}`
      groups.set(line, (groups.get(line) ?? 0) + 1)
    }
    if (groups.size <= most || depth === 2)
      return [...groups].map(([line, count]) => `  ${line} (${counted(count, 'file')})`)
  }
}

export function noticeLines(notices: readonly Notice[], home: string, paint: Colours): readonly string[] {
  return notices.map(({ level, path, message, fix }) => {
    const mark = level === 'decide' ? paint.yellow('!') : paint.dim('-')
    const where = path === null ? '' : `${short(path, home)} `
    return `${mark} ${where}${message}${fix === '' ? '' : `\n    ${paint.cyan(fix)}`}`
  })
}

export const blocks = (...parts: readonly (readonly string[])[]): string =>
  parts
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
