// One session of a client without a person: started in a process group of its own, watched, and ended with everything it started.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import type { Ended } from '../../../core/auto/decide.js'

export interface SessionOrder {
  readonly program: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
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

/** The variable by which every process of a session is known, whatever group it moved to. */
const MARK = 'GSD_AUTO_SESSION'
/** A log tells what happened first and how it began to go wrong; a flood beyond that is counted out. */
const MOST_LOGGED = 4 * 1024 * 1024
/** Between asking a process to end and ending it. */
const GRACE_MS = 3000
const LINE = 4096

/** Starts a session. Rejects where its program cannot be started. */
export function startSession(order: SessionOrder): Session {
  const token = `${process.pid}-${process.hrtime.bigint()}`
  const log = openSync(order.log, 'w', 0o600)
  const child = spawn(order.program, order.argv, {
    cwd: order.cwd,
    env: { ...order.env, [MARK]: token },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  const state = { killed: null as Ended['killed'], spoke: false, line: '', logged: 0, ending: false }
  const end = (killed: Ended['killed']) => {
    if (state.ending) return
    state.ending = true
    state.killed = killed
    endTree(child, token, 'SIGTERM')
    setTimeout(() => endTree(child, token, 'SIGKILL'), GRACE_MS).unref()
  }
  const overtime = setTimeout(() => end('overtime'), order.mostMs)
  let idle = setTimeout(() => end('idle'), order.idleMs)
  const hear = (bytes: Buffer) => {
    clearTimeout(idle)
    idle = setTimeout(() => end('idle'), order.idleMs)
    const text = bytes.toString('utf8')
    if (text.trim() !== '') state.spoke = true
    state.line = lastLineOf(state.line, text)
    if (state.logged < MOST_LOGGED) state.logged += writeSync(log, bytes.subarray(0, MOST_LOGGED - state.logged))
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail)
    // A grandchild may hold the pipe open for ever: it counts that the client itself has ended.
    child.on('exit', (code) => setTimeout(() => done({ exit: code, killed: state.killed, spoke: state.spoke }), 100))
  }).finally(() => {
    clearTimeout(overtime)
    clearTimeout(idle)
    endTree(child, token, 'SIGKILL')
    child.stdout?.destroy()
    child.stderr?.destroy()
    closeSync(log)
  })
  return { ended, end: () => end(null), lastLine: () => state.line }
}

function lastLineOf(before: string, text: string): string {
  const lines = `${before.length > LINE ? '' : before}${text}`.split('\n')
  return (lines.findLast((line) => line.trim() !== '') ?? '').slice(0, LINE)
}

/** Signals the group of a session, and every process that bears its mark. */
function endTree({ pid }: ChildProcess, token: string, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
  else signalTo(-pid, signal)
  for (const other of marked(token)) signalTo(other, signal)
}

function signalTo(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already, or is somebody else's.
  }
}

/** Where the system shows it: processes that left the group and still bear the mark. */
function marked(token: string): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${MARK}=${token}`)
      } catch {
        return false
      }
    })
    .map(Number)
}
