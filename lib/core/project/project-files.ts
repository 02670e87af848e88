// Files of the project as documents name them: whether they are there, without ever looking outside of it.
import type { Entry } from '../../ports.js'
import type { View } from '../view.js'

/** The path without `./` and closing slashes, or null where it leads out of the project. */
export function insidePath(path: string): string | null {
  if (path.includes('\0') || /^(?:[\\/~]|[A-Za-z]:)/.test(path)) return null
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? null : parts.join('/')
}

/** What lies at the path; null for nothing, and for paths that lead out of the project. */
export function kindAt(view: View, path: string): Entry['kind'] | null {
  const inside = insidePath(path)
  if (inside === null) return null
  if (inside === '') return 'directory'
  const slash = inside.lastIndexOf('/')
  const name = inside.slice(slash + 1)
  return view.list(slash < 0 ? '.' : inside.slice(0, slash)).find((entry) => entry.name === name)?.kind ?? null
}

export const isThere = (view: View, path: string): boolean => kindAt(view, path) !== null

/** The text of a file of the project; null where there is none or it is no text. */
export function textAt(view: View, path: string): string | null {
  const inside = insidePath(path)
  return inside === null || inside === '' || kindAt(view, inside) !== 'file'
    ? null
    : (view.source(inside)?.text ?? null)
}

const MOST_FILES = 20_000

/** File names below a folder, sorted; folders that hold what is installed or built are left out. */
export function filesBelow(view: View, folder: string): readonly string[] {
  const found: string[] = []
  const walk = (at: string): void => {
    for (const { name, kind } of view.list(at === '' ? '.' : at)) {
      if (found.length >= MOST_FILES) return
      const path = at === '' ? name : `${at}/${name}`
      if (kind === 'file') found.push(path)
      else if (kind === 'directory' && !SKIPPED.has(name)) walk(path)
    }
  }
  walk(insidePath(folder) ?? '')
  return found
}

const SKIPPED: ReadonlySet<string> = new Set(['.git', '.planning', 'node_modules', 'dist', 'build', 'vendor', 'target'])
