// Several phases managed from one session: the calls in the texts of `autonomous`, `manager` and `ultraplan-phase` work as described.
import { afterAll, describe, expect, it } from 'vitest'
import { countingProject } from '../support/counting.js'
import { disposeProjects } from '../support/project.js'

afterAll(disposeProjects)

/** The first phase is being executed; the second has only a title. */
const twoPhases = () => countingProject({ plans: { '01': {} } }).initGit()

describe('manager', () => {
  it('lets a later phase be planned while an earlier one is executed', async () => {
    const project = twoPhases()
    expect((await project.ask('begin', 'execute-plan', '01-01')).exit).toBe(0)
    const given = await project.ask('unit', 'delegate', 'plan-phase', '02')
    expect(given.stdout).toContain('begin plan-phase 02 --role')
    const begun = await project.ask('begin', 'plan-phase', '02', '--role')
    expect(begun.stdout).toContain('Unit: plan-phase 02')
  })

  it('sends the user to the acceptance tests, which lead back to its brief', async () => {
    const project = twoPhases()
    const row = (await project.ask('brief', 'manager')).stdout
      .split('\n')
      .find((line) => line.includes('brief verify-work'))
    expect(row).toContain('gsd-verify-work')
    const [, call = ''] = /`node "[^"]+" ([^`]+)`/.exec(row ?? '') ?? []
    const words = call.replace('<phase>', '1').split(' ')
    expect((await project.ask(...words)).exit).toBe(0)
    const { stdout } = await project.ask('brief', 'verify-work', '--step', 'after', ...words.slice(2))
    expect(stdout).toContain('Return to the brief that sent you here')
    expect(stdout).not.toContain('Stop here')
  })
})

describe('ultraplan-phase', () => {
  it('begins a unit that a later session resumes with its form', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const begun = await project.ask('begin', 'plan-phase', '01')
    expect(begun.stdout).toContain('## Form')
    project.time += 24 * 3600 * 1000
    const later = await project.ask('begin', 'plan-phase', '01')
    expect(later.stdout).toMatch(/## Earlier attempt\n.* was timed-out/)
    expect(later.stdout).toContain('## Form')
  })
})

describe('autonomous', () => {
  it('passes its scope to begin and to manager, but not to fast', async () => {
    const project = twoPhases()
    await project.ask('order', 'Build the phases of this scope.', '--scope', '1')
    const { stdout } = await project.ask('begin')
    expect(stdout).toContain('(scope: phase 1, no other;')
    expect((await project.ask('order')).json()).toMatchObject({ scope: '1', fulfilled: false })
    expect((await project.ask('brief', 'manager')).stdout).toContain('phases of this scope')
    expect((await project.ask('brief', 'fast', '--', 'mend', 'a', 'typo')).stdout).not.toContain('phases of this scope')
  })
})
