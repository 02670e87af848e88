// `gsd auto` ended from outside: by a request, by a signal, or killed at random moments, alone or with all it started. The next run completes the work: no
// unit is done twice and none is lost.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { parseLedger } from '../../lib/core/history/ledger.js'
import { isAlive } from '../../lib/node/alive.js'
import { sha256 } from '../../lib/node/digest.js'
import { type AutoSetup, autoSetup, modesRun } from '../support/auto/ground.js'
import { processesIn, survive } from '../support/auto/killing.js'
import { COUNTING } from '../support/counting.js'
import { askGsd, environmentOf, PACKAGE, startGsd } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'
import { randomOf } from '../support/random.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

function drive({ project, env }: AutoSetup, ...words: readonly string[]) {
  const driver = spawn(process.execPath, [PACKAGE, 'auto', ...words], {
    cwd: project.root,
    env: environmentOf(project.home, env),
    stdio: 'ignore',
  })
  return { driver, ended: new Promise<number | null>((done) => driver.on('exit', done)) }
}
async function waitForSessions(at: AutoSetup, sessions = 1): Promise<void> {
  const count = () => (existsSync(join(at.folder, 'ran')) ? modesRun(at).length : 0)
  for (const until = Date.now() + 60_000; count() < sessions; ) {
    expect(Date.now(), 'no session began').toBeLessThan(until)
    await new Promise((done) => setTimeout(done, 50))
  }
}

it('ends after the current session on request; a second run is refused meanwhile, however old the lock of the first is', async () => {
  const at = await autoSetup({ '01': {} }, ['deaf'])
  const { ended } = drive(at, '--session-minutes', '0.05')
  await waitForSessions(at)
  const ask = (...words: readonly string[]) =>
    askGsd(at.project.home, ['auto', ...words], { cwd: at.project.root, env: at.env })
  const folder = join(at.project.home, '.gsd/auto')
  for (const name of readdirSync(folder)) utimesSync(join(folder, name, 'lock'), 0, 0)
  const second = await ask()
  expect([second.exit, second.err]).toEqual([3, expect.stringContaining('gsd auto stop')])
  expect((await ask('stop')).exit).toBe(0)
  expect(await ended).toBe(130)
  expect(modesRun(at)).toEqual(['deaf'])
  expect((await ask('stop')).exit).toBe(1)
})

it('ends at once on SIGTERM or when killed; the next run ends the leftover session and continues', async () => {
  const at = await autoSetup({ '01': {} }, ['hang', 'hang'])
  const first = drive(at)
  await waitForSessions(at)
  first.driver.kill('SIGTERM')
  expect(await first.ended).toBe(130)
  const { driver, ended } = drive(at)
  await waitForSessions(at, 2)
  driver.kill('SIGKILL')
  await ended
  const left = Number(readFileSync(join(at.folder, 'pid'), 'utf8'))
  expect(isAlive(left)).toBe(true)
  const around = { cwd: at.project.root, env: at.env }
  const { exit, out } = startGsd(at.project.home, ['auto', '--max-sessions', '1'], around)
  expect([exit, modesRun(at)], out).toEqual([5, ['hang', 'hang', 'work']])
  expect(isAlive(left)).toBe(false)
})

const KILLS = 3
/** About the time that two parallel plans take. */
const WITHIN_MS = 2500

itWhere(process.platform === 'linux')('a run that is killed at random moments completes the same work', async () => {
  const ground = await autoSetup({ '01': {}, '02': {} })
  const { project } = ground
  const { kills, exit, out } = await survive(ground, randomOf(1), KILLS, WITHIN_MS)
  const logs = `${kills.join(', ')}\n${out}`
  expect(exit, logs).toBe(0)
  const subjects = project.git('log', '--format=%s').trim().split('\n')
  for (const id of ['01-01', '01-02']) {
    expect(project.has(`${COUNTING}/${id}-SUMMARY.md`), logs).toBe(true)
    // A unit done in a worktree has a record there too.
    expect(subjects.filter((line) => line === `docs(${id}): record what was built`).length, logs).toBeLessThanOrEqual(2)
    expect(project.has(`part-${id.slice(-2)}.js`), logs).toBe(true)
  }
  const outcomes = parseLedger(project.read('.planning/ledger.jsonl'), sha256, { now: Date.now }).lines.flatMap(
    (line) => (line.kind === 'outcome' && line.status === 'completed' ? [`${line.unitType} ${line.unitId}`] : []),
  )
  expect(new Set(outcomes).size, `${outcomes.join(', ')}\n${logs}`).toBe(outcomes.length)
  expect(project.has(`${COUNTING}/01-VERIFICATION.md`), logs).toBe(true)
  expect(
    project.git('status', '--porcelain'),
    `${project.git('diff')}\n${project.git('log', '--oneline')}${logs}`,
  ).toBe('')
  expect(project.git('worktree', 'list').trim().split('\n'), logs).toHaveLength(1)
  expect(project.git('branch', '--format=%(refname:short)').trim(), logs).toBe('main')
  expect(processesIn(ground), logs).toEqual([])
})
