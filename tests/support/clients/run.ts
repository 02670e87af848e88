// Drives a real client, headless or as the agent of an editor, with a minimal environment and a separate home.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { ListingCommand, ListingResult } from '../../../lib/runtimes/runtime.js'
import { CLIENTS, type ClientId } from './all.js'
import type { Place, Sandbox, Typed } from './client.js'
import { typeInto } from './editor.js'

export interface Ran {
  /** Null if the client was killed, or ended before its turn in an editor was over. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Time limit: longer than any run takes, even on a busy machine. */
const PATIENCE = 240_000

/** Folder of a pinned set of npm packages (see scripts/pinned.mjs). */
export const pinnedFolder = (
  set: `${'clients' | 'adapters'}/${ClientId}` | 'peers' | 'browser' | 'extras' | 'code-server',
): string =>
  join(
    process.env['GSD_CACHE_DIR'] ??
      join(process.env['XDG_CACHE_HOME'] ?? join(process.env['HOME'] ?? '', '.cache'), 'gsd-pack'),
    set,
    'node_modules',
  )

const clientPath = (client: ClientId): string => join(pinnedFolder(`clients/${client}`), CLIENTS[client].program)

const RUNS_ON_NODE = '#!/usr/bin/env node\n'

/** The command that starts a client. Scripts run on the newer node that came with another client, whose compile cache saves up to a third of a start. */
function startCommand(client: ClientId): readonly [string, ...string[]] {
  const [path, node] = [clientPath(client), join(pinnedFolder('clients/qwen'), 'node/bin/node')]
  return isScript(path) && existsSync(node) ? [node, path] : [path]
}

function isScript(path: string): boolean {
  const [fd, begin] = [openSync(path, 'r'), Buffer.alloc(RUNS_ON_NODE.length)]
  readSync(fd, begin)
  closeSync(fd)
  return begin.toString() === RUNS_ON_NODE
}

export const hasClient = (client: ClientId): boolean => existsSync(clientPath(client))

/** Settings for clients built with Bun: their runs are so short that garbage collection and optimisation would only cost time, about a third. */
const BUN_SETTINGS = { BUN_JSC_useGC: '0', BUN_JSC_useDFGJIT: '0', BUN_JSC_thresholdForJITAfterWarmUp: '2000' }
/** Enables garbage collection, for runs with megabytes of input. */
export const WITH_GC = { BUN_JSC_useGC: '1' }

const environment = (client: ClientId, { home, url }: Place): Record<string, string> => ({
  HOME: home,
  // The node of the tests comes first: the programs that prompts call are compiled for it.
  PATH: [
    dirname(process.execPath),
    join(pinnedFolder(`clients/${client}`), '.bin'),
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
  ].join(':'),
  USER: 'root',
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  NO_COLOR: '1',
  CI: '1',
  IS_SANDBOX: '1',
  DO_NOT_TRACK: '1',
  TMPDIR: join(home, '.tmp'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@example.invalid',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@example.invalid',
  npm_config_registry: `${url}/npm/`,
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
  // All test files share the compile cache (Node 22 or newer).
  NODE_COMPILE_CACHE: join(dirname(inject('clientFacts')), 'compiled'),
  ...BUN_SETTINGS,
})

/** Prepares a client's home and returns the environment in which other code can start the client by its name. */
export function environmentFor(client: ClientId, sandbox: Sandbox, url: string): Readonly<Record<string, string>> {
  const place = { ...sandbox, url }
  prepare(client, place)
  const own = environment(client, place)
  const programs = join(place.out, 'bin')
  mkdirSync(programs, { recursive: true })
  const start = startCommand(client).map((word) => `'${word}'`)
  writeFileSync(join(programs, basename(clientPath(client))), `#!/bin/sh\nexec ${start.join(' ')} "$@"\n`, {
    mode: 0o755,
  })
  return { ...own, PATH: `${programs}:${own['PATH']}`, ...CLIENTS[client].env(place) }
}

function prepare(client: ClientId, place: Place): void {
  for (const path of [place.project, place.out, join(place.home, '.tmp')]) mkdirSync(path, { recursive: true })
  for (const [path, text] of Object.entries(CLIENTS[client].files(place))) {
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path)) writeFileSync(path, text)
    else if (path.endsWith('.json')) addMissingSettings(path, text)
  }
}

/** Adds the settings that the client needs to a file that an installation has already created. */
function addMissingSettings(path: string, text: string): void {
  const [there, needed] = [readFileSync(path, 'utf8'), JSON.parse(text) as Record<string, unknown>]
  const settings = JSON.parse(there) as Record<string, unknown>
  if (Object.keys(needed).some((key) => !(key in settings)))
    writeFileSync(path, JSON.stringify({ ...needed, ...settings }, null, 2))
}

