// Runs an unattended program in its own process group, limits its time, and ends it with all its child processes.
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import type { SessionEnd } from '../../../../core/auto/decide.js'
import { type Argv, startProgram } from '../../../../node/start.js'
import { endAll, MARK, type Marked, noteProcess } from '../processes.js'
import type { Session, SessionOptions } from './driver.js'

type Watching = Omit<SessionOptions, 'prompt' | 'model' | 'permit'>

export interface Dialog {
  /** Talks to the program over its pipes until the dialog is over; never rejects. */
  talk(watched: DialogContext): Promise<DialogEnd>
  /** Asks the program to end; it is killed if that takes too long. */
  requestEnd(): Promise<unknown>
}

interface DialogContext {
  readonly child: ChildProcess
  /** Stops the time limits until the returned function is called. */
  hold(): () => void
}

/** The result of a dialog. If `line` is null, the last line of output is used. */
export type DialogEnd = Pick<SessionEnd, 'exit' | 'hadOutput'> & { readonly line: string | null }

type Watched = Omit<Session, 'used'>

/** Maximum bytes of a log. The start shows how a failure began, so the rest is dropped. */
const MAX_LOGGED = 4 * 1024 * 1024
/** Time between asking a process to end and killing it. */
const GRACE_MS = 3000
const LINE = 4096

/** Sessions to end when this process exits. The next run ends those of a killed run. */
const running = new Set<Marked>()
const endRunning = () => {
  for (const session of running) endAll(session, 'SIGKILL')
}

export function startWatched(argv: Argv, options: Watching, dialog: Dialog | null = null): Watched {
  const token = `${process.pid}-${process.hrtime.bigint()}`
  const log = openSync(options.log, 'w', 0o600)
  const child = startProgram(argv, {
    cwd: options.cwd,
    env: { ...options.env, [MARK]: token },
    stdio: [dialog === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const marked = { token, pid: child.pid ?? null }
  child.stdin?.on('error', () => {})
  running.add(marked)
  process.off('exit', endRunning).once('exit', endRunning)
  const state = { killed: null as SessionEnd['killed'], hadOutput: false, line: '', ending: false }
  const end = async (killed: SessionEnd['killed']) => {
    if (state.ending) return
    state.ending = true
    state.killed = killed
    if (dialog !== null) await Promise.race([dialog.requestEnd(), delay(GRACE_MS)])
    endAll(marked, 'SIGTERM')
    setTimeout(() => endAll(marked, 'SIGKILL'), GRACE_MS).unref()
  }
  const writeLog = logWriter(log)
  let forget = () => {}
  const limits = timeLimitsOf(options, end)
  const hear = (bytes: Buffer) => {
    limits.heard()
    writeLog(bytes)
  }
  const read = (bytes: Buffer) => {
    hear(bytes)
    const text = bytes.toString('utf8')
    if (text.trim() !== '') state.hadOutput = true
    state.line = lastLineOf(state.line, text)
  }
  // Protocol messages are not the client's output.
  child.stdout?.on('data', dialog === null ? read : hear)
  child.stderr?.on('data', read)
  const talked = dialog?.talk({ child, hold: limits.hold }).finally(() => leave(child, marked))
  const ended = new Promise<SessionEnd>((done, fail) => {
    child.on('error', fail)
    // A grandchild may hold the pipe open for ever, so only the exit of the client itself counts.
    child.on('exit', async (exit) => {
      await new Promise((resume) => setTimeout(resume, 100))
      const dialogEnd = (await talked) ?? { exit, hadOutput: state.hadOutput, line: null }
      if (dialogEnd.line !== null) state.line = lastLineOf('', dialogEnd.line)
      done({ ...dialogEnd, killed: state.killed, line: state.line })
    })
    // A failure here ends the program and rejects.
    forget = noteProcess(options.notes, marked)
  }).finally(() => {
    limits.stop()
    running.delete(marked)
    endAll(marked, 'SIGKILL')
    forget()
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy()
    closeSync(log)
  })
  return { ended, end: () => end(null), lastLine: () => state.line }
}

const delay = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())

/** After the dialog, closes the program's input, and kills the program if it does not end then. */
async function leave(child: ChildProcess, marked: Marked): Promise<void> {
  child.stdin?.end()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await Promise.race([new Promise((done) => child.once('exit', done)), delay(GRACE_MS)])
    if (child.exitCode !== null || child.signalCode !== null) return
    endAll(marked, signal)
  }
}

/** The time limits, which stop while the user is asked. */
function timeLimitsOf({ maxMs, idleMs }: Watching, end: (killed: SessionEnd['killed']) => void) {
  let [left, since, holds] = [maxMs, performance.now(), 0]
  let [overtime, idle]: (NodeJS.Timeout | undefined)[] = []
  const clear = () => {
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
      clear()
    }
    return () => {
      if (--holds === 0) go()
    }
  }
  const stop = () => {
    holds = Number.POSITIVE_INFINITY
    clear()
  }
  return { heard, hold, stop }
}

function logWriter(file: number): (bytes: Buffer) => void {
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
