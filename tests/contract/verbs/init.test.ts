import { afterAll, describe, expect, it } from 'vitest'
import { ROSTERS } from '../../../lib/verbs/all.js'
import { type Start, WORKFLOWS } from '../../../lib/verbs/init/init.js'
import { disposeProjects, makeProject, OLDER, OURS } from '../../support/project.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(ROSTERS.init, {
  init: [
    { words: ['plan-phase', '1'] },
    { words: ['plan-phase', '99'] },
    { words: ['plan-phase'], exit: 2 },
    { words: ['plan-phase', '1', '2'], exit: 2 },
    { words: ['plan-phase', '1', '--tdd'], exit: 2 },
    { words: ['execute-phase', '--phase', '1', '--validate', '--tdd'] },
    { words: ['quick', 'fix', 'the', 'login'] },
    { words: ['quick'] },
    { words: ['todos', 'ui'] },
    { words: ['todos', '--area', 'ui'] },
    { words: ['onboard'] },
    { words: ['onboard', '--tdd'], exit: 2 },
    { words: ['progress', '1'], exit: 2 },
    { words: ['manager', '--phase', '1'], exit: 2 },
    { words: [], exit: 2 },
  ],
  'init.remove-workspace': [
    { words: ['none'], exit: 1 },
    { words: ['../x'], exit: 1 },
  ],
})

describe('init', () => {
  afterAll(disposeProjects)
  const names = Object.keys(WORKFLOWS) as (keyof typeof WORKFLOWS)[]

  it.each(names)('%s answers the keys of its map, each a value or null', async (name) => {
    const { fields, takes }: Start = WORKFLOWS[name]
    for (const files of [OURS, OLDER, {}]) {
      const answer = await makeProject(files).ask('init', name, ...(takes === 'phase' ? ['1'] : []))
      expect([answer.exit, Object.keys(answer.json())]).toEqual([0, [...Object.keys(fields), 'unknown']])
    }
  })

  it('answers the older name of the one for documents', async () => {
    const project = makeProject(OURS)
    expect((await project.ask('docs-init')).stdout).toBe((await project.ask('init', 'docs-update')).stdout)
  })
})
