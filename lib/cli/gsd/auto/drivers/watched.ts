// Runs an unattended program in its own process group, watches it, and ends it with all its child processes.
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Ended } from '../../../../core/auto/decide.js'
import { type Argv, startProgram } from '../../../../node/start.js'
import { endAll, MARK, type Marked, noted } from '../processes.js'
import type { Session, SessionOrder } from './driver.js'

type Watching = Omit<SessionOrder, 'prompt' | 'model' | 'permit'>

export interface Spoken {
  /** Talks to it over its pipes until done; never rejects. */
  talk(watched: Talking): Promise<Talked>
  /** Asks it to end; it is killed if that takes too long. */
  ask(): Promise<unknown>
}

interface Talking {
  readonly child: ChildProcess
  /** Stops the time limits until the returned function is called. */
  hold(): () => void
}

/** The result of a talk. `line` null: use the last line of output. */
export type Talked = Pick<Ended, 'exit' | 'spoke'> & { readonly line: string | null }

type Watched = Omit<Session, 'used'>

/** Keeps the start of a log, which shows how a fault began; the rest is only counted. */
const MAX_LOGGED = 4 * 1024 * 1024
/** Between asking a process to end and killing it. */
const GRACE_MS = 3000
const LINE = 4096

/** Sessions never outlive the run, however it ends. */
const running = new Set<Marked>()
const endRunning = () => {
  for (const session of running) endAll(session, 'SIGKILL')
}

export function startWatched(argv: Argv, order: Watching, spoken: Spoken | null = null): Watched {
  const token = `${process.pid}-${process.hrtime.bigint()}`
  const log = openSync(order.log, 'w', 0o600)
  const child = startProgram(argv, {
    cwd: order.cwd,
    env: { ...order.env, [MARK]: token },
    stdio: [spoken === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const of = { token, pid: child.pid ?? null }
  child.stdin?.on('error', () => {})
  running.add(of)
  process.off('exit', endRunning).once('exit', endRunning)
  const state = { killed: null as Ended['killed'], spoke: false, line: '', ending: false }
  const end = async (killed: Ended['killed']) => {
    if (state.ending) return
    state.ending = true
    state.killed = killed
    if (spoken !== null) await Promise.race([spoken.ask(), rest(GRACE_MS)])
    endAll(of, 'SIGTERM')
    setTimeout(() => endAll(of, 'SIGKILL'), GRACE_MS).unref()
  }
  const keep = keeping(log)
  let forget = () => {}
  const clocks = clocksOf(order, end)
  const hear = (bytes: Buffer) => {
    clocks.heard()
    keep(bytes)
  }
  const read = (bytes: Buffer) => {
    hear(bytes)
    const text = bytes.toString('utf8')
    if (text.trim() !== '') state.spoke = true
    state.line = lastLineOf(state.line, text)
  }
  // Protocol messages are not the client's output.
  child.stdout?.on('data', spoken === null ? read : hear)
  child.stderr?.on('data', read)
  const talked = spoken?.talk({ child, hold: clocks.hold }).finally(() => leave(child, of))
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail)
    // A grandchild may hold the pipe open for ever: only the client's own end counts.
    child.on('exit', async (exit) => {
      await new Promise((over) => setTimeout(over, 100))
      const over = (await talked) ?? { exit, spoke: state.spoke, line: null }
      if (over.line !== null) state.line = lastLineOf('', over.line)
      done({ ...over, killed: state.killed, line: state.line })
    })
    // A failure here ends the program and rejects.
    forget = noted(order.notes, of)
  }).finally(() => {
    clocks.stop()
    running.delete(of)
    endAll(of, 'SIGKILL')
    forget()
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy()
    closeSync(log)
  })
  return { ended, end: () => end(null), lastLine: () => state.line }
}

const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())

/** After the talk, kills a program that does not end when its input closes. */
async function leave(child: ChildProcess, of: Marked): Promise<void> {
  child.stdin?.end()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await Promise.race([new Promise((done) => child.once('exit', done)), rest(GRACE_MS)])
    if (child.exitCode !== null || child.signalCode !== null) return
    endAll(of, signal)
  }
}

/** The time limits, which stop while the user is asked. */
function clocksOf({ mostMs, idleMs }: Watching, end: (killed: Ended['killed']) => void) {
  let [left, since, holds] = [mostMs, performance.now(), 0]
  let [overtime, idle]: (NodeJS.Timeout | undefined)[] = []
  const rest = () => {
    clearTimeout(overtime)
    clearTimeout(idle)
  }
  const heard = () => {
    clearTimeout(idle)
    if (holds === 0) idle = setTimeout(() => end('idle'), idleMs)
  }
  const go = () => {
    since = performance.now()
    overtime = setTimeout(() => end('overtime'), left)
    heard()
  }
  go()
  const hold = () => {
    if (holds++ === 0) {
      left -= performance.now() - since
      rest()
    }
    return () => {
      if (--holds === 0) go()
    }
  }
  const stop = () => {
    holds = Number.POSITIVE_INFINITY
    rest()
  }
  return { heard, hold, stop }
}

function keeping(file: number): (bytes: Buffer) => void {
  let left = MAX_LOGGED
  return (bytes) => {
    try {
      if (left > 0) left -= writeSync(file, bytes.subarray(0, left))
    } catch {
      left = 0
    }
  }
}

function lastLineOf(before: string, text: string): string {
  const lines = `${before.length > LINE ? '' : before}${text}`.split('\n')
  return (lines.findLast((line) => line.trim() !== '') ?? '').slice(0, LINE)
}