interface RunOptions {
  readonly env: Readonly<Record<string, string>>
  readonly input: string | null
  /** Ends the run as soon as this returns true for the output. */
  readonly isEnough: ((stdout: string) => boolean) | null
}
const NOTHING: RunOptions = { env: {}, input: null, isEnough: null }

/** Runs a client with the given arguments against the loopback model at `url`. */
export async function runClient(
  client: ClientId,
  sandbox: Sandbox,
  url: string,
  argv: readonly string[],
  given: Partial<RunOptions> = {},
): Promise<Ran> {
  const { env, input, isEnough } = { ...NOTHING, ...given }
  const place = { ...sandbox, url }
  prepare(client, place)
  const [stdout, stderr] = [join(sandbox.out, 'stdout'), join(sandbox.out, 'stderr')]
  // Files, not pipes: some clients end before a pipe is drained.
  const [out, err] = [openSync(stdout, 'w'), openSync(stderr, 'w')]
  const [program, ...words] = startCommand(client)
  const child = spawn(program, [...words, ...argv], {
    cwd: sandbox.project,
    env: { ...environment(client, place), ...CLIENTS[client].env(place), ...env },
    stdio: [input === null ? 'ignore' : 'pipe', out, err],
    detached: true,
  })
  child.stdin?.on('error', () => {})
  child.stdin?.write(input ?? '')
  const timer = setTimeout(() => killGroup(child.pid), PATIENCE)
  const looking =
    isEnough === null
      ? undefined
      : setInterval(() => isEnough(readFileSync(stdout, 'utf8')) && killGroup(child.pid), 100)
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.on('exit', (code) => done(code))
    child.on('error', fail)
  })
  clearTimeout(timer)
  clearInterval(looking)
  killGroup(child.pid)
  endHelpers(sandbox.home)
  closeSync(out)
  closeSync(err)
  return { exitCode, stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8') }
}

/** Runs a listing command of a row, and reads its output as the row does. */
export async function ask(
  client: ClientId,
  sandbox: Sandbox,
  url: string,
  { args, env, input, isEnough, read }: ListingCommand,
): Promise<ListingResult> {
  const { exitCode, ...said } = await runClient(client, sandbox, url, args, {
    env,
    input: input === '' ? null : input,
    isEnough,
  })
  return read({ ...said, status: exitCode })
}

/** Runs a client as the agent of an editor in which `typed.text` is typed, until the model's turn is over. */
async function runTyped(client: ClientId, sandbox: Sandbox, url: string, typed: Typed): Promise<Ran> {
  const place = { ...sandbox, url }
  prepare(client, place)
  const [program, ...words] = startCommand(client)
  const child = spawn(program, [...words, ...typed.editor], {
    cwd: sandbox.project,
    env: { ...environment(client, place), ...CLIENTS[client].env(place) },
    stdio: 'pipe',
    detached: true,
  })
  const timer = setTimeout(() => killGroup(child.pid), PATIENCE)
  const { stdout, stderr, isOver } = await typeInto(child, sandbox.project, typed.text)
  clearTimeout(timer)
  killGroup(child.pid)
  endHelpers(sandbox.home)
  return { exitCode: isOver ? 0 : null, stdout, stderr }
}

const callClient = (
  client: ClientId,
  sandbox: Sandbox,
  url: string,
  call: readonly string[] | Typed,
  env: RunOptions['env'] = {},
): Promise<Ran> =>
  'editor' in call ? runTyped(client, sandbox, url, call) : runClient(client, sandbox, url, call, { env })

/** Runs one headless prompt; `change` may add arguments. */
export const prompt = (
  client: ClientId,
  sandbox: Sandbox,
  url: string,
  text: string,
  change = (argv: readonly string[]): readonly string[] => argv,
  env: RunOptions['env'] = {},
): Promise<Ran> => callClient(client, sandbox, url, change(CLIENTS[client].prompt({ ...sandbox, url }, text)), env)

/** Calls an installed entry as the user would. */
export const callEntry = (client: ClientId, sandbox: Sandbox, url: string, name: string, words: string): Promise<Ran> =>
  callClient(client, sandbox, url, CLIENTS[client].entry({ ...sandbox, url }, name, words))

/** Kills a process group, with helpers that the client has left running. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}

/** Kills helpers outside the process group, recognised by the client's home in their environment. */
function endHelpers(home: string): void {
  if (!existsSync('/proc/self/environ')) return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has ended, or belongs to another user.
    }
}
