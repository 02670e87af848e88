// The processes of a run: each has a mark in its environment that survives a change of group, and is noted, so that the
// next run ends the leftovers of a killed one.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startMarkOf } from '../../../node/alive.js'
import { namesIn, plainText } from '../../../node/disk.js'
import { endGroup } from '../../../node/start.js'
import { attempt, quietly } from '../../../std/attempt.js'
import { objectIn } from '../../../std/json.js'

export const MARK = 'GSD_AUTO_SESSION'

export interface Marked {
  readonly token: string
  /** Leader of its group; null if it has no own group. */
  readonly pid: number | null
}

/** Notes that it is running, until the returned function is called. */
export function noted(folder: string, { token, pid }: Marked): () => void {
  const path = join(folder, token)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify({ pid, start: pid === null ? null : startMarkOf(pid) }))
  return () => rmSync(path, { force: true })
}

/** Ends the processes of earlier runs; answers whether there were any. Precondition: no other run is active. */
export async function endOrphans(folder: string, own: string): Promise<boolean> {
  const names = namesIn(folder).filter((name) => name !== own)
  for (const token of names) {
    const of = { token, pid: leaderIn(join(folder, token)) }
    // A process that is ending no longer shows its variables.
    const seen = new Set<number>()
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      for (const pid of [...marked(token), ...(of.pid === null ? [] : [of.pid])]) seen.add(pid)
      endAll(of, 'SIGKILL')
      if (![...seen].some(isAlive)) break
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
    rmSync(join(folder, token), { force: true })
  }
  return names.length > 0
}

const MAX_NOTED = 4096
const MAX_TRIES = 100
const PAUSE_MS = 20

/** The leader of a group, if it is still the noted process. */
function leaderIn(path: string): number | null {
  const { pid, start } = objectIn(plainText(path, { maxBytes: MAX_NOTED }) ?? '') ?? {}
  return typeof pid === 'number' && typeof start === 'string' && startMarkOf(pid) === start ? pid : null
}

/** Signals a group, and every process with the mark. */
export function endAll({ pid, token }: Marked, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid !== null) endGroup(pid, signal)
  // It may have ended already, or be another user's.
  for (const other of marked(token)) quietly(() => process.kill(other, signal))
}

/** If the system shows it. A token is too long to be another value by chance. */
const marked = (token: string): readonly number[] =>
  processIds().filter((pid) => pid !== process.pid && (processData(pid, 'environ') ?? '').includes(`=${token}\0`))

export const processIds = (): readonly number[] =>
  process.platform === 'linux' ? namesIn('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : [])) : []

/** The system's data on a process; null if it has ended or is not ours. */
export const processData = (pid: number, what: 'comm' | 'environ'): string | null =>
  attempt(() => readFileSync(`/proc/${pid}/${what}`, 'latin1'), null)
