// File operations confined to a planning folder; all writes go through them.
import { relative, sep } from 'node:path'
import { pathKindOf } from '../core/writing/places.js'
import { clear, inTheWay, outside } from './confined.js'
import type { FilePort } from './durable.js'
import { obstacleAt, type Wanted } from './obstacle.js'

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
      // The write is done; a replaced folder does not matter any more.
      if (pathKindOf(local) !== null && obstacleAt(root, local, 'folder') === null) files.removeEmpty(path)
    },
    together: (body) => files.together(body),
  }
}
