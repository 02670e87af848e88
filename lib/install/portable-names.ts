// Names that every system takes: a tree that is made on one is copied to others, and some of them know fewer names.
import { sep } from 'node:path'
import { GsdError } from '../errors.js'

const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i
/** Also what stands for a stream there. */
const FORBIDDEN = /[<>:"|?*\\\u0000-\u001f]/

/** Why a path below a root, with `/`, cannot be on every system; null when it can. */
export function nameProblem(path: string): string | null {
  for (const name of path.split('/')) {
    if (RESERVED.test(name)) return `"${name}" is the name of a device on Windows`
    if (FORBIDDEN.test(name)) return `"${name}" has a character that Windows does not take`
    if (/[. ]$/.test(name)) return `"${name}" ends with a character that Windows cuts off`
  }
  return null
}

/** One key for all spellings that some file system takes for the same name. */
export const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** Two paths that are one where names have no case, or null. */
export function sameName(paths: Iterable<string>): readonly [string, string] | null {
  const seen = new Map<string, string>()
  for (const path of paths) {
    const other = seen.get(folded(path))
    if (other !== undefined && other !== path) return [other, path]
    seen.set(folded(path), path)
  }
  return null
}

/** Many programs of Windows give up at 260, and files are written under a longer name first. */
const LONGEST = 239

/** Throws where a planned file could not be made, or not be read by its client. `path` is physical, `below` its part below the root, with `/`. */
export function checkPlace(path: string, below: string): void {
  const problem = nameProblem(below)
  if (problem !== null)
    throw new GsdError({
      code: 'INTERNAL',
      message: `${below} cannot be written everywhere: ${problem}`,
      fix: 'this is a defect of the pack; nothing was written',
    })
  if (sep === '\\' && path.length > LONGEST)
    throw new GsdError({
      code: 'INSTALL_REFUSED',
      message: `${path} would have ${path.length} characters, and Windows programs take ${LONGEST} at most; nothing was done`,
      fix: 'install into a folder with a shorter path: gsd install --<runtime> --config-dir C:\\short, or move the project',
    })
}

/** Throws where two planned files would be one on a file system without case. */
export function checkDistinct(paths: Iterable<string>): void {
  const same = sameName(paths)
  if (same === null) return
  throw new GsdError({
    code: 'INTERNAL',
    message: `${same[0]} and ${same[1]} are the same file where case does not count`,
    fix: 'this is a defect of the pack; nothing was written',
  })
}
