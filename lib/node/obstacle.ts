// What stands in the way of a path below the root of a project: links above all, which nobody here follows unasked.
import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'

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

/** Folders that were looked at before. */
export interface Known {
  has(path: string): boolean
  add(path: string): unknown
}

/** Looks at every part of a path below the root; parts that are not there are no obstacle. */
export function obstacleAt(
  root: string,
  path: string,
  wanted: Wanted,
  known: Known = new Set<string>(),
): Obstacle | null {
  const parts = path.split('/')
  for (let depth = 1; depth <= parts.length; depth++) {
    const part = parts.slice(0, depth).join('/')
    const isEnd = depth === parts.length
    if (known.has(part)) continue
    const found = statOf(join(root, part))
    if (found === null) return null
    if (found.isSymbolicLink()) return { path: part, kind: 'link' }
    if (found.isDirectory()) {
      if (isEnd && wanted === 'file') return { path: part, kind: 'folder' }
      known.add(part)
    } else if (!isEnd || wanted === 'folder') return { path: part, kind: 'file' }
    else if (!found.isFile()) return { path: part, kind: 'special' }
  }
  return null
}

/** Whoever walks through folders calls themselves for each level. */
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

export const isBelow = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
