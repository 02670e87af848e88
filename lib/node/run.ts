// Runs programs without a shell and ends their whole process group at the time limit.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TREE_DIGEST } from '../core/builtin-steps.js'
import { NO_ROOM, NOT_WRITABLE, readGitCall } from '../core/git-words.js'
import { isNamed } from '../core/trust.js'
import type { Run, RunResult } from '../ports.js'
import { treeDigest } from './git.js'
import type { Variables } from './home.js'
import { gitEnv, strangeRepository } from './repository.js'
import { type Argv, endGroup, outputOf, startProgram } from './start.js'

/** Bytes of output that are kept; older output is dropped. */
const OUTPUT_LIMIT = 16 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 600_000

export async function runStep(root: string, step: Run): Promise<RunResult> {
  // A command named by the project can be any program. Once trusted, it may pass any arguments to git.
  if (isNamed(step)) return step.commit === undefined ? runIn(root, step) : runInScratch(root, step, step.commit)
  if (step.argv[0] === TREE_DIGEST) return digestTree(root)
  const refused = step.argv[0] === 'git' ? refusedGit(root, step) : null
  return refused === null ? runPatiently(root, step) : result(null, '', refused, performance.now(), 'not-found')
}

/** Runs a step in a temporary worktree of one commit. */
async function runInScratch(root: string, step: Run, commit: string): Promise<RunResult> {
  const started = performance.now()
  const place = { cwd: root, env: gitEnv(process.env) }
  const git = (...words: readonly string[]): string =>
    outputOf(['git', '-c', 'core.hooksPath=/dev/null', ...words], place).toString('utf8')
  try {
    const strange = strangeRepository(root)
    if (strange !== null) throw new Error(strange)
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

/** Why git is not started: an argument we never use, or a repository planted in the tree; else null. */
function refusedGit(root: string, { argv: [, ...words], cwd = '.' }: Run): string | null {
  const { folder, strange } = readGitCall(words)
  if (strange !== null) return `"${strange}" is not an allowed git argument`
  return strangeRepository(resolvePath(root, cwd, folder ?? '.'))
}

/** Messages of git while another git is running: a lock file, or a moved branch. */
const HELD = /\.lock'|cannot lock ref/
const isHeld = (complaint: string): boolean =>
  HELD.test(complaint) && !NOT_WRITABLE.test(complaint) && !NO_ROOM.test(complaint)
const PAUSE_MS = 100

async function runPatiently(root: string, step: Run): Promise<RunResult> {
  const until = performance.now() + (step.patienceMs ?? 0)
  for (;;) {
    const found = await runIn(root, step)
    if (found.exitCode === 0 || performance.now() >= until || !isHeld(found.stderr)) return found
    // Random, so that waiting processes do not retry in step.
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

export interface Running {
  readonly cwd: string
  readonly env: Variables
  readonly stdin?: string | undefined
  readonly timeoutMs?: number | undefined
}

export function runProgram(
  argv: Argv,
  { cwd, env, stdin, timeoutMs = DEFAULT_TIMEOUT_MS }: Running,
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
      resolve({ ...ended, signal, ...(out.isCut ? { cut: true } : {}) })
    })
  })
}

class Tail {
  #chunks: Buffer[] = []
  #length = 0
  isCut = false

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length - (this.#chunks[0]?.length ?? 0) > OUTPUT_LIMIT) {
      this.#length -= this.#chunks.shift()?.length ?? 0
      this.isCut = true
    }
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
