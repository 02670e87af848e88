// Plans and notices as text for users.
import { dirname } from 'node:path'
import { innermost } from '../../install/installed.js'
import type { Notice, Operation } from '../../install/operation.js'
import { type Colours, coloursFor } from '../../node/terminal.js'
import { grouped } from '../../std/grouped.js'
import { counted } from '../../std/text.js'
import type { World } from './world.js'

export const colours = ({ env, isTTY }: World): Colours => coloursFor({ env, isTTY: isTTY.out })

export const short = (path: string, home: string): string =>
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

export const fileLines = (operations: readonly Operation[], home: string): readonly string[] =>
  operations
    .filter(({ kind }) => kind !== 'remove-directory')
    .map((operation) => {
      const verb = operation.kind === 'put' ? VERBS[operation.why] : 'remove'
      return `  ${verb} ${short(operation.path, home)}`
    })

/** One line per folder, our root if it is in one, and kind of change. */
export function folderLines(
  operations: readonly Operation[],
  roots: readonly string[],
  home: string,
): readonly string[] {
  const files = operations.filter(({ kind }) => kind !== 'remove-directory')
  const groups = grouped(files, (one) => {
    const verb = one.kind === 'put' ? VERBS[one.why] : 'remove from'
    return `${verb} ${short(innermost(roots, one.path) ?? dirname(one.path), home)}`
  })
  return [...groups].map(([line, { length }]) => `  ${line} (${counted(length, 'file')})`)
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
