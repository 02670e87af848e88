// Work that another tool finished counts as done but never as verified; what that tool left open is reported and blocks only the close of the milestone.
import { afterEach, describe, expect, it } from 'vitest'
import { uatDraft } from '../support/drafts.js'
import { CREATED, disposeProjects, type Files, makeProject, OLDER, type TempProject } from '../support/project.js'
import { claim } from '../support/work.js'

afterEach(disposeProjects)

const ROADMAP = '.planning/ROADMAP.md'
const ONE = '.planning/phases/01-foundation'
const SUMMARY = OLDER[`${ONE}/01-01-SUMMARY.md`] as string
/** Both plans of phase 1 have a SUMMARY of an older tool. */
const FINISHED: Files = { ...OLDER, [`${ONE}/01-02-SUMMARY.md`]: SUMMARY.replaceAll('"01"', '"02"') }
const withTick = (files: Files, phase: number): string =>
  (files[ROADMAP] as string).replace(`- [ ] **Phase ${phase}`, `- [x] **Phase ${phase}`)

const withLine = (heading: string, line: string): Files => ({
  ...OLDER,
  [ROADMAP]: (OLDER[ROADMAP] as string).replace(`${heading}\n`, `${heading}\n${line}\n`),
})
const withRow = (status: string): Files => ({
  ...OLDER,
  [ROADMAP]: `${OLDER[ROADMAP]}\n## Table\n\n| Phase | Plans | Status |\n|---|---|---|\n| 1. Foundation | 1/2 | ${status} |\n`,
})

const phase = async (project: TempProject, number: string) =>
  (await project.ask('progress')).json().phases.find((row: { number: string }) => row.number === number)
const unitOf = async (project: TempProject) => (await project.ask('next')).json().unit

describe('a phase of another tool', () => {
  it.each([
    ['with a SUMMARY of each plan', FINISHED],
    ['that is ticked and whose folder is gone', { [ROADMAP]: withTick(OLDER, 1), '.planning/PROJECT.md': '# X\n' }],
    [
      'with a SUMMARY of each plan, one of them halted, and a VERIFICATION that passed',
      {
        ...FINISHED,
        [`${ONE}/01-02-SUMMARY.md`]: SUMMARY.replaceAll('"01"', '"02"').replace('---\n', '---\nstatus: blocked\n'),
        [`${ONE}/01-VERIFICATION.md`]: '---\nphase: 01-foundation\nstatus: passed\n---\n# Verification\n',
      },
    ],
    [
      'with "Complete" in its section, but an open plan',
      withLine('### Phase 1: Foundation', '**Status:** ✅ Complete'),
    ],
    ['whose row says "Complete", its box empty', withRow('Complete')],
    ['whose row says "Done"', withRow('✅ Done')],
    ['that is ticked, one plan without a SUMMARY', { ...OLDER, [ROADMAP]: withTick(OLDER, 1) }],
  ] as const)('%s is done, and next continues after it', async (_, files) => {
    const project = makeProject(files)
    expect(await phase(project, '1')).toMatchObject({ done: true, status: 'done' })
    expect(await unitOf(project)).toMatchObject({ unitId: '02' })
    const report = (await project.ask('progress')).json()
    expect(report.share).toEqual({ percent: 33, done: 1, total: 3, verified: 0 })
    expect((await project.ask('progress', '--pretty')).stdout).toMatch(
      /done \(not verified by us\)[\s\S]*1 of 3 phases done, 0 verified/,
    )
  })

  it('whose row or section says "In Progress" is in progress', async () => {
    for (const files of [withLine('### Phase 1: Foundation', '**Status:** In Progress'), withRow('In Progress')])
      expect(await phase(makeProject(files), '1')).toMatchObject({ done: false, status: 'in progress' })
  })

  it('that was begun continues at its first open plan', async () => {
    expect(await unitOf(makeProject(OLDER))).toMatchObject({ unitType: 'execute-plan', unitId: '01-02' })
  })

  it('is not done by a tick if its plans were not executed', async () => {
    const { [`${ONE}/01-01-SUMMARY.md`]: _, ...planned } = OLDER
    const project = makeProject({ ...planned, [ROADMAP]: withTick(OLDER, 1) })
    expect(await phase(project, '1')).toMatchObject({ done: false, status: 'planned' })
  })

  it('has no must-haves in the brief of its verification, because a proof cannot cite them', async () => {
    const project = makeProject(FINISHED).initGit()
    const begun = await project.ask('begin', 'verify-phase', '1')
    expect(begun.exit, begun.stdout).toBe(0)
    expect(begun.stdout).toContain('Unit: verify-phase 01')
    expect(begun.stdout).not.toContain('01.1: ')
  })
})

