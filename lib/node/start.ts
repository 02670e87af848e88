// The one way to start a program: no shell, no window, batch files through cmd.exe, killed as a group.
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { quietly } from '../std/attempt.js'
import type { Variables } from './home.js'
import { startOf } from './programs.js'

export type Argv = readonly [string, ...string[]]

interface ProcessContext {
  readonly cwd?: string | undefined
  readonly env?: Variables
}

/** Throws if Windows cannot pass such arguments. */
function started(argv: Argv, { cwd = process.cwd(), env = process.env }: ProcessContext) {
  const start = startOf(argv, { platform: process.platform, env, cwd })
  if ('refused' in start) throw Object.assign(new Error(start.refused), { code: 'ENOENT' })
  const { file, args, verbatim } = start
  return { file, args, options: { cwd, env, windowsHide: true, windowsVerbatimArguments: verbatim } }
}

export interface Starting extends ProcessContext {
  readonly stdio: StdioOptions
  /** Leads its own process group; otherwise it gets our terminal's signals. */
  readonly group?: boolean
}

const isWindows = process.platform === 'win32'

export function startProgram(argv: Argv, { stdio, group = true, ...place }: Starting): ChildProcess {
  const { file, args, options } = started(argv, place)
  return spawn(file, args, { ...options, stdio, detached: group && !isWindows })
}

/** Starts a detached program, ignoring its result. */
export function startApart(argv: Argv, place: ProcessContext): void {
  startProgram(argv, { ...place, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}

export function endGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return
  // Windows has no groups, and ending the interpreter alone would leave the program running.
  if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
  // It may have ended already.
  else quietly(() => process.kill(-pid, signal))
}

interface Waiting extends ProcessContext {
  readonly input?: string
  readonly stdio?: StdioOptions
  readonly timeoutMs?: number
  /** Limit of output bytes. */
  readonly most?: number
}

const LIMIT_MS = 600_000
const MAX = 64 * 1024 * 1024

export function runSync(
  argv: Argv,
  { input = '', stdio = 'pipe', timeoutMs = LIMIT_MS, most = MAX, ...place }: Waiting = {},
) {
  const { file, args, options } = started(argv, place)
  return spawnSync(file, args, {
    ...options,
    input,
    stdio,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: most,
  })
}

/** A program's output; throws if it fails. */
export function outputOf(argv: Argv, waiting: Waiting = {}): Buffer {
  const { status, stdout, stderr, error } = runSync(argv, waiting)
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${argv.slice(0, 2).join(' ')} failed: ${stderr.toString('utf8').trim()}`)
  return stdout
}
