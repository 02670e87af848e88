// Asks a client what it loads, in a home made for the question: copies of what it would read, nothing of its state, its account or its sessions.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { OracleQuestion, Sighting } from '../runtimes/runtime.js'
import { startOf } from './programs.js'

/** Absolute folder or file, and where it goes below the borrowed home or project. */
export interface Copy {
  readonly from: string
  readonly to: string
  readonly below: 'home' | 'project'
}

export interface Borrowed {
  readonly home: string
  readonly project: string
  /** Text with paths of the borrowed folders, as a person knows them. */
  readonly plain: (text: string) => string
  readonly remove: () => void
}

const MOST_FILES = 5000

/** A home and a project that hold the given copies; null when there is too much to copy. */
export function borrow(
  copies: readonly Copy[],
  real: { readonly home: string; readonly project: string },
): Borrowed | null {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-ask-')))
  const [home, project] = [join(base, 'home'), join(base, 'project')]
  const remove = () => rmSync(base, { recursive: true, force: true })
  try {
    for (const folder of [home, project]) mkdirSync(folder)
    let files = 0
    for (const { from, to, below } of copies) {
      if (!existsSync(from)) continue
      files += statSync(from).isDirectory() ? readdirSync(from, { recursive: true }).length : 1
      if (files > MOST_FILES) throw new Error('too many files')
      copyInto(join(base, below, to), from)
    }
  } catch {
    remove()
    return null
  }
  const plain = (text: string) => text.replaceAll(home, real.home).replaceAll(project, real.project)
  return { home, project, plain, remove }
}

function copyInto(to: string, from: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, dereference: true })
}

export interface Asking {
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly milliseconds: number
}

/** What the client answered, or null when it did not in time or could not be started. */
export function askClient(
  question: OracleQuestion,
  { program, env, cwd, milliseconds }: Asking,
): Promise<Sighting | null> {
  const start = startOf([program, ...question.args], { platform: process.platform, env, cwd })
  if ('refused' in start) return Promise.resolve(null)
  return new Promise((resolve) => {
    let [stdout, stderr] = ['', '']
    let isSettled = false
    const child = spawn(start.file, start.args, {
      cwd,
      env: { ...env, ...question.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsVerbatimArguments: start.verbatim,
      detached: process.platform !== 'win32',
    })
    const settle = (status: number | null, isAnswered: boolean) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      endGroup(child.pid)
      resolve(isAnswered ? question.read({ stdout, stderr, status }) : null)
    }
    const timer = setTimeout(() => settle(null, false), milliseconds)
    child.stdin.on('error', () => {})
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      if (question.isEnough?.(stdout)) settle(null, true)
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.on('error', () => settle(null, false))
    child.on('close', (status) => settle(status, true))
    child.stdin.write(question.input)
    // A client that is ended by us reads on as long as it likes.
    if (question.isEnough === null) child.stdin.end()
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
