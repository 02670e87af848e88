// A run of `gsd auto` that is killed at random moments and started again until it comes to its end by itself.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isAlive } from '../../../lib/node/alive.js'
import { environmentOf, PACKAGE } from '../gsd.js'
import type { Random } from '../random.js'
import type { Ground } from './ground.js'

export interface Survived {
  /** How often it was killed, and what each time: the driver alone, its group, or every process of the run. */
  readonly kills: readonly string[]
  readonly exit: number | null
  readonly out: string
}

type Aim = 'driver' | 'group' | 'all'
const AIMS: readonly Aim[] = ['driver', 'group', 'all']

/** Kills it up to `most` times, each within `withinMs` of its start. */
export async function survive(ground: Ground, random: Random, most: number, withinMs: number): Promise<Survived> {
  const kills: string[] = []
  for (;;) {
    const { child, ended } = start(ground)
    if (kills.length === most) return { kills, ...(await ended) }
    const [after, aim] = [random.below(withinMs), random.pick(AIMS)]
    const first = await Promise.race([ended, new Promise<null>((done) => setTimeout(() => done(null), after))])
    if (first !== null) return { kills, ...first }
    for (const pid of aimed(aim, child.pid as number, ground)) kill(pid)
    kills.push(`${aim} after ${after} ms`)
    await ended
  }
}

function start({ project, env }: Ground) {
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

const aimed = (aim: Aim, driver: number, ground: Ground): readonly number[] =>
  aim === 'driver' ? [driver] : aim === 'group' ? [-driver] : [driver, ...processesIn(ground)]

/** Processes that were started with the home of the project: only what the run started has it. */
export const processesIn = ({ project }: Ground): readonly number[] =>
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
    // It has ended meanwhile.
  }
}
