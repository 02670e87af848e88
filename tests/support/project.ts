// Real projects in temporary folders, and calls of the CLI in them.
import { execFileSync, execSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execute } from '../../lib/cli/execute.js'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import type { Agreed, Clock, Presence } from '../../lib/ports.js'
import { agreedIn, agreedTo, saveAgreements } from './agreements.js'
import { textsIn } from './texts.js'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** The built executable. */
export const TOOLS = join(REPOSITORY, 'dist/gsd-tools.cjs')

/** A time after everything in the sample projects. */
const NOON = Date.parse('2026-01-05T12:00:00.000Z')

export type Files = Readonly<Record<string, string>>

export interface Origin {
  /** Whether the file came from elsewhere, so that nobody on this machine has agreed to its commands. */
  readonly foreign?: boolean
}

export interface Called {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
  /** Parses stdout as JSON; throws if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every verb
  json(): any
}

const called = (exit: number | null, stdout: string, stderr: string): Called => ({
  exit,
  stdout,
  stderr,
  json: () => JSON.parse(stdout),
})

const repositories = new Map<string, readonly (readonly [path: string, bytes: Buffer])[]>()

const bytesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path.slice(folder.length + 1), readFileSync(path)] as const)

export class TempProject {
  readonly root: string
  /** The user's home, next to the project. */
  readonly home: string
  /** The time of the last `ask`. Each call adds a second; during a call the time stands still. */
  time = NOON
  /** The caller of `ask`. Unknown by default, so that leases decide about claims. */
  presence: Presence = { holder: null, stateOf: () => 'unknown', recordsElsewhere: () => [] }
  lockWaitMs = 5000
  readonly #folder: string
  readonly #agreed: Agreed[] = []

  constructor(files: Files, origin: Origin = {}) {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-project-')))
    this.root = join(this.#folder, 'project')
    this.home = join(this.#folder, 'home')
    mkdirSync(this.root)
    mkdirSync(this.home)
    for (const [path, text] of Object.entries(files)) this.write(path, text, origin)
  }

  at(path: string): string {
    return join(this.root, path)
  }

  /** Writes a file. Unless it is `foreign`, the user agrees to the commands in it. */
  write(path: string, text: string, { foreign = false }: Origin = {}): void {
    mkdirSync(dirname(this.at(path)), { recursive: true })
    writeFileSync(this.at(path), text)
    if (!foreign && path.startsWith('.planning/')) this.#agree(agreedIn(path, text))
  }

  agree(commands: readonly (readonly string[])[]): void {
    this.#agree(agreedTo(commands.map((argv) => ({ argv }))))
  }

  #agree(agreed: readonly Agreed[]): void {
    this.#agreed.push(...agreed)
    saveAgreements(this.home, this.root, agreed)
  }

  read(path: string): string {
    return readFileSync(this.at(path), 'utf8')
  }

  has(path: string): boolean {
    return existsSync(this.at(path))
  }

  remove(path: string): void {
    rmSync(this.at(path), { recursive: true, force: true })
  }

  /** The texts of all planning files, without the journal and run-time files. */
  planningTexts(): string {
    return Object.keys(this.snapshot())
      .filter((path) => /^\.planning\/(?!journal\/|\.runtime\/).*[^/]$/.test(path))
      .map((path) => this.read(path))
      .join('')
  }

  /** The sha256 of every file below the root, and every folder; `.git` is left out. */
  snapshot(): Readonly<Record<string, string>> {
    const entries: [string, string][] = readdirSync(this.root, { recursive: true, withFileTypes: true }).flatMap(
      (entry): [string, string][] => {
        const path = join(entry.parentPath, entry.name).slice(this.root.length + 1)
        if (path === '.git' || path.startsWith('.git/')) return []
        if (entry.isDirectory()) return [[`${path}/`, 'folder']]
        return [
          [
            path,
            createHash('sha256')
              .update(readFileSync(this.at(path)))
              .digest('hex'),
          ],
        ]
      },
    )
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Environment variables for a program: PATH is the machine's, and none comes from a client around the tests. */
  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@example.invalid',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@example.invalid',
      ...more,
    }
  }

