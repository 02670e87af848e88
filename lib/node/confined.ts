// Confinement of paths to a project: no link below the root is followed, and only regular files are opened, because
// a clone's links and pipes are not the caller's.
import { join, relative, sep } from 'node:path'
import { placeOf } from '../core/writing/places.js'
import { GsdError } from '../errors.js'
import { isBelow, type Obstacle, obstacleAt, realOf, statOf, targetOf, type Wanted } from './obstacle.js'

export const outside = (path: string): GsdError =>
  new GsdError({
    code: 'PATH_OUTSIDE',
    message: `expected a path below .planning/, received "${path}"`,
    fix: 'give a path inside the planning folder',
  })

const TEXT: Readonly<Record<Exclude<Obstacle['kind'], 'link'>, string>> = {
  special: 'is neither a file nor a folder (a pipe, a socket or a device)',
  folder: 'is a folder where a file belongs',
  file: 'is a file where a folder belongs',
}

/** Describes an obstacle and how to remove it. */
export function refusal(root: string, { path, kind }: Obstacle): GsdError {
  const fix = `look at it (ls -l ${path}) and put a file or folder of its own in its place, or remove it`
  if (kind !== 'link') return new GsdError({ code: 'WRITE_REFUSED', message: `${path} ${TEXT[kind]}`, fix })
  const target = targetOf(join(root, path))
  const where =
    target === null
      ? 'is a link that leads nowhere'
      : isBelow(targetOf(root) ?? root, target)
        ? `is a link, to ${target}`
        : `leads out of the project through a link, to ${target}`
  return new GsdError({
    code: 'PATH_OUTSIDE',
    message: `${path} ${where}; below .planning/ nothing is written through a link`,
    fix,
  })
}

/** The project's agent file may be a link to another file of the project. */
function instructionsInTheWay(root: string, path: string): GsdError | null {
  const top = targetOf(root) ?? root
  const real = realOf(join(root, path))
  const inside = relative(top, real).replaceAll(sep, '/')
  const found = statOf(real)
  if (isBelow(top, real) && placeOf(inside) === 'instructions' && (found === null || found.isFile())) return null
  return new GsdError({
    code: 'PATH_OUTSIDE',
    message: `${path} leads out of the project through a link, or to what is not an instruction file: ${real}`,
    fix: `replace the link with a file of its own inside ${top}`,
  })
}

/** Why a file (path relative to the root) may not be read or written, or null. */
export function inTheWay(root: string, path: string): GsdError | null {
  if (placeOf(path) === 'instructions') return instructionsInTheWay(root, path)
  const obstacle = obstacleAt(root, path, 'file')
  return obstacle === null ? null : refusal(root, obstacle)
}

/** Throws at an obstacle. */
export function clear(root: string, path: string, wanted: Wanted): void {
  const obstacle = obstacleAt(root, path, wanted)
  if (obstacle !== null) throw refusal(root, obstacle)
}
