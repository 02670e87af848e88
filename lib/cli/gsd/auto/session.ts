// One session of a client without a person: started in a process group of its own, watched, and ended with everything it started.

import { closeSync, openSync, writeSync } from 'node:fs'
import type { Ended } from '../../../core/auto/decide.js'
import { startProgram } from '../../../node/start.js'
import { endAll, MARK, type Marked, noted } from './processes.js'

export interface SessionOrder {
  readonly program: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder in which it is noted while it runs. */
  readonly notes: string
  /** File that takes what it prints. */
  readonly log: string
  readonly mostMs: number
  readonly idleMs: number
}

export interface Session {
  readonly ended: Promise<Ended>
  /** Ends it at once. */
  end(): void
  /** The last line it printed, as it stands. */
  lastLine(): string
}

/** A log tells what happened first and how it began to go wrong; a flood beyond that is counted out. */
const MOST_LOGGED = 4 * 1024 * 1024
/** Between asking a process to end and ending it. */
const GRACE_MS = 3000
const LINE = 4096

/** Whatever ends the run, its sessions do not outlive it. */
const running = new Set<Marked>()
const endRunning = () => {
  for (const session of running) endAll(session, 'SIGKILL')
}

/** Starts a session. Rejects where its program cannot be started. */
export function startSession(order: SessionOrder): Session {
  const token = `${process.pid}-${process.hrtime.bigint()}`
  const log = openSync(order.log, 'w', 0o600)
  const child = startProgram([order.program, ...order.argv], {
    cwd: order.cwd,
    env: { ...order.env, [MARK]: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const of = { token, pid: child.pid ?? null }
  running.add(of)
  process.off('exit', endRunning).once('exit', endRunning)
  const state = { killed: null as Ended['killed'], spoke: false, line: '', ending: false }
  let failed: NodeJS.ErrnoException | null = null
  const end = (killed: Ended['killed']) => {
    if (state.ending) return
    state.ending = true
    state.killed = killed
    endAll(of, 'SIGTERM')
    setTimeout(() => endAll(of, 'SIGKILL'), GRACE_MS).unref()
  }
  const giveUp = (error: unknown) => {
    failed ??= error as NodeJS.ErrnoException
    failed.path ??= order.log
    end(null)
  }
  const keep = keeping(log, giveUp)
  const forget = notedOr(order.notes, of, giveUp)
  const overtime = setTimeout(() => end('overtime'), order.mostMs)
  let idle = setTimeout(() => end('idle'), order.idleMs)
  const hear = (bytes: Buffer) => {
    clearTimeout(idle)
    idle = setTimeout(() => end('idle'), order.idleMs)
    const text = bytes.toString('utf8')
    if (text.trim() !== '') state.spoke = true
    state.line = lastLineOf(state.line, text)
    keep(bytes)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail)
    // A grandchild may hold the pipe open for ever: it counts that the client itself has ended.
    child.on('exit', (exit) => {
      const how = () => ({ exit, killed: state.killed, spoke: state.spoke, line: state.line })
      setTimeout(() => (failed === null ? done(how()) : fail(failed)), 100)
    })
  }).finally(() => {
    clearTimeout(overtime)
    clearTimeout(idle)
    running.delete(of)
    endAll(of, 'SIGKILL')
    forget()
    child.stdout?.destroy()
    child.stderr?.destroy()
    closeSync(log)
  })
  return { ended, end: () => end(null), lastLine: () => state.line }
}

type Failed = (error: unknown) => void

/** Writes the beginning of what is printed into a file. A disk that is full is said once: whoever hears it ends the session. */
function keeping(file: number, failed: Failed): (bytes: Buffer) => void {
  let left = MOST_LOGGED
  return (bytes) => {
    try {
      if (left > 0) left -= writeSync(file, bytes.subarray(0, left))
    } catch (error) {
      left = 0
      failed(error)
    }
  }
}

function notedOr(folder: string, of: Marked, failed: Failed): () => void {
  try {
    return noted(folder, of)
  } catch (error) {
    failed(error)
    return () => {}
  }
}

function lastLineOf(before: string, text: string): string {
  const lines = `${before.length > LINE ? '' : before}${text}`.split('\n')
  return (lines.findLast((line) => line.trim() !== '') ?? '').slice(0, LINE)
}
