// The processes of a run. Each has a mark in its environment, which survives a change of process group. The run and its
// sessions also have a note in a file, so that the next run can end the processes that a killed run left.
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
  /** Leader of the process group; null if there is no separate group. */
  readonly pid: number | null
}

/** Writes a note that the process is running; the returned function removes it. */
export function noteProcess(folder: string, { token, pid }: Marked): () => void {
  const path = join(folder, token)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify({ pid, start: pid === null ? null : startMarkOf(pid) }))
  return () => rmSync(path, { force: true })
}

/** Ends the processes of earlier runs; returns whether any were noted. No other run may be active. */
export async function endOrphans(folder: string, own: string): Promise<boolean> {
  const names = namesIn(folder).filter((name) => name !== own)
  for (const token of names) {
    const marked = { token, pid: leaderIn(join(folder, token)) }
    // A process that is ending no longer shows its variables.
    const pids = new Set<number>()
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      for (const pid of [...markedProcesses(token), ...(marked.pid === null ? [] : [marked.pid])]) pids.add(pid)
      endAll(marked, 'SIGKILL')
      if (![...pids].some(isAlive)) break
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
    rmSync(join(folder, token), { force: true })
  }
  return names.length > 0
}

const MAX_NOTE_BYTES = 4096
const MAX_TRIES = 100
const PAUSE_MS = 20

/** Returns the pid in a note; null if that process has ended or its pid was reused. */
function leaderIn(path: string): number | null {
  const { pid, start } = objectIn(plainText(path, { maxBytes: MAX_NOTE_BYTES }) ?? '') ?? {}
  return typeof pid === 'number' && typeof start === 'string' && startMarkOf(pid) === start ? pid : null
}

/** Sends a signal to the process group and to every process with the mark. */
export function endAll({ pid, token }: Marked, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid !== null) endGroup(pid, signal)
  // The process may have ended already, or belong to another user.
  for (const other of markedProcesses(token)) quietly(() => process.kill(other, signal))
}

/** Returns the processes with the token in their environment, on Linux. A token is too long to occur there by chance. */
const markedProcesses = (token: string): readonly number[] =>
  processIds().filter((pid) => pid !== process.pid && (processData(pid, 'environ') ?? '').includes(`=${token}\0`))

export const processIds = (): readonly number[] =>
  process.platform === 'linux' ? namesIn('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : [])) : []

/** Reads a file of `/proc` about a process; null if the process has ended or belongs to another user. */
export const processData = (pid: number, what: 'comm' | 'environ'): string | null =>
  attempt(() => readFileSync(`/proc/${pid}/${what}`, 'latin1'), null)
