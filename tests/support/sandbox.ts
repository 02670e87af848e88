// A separate home and project for a test, and installations into them.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from './clients/client.js'
import { pathOfNode } from './node-path.js'
import { lastingFolder } from './temporary.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Creates a home with a project, for the tests of one file, in its temporary folder or in `where`. */
export function newSandbox(where?: string): Sandbox {
  const base = lastingFolder('gsd-client-', where)
  const sandbox = { home: join(base, 'home'), project: join(base, 'home', 'project'), out: join(base, 'out') }
  mkdirSync(sandbox.project, { recursive: true })
  return sandbox
}

/** Runs `gsd` from this checkout, without access to the real home. */
const gsd = (sandbox: Sandbox, args: readonly string[], node = process.execPath) =>
  spawnSync(node, [join(ROOT, 'bin/install.js'), ...args], {
    cwd: sandbox.project,
    encoding: 'utf8',
    env: { HOME: sandbox.home, PATH: pathOfNode(process.env['PATH']), TMPDIR: tmpdir(), LANG: 'C.UTF-8' },
  })

function runOrThrow(sandbox: Sandbox, args: readonly string[], node?: string): void {
  const ran = gsd(sandbox, args, node)
  if (ran.status !== 0) throw new Error(`gsd ${args.join(' ')}: exit ${ran.status}: ${ran.stdout}${ran.stderr}`)
}

/** Installs with the given node, for which the code is then compiled. */
export const install = (sandbox: Sandbox, args: readonly string[], node?: string): void =>
  runOrThrow(sandbox, ['install', '--yes', ...args], node)
export const uninstall = (sandbox: Sandbox, args: readonly string[]): void =>
  runOrThrow(sandbox, ['uninstall', '--yes', ...args])

export const extras = (sandbox: Sandbox, args: readonly string[]): void => runOrThrow(sandbox, ['extras', ...args])

/** Creates a git repository with one commit. */
export function gitInit(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'A Person')
  git('config', 'user.email', 'person@example.invalid')
  git('commit', '-q', '--allow-empty', '-m', 'Start')
}

/** Creates a home with the pack installed for one client, and a repository in it. */
export function repositoryFor(client: string): Sandbox {
  const sandbox = newSandbox()
  install(sandbox, [`--${client}`, '--global'])
  gitInit(sandbox.project)
  return sandbox
}
