// Workers and their lead run, killed at moments that a seed chooses, and what must be there in the end.
import { expect } from 'vitest'
import { COUNTING } from '../counting.js'
import type { Postgres } from '../postgres.js'
import type { Random } from '../random.js'
import { completedIn, type lead, refsOf, type Shared } from './shared.js'

export const TWELVE = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Far longer than any run takes; one that still waits then shows what everybody said. */
const MINUTES = 10
const waited = (ms: number) =>
  new Promise<string>((done) => setTimeout(() => done(`not ended after ${MINUTES} minutes`), ms).unref())

type Started = ReturnType<typeof lead>

interface Killing {
  readonly kills: number
  /** Between two of them, at most. */
  readonly withinMs: number
  /** It is killed too, and now and then lost. */
  readonly database?: Postgres
}

/** Kills one of them at a time, each within a few seconds of the last, and starts it again. Answers what everybody said. */
export async function survive(
  random: Random,
  begin: readonly (() => Started)[],
  { kills: most, withinMs, database }: Killing,
): Promise<string> {
  const said: string[] = []
  const running = begin.map((one) => one())
  for (let kills = 0; kills < most; kills++) {
    await new Promise((done) => setTimeout(done, random.below(withinMs)))
    const victim = random.below(running.length + (database === undefined ? 0 : 1))
    if (database !== undefined && victim === running.length) {
      said.push(`-- the database is killed${random.below(2) === 0 ? '' : ' and lost'}`)
      await database.kill()
      await database.start()
      if (said.at(-1)?.endsWith('lost')) await database.lose()
      continue
    }
    const one = running[victim] as Started
    if (one.child.exitCode !== null) continue
    one.child.kill('SIGKILL')
    await one.ended
    said.push(`-- ${victim === 0 ? 'the lead run' : `worker ${victim}`} is killed\n${one.told.out}`)
    running[victim] = (begin[victim] as () => Started)()
  }
  const exits = await Promise.race([Promise.all(running.map(({ ended }) => ended)), waited(MINUTES * 60_000)])
  const all = [...said, ...running.map(({ told }) => told.out)].join('\n-- now\n')
  expect(exits, all).toEqual(running.map(() => 0))
  return all
}

export function expectWhole({ project, bare, ...at }: Shared, numbers: readonly string[], told: string): void {
  const units = numbers.map((id) => `execute-plan 01-${id}`)
  expect([...completedIn({ project, bare, ...at })].sort(), told).toEqual([
    ...units,
    'transition 01',
    'verify-phase 01',
  ])
  const show = (path: string) => project.git('-C', bare, 'show', `main:${path}`)
  for (const id of numbers) {
    expect(show(`part-${id}.js`), told).toContain('module.exports')
    const receipt = JSON.parse(show(`${COUNTING}/01-${id}-VERIFY.json`))
    expect(JSON.stringify(receipt), told).toContain('"pass"')
  }
  const heads = project.git('ls-remote', bare, 'refs/heads/*').trim().split('\n')
  expect(
    heads.map((line) => line.split('\t')[1]),
    told,
  ).toEqual(['refs/heads/main'])
  expect(project.git('rev-parse', 'main'), told).toBe(project.git('-C', bare, 'rev-parse', 'main'))
  expect(project.git('status', '--porcelain'), told).toBe('')
  expect(refsOf({ project, bare, ...at }), told).toEqual([])
}
