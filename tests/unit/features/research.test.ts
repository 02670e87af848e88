// Answers that are kept and asked for again.
import { afterEach, describe, expect, it } from 'vitest'
import { confidenceOf } from '../../../lib/features/research/store.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

describe('an answer that was looked up', () => {
  it('is not asked for again, however the question is spaced', async () => {
    const project = makeProject({
      ...OURS,
      '.planning/config.json': '{"workflow":{"research_tools":true}}',
      'q.json': '["Which  port?", "Which host?"]',
    })
    const first = (await project.ask('research-plan', '--input', 'q.json')).json()
    expect(first.questions.map(({ id }: { id: string }) => id)).toEqual(['Q1', 'Q2'])
    await project.ask(
      ...[
        'research-store',
        'put',
        first.questions[0].key,
        '--content',
        '80',
        '--source',
        'README',
        '--provider',
        'codebase',
      ],
    )
    project.write('q.json', '{"questions":[{"id":"P","text":"which port?"},"Which host?"]}')
    expect((await project.ask('research-plan', '--input', 'q.json')).json()).toMatchObject({
      questions: [{ id: 'Q2', provider: 'web' }],
      cached: ['P'],
    })
    const found = (await project.ask('research-store', 'get', first.questions[0].key)).json()
    expect(found.entry).toMatchObject({ content: '80', confidence: 'high', kind: 'fact' })
  })

  it('is trusted by where it comes from, and one step more once a second source says the same', () => {
    expect([confidenceOf('web', false), confidenceOf('web', true), confidenceOf('registry', true)]).toEqual([
      'low',
      'medium',
      'high',
    ])
  })
})
