// `gsd models explain` as a person calls it: by a plan, a phase, or any unit, and as its verb answers.
import { expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'
import { makeProject, OURS } from '../support/project.js'

it('says for a plan, a phase or any other unit which model a session of it gets, and by which rules', async () => {
  const { root } = makeProject(OURS)
  const home = temporaryHome()
  const explain = (...words: readonly string[]) => askGsd(home, ['models', 'explain', ...words], { cwd: root })
  const of = async (...words: readonly string[]) => {
    const { unitType, unitId, steps } = JSON.parse((await explain(...words, '--host', 'claude', '--json')).out)
    return [unitType, unitId, steps.length > 0]
  }
  expect(await of('01-02')).toEqual(['execute-plan', '01-02', true])
  expect(await of('01')).toEqual(['plan-phase', '01', true])
  expect(await of('verify-phase', '01')).toEqual(['verify-phase', '01', true])
  const told = await explain('01-02', '--host', 'claude')
  expect([told.exit, told.out]).toEqual([0, expect.stringMatching(/^execute-plan 01-02: .*\n {2}\w+ +\w+ +\S/)])
  expect((await explain('no-unit', '01')).exit).toBe(2)
})

it('fits help into the columns asked for, and tells of cost only its own flags', async () => {
  const { out } = await askGsd(temporaryHome(), ['cost', '--help'], { env: { COLUMNS: '60' } })
  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60)
  expect(out).not.toMatch(/--(?:dry-run|yes|allow-root|quiet)/)
})
