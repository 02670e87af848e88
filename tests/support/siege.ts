// A project as it may come from elsewhere, and files around it that nothing in the project may make us read, change or remove.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome } from '../../lib/cli/execute.js'
import { bundlePath } from './bundle.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from './project.js'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const DIST = join(REPOSITORY, 'dist')
export const HOOK = join(DIST, 'gsd-hook.cjs')

/** Part of every file outside: a program that prints it has read one. */
export const SECRET = 'the-secret-of-somebody-else'

const OUTSIDE: Files = {
  'keep/a.txt': `${SECRET} a\n`,
  'keep/b/c.txt': `${SECRET} b\n`,
  'keep/.gitignore': `# ${SECRET}\n`,
  'keep/objects/ab/cdef': `${SECRET} object\n`,
  'keep/claims/x.json': `{"secret":"${SECRET}"}\n`,
  'secret.md': `---\nstatus: ${SECRET}\n---\n# ${SECRET}\n`,
  'config.json': `{"mode":"${SECRET}","hooks":{"secret_guard":false}}\n`,
  'log.jsonl': `${SECRET}\n`,
}
const HOME: Files = { '.bashrc': `# ${SECRET}\n`, '.env': `TOKEN=${SECRET}\n`, '.ssh/id_ed25519': `${SECRET}\n` }

