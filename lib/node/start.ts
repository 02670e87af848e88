// The only code that starts programs and kills their groups. No shell or window is opened; batch files run in cmd.exe.
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { quietly } from '../std/attempt.js'
import type { Variables } from './home.js'
import { programStart } from './programs.js'

export type Argv = readonly [string, ...string[]]

interface ProcessContext {
  readonly cwd?: string | undefined
  readonly env?: Variables
}

/** The arguments for `spawn`. Throws if Windows cannot pass such arguments. */
function spawnArguments(argv: Argv, { cwd = process.cwd(), env = process.env }: ProcessContext) {
  const start = programStart(argv, { platform: process.platform, env, cwd })
  if ('refused' in start) throw Object.assign(new Error(start.refused), { code: 'ENOENT' })
  const { file, args, verbatim } = start
  return { file, args, options: { cwd, env, windowsHide: true, windowsVerbatimArguments: verbatim } }
}

export interface StartOptions extends ProcessContext {
  readonly stdio: StdioOptions
  /** Whether the program leads its own process group; otherwise it gets our terminal's signals. */
  readonly group?: boolean
}

const isWindows = process.platform === 'win32'

export function startProgram(argv: Argv, { stdio, group = true, ...place }: StartOptions): ChildProcess {
  const { file, args, options } = spawnArguments(argv, place)
  return spawn(file, args, { ...options, stdio, detached: group && !isWindows })
}

/** Starts a program that outlives us, and ignores its result. */
export function startDetached(argv: Argv, place: ProcessContext): void {
  startProgram(argv, { ...place, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}

/** Sends a signal to a process group; on Windows, kills the process and those it started. */
export function endGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return
  // Windows has no groups, and killing cmd.exe alone would leave the program running.
  if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
  // The group may have ended already.
  else quietly(() => process.kill(-pid, signal))
}

interface SyncOptions extends ProcessContext {
  readonly input?: string
  readonly stdio?: StdioOptions
  readonly timeoutMs?: number
  readonly maxOutputBytes?: number
}

const TIMEOUT_MS = 600_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Runs a program and waits for it. */
export function runSync(
  argv: Argv,
  { input = '', stdio = 'pipe', timeoutMs = TIMEOUT_MS, maxOutputBytes = MAX_OUTPUT_BYTES, ...place }: SyncOptions = {},
) {
  const { file, args, options } = spawnArguments(argv, place)
  return spawnSync(file, args, {
    ...options,
    input,
    stdio,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: maxOutputBytes,
  })
}

/** Runs a program and returns its output; throws if it fails. */
export function outputOf(argv: Argv, waiting: SyncOptions = {}): Buffer {
  const { status, stdout, stderr, error } = runSync(argv, waiting)
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${argv.slice(0, 2).join(' ')} failed: ${stderr.toString('utf8').trim()}`)
  return stdout
}
