// The ground of workers: a planned project whose remote others join.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseLedger } from '../../../lib/core/history/ledger.js'
import { sha256 } from '../../../lib/node/digest.js'
import { askGsd, environmentOf, PACKAGE } from '../gsd.js'
import { autoGround, type Ground } from './ground.js'
import { kill, processesIn } from './killing.js'

const children: ChildProcess[] = []
const grounds: Ground[] = []

/** Whatever still runs, sessions of workers that were killed among them. */
export const endAll = (): void => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const left = process.platform === 'linux' ? grounds.flatMap(processesIn) : []
  grounds.length = 0
  for (const pid of left) kill(pid)
}

export interface Shared extends Ground {
  readonly bare: string
  /** Of the commands that the plan runs. */
  readonly digest: string
  /** What starts them, if not the node of the tests. */
  readonly node?: string
}

/** A planned project that is pushed to a remote. */
export async function sharedGround(...of: Parameters<typeof autoGround>): Promise<Shared> {
  return share(await autoGround(...of))
}

export async function share(at: Ground): Promise<Shared> {
  grounds.push(at)
  const { project } = at
  project.write('shared.txt', 'what was there\n')
  project.git('add', '--all')
  project.git('commit', '-qm', 'chore: a file that several change')
  const bare = join(project.home, 'bare.git')
  project.git('clone', '-q', '--bare', project.root, bare)
  // No test looks at how a remote tidies up, after every push.
  project.git('-C', bare, 'config', 'receive.autogc', 'false')
  project.git('remote', 'add', 'origin', bare)
  return { ...at, bare, digest: (await project.ask('trust')).json()['digest'] as string }
}

function start(
  { project, env, node = process.execPath }: Shared,
  cwd: string,
  words: readonly string[],
  more: Record<string, string> = {},
) {
  const child = spawn(node, [PACKAGE, ...words], {
    cwd,
    env: environmentOf(project.home, { ...env, ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const told = { out: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (told.out += bytes.toString()))
  const ended = new Promise<number | null>((done) => child.on('exit', (exit) => setTimeout(() => done(exit), 50)))
  return { child, told, ended }
}

export const lead = (at: Shared, ...words: readonly string[]) =>
  start(at, at.project.root, ['auto', '--workers', '--to', '1', ...words], { GSD_TRUST: at.digest })
/** The same inside this process, for one that ends by itself. */
export const askLead = ({ project, env, digest }: Shared, ...words: readonly string[]) =>
  askGsd(project.home, ['auto', '--workers', '--to', '1', ...words], {
    cwd: project.root,
    env: { ...env, GSD_TRUST: digest },
  })
export const joinIn = (at: Shared, ...words: readonly string[]) =>
  start(at, at.project.home, ['worker', '--remote', at.bare, '--to', '1', ...words])

export const completedIn = ({ project, bare }: Shared): readonly string[] =>
  parseLedger(project.git('-C', bare, 'show', 'main:.planning/ledger.jsonl'), sha256, { now: Date.now }).lines.flatMap(
    (line) => (line.kind === 'outcome' && line.status === 'completed' ? [`${line.unitType} ${line.unitId}`] : []),
  )

/** Claims, and what was handed in and is not merged. */
export const refsOf = ({ project, bare }: Shared): readonly string[] =>
  project
    .git('-C', bare, 'for-each-ref', '--format=%(refname)', 'refs/gsd', 'refs/heads/gsd')
    .split('\n')
    .filter((line) => line !== '')
