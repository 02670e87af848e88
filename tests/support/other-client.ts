// A separate process that calls the CLI as a client does, so that a test can take a claim in another client and kill that client.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openPresence } from '../../lib/node/presence.js'
import { type TempProject, TOOLS } from './project.js'

/** This process as a client, in the given conversation. */
export const presenceOf = (session: string | null) =>
  openPresence({ session, root: '.', programs: new Set(), isAbove: true })

/** Runs each line of stdin as a call. The answer goes to a file, because a call in `$(…)` would have a short-lived parent. */
const PROGRAM = 'while IFS= read -r line; do eval "$line" > "$HOME/answer"; echo $?; done'
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

export class OtherClient {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #answer: () => string

  /** Starts a shell under the process name `name`. */
  constructor(project: TempProject, env: Readonly<Record<string, string>> = {}, name = 'claude') {
    this.#child = spawn('/bin/sh', ['-c', PROGRAM], {
      argv0: name,
      cwd: project.root,
      env: project.env(env),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (this.#child.stdout === null) throw new Error('the process has no output')
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
    this.#answer = () => readFileSync(join(project.home, 'answer'), 'utf8')
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every verb
  async call(...words: readonly string[]): Promise<{ readonly exit: number; readonly answer: any }> {
    this.#child.stdin?.write(`${[process.execPath, TOOLS, ...words].map(quoted).join(' ')}\n`)
    const { value } = await this.#lines.next()
    return { exit: Number(value), answer: JSON.parse(this.#answer()) }
  }

  /** Kills the process and waits for its end. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
