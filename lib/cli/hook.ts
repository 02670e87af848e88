// Main of the hook program: one event in, one answer out. Whatever breaks in it, the host goes on as if it were not there.
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { HookProject, Surroundings } from '../hooks/check.js'
import { checksWith } from '../hooks/checks/all.js'
import { LOOK } from '../hooks/checks/session.js'
import type { Spoken } from '../hooks/dialect.js'
import { DIALECTS } from '../hooks/dialects/all.js'
import type { HookEvent } from '../hooks/event.js'
import { isFields } from '../hooks/record.js'
import { type HookRim, handle } from '../hooks/run.js'
import { readPayload } from '../node/payload-in.js'
import type { HookFacts } from '../runtimes/hooks.js'

/** By runtime; made from the rows by the build. */
declare const __GSD_HOOK_FACTS__: Readonly<Record<string, HookFacts>>
declare const __GSD_VERSION__: string
/** What few events need is loaded by them: a module of Node costs a millisecond. */
const childProcess = () => require('node:child_process') as typeof import('node:child_process')
const temporary = () => (require('node:os') as typeof import('node:os')).tmpdir()
const heavy = () => require(join(import.meta.dirname, 'gsd-hook-heavy.cjs')).loaded as typeof import('./hook-heavy.js')

const MOST_READ = 16_000_000
const TAIL = 65_536

const textAt = (path: string): string | null => {
  try {
    return statSync(path).size > MOST_READ ? null : readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const tailAt = (path: string): string | null => {
  try {
    const fd = openSync(path, 'r')
    try {
      const { size } = fstatSync(fd)
      const buffer = Buffer.alloc(Math.min(size, TAIL))
      readSync(fd, buffer, 0, buffer.length, size - buffer.length)
      return buffer.toString('utf8')
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const documentIn = (text: string | null): Readonly<Record<string, unknown>> => {
  if (text === null || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

function projectAround(cwd: string): HookProject | null {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.planning'))) return projectAt(at)
    if (dirname(at) === at) return null
  }
}

function projectAt(root: string): HookProject {
  let settings: Readonly<Record<string, unknown>> | undefined
  return {
    root,
    list: (folder) => namesIn(join(root, folder)),
    writtenAt: (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? null,
    read: (path) => textAt(join(root, path)),
    setting: (key) => {
      settings ??= documentIn(textAt(join(root, '.planning/config.json')))
      return key.split('.').reduce<unknown>((value, part) => (isFields(value) ? value[part] : undefined), settings)
    },
  }
}

/** Memory of a session: below the project's runtime folder, or in the temporary one where there is no project. */
function memoryPath(session: string | null, project: HookProject | null): string | null {
  const name = session?.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100) ?? ''
  if (name === '' || /^\.+$/.test(name)) return null
  return project === null
    ? join(temporary(), `gsd-hooks-${process.getuid?.() ?? ''}`, `${name}.json`)
    : join(project.root, '.planning/.runtime/hooks', `${name}.json`)
}

/** Written beside its place and renamed: two events at once leave one of the two whole. */
function keepAt(path: string, memory: Readonly<Record<string, unknown>>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, JSON.stringify(memory))
  renameSync(fresh, path)
}

const payload = dirname(import.meta.dirname)

const rim: HookRim = {
  open: (event: HookEvent) => {
    const cwd = isAbsolute(event.cwd) ? event.cwd : resolve(event.cwd)
    const project = projectAround(cwd)
    const place = memoryPath(event.session, project)
    let memory: Readonly<Record<string, unknown>> | undefined
    const remembered = () => {
      memory ??= place === null ? {} : documentIn(textAt(place))
      return memory
    }
    return {
      around: (check): Surroundings => ({
        now: Date.now,
        env: (name) => process.env[name] ?? null,
        project,
        read: textAt,
        tail: tailAt,
        exists: existsSync,
        get remembered() {
          return remembered()[check]
        },
        recalled: (other) => remembered()[other],
        remind: project === null ? null : (token, bucket) => remind(project.root, token, bucket, event.session),
        payload,
        version: __GSD_VERSION__,
      }),
      keep: (own) => {
        if (place !== null) keepAt(place, { ...remembered(), ...own })
      },
      spend: (path) => {
        if (project !== null) rmSync(join(project.root, path), { force: true })
      },
      start: ([program, ...args]) =>
        childProcess()
          .spawn(program, args, { cwd: project?.root ?? cwd, detached: true, stdio: 'ignore' })
          .on('error', () => {})
          .unref(),
    }
  },
}

/** What was said, so that it is not said again; done when the answer is out. */
const after: (() => Promise<unknown>)[] = []

/** Kept by the CLI within this process: what it answers was committed before. */
async function remind(root: string, token: string, bucket: number, session: string | null): Promise<string | null> {
  const call = (...more: readonly string[]) =>
    heavy().execute({
      argv: ['task', 'remind', '--claim', token, '--bucket', String(bucket), ...more],
      env: process.env,
      cwd: root,
      bin: import.meta.dirname,
      script: join(import.meta.dirname, 'gsd-tools.cjs'),
    })
  const { exit, stdout } = await call()
  const { text } = exit === 0 ? (documentIn(stdout) as { readonly text?: unknown }) : {}
  if (typeof text !== 'string') return null
  after.push(() => call('--delivered', session ?? 'unknown'))
  return text
}

/** A look for a newer version, in a process of its own beside the session. */
function lookForUpdate(): void {
  const ran = childProcess().spawnSync('npm', ['view', 'gsd-pack', 'version'], {
    encoding: 'utf8',
    timeout: 20_000,
    shell: process.platform === 'win32',
  })
  const latest = ran.stdout?.trim() ?? ''
  if (/^\d+\.\d+\.\d+/.test(latest))
    writeFileSync(join(payload, 'update.json'), JSON.stringify({ latest, at: Date.now() }))
}

async function main([runtime = '', hint]: readonly string[]): Promise<Spoken | null> {
  const facts = Object.hasOwn(__GSD_HOOK_FACTS__, runtime) ? __GSD_HOOK_FACTS__[runtime] : undefined
  if (facts === undefined) return null
  const guest = Object.entries(facts.guests ?? {}).find(([variable]) => process.env[variable] !== undefined)
  const dialect = DIALECTS[guest?.[1] ?? facts.dialect](facts)
  try {
    return await handle(documentIn(readPayload()), hint ?? null, dialect, checksWith(heavy), rim)
  } catch {
    return dialect.silence
  }
}

async function finish(spoken: Spoken | null): Promise<never> {
  try {
    if (spoken !== null && spoken.stdout !== '') writeSync(1, spoken.stdout)
    if (spoken !== null && spoken.stderr !== '') writeSync(2, spoken.stderr)
  } catch {
    // The host does not listen any more.
  }
  for (const one of after) await one().catch(() => {})
  process.exit(spoken?.exit ?? 0)
}

if (process.argv[2] === LOOK) lookForUpdate()
else main(process.argv.slice(2)).then(finish, () => finish(null))
