// Whether an unattended run goes on for a project, and how anybody else asks it to end: two files in the person's own folder.
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../../node/alive.js'
import { projectKey } from '../../../node/caller.js'
import { personalFolderOf } from '../../../node/home.js'
import { readLock } from '../../../node/lock.js'
import type { World } from '../world.js'

/** Of this project, in the person's own: no tree can put anything there. */
export const autoFolder = (project: string, { env, home }: Pick<World, 'env' | 'home'>): string =>
  join(
    personalFolderOf(env, () => home),
    'auto',
    projectKey(project),
  )

export const stopFile = (folder: string): string => join(folder, 'stop')
export const lockFile = (folder: string): string => join(folder, 'lock')

/** What the run tells, a line an event: others read it while it goes on. */
export const newsFile = (folder: string): string => join(folder, 'news.jsonl')

export const isAskedToStop = (folder: string): boolean => existsSync(stopFile(folder))

export function autoRuns(folder: string): boolean {
  const lock = existsSync(folder) ? readLock(lockFile(folder)) : null
  return lock !== null && lock.owner.pid > 0 && isAlive(lock.owner.pid)
}

/** Keeps a lock young, until the answer is called: where the system does not tell when a process began, an old one is taken over. */
export function keepFresh(path: string, everyMs = 60_000): () => void {
  const beat = setInterval(() => {
    if (existsSync(path)) utimesSync(path, new Date(), new Date())
  }, everyMs).unref()
  return () => clearInterval(beat)
}

/** False: nothing runs that could end. */
export function askToStop(folder: string): boolean {
  const runs = autoRuns(folder)
  if (runs) writeFileSync(stopFile(folder), '')
  return runs
}
