// Boxes and rows of REQUIREMENTS.md follow evidence; a person's word against it is recorded.
import { afterAll, describe, expect, it } from 'vitest'
import { agreed, OVERRULED } from '../../support/agreed.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const REQUIREMENTS = '.planning/REQUIREMENTS.md'
const text = OURS[REQUIREMENTS] as string
const PHASE = '.planning/phases/01-foundation'
const ticked = text
  .replace('- [ ] **CORE-01**', '- [x] **CORE-01**')
  .replace('| CORE-01 | Phase 1 | Pending |', '| CORE-01 | Phase 1 | Complete |')
/** Both plans of phase 1 carried out with an older tool. */
const CLAIMED: Files = {
  ...OLDER,
  [`${PHASE}/01-02-SUMMARY.md`]: (OLDER[`${PHASE}/01-01-SUMMARY.md`] as string).replace('plan: "01"', 'plan: "02"'),
}

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

describe('requirements mark', () => {
  it('takes what another tool finished, all ids or none', async () => {
    const project = makeProject(CLAIMED)
    const mixed = await project.ask('requirements', 'mark', 'CORE-01,AUTH-01')
    expect([mixed.exit, mixed.json().error.code, project.read(REQUIREMENTS)]).toEqual([1, 'NOT_PROVEN', text])
    const answer = (await project.ask('requirements', 'mark', 'CORE-01')).json()
    expect(answer).toMatchObject({ marked: ['CORE-01'], overruled: [] })
    expect(project.read(REQUIREMENTS)).toBe(ticked)
    const again = (await project.ask('requirements', 'mark', 'CORE-01')).json()
    expect(again).toMatchObject({ marked: [], changed: false })
    expect(again).not.toHaveProperty('updated')
  })

  it.each(['Pending', 'In Progress', 'pending'])('a row that says %s moves with its box', async (word) => {
    const before = text.replace('| CORE-01 | Phase 1 | Pending |', `| CORE-01 | Phase 1 | ${word} |`)
    const project = makeProject({ ...OURS, [REQUIREMENTS]: before.replaceAll('\n', '\r\n') })
    await agreed(project, 'requirements', 'mark', 'CORE-01', ...OVERRULED)
    expect(project.read(REQUIREMENTS)).toBe(ticked.replaceAll('\n', '\r\n'))
  })

  it('a row with a word of its own keeps it', async () => {
    const own = text.replace('| CORE-01 | Phase 1 | Pending |', '| CORE-01 | Phase 1 | Blocked |')
    const project = makeProject({ ...OURS, [REQUIREMENTS]: own })
    const answer = await agreed(project, 'requirements', 'mark', 'CORE-01', 'CORE-02', ...OVERRULED)
    expect([answer.exit, project.read(REQUIREMENTS)]).toEqual([
      0,
      expect.stringContaining('| CORE-01 | Phase 1 | Blocked |'),
    ])
  })
})

describe('requirements mark --open', () => {
  it('needs a person, and is recorded', async () => {
    const project = makeProject({ ...CLAIMED, [REQUIREMENTS]: ticked })
    const unsigned = await project.ask('requirements', 'mark', '--open', 'CORE-01', '--by', 'Ada')
    expect([unsigned.exit, unsigned.json().error.code]).toEqual([2, 'USAGE'])
    await agreed(project, ...'requirements mark --open CORE-01 --by Ada --reason'.split(' '), 'it broke')
    expect(project.read(REQUIREMENTS)).toBe(text)
    const [row] = (await project.ask('requirements', 'list')).json().requirements
    expect(row).toMatchObject({
      id: 'CORE-01',
      complete: false,
      ticked: false,
      reason: expect.stringMatching(/Ada.*it broke/),
    })
    expect((await project.ask('requirements', 'mark', 'CORE-01')).json().error.code).toBe('NOT_PROVEN')
  })
})
