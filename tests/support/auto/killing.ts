// Kills a run of `gsd auto` at random moments and restarts it, until it ends by itself.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isAlive } from '../../../lib/node/alive.js'
import { environmentOf, PACKAGE } from '../gsd.js'
import type { Random } from '../random.js'
import type { AutoSetup } from './ground.js'

export interface Survived {
  /** What was killed each time: the driver alone, its process group, or every process of the run. */
  readonly kills: readonly string[]
  readonly exit: number | null
  readonly out: string
}

type Aim = 'driver' | 'group' | 'all'
const AIMS: readonly Aim[] = ['driver', 'group', 'all']

/** Kills the run up to `maxKills` times, each within `withinMs` of its start. */
export async function survive(
  ground: AutoSetup,
  random: Random,
  maxKills: number,
  withinMs: number,
): Promise<Survived> {
  const kills: string[] = []
  for (;;) {
    const { child, ended } = start(ground)
    if (kills.length === maxKills) return { kills, ...(await ended) }
    const [after, aim] = [random.below(withinMs), random.pick(AIMS)]
    const first = await Promise.race([ended, new Promise<null>((done) => setTimeout(() => done(null), after))])
    if (first !== null) return { kills, ...first }
    for (const pid of targetsOf(aim, child.pid as number, ground)) kill(pid)
    kills.push(`${aim} after ${after} ms`)
    await ended
  }
}

function start({ project, env }: AutoSetup) {
  const child = spawn(process.execPath, [PACKAGE, 'auto', '--to', '1', '--jobs', '2'], {
    cwd: project.root,
    env: environmentOf(project.home, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (out += bytes.toString()))
  const ended = new Promise<{ exit: number | null; out: string }>((done) =>
    child.on('exit', (exit) => setTimeout(() => done({ exit, out }), 50)),
  )
  return { child, ended }
}

const targetsOf = (aim: Aim, driver: number, ground: AutoSetup): readonly number[] =>
  aim === 'driver' ? [driver] : aim === 'group' ? [-driver] : [driver, ...processesIn(ground)]

/** Processes of the run, recognised by the project's home in their environment. */
export const processesIn = ({ project }: AutoSetup): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(`HOME=${project.home}\0`)
      } catch {
        return false
      }
    })
    .map(Number)
    .filter(isAlive)

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
