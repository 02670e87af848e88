// Specs describe the present system. The planner of a phase submits changes to them; the close of the phase merges these, unless they are outdated.
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { checkDraft, planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import {
  type Claimed,
  claim,
  claimNext,
  commitPart,
  executePlan,
  finish,
  finished,
  next,
  verifyPhase,
  work,
  writeDrafts,
} from '../support/work.js'

afterEach(disposeProjects)

const SPEC = '.planning/specs/words.md'
const DELTA = `${COUNTING}/01-DELTA.md`

const requirement = (name: string, rule: string): string =>
  `### Requirement: ${name}\n\n${rule}\n\n#### Scenario: Seen\n\n- **WHEN** it runs\n- **THEN** it is so\n`
const spec = (...requirements: readonly string[]): string =>
  `# Words\n\nBy  hand, with  two blanks.\n\n## Requirements\n\n${requirements.join('\n')}\n## Notes\n\nKept as it is.\n`
const BLANKS = requirement('Blanks part words', 'It SHALL part words at blanks.')
const ZERO = requirement('Nothing is zero', 'It SHALL count an empty text as zero.')
const OLD = requirement('Old flag', 'It SHALL take --old.')

const CHANGES = `# Phase 1: changes of the specs

## MODIFIED: words

${requirement('Blanks part words', 'It SHALL part words at blanks and tabs.')}
## REMOVED: words

### Requirement: Old flag

Nobody used it.

## RENAMED: words

- Nothing is zero -> An empty text has no words

## ADDED: lines

${requirement('Lines are counted', 'It SHALL count lines.')}`

const unplannedProject = (files: Files = { [SPEC]: spec(BLANKS, ZERO, OLD) }) =>
  countingProject({ plans: {}, files, check: false }).initGit()

async function claimWithDrafts(project: TempProject, delta: string | null = CHANGES): Promise<Claimed> {
  const claimed = await claimNext(project, 'plan-phase', '01')
  writeDrafts(project, claimed, {
    '01-01-PLAN.md': planDraft('01-counting', '01'),
    ...(delta === null ? {} : { '01-DELTA.md': delta }),
  })
  return claimed
}

async function workThroughPhase(project: TempProject): Promise<void> {
  await finished(project, await claimWithDrafts(project))
  await executePlan(project)
  await verifyPhase(project)
}

const merge = async (project: TempProject, ...words: readonly string[]) => {
  const called = await project.ask('specs', 'merge', '1', ...words)
  return { exit: called.exit, ...called.json() }
}

describe('the close of a phase', () => {
  it('merges its changes into the specs in place, and changes nothing else', async () => {
    const project = unplannedProject()
    await workThroughPhase(project)
    expect(project.read(SPEC)).toBe(spec(BLANKS, ZERO, OLD))
    expect(await merge(project)).toMatchObject({ exit: 0, state: 'waits', changes: { length: 4 } })
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    expect(project.read(SPEC)).toBe(
      spec(
        requirement('Blanks part words', 'It SHALL part words at blanks and tabs.'),
        requirement('An empty text has no words', 'It SHALL count an empty text as zero.'),
      ),
    )
    expect(project.read('.planning/specs/lines.md')).toBe(
      `# Lines\n\n## Requirements\n\n${requirement('Lines are counted', 'It SHALL count lines.')}`,
    )
    expect(project.read(DELTA)).toMatch(/^merged: "?2026-/m)
    const after = project.snapshot()
    expect(await merge(project)).toMatchObject({ exit: 0, state: 'merged', specs: [] })
    expect(project.snapshot()).toEqual(after)
  })

  it('merges a renamed and rewritten requirement, and one replaced by another of the same name', async () => {
    const project = unplannedProject()
    const tabs = requirement('Tabs part words', 'It SHALL part words at tabs.')
    const fresh = requirement('Old flag', 'It SHALL say that --old is gone.')
    const delta = `# Changes\n\n## RENAMED: words\n\n- Blanks part words → Tabs part words\n\n## MODIFIED: words\n\n${tabs}\n## REMOVED: words\n\n### Requirement: Old flag\n\nIt goes.\n\n## ADDED: words\n\n${fresh}`
    await finished(project, await claimWithDrafts(project, delta))
    await executePlan(project)
    await verifyPhase(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    expect(project.read(SPEC)).toBe(spec(tabs, ZERO, fresh))
  })

  it('keeps other line endings', async () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    const project = unplannedProject({ [SPEC]: crlf(spec(BLANKS, ZERO, OLD)) })
    await workThroughPhase(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    const tabs = requirement('Blanks part words', 'It SHALL part words at blanks and tabs.')
    const none = requirement('An empty text has no words', 'It SHALL count an empty text as zero.')
    expect(project.read(SPEC)).toBe(crlf(spec(tabs, none)))
  })

  it.each([
    ['changed', spec(BLANKS.replace('at blanks', 'at any blank'), ZERO, OLD), 'at any blank'],
    ['removed', spec(ZERO, OLD), '(nothing)'],
  ])('is refused if the spec has since been %s, with both texts and a fix', async (_, changed, present) => {
    const project = unplannedProject()
    await workThroughPhase(project)
    project.write(SPEC, changed)
    const refused = await project.ask('phase', 'complete', '1')
    expect(refused.exit).toBe(1)
    expect(refused.json().warnings).not.toEqual([])
    const [warning] = refused.json().warnings
    expect(warning).toContain(present)
    expect(warning).toContain('at blanks and tabs')
    expect(refused.json().error.fix).toContain('gsd-tools specs merge 01 --rebase')
    expect(project.read(SPEC)).toBe(changed)
    expect((await project.ask('state', 'derive')).json().step).toBe('phase-complete')
  })

  it('continues after the changes are adapted and rebased', async () => {
    const project = unplannedProject()
    await workThroughPhase(project)
    const changed = spec(BLANKS.replace('at blanks', 'at any blank'), ZERO, OLD)
    project.write(SPEC, changed)
    expect(await merge(project)).toMatchObject({ exit: 3, state: 'conflict', error: { code: 'CONFLICT' } })
    project.write(DELTA, project.read(DELTA).replace('at blanks and tabs', 'at any blank and at tabs'))
    expect(await merge(project, '--rebase')).toMatchObject({ exit: 0, state: 'rebased' })
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    expect(project.read(SPEC)).toContain('at any blank and at tabs')
  })

  it('treats a requirement that two phases added as a conflict', async () => {
    const project = unplannedProject()
    await workThroughPhase(project)
    project.write(
      '.planning/specs/lines.md',
      `# Lines\n\n## Requirements\n\n${requirement('Lines are counted', 'Otherwise.')}`,
    )
    expect((await project.ask('phase', 'complete', '1')).json().warnings[0]).toContain('Otherwise.')
    expect(await merge(project, '--rebase')).toMatchObject({ state: 'conflict', findings: [{ code: 'DELTA_THERE' }] })
  })
})

describe('a draft of changes', () => {
  const CASES: readonly (readonly [why: string, delta: string, code: string])[] = [
    ['modifies an unknown requirement', `## MODIFIED: words\n\n${requirement('Blank parts', 'X.')}`, 'DELTA_ABSENT'],
    ['adds an existing requirement', `## ADDED: words\n\n${BLANKS}`, 'DELTA_THERE'],
    ['renames to an existing name', '## RENAMED: words\n\n- Old flag -> Nothing is zero\n', 'DELTA_THERE'],
    ['modifies one requirement twice', `## MODIFIED: words\n\n${BLANKS}\n${BLANKS}`, 'DELTA_TWICE'],
    ['adds no scenario', '## ADDED: words\n\n### Requirement: Quick\n\nIt SHALL be quick.\n', 'SCENARIO_MISSING'],
    ['removes without a reason', '## REMOVED: words\n\n### Requirement: Old flag\n', 'DELTA_REASON'],
    ['names no capability', '## ADDED Requirements\n\n### Requirement: Quick\n\nX.\n', 'DELTA_PART'],
  ]
  it.each(CASES)('is refused if it %s', async (_, delta, code) => {
    const project = unplannedProject()
    const refused = await finish(project, await claimWithDrafts(project, `# Changes\n\n${delta}`))
    expect([refused.exit, refused.json().findings.map((one: { code: string }) => one.code)]).toEqual([1, [code]])
    expect(project.has(DELTA)).toBe(false)
  })

  it('of an earlier planning keeps its base when the phase is planned anew', async () => {
    const project = countingProject({ plans: {}, files: { [SPEC]: spec(BLANKS, ZERO, OLD) }, check: true }).initGit()
    await finished(project, await claimWithDrafts(project))
    const before = project.read(DELTA)
    project.write(SPEC, spec(BLANKS.replace('at blanks', 'at any blank'), ZERO, OLD))
    await work(project, 'check-plan', '01', { '01-CHECK.json': checkDraft(['blocker']) })
    await work(project, 'plan-phase', '01', { '01-01-PLAN.md': planDraft('01-counting', '01', { gap: true }) })
    expect(project.read(DELTA)).toBe(before)
    expect(await merge(project)).toMatchObject({ state: 'conflict' })
  })
})

describe('the roles of a phase', () => {
  it('get the specs or the changes in their briefs', async () => {
    const project = countingProject({ plans: {}, files: { [SPEC]: spec(BLANKS, ZERO, OLD) }, check: true }).initGit()
    const planner = await claimWithDrafts(project)
    const brief = (await project.ask('unit', 'brief', '--claim', planner.token, '--role')).stdout
    expect(brief).toContain(`${planner.drafts}/01-DELTA.md`)
    expect(brief).toContain(`- ${SPEC} (present behaviour of the system`)
    await finished(project, planner)
    for (const type of ['check-plan', 'verify-phase']) {
      const text = (await roleBrief(project, type, '1')).stdout
      expect(text).toContain(`modified in ${SPEC}: “Blanks part words: It SHALL part words at blanks and tabs.`)
    }
    expect((await roleBrief(project, 'execute-plan', '01-01')).stdout).toContain('at blanks and tabs')
  })

  it('submit the changes next to a short plan, as a planning session is told', async () => {
    const project = unplannedProject()
    const begun = (await project.ask('begin', 'plan-phase', '1')).stdout
    const [, path = ''] = /also write `([^`]+01-DELTA\.md)`/.exec(begun) ?? []
    const [, token = ''] = /--claim (\S+?)[ `]/.exec(begun) ?? []
    project.write(path, CHANGES)
    project.write(
      path.replace('DELTA', '01-PLAN'),
      '---\nrequirements: [COUNT-01, COUNT-02]\nfiles_modified: [part-01.js, part-01.test.sh]\nverify: [sh part-01.test.sh]\nmust_haves:\n  truths: [two words are two]\n---\n\nWords are counted\n\n1. `count(text)` in part-01.js, with a test\n',
    )
    const called = await project.ask('unit', 'finish', '--claim', token)
    expect(called.exit, called.stdout).toBe(0)
    expect(project.read(DELTA)).toMatch(/^base:/m)
    expect(project.has(`${COUNTING}/01-01-PLAN.md`)).toBe(true)
  })

  it('get nothing about specs if the project has none', async () => {
    const project = unplannedProject({})
    const planner = await claimWithDrafts(project, null)
    const brief = (await project.ask('unit', 'brief', '--claim', planner.token, '--role')).stdout
    expect(brief).not.toMatch(/DELTA|specs\//)
    await finished(project, planner)
    expect(await merge(project)).toMatchObject({ exit: 0, state: 'none', delta: null })
    expect((await next(project)).unit.unitType).toBe('execute-plan')
  })
})

describe('a small task', () => {
  it('merges its changes when it is finished, but not when halted', async () => {
    const project = countingProject({ files: { [SPEC]: spec(BLANKS, ZERO, OLD) } }).initGit()
    for (const halted of [true, false]) {
      const task = await claim(project, 'quick', halted ? 'try-tabs' : 'part-at-tabs')
      const number = task.answer.unitId.split('-').slice(0, 2).join('-')
      const brief = (await project.ask('unit', 'brief', '--claim', task.token, '--role')).stdout
      expect(brief).toContain(`${number}-DELTA.md`)
      commitPart(project, halted ? '07' : '08')
      writeDrafts(project, task, {
        [`${number}-SUMMARY.md`]: summaryDraft('quick', halted ? '07' : '08', halted ? { halted: 'no key' } : {}),
        [`${number}-DELTA.md`]: CHANGES,
      })
      const called = await finish(project, task)
      expect([called.exit, called.stdout]).toEqual([0, expect.anything()])
      if (halted) expect(project.read(SPEC)).toBe(spec(BLANKS, ZERO, OLD))
    }
    expect(project.read(SPEC)).toContain('at blanks and tabs')
  })
})

it('changes of a closed phase that were not merged can be rebased and merged', async () => {
  const project = unplannedProject()
  await finished(project, await claimWithDrafts(project, null))
  await executePlan(project)
  await verifyPhase(project)
  expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
  project.write(DELTA, `# Changes\n\n## MODIFIED: words\n\n${BLANKS.replace('at blanks', 'at tabs')}`)
  expect(await merge(project)).toMatchObject({ state: 'conflict' })
  expect(await merge(project, '--rebase')).toMatchObject({ state: 'rebased' })
  expect(await merge(project)).toMatchObject({ exit: 0, state: 'merged', specs: [SPEC] })
  expect(project.read(SPEC)).toBe(spec(BLANKS.replace('at blanks', 'at tabs'), ZERO, OLD))
})
