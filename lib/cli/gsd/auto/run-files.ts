// Whether an unattended run is active for a project, and how to stop it: two files in the user's own folder.
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../../node/alive.js'
import { projectKey } from '../../../node/caller.js'
import { readLock } from '../../../node/lock.js'
import { ownFolder } from '../own-folder.js'
import type { World } from '../world.js'

/** This project's folder in the user's own folder, where no project can put anything. */
export const autoFolder = (project: string, world: Pick<World, 'env' | 'home'>): string =>
  join(ownFolder(world), 'auto', projectKey(project))

export const stopFile = (folder: string): string => join(folder, 'stop')
export const lockFile = (folder: string): string => join(folder, 'lock')

/** The run's events, one a line: others read them while it is active. */
export const newsFile = (folder: string): string => join(folder, 'news.jsonl')

export function isRunActive(folder: string): boolean {
  const lock = existsSync(folder) ? readLock(lockFile(folder)) : null
  return lock !== null && lock.owner.pid > 0 && isAlive(lock.owner.pid)
}

/** Until the answer is called: without process start times, an old lock counts as stale. */
export function keepFresh(path: string, everyMs = 60_000): () => void {
  const beat = setInterval(() => {
    if (existsSync(path)) utimesSync(path, new Date(), new Date())
  }, everyMs).unref()
  return () => clearInterval(beat)
}
