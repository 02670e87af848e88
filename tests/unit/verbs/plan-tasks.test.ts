// The tasks of the plan at work.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'
import { claim, finish } from '../../support/work.js'

afterEach(disposeProjects)

describe('tasks', () => {
  it('are begun and done for the attempt at work, and open again for the next', async () => {
    const project = makeProject(OURS)
    const ask = async (...words: readonly string[]) => (await project.ask('task', ...words)).json()
    const first = await claim(project, 'execute-plan', '01-02')
    expect(await ask('mark')).toMatchObject({
      plan: '01-02',
      tasks: [{ task: 1, name: expect.stringContaining('Write part 02'), type: 'auto', status: 'open' }],
      open: 1,
    })
    expect(await ask('mark', '1', 'started')).toMatchObject({ tasks: [{ status: 'started' }], open: 1 })
    expect(await ask('mark', '1', 'done')).toMatchObject({ tasks: [{ status: 'done' }], open: 0 })
    await finish(project, first, '--status', 'cancelled')
    expect((await project.ask('task', 'mark')).exit).toBe(1)
    await claim(project, 'execute-plan', '01-02')
    expect(await ask('mark')).toMatchObject({ tasks: [{ status: 'open' }], open: 1 })
  })
})
