// What REQUIREMENTS.md holds, and the phases that carry it.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const REQUIREMENTS = '.planning/REQUIREMENTS.md'
const text = OURS[REQUIREMENTS] as string
describe('requirements list', () => {
  it('--phase finds a requirement that several phases carry', async () => {
    const shared = text.replace('| CORE-01 | Phase 1 | Pending |', '| CORE-01 | Phase 1, Phase 2 | Pending |')
    const project = makeProject({ ...OURS, [REQUIREMENTS]: shared })
    const idsOf = async (phase: string) =>
      (await project.ask('requirements', 'list', '--phase', phase))
        .json()
        .requirements.map(({ id }: { readonly id: string }) => id)
    for (const phase of ['1', '01', 'Phase 2']) expect(await idsOf(phase)).toContain('CORE-01')
    expect(await idsOf('3')).not.toContain('CORE-01')
  })
})
