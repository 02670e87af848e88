// Confines paths to a project, because a clone may bring links and pipes: only regular files are opened, and no link
// below the root is followed, except one between the project's instruction files.
import { join, relative, sep } from 'node:path'
import { pathKindOf } from '../core/writing/places.js'
import { type GsdError, gsdError } from '../errors.js'
import { isAtOrBelow, type Obstacle, obstacleAt, realOf, statOf, targetOf, type Wanted } from './disk.js'
import type { FilePort } from './durable.js'

export const outsideError = (path: string): GsdError =>
  gsdError(
    'PATH_OUTSIDE',
    `expected a path below .planning/, received "${path}"`,
    'use a path inside the planning folder',
  )

const PROBLEMS: Readonly<Record<Exclude<Obstacle['kind'], 'link'>, string>> = {
  special: 'is neither a file nor a folder (a pipe, a socket or a device)',
  folder: 'is a folder, but must be a file',
  file: 'is a file, but must be a folder',
}

/** The error for an obstacle. */
export function obstacleError(root: string, { path, kind }: Obstacle): GsdError {
  const fix = `inspect it (ls -l ${path}), then replace it with a real file or folder, or remove it`
  if (kind !== 'link') return gsdError('WRITE_REFUSED', `${path} ${PROBLEMS[kind]}`, fix)
  const target = targetOf(join(root, path))
  const where =
    target === null
      ? 'is a broken link'
      : isAtOrBelow(targetOf(root) ?? root, target)
        ? `is a link, to ${target}`
        : `is a link out of the project, to ${target}`
  return gsdError('PATH_OUTSIDE', `${path} ${where}; links below .planning/ are never written through`, fix)
}

/** Why an instruction file may not be used, or null. It may be a link to another instruction file of the project. */
function instructionsRefusal(root: string, path: string): GsdError | null {
  const top = targetOf(root) ?? root
  const real = realOf(join(root, path))
  const inside = relative(top, real).replaceAll(sep, '/')
  const found = statOf(real)
  if (isAtOrBelow(top, real) && pathKindOf(inside) === 'instructions' && (found === null || found.isFile())) return null
  return gsdError(
    'PATH_OUTSIDE',
    `${path} is a link out of the project, or not to an instruction file: ${real}`,
    `replace the link with a real file inside ${top}`,
  )
}

/** Why a file may not be read or written, or null. The path is relative to the root. */
export function pathRefusal(root: string, path: string): GsdError | null {
  if (pathKindOf(path) === 'instructions') return instructionsRefusal(root, path)
  const obstacle = obstacleAt(root, path, 'file')
  return obstacle === null ? null : obstacleError(root, obstacle)
}

/** Throws `PATH_OUTSIDE` or `WRITE_REFUSED` if there is an obstacle on the path. */
export function checkPath(root: string, path: string, wanted: Wanted): void {
  const obstacle = obstacleAt(root, path, wanted)
  if (obstacle !== null) throw obstacleError(root, obstacle)
}

/** File operations that first check the whole path, and throw like `checkPath`; `removeEmpty` leaves a refused path alone. */
export function confinedFiles(root: string, files: FilePort): FilePort {
  const checkedPath = (path: string, wanted: Wanted): string => {
    const local = relative(root, path).replaceAll(sep, '/')
    if (local === '.planning' || local.startsWith('.planning/')) checkPath(root, local, wanted)
    else {
      const refused = pathKindOf(local) === 'instructions' ? pathRefusal(root, local) : outsideError(local)
      if (refused !== null) throw refused
    }
    return path
  }
  const file = (path: string) => checkedPath(path, 'file')
  const folder = (path: string) => checkedPath(path, 'folder')
  return {
    read: (path) => files.read(file(path)),
    list: (path) => files.list(folder(path)),
    size: (path) => files.size(file(path)),
    write: (path, bytes) => files.write(file(path), bytes),
    rename: (from, to, mode) => files.rename(file(from), file(to), mode),
    remove: (path) => files.remove(file(path)),
    append: (path, text) => files.append(file(path), text),
    truncate: (path, length) => files.truncate(file(path), length),
    removeTree: (path) => files.removeTree(folder(path)),
    removeEmpty(path) {
      const local = relative(root, path).replaceAll(sep, '/')
      // The write is complete, so a folder that was replaced is simply left alone.
      if (pathKindOf(local) !== null && obstacleAt(root, local, 'folder') === null) files.removeEmpty(path)
    },
    together: (body) => files.together(body),
  }
}
