// A process of its own that calls the CLI as a client would: so that a claim can be taken elsewhere, by somebody who lives or is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openPresence } from '../../lib/node/presence.js'
import { type TempProject, TOOLS } from './project.js'

/** This process as a client, in such a conversation. */
export const presenceOf = (session: string | null) =>
  openPresence({ session, root: '.', programs: new Set(), isAbove: true })

const PROGRAM = `
const { spawnSync } = require('node:child_process')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { status, stdout } = spawnSync(process.execPath, [${JSON.stringify(TOOLS)}, ...JSON.parse(line)], { encoding: 'utf8' })
  console.log(JSON.stringify({ status, stdout }))
})
`

export class OtherClient {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  /** `name`: what its process is called. */
  constructor(project: TempProject, env: Readonly<Record<string, string>> = {}, name = 'claude') {
    this.#child = spawn(process.execPath, ['-e', PROGRAM], {
      argv0: name,
      cwd: project.root,
      env: project.env(env),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (this.#child.stdout === null) throw new Error('the process has no output')
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every verb
  async call(...words: readonly string[]): Promise<{ readonly exit: number; readonly answer: any }> {
    this.#child.stdin?.write(`${JSON.stringify(words)}\n`)
    const { value } = await this.#lines.next()
    const { status, stdout } = JSON.parse(value)
    return { exit: status, answer: JSON.parse(stdout) }
  }

  /** Cut off, without a word. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
