// Spellings of one path that a file system treats as equal, and paths that Windows cannot use.
import { sep } from 'node:path'
import { GsdError } from '../errors.js'

/** One key for all spellings that some file system treats as the same name. */
export const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** Many Windows programs stop at 260 characters, and temporary names are longer. */
const LONGEST = 239

/** Throws where Windows programs could not open a physical path, or its shells would expand part of it. */
export function refuseUnusable(path: string): void {
  if (/^[A-Za-z]:/.test(path) && /[$`%]/.test(path))
    throw new GsdError({
      code: 'INSTALL_REFUSED',
      message: `${path} contains $, % or a backtick, which Windows shells expand; nothing was done`,
      fix: 'use a folder without these characters: another user name, or a project elsewhere',
    })
  if (sep !== '\\' || path.length <= LONGEST) return
  throw new GsdError({
    code: 'INSTALL_REFUSED',
    message: `${path} would have ${path.length} characters, but Windows programs allow ${LONGEST} at most; nothing was done`,
    fix: 'move the project to a folder with a shorter path, or set the variable that moves the folder of the client',
  })
}
