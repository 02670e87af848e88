// The processes of a run: each bears a mark in its variables, by which it is found whatever group it moved to, and what runs is noted, so that the next run ends
// what a run that was killed left.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startOf } from '../../../node/alive.js'
import { namesIn } from '../../../node/names-in.js'
import { plainText } from '../../../node/plain-file.js'
import { endGroup } from '../../../node/start.js'
import { objectIn } from '../../../std/json.js'

/** The variable by which every process of a session is known. */
export const MARK = 'GSD_AUTO_SESSION'

export interface Marked {
  readonly token: string
  /** Leader of its group; null: it has none of its own. */
  readonly pid: number | null
}

/** Notes that it runs, until the answer is called. */
export function noted(folder: string, { token, pid }: Marked): () => void {
  const path = join(folder, token)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify({ pid, start: pid === null ? null : startOf(pid) }))
  return () => rmSync(path, { force: true })
}

/** Ends what earlier runs left, and answers whether one left anything. Nobody else may run: what is noted beside `own` is of a run that is gone. */
export async function endLeft(folder: string, own: string): Promise<boolean> {
  const names = namesIn(folder).filter((name) => name !== own)
  for (const token of names) {
    const of = { token, pid: leaderIn(join(folder, token)) }
    // One that is ending shows its variables no more.
    const seen = new Set<number>()
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      for (const pid of [...marked(token), ...(of.pid === null ? [] : [of.pid])]) seen.add(pid)
      endAll(of, 'SIGKILL')
      if (![...seen].some(isAlive)) break
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
    rmSync(join(folder, token), { force: true })
  }
  return names.length > 0
}

const MOST_NOTED = 4096
const MOST_TRIES = 100
const PAUSE_MS = 20

/** The leader of a group, if it is still the one that was noted. */
function leaderIn(path: string): number | null {
  const { pid, start } = objectIn(plainText(path, { most: MOST_NOTED }) ?? '') ?? {}
  return typeof pid === 'number' && typeof start === 'string' && startOf(pid) === start ? pid : null
}

/** Signals a group, and every process that bears the mark. */
export function endAll({ pid, token }: Marked, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid !== null) endGroup(pid, signal)
  for (const other of marked(token)) signalTo(other, signal)
}
function signalTo(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already, or is somebody else's.
  }
}

/** Where the system shows it. A token is long enough to be nothing else's value. */
const marked = (token: string): readonly number[] =>
  processIds().filter((pid) => pid !== process.pid && (toldOf(pid, 'environ') ?? '').includes(`=${token}\0`))

/** Every process that the system shows; none where it does not. */
export const processIds = (): readonly number[] =>
  process.platform === 'linux' ? namesIn('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : [])) : []

/** What the system tells of a process; null: it has ended, or is not ours to look at. */
export function toldOf(pid: number, what: 'comm' | 'environ'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'latin1')
  } catch {
    return null
  }
}
