// Obstacles on a path below a project's root, above all links, which are not followed unasked.
import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** `lstat` of a path; null if nothing is there or a parent is not a folder. */
export function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** An obstacle on a path: a link in it, or something other than a file or folder at its end. */
export interface Obstacle {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly kind: 'link' | 'special' | 'folder' | 'file'
}

export type Wanted = 'file' | 'folder'

/** Checks every part of a path below the root; missing parts are no obstacle. */
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

/** Folder walks recurse once a level. */
export const MOST_DEPTH = 64
export const isDeep = (path: string): boolean => path.split('/').length > MOST_DEPTH

/** The existing part of a link's target; null if there is none. */
export function targetOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** Limit for circular links. */
const MOST_LINKS = 40

/** The real path of the existing part, the rest appended; a dangling link is followed to its target. */
export function realOf(path: string, links = 0): string {
  const found = targetOf(path)
  if (found !== null) return found
  if (links < MOST_LINKS && statOf(path)?.isSymbolicLink() === true)
    return realOf(resolve(dirname(path), readlinkSync(path)), links + 1)
  return dirname(path) === path ? path : join(realOf(dirname(path), links), basename(path))
}

export const isBelow = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
