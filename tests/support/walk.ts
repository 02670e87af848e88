// A model that takes a served text at its word: it makes the calls that stand there, in their spelling, with its own words in the angle brackets.
import { expect } from 'vitest'
import { shellWords } from '../../lib/assets/pack.js'
import { type Files, makeProject, type TempProject } from './project.js'

/** A call in the text, as it is spelled there. */
const CALL = /`(node "[^"`]+" [^`]+)`/g

export class Walk {
  /** What the last call printed. */
  text = ''
  readonly made: string[] = []
  readonly #project: TempProject

  constructor(project: TempProject) {
    this.#project = project
  }

  /** The calls the text names, without the program. */
  get calls(): readonly string[] {
    return [...this.text.matchAll(CALL)].map(([, call = '']) => call.replace(/^node "[^"]+" /, ''))
  }

  async call(...words: readonly string[]): Promise<void> {
    const { exit, stdout, stderr } = await this.#project.ask(...words)
    // That the answer is no is an answer too.
    const isNo = exit === 1 && !stdout.includes('"error"')
    expect(isNo || exit === 0 || exit === 4, `${words.join(' ')}: ${stdout}${stderr}`).toBe(true)
    this.made.push(words.join(' '))
    this.text = stdout
  }

  /** Makes the first call of the text that begins like this; what it prints is read in its place where `on` says so. */
  async follow(start: string, fill: Readonly<Record<string, string>> = {}, on = false): Promise<string> {
    const found = this.calls.find((call) => call.startsWith(start))
    expect(found, `the text names no call "${start}":\n${this.text}`).toBeDefined()
    const filled = Object.entries(fill).reduce(
      (call, [hole, word]) => call.replaceAll(hole, () => word),
      found as string,
    )
    expect(filled, 'a hole is left').not.toMatch(/<[a-z]/)
    const before = this.text
    await this.call(...shellWords(filled))
    const printed = this.text
    if (!on) this.text = before
    return printed
  }
}

/** A command that was typed in a repository with these files, as far as its first text. */
export async function typed(files: Files, command: string, ...words: readonly string[]) {
  const project = makeProject(files).initGit()
  const walk = new Walk(project)
  await walk.call('brief', command, ...(words.length === 0 ? [] : ['--', ...words]))
  return { project, walk }
}

/** Nothing was left that no commit holds. */
export const clean = (project: TempProject): void => expect(project.git('status', '--porcelain')).toBe('')
