// What lies below the planning folder and was left there by no work of ours: links, pipes, unfinished writes of somebody else. Only looked at, by name.
import { join } from 'node:path'
import type { Suspect } from '../core/view.js'
import { isMachinery } from '../core/writing/places.js'
import { refusal } from './confined.js'
import { notCompleted, TRANSACTIONS, unfinishedIn } from './intent.js'
import { namesIn } from './names-in.js'
import { isBelow, isDeep, statOf, targetOf } from './obstacle.js'

/** Folders that are not looked into: whole work trees of git, unfinished writes (each is judged by its intent). */
const CLOSED: ReadonlySet<string> = new Set(['.planning/.runtime/worktrees', TRANSACTIONS])

/** Sorted by path. */
export function suspectsIn(root: string): readonly Suspect[] {
  const top = statOf(join(root, '.planning'))
  if (top?.isSymbolicLink()) return [suspect(root, '.planning', 'link')]
  const writes = unfinishedIn(root).flatMap((found): readonly Suspect[] => {
    if (found.kind !== 'bad') return []
    const { message, fix } = notCompleted(found)
    return [{ path: found.path, message, fix }]
  })
  return [...below(root, '.planning'), ...writes].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function below(root: string, folder: string): readonly Suspect[] {
  return namesIn(join(root, folder)).flatMap((name): readonly Suspect[] => {
    const path = `${folder}/${name}`
    const entry = statOf(join(root, path))
    if (entry === null || entry.isFile()) return []
    if (entry.isDirectory()) return CLOSED.has(path) || isDeep(path) ? [] : below(root, path)
    if (entry.isSymbolicLink()) return isMachinery(path) || !isInside(root, path) ? [suspect(root, path, 'link')] : []
    return [suspect(root, path, 'special')]
  })
}

/** A link among documents that leads to a file of the project is read, though never written through. */
function isInside(root: string, path: string): boolean {
  const target = targetOf(join(root, path))
  return target !== null && isBelow(targetOf(root) ?? root, target)
}

function suspect(root: string, path: string, kind: 'link' | 'special'): Suspect {
  const { message, fix } = refusal(root, { path, kind })
  return { path, message, fix }
}
