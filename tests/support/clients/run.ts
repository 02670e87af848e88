// Drives a real client headless: an environment built from nothing, a home of its own, output into files.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { ListingCommand, ListingResult } from '../../../lib/runtimes/runtime.js'
import { CLIENTS, type ClientId } from './all.js'
import type { Place, Sandbox, Typed } from './client.js'
import { typeInto } from './editor.js'

export interface Ran {
  /** Null when the client hung and its process group was ended. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Longer than any run took on a busy machine; a client that is still there hangs. */
const PATIENCE = 240_000

/** Folder of a pinned set of npm programs (see scripts/pinned.mjs). */
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

/**
 * The words that start a client: a script for Node runs on the newer one that another client brought, because that keeps what it compiles, a third of some
 * starts. What it starts itself runs on the node of its path.
 */
function startOf(client: ClientId): readonly [string, ...string[]] {
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

/** Clients built with Bun end within seconds, long before memory runs short or code that was optimised pays: collecting and optimising cost them a third. */
const SHORT_LIVED = { BUN_JSC_useGC: '0', BUN_JSC_useDFGJIT: '0', BUN_JSC_thresholdForJITAfterWarmUp: '2000' }
/** For one that is given megabytes. */
export const COLLECTING = { BUN_JSC_useGC: '1' }

const environment = (client: ClientId, { home, url }: Place): Record<string, string> => ({
  HOME: home,
  // Ours has compiled the programs that prompts call; a client that needs a newer one is started with that, and has it among its own programs.
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
  // What one start of a client has compiled, the next need not, whichever test file it is for; a node that is older than 22 compiles all the same.
  NODE_COMPILE_CACHE: join(dirname(inject('clientFacts')), 'compiled'),
  ...SHORT_LIVED,
})

/** What surrounds the client where something else than these functions starts it: its home is made ready, and it is started as here by its own name. */
export function surroundingsOf(client: ClientId, sandbox: Sandbox, url: string): Readonly<Record<string, string>> {
  const place = { ...sandbox, url }
  prepare(client, place)
  const own = environment(client, place)
  const programs = join(place.out, 'bin')
  mkdirSync(programs, { recursive: true })
  const start = startOf(client).map((word) => `'${word}'`)
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
    else if (path.endsWith('.json')) complete(path, text)
  }
}

/** An installation may have made the settings before the client was first started: what the client needs is added. */
function complete(path: string, text: string): void {
  const [there, needed] = [readFileSync(path, 'utf8'), JSON.parse(text) as Record<string, unknown>]
  const settings = JSON.parse(there) as Record<string, unknown>
  if (Object.keys(needed).some((key) => !(key in settings)))
    writeFileSync(path, JSON.stringify({ ...needed, ...settings }, null, 2))
}

interface Given {
  readonly env: Readonly<Record<string, string>>
  /** What it reads from stdin; stdin stays open while it runs. Null: there is nothing to read. */
  readonly input: string | null
  /** Ends the run as soon as it holds for what was printed. */
  readonly isEnough: ((stdout: string) => boolean) | null
}
const NOTHING: Given = { env: {}, input: null, isEnough: null }

/** Runs the client with arguments of its own against the loopback model at `url`. */
export async function runClient(
  client: ClientId,
  sandbox: Sandbox,
  url: string,
  argv: readonly string[],
  given: Partial<Given> = {},
): Promise<Ran> {
  const { env, input, isEnough } = { ...NOTHING, ...given }
  const place = { ...sandbox, url }
  prepare(client, place)
  const [stdout, stderr] = [join(sandbox.out, 'stdout'), join(sandbox.out, 'stderr')]
  // Files, not pipes: some clients end before a pipe is drained.
  const [out, err] = [openSync(stdout, 'w'), openSync(stderr, 'w')]
  const [program, ...words] = startOf(client)
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

/** Asks the client what its row asks it, and reads the answer as the row does. */
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

/** Runs the client as the agent of an editor in which `typed.text` is written, until the model's turn is over. */
async function runTyped(client: ClientId, sandbox: Sandbox, url: string, typed: Typed): Promise<Ran> {
  const place = { ...sandbox, url }
  prepare(client, place)
  const [program, ...words] = startOf(client)
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
  env: Given['env'] = {},
): Promise<Ran> =>
  'editor' in call ? runTyped(client, sandbox, url, call) : runClient(client, sandbox, url, call, { env })

/** One headless prompt; `change` may put arguments of its own among those of every prompt. */
export const prompt = (
  client: ClientId,
  sandbox: Sandbox,
  url: string,
  text: string,
  change = (argv: readonly string[]): readonly string[] => argv,
  env: Given['env'] = {},
): Promise<Ran> => callClient(client, sandbox, url, change(CLIENTS[client].prompt({ ...sandbox, url }, text)), env)

/** One headless call of an installed entry, as a person makes it. */
export const callEntry = (client: ClientId, sandbox: Sandbox, url: string, name: string, words: string): Promise<Ran> =>
  callClient(client, sandbox, url, CLIENTS[client].entry({ ...sandbox, url }, name, words))

/** Clients leave helpers behind; the process group goes with the run. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is already gone.
  }
}

/** A helper may also have left the process group; it still carries the home of its client. */
function endHelpers(home: string): void {
  if (!existsSync('/proc/self/environ')) return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended, or belongs to somebody else.
    }
}
