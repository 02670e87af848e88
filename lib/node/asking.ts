// Asks a client what it loads, in a temporary home that has copies of its settings but no account and no sessions.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListingCommand, ListingResult } from '../runtimes/runtime.js'
import { endGroup, startProgram } from './start.js'

/** A folder or file to copy (`from`: absolute), and its path below the temporary home or project. */
export interface Copy {
  readonly from: string
  readonly to: string
  readonly below: 'home' | 'project'
}

/** A temporary home and project. */
export interface TemporaryHome {
  readonly home: string
  readonly project: string
  /** Replaces the temporary folders in a text with the user's. */
  readonly withUsersPaths: (text: string) => string
  readonly remove: () => void
}

const MAX_FILES = 5000

/** Creates a temporary home and project with the copies; null if there is too much to copy or copying fails. */
export function createTemporaryHome(
  copies: readonly Copy[],
  real: { readonly home: string; readonly project: string },
): TemporaryHome | null {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-ask-')))
  const [home, project] = [join(base, 'home'), join(base, 'project')]
  const remove = () => rmSync(base, { recursive: true, force: true })
  try {
    for (const folder of [home, project]) mkdirSync(folder)
    let files = 0
    for (const { from, to, below } of copies) {
      if (!existsSync(from)) continue
      files += statSync(from).isDirectory() ? readdirSync(from, { recursive: true }).length : 1
      if (files > MAX_FILES) throw new Error('too many files')
      cpSync(from, join(base, below, to), { recursive: true, dereference: true })
    }
  } catch {
    remove()
    return null
  }
  const withUsersPaths = (text: string) => text.replaceAll(home, real.home).replaceAll(project, real.project)
  return { home, project, withUsersPaths, remove }
}

export interface AskOptions {
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly milliseconds: number
}

/** Returns what the client lists; null if it cannot be started, does not reply in time, or its reply cannot be read. */
export async function askClient(
  question: ListingCommand,
  { program, env, cwd, milliseconds }: AskOptions,
): Promise<ListingResult | null> {
  let [stdout, stderr] = ['', '']
  let timer: NodeJS.Timeout | undefined
  try {
    const child = startProgram([program, ...question.args], {
      cwd,
      env: { ...env, ...question.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const status = await new Promise<number | null>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds)
      child.stdin?.on('error', () => {})
      child.stdout?.setEncoding('utf8').on('data', (text) => {
        stdout += text
        if (question.isEnough?.(stdout)) resolve(null)
      })
      child.stderr?.setEncoding('utf8').on('data', (text) => {
        stderr += text
      })
      child.on('error', reject)
      child.on('close', resolve)
      child.stdin?.write(question.input)
      // A client that we stop ourselves keeps its input open until then.
      if (question.isEnough === null) child.stdin?.end()
    }).finally(() => endGroup(child.pid))
    return question.read({ stdout, stderr, status })
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
