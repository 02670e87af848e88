// `gsd auto` killed hard at random moments, by itself or with what it started: the next run comes to the same end, no unit is done twice and none is lost.
import { afterEach, expect } from 'vitest'
import { parseLedger } from '../../lib/core/history/ledger.js'
import { sha256 } from '../../lib/node/digest.js'
import { autoGround } from '../support/auto/ground.js'
import { processesIn, survive } from '../support/auto/killing.js'
import { COUNTING } from '../support/counting.js'
import { disposeProjects } from '../support/project.js'
import { randomOf } from '../support/random.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

/** How often one run is killed, at most. */
const KILLS = 5
/** About as long as two plans side by side take. */
const WITHIN_MS = 2500
/** `npm run torture` asks for more of them, and others each time; so does its short form, which CI runs too. */
const RUNS = Number(process.env['GSD_KILLED_RUNS'] ?? 2)
const FIRST = Number(process.env['GSD_SEED'] ?? 1)
const SEEDS = Array.from({ length: RUNS }, (_, index) => FIRST + index)

itWhere(process.platform === 'linux').each(SEEDS)('a run that is killed ends the same, seed %i', async (seed) => {
  const ground = await autoGround({ '01': {}, '02': {}, '03': { depends: ['01', '02'] } })
  const { project } = ground
  const { kills, exit, out } = await survive(ground, randomOf(seed), KILLS, WITHIN_MS)
  const told = `${kills.join(', ')}\n${out}`
  expect(exit, told).toBe(0)
  const subjects = project.git('log', '--format=%s').trim().split('\n')
  for (const id of ['01-01', '01-02', '01-03']) {
    expect(project.has(`${COUNTING}/${id}-SUMMARY.md`), told).toBe(true)
    // Its own tree has a record too where it was done in one.
    expect(subjects.filter((line) => line === `docs(${id}): record what was built`).length, told).toBeLessThanOrEqual(2)
    expect(project.has(`part-${id.slice(-2)}.js`), told).toBe(true)
  }
  const outcomes = parseLedger(project.read('.planning/ledger.jsonl'), sha256).lines.flatMap((line) =>
    line.kind === 'outcome' && line.status === 'completed' ? [`${line.unitType} ${line.unitId}`] : [],
  )
  expect(new Set(outcomes).size, `${outcomes.join(', ')}\n${told}`).toBe(outcomes.length)
  expect(project.has(`${COUNTING}/01-VERIFICATION.md`), told).toBe(true)
  expect(
    project.git('status', '--porcelain'),
    `${project.git('diff')}\n${project.git('log', '--oneline')}${told}`,
  ).toBe('')
  expect(project.git('worktree', 'list').trim().split('\n'), told).toHaveLength(1)
  expect(project.git('branch', '--format=%(refname:short)').trim(), told).toBe('main')
  expect(processesIn(ground), told).toEqual([])
})
