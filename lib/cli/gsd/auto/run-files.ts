// Files of a project's unattended run in the user's own folder: the lock, the stop request and the events.
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../../node/alive.js'
import { projectKey } from '../../../node/caller.js'
import { readLock } from '../../../node/lock.js'
import { ownFolder } from '../own-folder.js'
import type { World } from '../world.js'

/** The run's folder for this project, below the user's own folder, which no project can write. */
export const autoFolder = (project: string, world: Pick<World, 'env' | 'home'>): string =>
  join(ownFolder(world), 'auto', projectKey(project))

export const stopFile = (folder: string): string => join(folder, 'stop')
export const lockFile = (folder: string): string => join(folder, 'lock')

/** The run's events, one per line, which other programs read while the run is active. */
export const newsFile = (folder: string): string => join(folder, 'news.jsonl')

export function isRunActive(folder: string): boolean {
  const lock = existsSync(folder) ? readLock(lockFile(folder)) : null
  return lock !== null && lock.owner.pid > 0 && isAlive(lock.owner.pid)
}

/** Touches a lock until the returned function is called: an old lock counts as stale where process start times are unknown. */
export function keepFresh(path: string, everyMs = 60_000): () => void {
  const beat = setInterval(() => {
    if (existsSync(path)) utimesSync(path, new Date(), new Date())
  }, everyMs).unref()
  return () => clearInterval(beat)
}
