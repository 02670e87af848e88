// The only way to the files of a planning folder for whoever changes them: below the root of a project no link is followed, and only regular files are
// opened. A tree is data: what a link or a pipe in it leads to was not put there by the person who calls us.
import { basename, dirname, join, relative, sep } from 'node:path'
import { placeOf } from '../core/writing/places.js'
import { GsdError } from '../errors.js'
import type { FilePort } from './durable.js'
import { isBelow, type Known, Looked, type Obstacle, obstacleAt, statOf, targetOf, type Wanted } from './obstacle.js'

const TEXT: Readonly<Record<Exclude<Obstacle['kind'], 'link'>, string>> = {
  special: 'is neither a file nor a folder (a pipe, a socket or a device)',
  folder: 'is a folder where a file belongs',
  file: 'is a file where a folder belongs',
}

/** Says what is in the way and how it goes away. */
export function refusal(root: string, { path, kind }: Obstacle): GsdError {
  const fix = `look at it (ls -l ${path}) and put a file or folder of its own in its place; what only gsd-tools uses, gsd-tools fsck --repair sets aside`
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

/** The project's file for agents may be a link to another one as long as that is one of the project too. */
function instructionsInTheWay(root: string, path: string): GsdError | null {
  const top = targetOf(root) ?? root
  const at = join(realOf(join(root, dirname(path))), basename(path))
  const real = statOf(at)?.isSymbolicLink() === true ? realOf(at) : at
  const inside = relative(top, real).replaceAll(sep, '/')
  const found = statOf(real)
  if (isBelow(top, real) && placeOf(inside) === 'instructions' && (found === null || found.isFile())) return null
  return new GsdError({
    code: 'PATH_OUTSIDE',
    message: `${path} leads out of the project through a link, or to what is not an instruction file: ${real}`,
    fix: `replace the link with a file of its own inside ${top}`,
  })
}

/** Why the file at a path, relative to the root, is neither read nor changed by a write; null: it may be. */
export function inTheWay(root: string, path: string, known?: Known): GsdError | null {
  const place = placeOf(path)
  if (place === 'instructions') return instructionsInTheWay(root, path)
  const obstacle = obstacleAt(root, path, 'file', known)
  return obstacle === null ? null : refusal(root, obstacle)
}

/** The real path of the part that is there; a link that leads nowhere stands for itself. */
const realOf = (path: string): string => {
  const found = targetOf(path)
  return found ?? (dirname(path) === path ? path : join(realOf(dirname(path)), basename(path)))
}

const outside = (path: string): GsdError =>
  new GsdError({
    code: 'PATH_OUTSIDE',
    message: `expected a path below .planning/, received "${path}"`,
    fix: 'give a path inside the planning folder',
  })

/** Throws where something is in the way. */
export function clear(root: string, path: string, wanted: Wanted, known?: Known): void {
  const obstacle = obstacleAt(root, path, wanted, known)
  if (obstacle !== null) throw refusal(root, obstacle)
}

/** The file operations of one project: each looks at the whole path first, and throws `PATH_OUTSIDE` or `WRITE_REFUSED` instead of following a link. */
export function confined(root: string, files: FilePort): FilePort {
  const known = new Looked()
  const look = (path: string, wanted: Wanted): string => {
    const local = relative(root, path).replaceAll(sep, '/')
    if (local === '.planning' || local.startsWith('.planning/')) clear(root, local, wanted, known)
    else {
      const refused = placeOf(local) === 'instructions' ? instructionsInTheWay(root, local) : outside(local)
      if (refused !== null) throw refused
    }
    return path
  }
  const file = (path: string) => look(path, 'file')
  const folder = (path: string) => look(path, 'folder')
  /** A file with a second name elsewhere gets bytes of its own before it is changed in place. */
  const own = (path: string): string => {
    if (!isShared(file(path))) return path
    const bytes = files.read(path)
    if (bytes === null) return path
    files.write(file(`${path}.own`), bytes)
    files.rename(`${path}.own`, path)
    return path
  }
  return {
    read: (path) => files.read(file(path)),
    list: (path) => files.list(folder(path)),
    size: (path) => files.size(file(path)),
    write(path, bytes) {
      if (isShared(file(path))) files.remove(path)
      files.write(path, bytes)
    },
    rename: (from, to) => files.rename(file(from), file(to)),
    remove: (path) => files.remove(file(path)),
    append: (path, text) => files.append(own(path), text),
    truncate: (path, length) => files.truncate(own(path), length),
    touch(path) {
      if (!isShared(file(path))) files.touch(path)
    },
    removeTree(path) {
      known.forget(relative(root, path).replaceAll(sep, '/'))
      files.removeTree(folder(path))
    },
    removeEmpty(path) {
      const local = relative(root, path).replaceAll(sep, '/')
      known.forget(local)
      // A folder that is none any more is not in the way of a write that is done.
      if (placeOf(local) !== null && obstacleAt(root, local, 'folder', known) === null) files.removeEmpty(path)
      known.forget(local)
    },
    together: (body) => files.together(body),
  }
}

/** A hard link: the bytes have another name, which may lie anywhere. */
const isShared = (path: string): boolean => (statOf(path)?.nlink ?? 1) > 1
