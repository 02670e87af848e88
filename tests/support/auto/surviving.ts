// Kills workers and their lead run at moments that a seed chooses, and checks the result.
import { expect } from 'vitest'
import { COUNTING } from '../counting.js'
import type { Postgres } from '../postgres.js'
import type { Random } from '../random.js'
import { completedIn, refsOf, type SharedSetup, type startLead } from './shared.js'

export const TWELVE_PLANS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Far longer than any run takes. If a process has not ended by then, the test fails with the output of all processes. */
const MINUTES = 10
const timeoutMessage = (ms: number) =>
  new Promise<string>((done) => setTimeout(() => done(`not ended after ${MINUTES} minutes`), ms).unref())

type Run = ReturnType<typeof startLead>

interface Killing {
  readonly kills: number
  /** Longest time between two kills. */
  readonly withinMs: number
  /** A database that is killed as well, sometimes with the loss of its data. */
  readonly database?: Postgres
}

/** Kills and restarts one process at a time, and expects all to exit with 0 in the end; returns their output. */
export async function survive(
  random: Random,
  starts: readonly (() => Run)[],
  { kills: maxKills, withinMs, database }: Killing,
): Promise<string> {
  const log: string[] = []
  const running = starts.map((one) => one())
  for (let kills = 0; kills < maxKills; kills++) {
    await new Promise((done) => setTimeout(done, random.below(withinMs)))
    const victim = random.below(running.length + (database === undefined ? 0 : 1))
    if (database !== undefined && victim === running.length) {
      log.push(`-- the database is killed${random.below(2) === 0 ? '' : ' and lost'}`)
      await database.kill()
      await database.start()
      if (log.at(-1)?.endsWith('lost')) await database.dropAll()
      continue
    }
    const one = running[victim] as Run
    if (one.child.exitCode !== null) continue
    one.child.kill('SIGKILL')
    await one.ended
    log.push(`-- ${victim === 0 ? 'the lead run' : `worker ${victim}`} is killed\n${one.output.out}`)
    running[victim] = (starts[victim] as () => Run)()
  }
  const exits = await Promise.race([Promise.all(running.map(({ ended }) => ended)), timeoutMessage(MINUTES * 60_000)])
  const all = [...log, ...running.map(({ output }) => output.out)].join('\n-- now\n')
  expect(exits, all).toEqual(running.map(() => 0))
  return all
}

export function expectComplete({ project, bare, ...at }: SharedSetup, numbers: readonly string[], log: string): void {
  const units = numbers.map((id) => `execute-plan 01-${id}`)
  expect([...completedIn({ project, bare, ...at })].sort(), log).toEqual([...units, 'transition 01', 'verify-phase 01'])
  const show = (path: string) => project.git('-C', bare, 'show', `main:${path}`)
  for (const id of numbers) {
    expect(show(`part-${id}.js`), log).toContain('module.exports')
    const receipt = JSON.parse(show(`${COUNTING}/01-${id}-VERIFY.json`))
    expect(JSON.stringify(receipt), log).toContain('"pass"')
  }
  const heads = project.git('ls-remote', bare, 'refs/heads/*').trim().split('\n')
  expect(
    heads.map((line) => line.split('\t')[1]),
    log,
  ).toEqual(['refs/heads/main'])
  expect(project.git('rev-parse', 'main'), log).toBe(project.git('-C', bare, 'rev-parse', 'main'))
  expect(project.git('status', '--porcelain'), log).toBe('')
  expect(refsOf({ project, bare, ...at }), log).toEqual([])
}
