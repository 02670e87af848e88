// Asks a client what it loads, in a temporary home with copies of its settings, without account or sessions.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { OracleQuestion, Sighting } from '../runtimes/runtime.js'
import { endGroup, startProgram } from './start.js'

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
export async function askClient(
  question: OracleQuestion,
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
      // A client that is ended by us reads on as long as it likes.
      if (question.isEnough === null) child.stdin?.end()
    }).finally(() => endGroup(child.pid))
    return question.read({ stdout, stderr, status })
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