describe('a SUMMARY without a plan', () => {
  it('is counted neither by plan-index nor by progress', async () => {
    const project = makeProject({ ...OLDER, [`${ONE}/01-09-SUMMARY.md`]: SUMMARY.replaceAll('"01"', '"09"') })
    const found = (await project.ask('phase', 'plan-index', '1')).json()
    expect([found.plans.length, found.summary_count]).toEqual([2, 1])
    expect(await phase(project, '1')).toMatchObject({ plan_count: 2, summary_count: 1 })
  })
})

describe('a phase of ours', () => {
  it('is not done by a tick in a project begun with this pack', async () => {
    const project = makeProject({ ...OLDER, [ROADMAP]: withTick(OLDER, 2), '.planning/ledger.jsonl': CREATED })
    expect(await phase(project, '2')).toMatchObject({ done: false, status: 'not started' })
  })

  it('is not done by a SUMMARY written without the CLI', async () => {
    const project = makeProject({ ...OLDER, '.planning/config.json': '{"workflow":{"plan_check":false}}\n' }).initGit()
    await claim(project, 'execute-plan', '01-02')
    project.write(`${ONE}/01-02-SUMMARY.md`, SUMMARY.replaceAll('"01"', '"02"'))
    expect(await phase(project, '1')).toMatchObject({ done: false, status: 'in progress' })
    const { plans } = (await project.ask('phase', 'plan-index', '1')).json()
    expect(plans.find(({ id }: { readonly id: string }) => id === '01-02').complete).toBe(false)
  })
})

describe('what another tool left open', () => {
  const REPORT =
    '---\nphase: 01-foundation\nstatus: gaps_found\ngaps:\n  - truth: "It is listed"\n    status: failed\n    reason: "empty"\n---\n# Verification\n'
  it.each([
    [
      'gaps',
      { [`${ONE}/01-VERIFICATION.md`]: REPORT },
      /01-VERIFICATION.md found 1 gap/,
      ['Close 1 gap of phase 1 (Foundation)', 'gsd-tools begin plan-phase 01'],
    ],
    [
      'a skipped test',
      { [`${ONE}/01-UAT.md`]: uatDraft('01-foundation', 'skipped') },
      /01-UAT.md has \d open test/,
      ['Try out phase 1 (Foundation): 1 open test', 'gsd-tools begin verify-work 01'],
    ],
  ] as const)('is reported, waits for the user and blocks only the close: %s', async (_, files, item, [text, fix]) => {
    const project = makeProject({ ...FINISHED, ...files })
    const next = (await project.ask('next')).json()
    expect(next.unit).toMatchObject({ unitId: '02' })
    expect((await phase(project, '1')).open).toEqual([expect.stringMatching(item)])
    expect((await project.ask('progress')).json().waiting).toEqual([{ text, fix }])
    const audit = (await project.ask('milestone', 'audit')).json()
    expect(audit.gaps).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(item), fix: expect.stringContaining(`(${fix})`) }),
    )
    const all = makeProject({ ...FINISHED, ...files, [ROADMAP]: withTick({ [ROADMAP]: withTick(FINISHED, 2) }, 3) })
    const closing = await all.ask('milestone', 'complete', 'v1.0', '--yes')
    expect([closing.exit, closing.json().error.message]).toEqual([1, expect.stringMatching(item)])
  })

  it('can be planned like a gap, although the phase is done', async () => {
    const project = makeProject({ ...FINISHED, [`${ONE}/01-VERIFICATION.md`]: REPORT }).initGit()
    const begun = await project.ask('begin', 'plan-phase', '1')
    expect(begun.exit, begun.stdout).toBe(0)
    expect(begun.stdout).toContain('Unit: plan-phase 01')
  })
})
