// Runs programs without a shell, and kills their whole process group at the time limit.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TREE_DIGEST } from '../core/builtin-steps.js'
import { DISK_FULL, NOT_WRITABLE, readGitCall } from '../core/git-words.js'
import { isNamed } from '../core/trust.js'
import type { Run, RunResult } from '../ports.js'
import { treeDigest } from './git.js'
import type { Variables } from './home.js'
import { gitEnv, gitRefusal } from './repository.js'
import { type Argv, endGroup, outputOf, startProgram } from './start.js'

/** Bytes of output that are kept. Older output is dropped. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 600_000

/** Runs a step. A step of our own starts git only with allowed arguments, and not in a planted repository. */
export async function runStep(root: string, step: Run): Promise<RunResult> {
  // A command of the project may be any program and, once trusted, may pass any arguments to git.
  if (isNamed(step)) return step.commit === undefined ? runIn(root, step) : runInScratch(root, step, step.commit)
  if (step.argv[0] === TREE_DIGEST) return digestTree(root)
  const refused = step.argv[0] === 'git' ? gitStepRefusal(root, step) : null
  return refused === null ? runWithRetries(root, step) : result(null, '', refused, performance.now(), 'not-found')
}

/** Runs a step in a temporary worktree of one commit. */
async function runInScratch(root: string, step: Run, commit: string): Promise<RunResult> {
  const started = performance.now()
  const place = { cwd: root, env: gitEnv(process.env) }
  const git = (...args: readonly string[]): string =>
    outputOf(['git', '-c', 'core.hooksPath=/dev/null', ...args], place).toString('utf8')
  try {
    const refusal = gitRefusal(root)
    if (refusal !== null) throw new Error(refusal)
    const folder = mkdtempSync(join(tmpdir(), 'gsd-scratch-'))
    const tree = join(folder, 'tree')
    try {
      const prefix = git('rev-parse', '--show-prefix').trim()
      git('worktree', 'add', '--quiet', '--detach', tree, commit)
      try {
        return await runIn(join(tree, prefix), step)
      } finally {
        git('worktree', 'remove', '--force', tree)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  } catch (error) {
    return result(null, '', (error as Error).message, started, 'signal')
  }
}

/** Why git is not started: it has an argument that we never use, or would run in a planted repository; else null. */
function gitStepRefusal(root: string, { argv: [, ...args], cwd = '.' }: Run): string | null {
  const { folder, disallowed } = readGitCall(args)
  if (disallowed !== null) return `"${disallowed}" is not an allowed git argument`
  return gitRefusal(resolvePath(root, cwd, folder ?? '.'))
}

/** Messages of git if another git is running: there is a lock file, or a branch has moved. */
const GIT_LOCKED = /\.lock'|cannot lock ref/
const isGitLocked = (stderr: string): boolean =>
  GIT_LOCKED.test(stderr) && !NOT_WRITABLE.test(stderr) && !DISK_FULL.test(stderr)
const PAUSE_MS = 100

/** Runs a step, again and again for `patienceMs` while another git is running. */
async function runWithRetries(root: string, step: Run): Promise<RunResult> {
  const until = performance.now() + (step.patienceMs ?? 0)
  for (;;) {
    const found = await runIn(root, step)
    if (found.exitCode === 0 || performance.now() >= until || !isGitLocked(found.stderr)) return found
    // The pause is random, so that waiting processes do not retry at the same time.
    await sleep(PAUSE_MS * (0.5 + Math.random()))
  }
}

function digestTree(root: string): RunResult {
  const started = performance.now()
  try {
    return result(0, treeDigest(root), '', started, null)
  } catch (error) {
    return result(1, '', (error as Error).message, started, null)
  }
}

const result = (
  exitCode: number | null,
  stdout: string,
  stderr: string,
  started: number,
  problem: RunResult['problem'],
): RunResult => ({ exitCode, stdout, stderr, durationMs: Math.round(performance.now() - started), problem })

const runIn = (root: string, { argv, cwd = '.', env, stdin, timeoutMs }: Run): Promise<RunResult> =>
  runProgram(argv, {
    cwd: resolvePath(root, cwd),
    env: argv[0] === 'git' ? gitEnv(process.env, env) : { ...process.env, ...env },
    stdin,
    timeoutMs,
  })

export interface RunOptions {
  readonly cwd: string
  readonly env: Variables
  readonly stdin?: string | undefined
  readonly timeoutMs?: number | undefined
}

export function runProgram(
  argv: Argv,
  { cwd, env, stdin, timeoutMs = DEFAULT_TIMEOUT_MS }: RunOptions,
): Promise<RunResult> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const failed = ({ code, message }: NodeJS.ErrnoException) => {
      const isMissing = code === 'ENOENT' || code === 'EACCES'
      resolve(result(null, '', message, begun, isMissing ? 'not-found' : 'signal'))
    }
    let child: ChildProcess
    try {
      child = startProgram(argv, { cwd, env, stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
    } catch (error) {
      return failed(error as NodeJS.ErrnoException)
    }
    const [out, err] = [new Tail(), new Tail()]
    let problem: RunResult['problem'] = null
    const timer = setTimeout(() => {
      problem = 'timeout'
      endGroup(child.pid)
    }, timeoutMs)
    child.stdout?.on('data', (chunk: Buffer) => out.add(chunk))
    child.stderr?.on('data', (chunk: Buffer) => err.add(chunk))
    child.stdin?.on('error', () => {})
    child.stdin?.end(stdin)
    child.on('error', (error) => {
      clearTimeout(timer)
      failed(error)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      problem ??= signal === null ? null : 'signal'
      const ended = result(problem === null ? code : null, out.text(), err.text(), begun, problem)
      resolve({ ...ended, signal, ...(out.isTruncated ? { cut: true } : {}) })
    })
  })
}

/** Collects the last part of an output. */
class Tail {
  #chunks: Buffer[] = []
  #length = 0
  isTruncated = false

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length - (this.#chunks[0]?.length ?? 0) > MAX_OUTPUT_BYTES) {
      this.#length -= this.#chunks.shift()?.length ?? 0
      this.isTruncated = true
    }
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
