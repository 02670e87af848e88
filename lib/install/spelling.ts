// Spellings of paths that a system takes for one, and paths that are too long for it.
import { sep } from 'node:path'
import { GsdError } from '../errors.js'

/** One key for all spellings that some file system takes for the same name. */
export const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** Many programs on Windows give up at 260, and files are written under a longer name first. */
const LONGEST = 239

/** Throws where Windows programs could not open a physical path. */
export function refuseLong(path: string): void {
  if (sep !== '\\' || path.length <= LONGEST) return
  throw new GsdError({
    code: 'INSTALL_REFUSED',
    message: `${path} would have ${path.length} characters, and Windows programs take ${LONGEST} at most; nothing was done`,
    fix: 'install into a folder with a shorter path: gsd install --<runtime> --config-dir C:\\short, or move the project',
  })
}
