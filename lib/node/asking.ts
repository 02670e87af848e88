// Asks a client what it loads, in a temporary home with copies of its settings and no account or sessions.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListingCommand, Sighting } from '../runtimes/runtime.js'
import { endGroup, startProgram } from './start.js'

/** An absolute folder or file, and its path below the temporary home or project. */
export interface Copy {
  readonly from: string
  readonly to: string
  readonly below: 'home' | 'project'
}

export interface Borrowed {
  readonly home: string
  readonly project: string
  /** Replaces the temporary folders in a text by the user's paths. */
  readonly plain: (text: string) => string
  readonly remove: () => void
}

const MAX_FILES = 5000

/** A temporary home and project with the copies; null if there is too much to copy. */
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
      if (files > MAX_FILES) throw new Error('too many files')
      cpSync(from, join(base, below, to), { recursive: true, dereference: true })
    }
  } catch {
    remove()
    return null
  }
  const plain = (text: string) => text.replaceAll(home, real.home).replaceAll(project, real.project)
  return { home, project, plain, remove }
}

export interface Asking {
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly milliseconds: number
}

/** The client's answer; null if the client could not be started or was too slow. */
export async function askClient(
  question: ListingCommand,
  { program, env, cwd, milliseconds }: Asking,
): Promise<Sighting | null> {
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
      // The client may ignore a closed input until it is killed.
      if (question.isEnough === null) child.stdin?.end()
    }).finally(() => endGroup(child.pid))
    return question.read({ stdout, stderr, status })
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
