// What stands in the way of a path below the root of a project: links above all, which nobody here follows unasked.
import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** What is at a path without following it; null when nothing is, also where a part of the path is no folder. */
export function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** Something in the way of a path: a part of it that is a link, or what is neither a file nor a folder at its end. */
export interface Obstacle {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly kind: 'link' | 'special' | 'folder' | 'file'
}

export type Wanted = 'file' | 'folder'

/** Looks at every part of a path below the root; parts that are not there are no obstacle. */
export function obstacleAt(root: string, path: string, wanted: Wanted): Obstacle | null {
  const parts = path.split('/')
  for (let depth = 1; depth <= parts.length; depth++) {
    const part = parts.slice(0, depth).join('/')
    const found = statOf(join(root, part))
    if (found === null) return null
    if (found.isSymbolicLink()) return { path: part, kind: 'link' }
    const isEnd = depth === parts.length
    if (isEnd ? wanted === 'folder' && !found.isDirectory() : !found.isDirectory()) return { path: part, kind: 'file' }
    if (isEnd && wanted === 'file' && !found.isFile())
      return { path: part, kind: found.isDirectory() ? 'folder' : 'special' }
  }
  return null
}

/** Walks over folders recurse once for each level. */
export const MOST_DEPTH = 64
export const isDeep = (path: string): boolean => path.split('/').length > MOST_DEPTH

/** Where a link leads as far as that exists; null: nowhere. */
export function targetOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** Links that go round in a circle end here. */
const MOST_LINKS = 40

/** The real path of the part that is there, the rest appended; a link that leads nowhere yet is followed to where a write would go. */
export function realOf(path: string, links = 0): string {
  const found = targetOf(path)
  if (found !== null) return found
  if (links < MOST_LINKS && statOf(path)?.isSymbolicLink() === true)
    return realOf(resolve(dirname(path), readlinkSync(path)), links + 1)
  return dirname(path) === path ? path : join(realOf(dirname(path), links), basename(path))
}

export const isBelow = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
