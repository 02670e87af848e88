// A model that follows a printed text literally: it makes the calls in the text exactly as spelled, with its own words in the angle brackets.
import { expect } from 'vitest'
import { shellWords } from '../../lib/assets/pack.js'
import { type Files, makeProject, type TempProject } from './project.js'

const CALL = /`(node "[^"`]+" [^`]+)`/g

export class Walk {
  text = ''
  readonly callsMade: string[] = []
  readonly #project: TempProject

  constructor(project: TempProject) {
    this.#project = project
  }

  /** The calls that the text names, without the program. */
  get calls(): readonly string[] {
    return [...this.text.matchAll(CALL)].map(([, call = '']) => call.replace(/^node "[^"]+" /, ''))
  }

  async call(...words: readonly string[]): Promise<void> {
    const { exit, stdout, stderr } = await this.#project.ask(...words)
    // Exit code 1 without an error means that the answer is no.
    const isNo = exit === 1 && !stdout.includes('"error"')
    expect(isNo || exit === 0 || exit === 4, `${words.join(' ')}: ${stdout}${stderr}`).toBe(true)
    this.callsMade.push(words.join(' '))
    this.text = stdout
  }

  /** Makes the first call of the text that begins with `start`; if `becomesText`, its output becomes the text to follow. */
  async follow(start: string, fill: Readonly<Record<string, string>> = {}, becomesText = false): Promise<string> {
    const found = this.calls.find((call) => call.startsWith(start))
    expect(found, `the text names no call "${start}":\n${this.text}`).toBeDefined()
    const filled = Object.entries(fill).reduce(
      (call, [hole, word]) => call.replaceAll(hole, () => word),
      found as string,
    )
    expect(filled, 'a placeholder is left').not.toMatch(/<[a-z]/)
    const before = this.text
    await this.call(...shellWords(filled))
    const printed = this.text
    if (!becomesText) this.text = before
    return printed
  }
}

/** Starts a command in a repository with the given files; the walk holds its first text. */
export async function startCommand(files: Files, command: string, ...words: readonly string[]) {
  const project = makeProject(files).initGit()
  const walk = new Walk(project)
  await walk.call('brief', command, ...(words.length === 0 ? [] : ['--', ...words]))
  return { project, walk }
}

export const expectClean = (project: TempProject): void => expect(project.git('status', '--porcelain')).toBe('')