  git(...args: readonly string[]): string {
    // Without git's maintenance after a commit, which costs a process and finds nothing to do.
    const output = execFileSync('git', ['-c', 'maintenance.auto=false', ...args], {
      cwd: this.root,
      encoding: 'utf8',
      env: this.env(),
    })
    // Agreements are stored per repository, so they are repeated for the new one.
    if (args[0] === 'init') saveAgreements(this.home, this.root, this.#agreed)
    return output
  }

  /** Makes the project a repository with everything committed, or copies that of an earlier project with the same files, because git's processes are slow. */
  initGit(): this {
    const key = JSON.stringify(this.snapshot())
    const known = repositories.get(key)
    if (known === undefined) {
      const calls = ['init -q -b main --template=', 'add --all', 'commit -q --allow-empty --message=start']
      const line = calls.map((call) => `git -c maintenance.auto=false ${call}`).join(' && ')
      execSync(line, { cwd: this.root, env: this.env(), stdio: 'pipe' })
      // For commits that other processes make.
      appendFileSync(this.at('.git/config'), '[maintenance]\n\tauto = false\n')
      repositories.set(key, bytesBelow(this.at('.git')))
    } else
      for (const [path, bytes] of known) {
        mkdirSync(dirname(this.at(`.git/${path}`)), { recursive: true })
        writeFileSync(this.at(`.git/${path}`), bytes)
      }
    saveAgreements(this.home, this.root, this.#agreed)
    return this
  }

  /** Calls a verb inside this process. */
  ask(...words: readonly string[]): Promise<Called> {
    return this.askWith({}, ...words)
  }

  /** Calls a verb with additional environment variables, such as those of a client. */
  askWith(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Called> {
    return this.#execute(env, words)
  }

  askAsPerson(...words: readonly string[]): Promise<Called> {
    return this.#execute({}, words, undefined, true)
  }

  askFrom(stdin: string, ...words: readonly string[]): Promise<Called> {
    return this.#execute({}, words, () => stdin)
  }

  async #execute(
    env: Readonly<Record<string, string>>,
    words: readonly string[],
    stdin?: () => string,
    isPerson = false,
  ): Promise<Called> {
    this.time += 1000
    const now = this.time
    const clock: Clock = { now: () => now, today: () => new Date(now).toISOString().slice(0, 10) }
    const { exit, stdout, stderr } = await execute({
      argv: words,
      env: this.env(env),
      cwd: this.root,
      bin: join(REPOSITORY, 'dist'),
      script: TOOLS,
      clock,
      presence: this.presence,
      lockWaitMs: this.lockWaitMs,
      isPerson,
      ...(stdin === undefined ? {} : { stdin }),
    })
    return called(exit, stdout, stderr)
  }

  /** Runs the built executable. */
  run(...words: readonly string[]): Called {
    return this.runIn('.', {}, ...words)
  }

  runIn(folder: string, env: Readonly<Record<string, string>>, ...words: readonly string[]): Called {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TOOLS, ...words], {
      cwd: this.at(folder),
      env: this.env(env),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return called(status, stdout, stderr)
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const opened: TempProject[] = []

/** Creates a project that `disposeProjects` removes. */
export function makeProject(files: Files, origin: Origin = {}): TempProject {
  const project = new TempProject(files, origin)
  opened.push(project)
  return project
}

export function disposeProjects(): void {
  for (const project of opened.splice(0)) project.dispose()
}

/** The ledger line that says that the project was begun with this pack. */
export const CREATED = frameLine({ kind: 'created', at: '2026-01-01T00:00:00.000Z' }, sha256)

/** A project as this pack writes it: phase 1 half executed, phases 2 and 3 not planned. */
export const OURS: Files = {
  ...textsIn('ours'),
  'src/part-01.ts': 'export const one = 1\n',
  'README.md': '# Ledger\n',
}

/** The project OURS as an older tool leaves it: flat config keys, bold labels, summaries without `completed_at`. */
export const OLDER: Files = { ...OURS, ...textsIn('older') }