export const shaOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Snapshot of all entries below a folder except `.gsd`, where records outside a project belong; links are not followed. */
function snapshotOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^\.gsd(?:\/|$)/.test(name),
  )
  const entries = names.map((name): [string, string] => {
    const path = join(folder, name)
    const found = lstatSync(path)
    const mode = (found.mode & 0o7777).toString(8)
    if (found.isSymbolicLink()) return [name, `link to ${readlinkSync(path)}`]
    if (found.isFile()) return [name, `${mode} ${shaOf(readFileSync(path))}`]
    return [name, found.isDirectory() ? 'folder' : 'special']
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export interface CallEnd {
  readonly exit: number | null
  readonly out: string
  readonly err: string
  /** Whether the process was killed at the time limit. */
  readonly timedOut: boolean
}

export class Siege {
  readonly project: TempProject
  readonly outside: string
  readonly #before: readonly unknown[]

  constructor(files: Files = OURS) {
    this.project = makeProject(files)
    // A planted lock has no owner who would release it.
    this.project.lockWaitMs = 0
    this.outside = join(dirname(this.project.root), 'outside')
    for (const [folder, set] of [
      [this.outside, OUTSIDE],
      [this.project.home, HOME],
    ] as const)
      for (const [path, text] of Object.entries(set)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
    this.#before = this.#around()
  }

  #around(): readonly unknown[] {
    return [readdirSync(dirname(this.project.root)).sort(), snapshotOf(this.outside), snapshotOf(this.project.home)]
  }

  /** Snapshots of the project's surroundings, now and at the start. */
  get around(): { readonly now: readonly unknown[]; readonly before: readonly unknown[] } {
    return { now: this.#around(), before: this.#before }
  }

  /** Replaces a path of the project with a link; a target without a leading `/` is in the folder `outside`. */
  link(path: string, to: string): this {
    this.project.remove(path)
    mkdirSync(dirname(this.project.at(path)), { recursive: true })
    symlinkSync(to.startsWith('/') ? to : join(this.outside, to), this.project.at(path))
    return this
  }

  pipe(path: string): this {
    this.project.remove(path)
    mkdirSync(dirname(this.project.at(path)), { recursive: true })
    spawnSync('mkfifo', [this.project.at(path)])
    return this
  }

  /** Plants an unfinished write as our programs would leave it, with the given differences. */
  intent(part: object, staged: Files = {}, name = '20260101000000-0123abcd'): this {
    const folder = `.planning/.runtime/tx/${name}`
    for (const [path, text] of Object.entries(staged)) this.project.write(`${folder}/${path}`, text)
    this.project.write(`${folder}/intent.json`, JSON.stringify({ v: 1, id: name, files: [], appends: [], ...part }))
    return this
  }

  /** Calls the CLI inside this process, for attacks that cannot block it. */
  async ask(...words: readonly string[]): Promise<CallEnd> {
    const { exit, stdout, stderr } = await this.project.ask(...words)
    return { exit, out: stdout, err: stderr, timedOut: false }
  }

  /** Runs the built CLI, for at most a minute. */
  run(...words: readonly string[]): Promise<CallEnd> {
    return endOf(this.#start(join(DIST, 'gsd-tools.cjs'), words), '')
  }

  /** Makes calls one after another in a separate process, for at most a minute: for attacks that may block a call. */
  async calls(lines: readonly (readonly string[])[]): Promise<readonly CallEnd[]> {
    const { exit, out, err, timedOut } = await endOf(
      this.#start(bundlePath('tests/support/caller.ts'), [DIST]),
      JSON.stringify(lines),
    )
    if (timedOut || exit !== 0) return [{ exit, out, err, timedOut }]
    return (JSON.parse(out) as readonly Outcome[]).map((one) => ({
      exit: one.exit,
      out: one.stdout,
      err: one.stderr,
      timedOut: false,
    }))
  }

  /** Runs the built hook program with one event in Claude Code's format. */
  hook(event: object, more: Readonly<Record<string, string>> = {}): Promise<CallEnd> {
    const payload = JSON.stringify({ session_id: 's', cwd: this.project.root, ...event })
    return endOf(this.#start(HOOK, ['claude'], more), payload)
  }

  #start(program: string, words: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    return spawn(process.execPath, [program, ...words], {
      cwd: this.project.root,
      env: { ...this.project.env(more), TMPDIR: this.project.home },
    })
  }
}

const LIMIT_MS = 60_000

/** Writes the input, if any, to a child process; returns its end after at most a minute. */
export function endOf(child: ChildProcess, input: string | null): Promise<CallEnd> {
  return new Promise((resolve) => {
    let [out, err, timedOut] = ['', '', false]
    child.stdout?.on('data', (bytes) => {
      out += bytes
    })
    child.stderr?.on('data', (bytes) => {
      err += bytes
    })
    child.stdin?.on('error', () => {})
    if (input !== null) child.stdin?.end(input)
    const timer = setTimeout(() => {
      timedOut = true
      child.kill('SIGKILL')
    }, LIMIT_MS)
    child.on('close', (exit) => {
      clearTimeout(timer)
      resolve({ exit, out, err, timedOut })
    })
  })
}

const READS = [['config', 'get', 'mode'], ['progress'], ['next'], ['health'], ['fsck']] as const
const WRITES = [
  ['config', 'set', 'mode', 'interactive'],
  ['state', 'record-session', '--stopped-at', 'x'],
] as const

/** Makes the first calls of a user in a clone; returns what they printed. Throws if one crashes, hangs, or exits with 2 for anything but PATH_OUTSIDE. */
export async function makeFirstCalls(
  siege: Siege,
  inOtherProcess = false,
  more: readonly (readonly string[])[] = [],
): Promise<string> {
  const calls = [...READS, ...WRITES, ...more, ...READS]
  const results: CallEnd[] = []
  if (inOtherProcess) results.push(...(await siege.calls(calls)))
  else for (const words of calls) results.push(await siege.ask(...words))
  for (const [at, { exit, err, timedOut }] of results.entries())
    if (timedOut || exit === 70 || exit === null || (exit === 2 && !err.includes('PATH_OUTSIDE')))
      throw new Error(`${calls[at]?.join(' ')}: exit ${exit}: ${err}`)
  if (results.length !== calls.length) throw new Error(`${results.length} of ${calls.length} calls ended`)
  return results.map(({ out, err }) => out + err).join('')
}

export const besiege = (files?: Files): Siege => new Siege(files)
export const liftSieges = disposeProjects
