// The setup of workers: a planned project with a remote that workers join.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseLedger } from '../../../lib/core/history/ledger.js'
import { sha256 } from '../../../lib/node/digest.js'
import { askGsd, environmentOf, installedGsd } from '../gsd.js'
import { type AutoSetup, autoSetup } from './ground.js'
import { kill, processesIn } from './killing.js'

const children: ChildProcess[] = []
const grounds: AutoSetup[] = []

/** Kills everything that still runs, on Linux including sessions whose worker was killed. */
export const killAll = (): void => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const left = process.platform === 'linux' ? grounds.flatMap(processesIn) : []
  grounds.length = 0
  for (const pid of left) kill(pid)
}

export interface SharedSetup extends AutoSetup {
  readonly bare: string
  /** Digest of the commands that the plans run. */
  readonly digest: string
  /** Path of another node for the processes that are started. */
  readonly node?: string
}

/** Creates a planned project that is pushed to a remote. */
export async function sharedSetup(...options: Parameters<typeof autoSetup>): Promise<SharedSetup> {
  return share(await autoSetup(...options))
}

export async function share(at: AutoSetup): Promise<SharedSetup> {
  grounds.push(at)
  const { project } = at
  project.write('shared.txt', 'what was there\n')
  project.git('add', '--all')
  project.git('commit', '-qm', 'chore: a file that several change')
  const bare = join(project.home, 'bare.git')
  project.git('clone', '-q', '--bare', project.root, bare)
  // Garbage collection after every push costs time and no test needs it.
  project.git('-C', bare, 'config', 'receive.autogc', 'false')
  project.git('remote', 'add', 'origin', bare)
  return { ...at, bare, digest: (await project.ask('trust')).json()['digest'] as string }
}

function start(
  { project, env, node = process.execPath }: SharedSetup,
  cwd: string,
  words: readonly string[],
  more: Record<string, string> = {},
) {
  const child = spawn(node, [installedGsd(project.home), ...words], {
    cwd,
    env: environmentOf(project.home, { ...env, ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const output = { out: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output.out += bytes.toString()))
  const ended = new Promise<number | null>((done) => child.on('exit', (exit) => setTimeout(() => done(exit), 50)))
  return { child, output, ended }
}

export const startLead = (at: SharedSetup, ...words: readonly string[]) =>
  start(at, at.project.root, ['auto', '--workers', '--to', '1', ...words], { GSD_TRUST: at.digest })
/** Executes a lead run that ends by itself, inside this process. */
export const runLead = ({ project, env, digest }: SharedSetup, ...words: readonly string[]) =>
  askGsd(project.home, ['auto', '--workers', '--to', '1', ...words], {
    cwd: project.root,
    env: { ...env, GSD_TRUST: digest },
  })
export const startWorker = (at: SharedSetup, ...words: readonly string[]) =>
  start(at, at.project.home, ['worker', '--remote', at.bare, '--to', '1', ...words])

export const completedIn = ({ project, bare }: SharedSetup): readonly string[] =>
  parseLedger(project.git('-C', bare, 'show', 'main:.planning/ledger.jsonl'), sha256, { now: Date.now }).lines.flatMap(
    (line) => (line.kind === 'outcome' && line.status === 'completed' ? [`${line.unitType} ${line.unitId}`] : []),
  )

/** Refs of claims, and of submitted units that are not merged. */
export const refsOf = ({ project, bare }: SharedSetup): readonly string[] =>
  project
    .git('-C', bare, 'for-each-ref', '--format=%(refname)', 'refs/gsd', 'refs/heads/gsd')
    .split('\n')
    .filter((line) => line !== '')
