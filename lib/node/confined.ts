// Confinement of paths to a project: no link below the root is followed, and only regular files are opened, because
// a clone's links and pipes are not the caller's.
import { join, relative, sep } from 'node:path'
import { pathKindOf } from '../core/writing/places.js'
import { GsdError } from '../errors.js'
import { isBelow, type Obstacle, obstacleAt, realOf, statOf, targetOf, type Wanted } from './disk.js'
import type { FilePort } from './durable.js'

export const outside = (path: string): GsdError =>
  new GsdError({
    code: 'PATH_OUTSIDE',
    message: `expected a path below .planning/, received "${path}"`,
    fix: 'use a path inside the planning folder',
  })

const TEXT: Readonly<Record<Exclude<Obstacle['kind'], 'link'>, string>> = {
  special: 'is neither a file nor a folder (a pipe, a socket or a device)',
  folder: 'is a folder, but must be a file',
  file: 'is a file, but must be a folder',
}

export function refusal(root: string, { path, kind }: Obstacle): GsdError {
  const fix = `inspect it (ls -l ${path}), then replace it with a real file or folder, or remove it`
  if (kind !== 'link') return new GsdError({ code: 'WRITE_REFUSED', message: `${path} ${TEXT[kind]}`, fix })
  const target = targetOf(join(root, path))
  const where =
    target === null
      ? 'is a broken link'
      : isBelow(targetOf(root) ?? root, target)
        ? `is a link, to ${target}`
        : `is a link out of the project, to ${target}`
  return new GsdError({
    code: 'PATH_OUTSIDE',
    message: `${path} ${where}; links below .planning/ are never written through`,
    fix,
  })
}

/** The project's agent file may be a link to another file of the project. */
function instructionsInTheWay(root: string, path: string): GsdError | null {
  const top = targetOf(root) ?? root
  const real = realOf(join(root, path))
  const inside = relative(top, real).replaceAll(sep, '/')
  const found = statOf(real)
  if (isBelow(top, real) && pathKindOf(inside) === 'instructions' && (found === null || found.isFile())) return null
  return new GsdError({
    code: 'PATH_OUTSIDE',
    message: `${path} is a link out of the project, or not to an instruction file: ${real}`,
    fix: `replace the link with a real file inside ${top}`,
  })
}

/** Why a file (path relative to the root) may not be read or written, or null. */
export function inTheWay(root: string, path: string): GsdError | null {
  if (pathKindOf(path) === 'instructions') return instructionsInTheWay(root, path)
  const obstacle = obstacleAt(root, path, 'file')
  return obstacle === null ? null : refusal(root, obstacle)
}

/** Throws at an obstacle. */
export function clear(root: string, path: string, wanted: Wanted): void {
  const obstacle = obstacleAt(root, path, wanted)
  if (obstacle !== null) throw refusal(root, obstacle)
}

/** A project's file operations. Each checks the whole path and throws `PATH_OUTSIDE` or `WRITE_REFUSED` at a link. */
export function confined(root: string, files: FilePort): FilePort {
  const look = (path: string, wanted: Wanted): string => {
    const local = relative(root, path).replaceAll(sep, '/')
    if (local === '.planning' || local.startsWith('.planning/')) clear(root, local, wanted)
    else {
      const refused = pathKindOf(local) === 'instructions' ? inTheWay(root, local) : outside(local)
      if (refused !== null) throw refused
    }
    return path
  }
  const file = (path: string) => look(path, 'file')
  const folder = (path: string) => look(path, 'folder')
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
      // The write is done, so it no longer matters if a folder was replaced.
      if (pathKindOf(local) !== null && obstacleAt(root, local, 'folder') === null) files.removeEmpty(path)
    },
    together: (body) => files.together(body),
  }
}
