// A PostgreSQL server of the machine's packages on the loopback. Tests can kill and restart it. It runs as another user if the tests run as root.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
// @ts-expect-error: a script without types
import { folderOf } from '../../scripts/pinned.mjs'
import { commonFolder, NOBODY, UNPRIVILEGED } from './another-user.js'

export interface Postgres {
  readonly url: string
  /** Kills the server, as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  dropAll(): Promise<void>
}

/** The folder of all versions on Debian. */
const PACKAGES = '/usr/lib/postgresql'

const binaryFolder = (): string => {
  const [newest] = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort().reverse() : []
  if (newest === undefined) throw new Error('no PostgreSQL is installed: apt-get install postgresql')
  return join(PACKAGES, newest, 'bin')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

const running = new Set<ChildProcess>()
export const stopPostgres = (): void => {
  for (const child of running) child.kill('SIGQUIT')
}
process.on('exit', stopPostgres)

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

export async function startPostgres(): Promise<Postgres> {
  const [bin, folder, port] = [binaryFolder(), commonFolder(), await freePort()]
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }
  const options = { ...UNPRIVILEGED, env, cwd: folder }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'gsd', '-A', 'trust', '--no-sync'], {
    ...options,
    stdio: 'pipe',
  })
  const words = [
    '-D',
    data,
    '-k',
    folder,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=300',
    '-F',
  ]
  let child: ChildProcess | null = null
  const sql = (text: string) =>
    execFileSync(join(bin, 'psql'), ['-qAtX', '-h', folder, '-p', String(port), '-U', 'gsd', 'postgres', '-c', text], {
      ...options,
      stdio: 'pipe',
      timeout: 10_000,
    })
  /** Retries a statement: a starting server refuses connections, and a drop may be the victim of a deadlock. */
  const insist = async (text: string, before = () => {}) => {
    for (let tries = 0; tries < 200; tries++)
      try {
        before()
        return void sql(text)
      } catch {
        await new Promise((done) => setTimeout(done, 100))
      }
    throw new Error(`PostgreSQL does not execute: ${text}`)
  }
  const start = () =>
    insist('select 1', () => {
      if (child !== null && isRunning(child)) return
      child = spawn(join(bin, 'postgres'), words, { ...options, stdio: 'ignore' })
      running.add(child)
    })
  await start()
  return {
    url: `postgres://gsd@127.0.0.1:${port}/postgres`,
    start,
    async kill() {
      if (child === null || !isRunning(child)) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    dropAll: () => insist('drop schema if exists gsd cascade'),
  }
}

/** Links pg-boss into a home, where the user would install it. */
export function linkQueuePackage(home: string): void {
  mkdirSync(join(home, '.gsd'), { recursive: true })
  symlinkSync(folderOf('queue'), join(home, '.gsd/queue'))
}
