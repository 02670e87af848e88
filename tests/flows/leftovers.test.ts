// Pending actions of finished plans recur, whichever plan was last, until a plan handles or drops them, or a SUMMARY ticks them.
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import {
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

const ITEM = 'the fix still needs a migration'
const derive = async (project: TempProject) => (await project.ask('state', 'derive')).json()
const codesIn = (answer: { findings: readonly { code: string }[] }) => answer.findings.map(({ code }) => code)

/** A project whose plan 01 is executed and left one pending action. */
async function projectWithAction(): Promise<TempProject> {
  const project = countingProject({ plans: { '01': {} } }).initGit()
  await executePlan(project, '01', { pending: [ITEM] })
  return project
}

const secondPlan = (options: Parameters<typeof planDraft>[2] = {}) => ({
  '01-02-PLAN.md': planDraft('01-counting', '02', options),
})

describe('a plan that closes a gap', () => {
  it('counts as the latest if it was finished last, although it is in the first wave', async () => {
    const project = countingProject({ plans: { '01': {}, '02': { depends: ['01'] } } }).initGit()
    await executePlan(project, '01')
    await executePlan(project, '02')
    await verifyPhase(project, 'gaps_found')
    await work(project, 'plan-phase', '01', { '01-03-PLAN.md': planDraft('01-counting', '03', { gap: true }) })
    await executePlan(project, '03', { pending: [ITEM] })
    expect(await derive(project)).toMatchObject({
      step: 'replanning',
      rule: 'D10',
      pendingActions: [{ planId: '01-03', ref: '01-03#1', text: ITEM }],
    })
  })
})

describe('parallel plans', () => {
  it('each keep their pending actions, whichever was finished last', async () => {
    const project = countingProject({ plans: { '01': {}, '02': {} } }).initGit()
    const claims = {
      '01': await claimNext(project, 'execute-plan', '01-01'),
      '02': await claimNext(project, 'execute-plan', '01-02'),
    }
    for (const [number, claimed] of Object.entries(claims)) {
      commitPart(project, number)
      const pending = [`part ${number} lacks its manual`]
      writeDrafts(project, claimed, { [`01-${number}-SUMMARY.md`]: summaryDraft('01-counting', number, { pending }) })
      await finished(project, claimed)
    }
    expect((await derive(project)).pendingActions).toMatchObject([
      { ref: '01-01#1', text: 'part 01 lacks its manual' },
      { ref: '01-02#1', text: 'part 02 lacks its manual' },
    ])
  })
})

it('verification is refused while an action is pending, even if requested by name', async () => {
  const project = await projectWithAction()
  const { revision } = await next(project)
  const claim = () => project.ask('unit', 'claim', 'verify-phase', '01', '--revision', revision)
  const refused = await claim()
  expect([refused.exit, refused.json().hold]).toMatchObject([
    4,
    { code: 'STEP', reason: expect.stringContaining(`the phase must be replanned first (required by 01-01: ${ITEM})`) },
  ])
  expect((await project.ask('begin', 'verify-phase', '1')).exit).toBe(4)
})

describe('a replanning', () => {
  it('is refused until a plan handles the action', async () => {
    const project = await projectWithAction()
    const claimed = await claimNext(project, 'plan-phase', '01')
    const brief = (await project.ask('unit', 'brief', '--claim', claimed.token, '--role')).stdout
    expect(brief).toMatch(new RegExp(`01-01#1[^\\n]*${ITEM}`))
    expect(brief).toContain('`handles: ["01-02#1 dropped: why"]`')
    writeDrafts(project, claimed, secondPlan())
    const refused = (await finish(project, claimed)).json()
    expect(codesIn(refused)).toEqual(['ACTION_UNHANDLED'])
    expect(refused.findings[0].fix).toContain('handles: ["01-01#1"]')
    writeDrafts(project, claimed, secondPlan({ handles: ['01-01#1'] }))
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-REPLAN.md`)).toContain('01-01#1')
    expect(await derive(project)).toMatchObject({ step: 'executing', pendingActions: [] })
  })

  it('can drop an action with a reason', async () => {
    const project = await projectWithAction()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, secondPlan({ handles: ['01-01#1 dropped:'] }))
    expect(codesIn((await finish(project, claimed)).json())).toEqual(['ACTION_UNHANDLED'])
    writeDrafts(project, claimed, secondPlan({ handles: ['01-01#1 dropped: the table is gone'] }))
    await finished(project, claimed)
    expect(await derive(project)).toMatchObject({ step: 'executing', pendingActions: [] })
    const record = project.read(`${COUNTING}/01-REPLAN.md`)
    expect(record).toMatch(/^ +dropped: *\n? *[-[] *"?01-01#1/m)
    expect(record).toContain('handles: []')
  })

  it('is required again if the plan that handles the action is superseded', async () => {
    const project = await projectWithAction()
    await work(project, 'plan-phase', '01', secondPlan({ handles: ['01-01#1'] }))
    expect(await derive(project)).toMatchObject({ step: 'executing' })
    const path = `${COUNTING}/01-02-PLAN.md`
    project.write(path, project.read(path).replace('type: execute', 'type: execute\nstatus: superseded'))
    expect(await derive(project)).toMatchObject({ step: 'replanning', pendingActions: [{ ref: '01-01#1' }] })
  })

  it('names the action in the executor’s brief', async () => {
    const project = await projectWithAction()
    await work(project, 'plan-phase', '01', secondPlan({ handles: ['01-01#1'] }))
    const { stdout } = await roleBrief(project, 'execute-plan', '01-02')
    expect(stdout).toMatch(new RegExp(`01-01#1[^\\n]*${ITEM}`))
  })
})

describe('a result', () => {
  /** A project whose plan 01 was finished by another tool, with a pending action that plan 02 answers. */
  async function projectOfOtherTool(): Promise<TempProject> {
    return countingProject({
      plans: { '01': {}, '02': {} },
      files: { [`${COUNTING}/01-01-SUMMARY.md`]: `# Counting\n\nDone.\n\n## Pending actions\n\n- ${ITEM}\n` },
    }).initGit()
  }

  it.each([
    ['that restates an action leads to replanning', { pending: [ITEM] }, 'replanning'],
    ['that ticks its number leads to verification', { pending: ['[x] 01-01#1: part 02 brings it'] }, 'verifying'],
    ['that ticks its words leads to verification', { pending: [`[x] ${ITEM}: part 02 brings it`] }, 'verifying'],
  ] as const)('%s', async (_, options, step) => {
    const project = await projectOfOtherTool()
    const claimed = await claimNext(project, 'execute-plan', '01-02')
    commitPart(project, '02')
    writeDrafts(project, claimed, { '01-02-SUMMARY.md': summaryDraft('01-counting', '02', options) })
    await finished(project, claimed)
    expect(await derive(project)).toMatchObject({ step })
  })

  it('in the short form can tick an action', async () => {
    const project = await projectOfOtherTool()
    const claimed = await claimNext(project, 'execute-plan', '01-02')
    commitPart(project, '02')
    writeDrafts(project, claimed, {
      '01-02-SUMMARY.md': '**Part 02 counts.**\n\n## Pending Actions\n\n- [x] 01-01#1: part 02 brings it\n',
    })
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-02-SUMMARY.md`)).toContain('- [x] 01-01#1: part 02 brings it')
    expect((await derive(project)).pendingActions).toEqual([])
  })

  it('with unreadable pending actions is refused', async () => {
    const project = countingProject({ plans: { '01': {} } }).initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    const text = summaryDraft('01-counting', '01').replace(
      /Pending actions:[\s\S]*?- None/,
      'Pending actions:\n```\nmigrate\n```',
    )
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': text })
    expect(codesIn((await finish(project, claimed)).json())).toContain('PA_UNREAD')
  })
})

it('pending list omits actions that later plans have answered', async () => {
  const project = await projectWithAction()
  expect(await next(project)).toMatchObject({ rule: 'D10' })
  await work(project, 'plan-phase', '01', secondPlan({ handles: ['01-01#1'] }))
  await executePlan(project, '02', { pending: [`[x] ${ITEM}`] })
  expect((await project.ask('pending', 'list')).json()).toMatchObject({ frontier: [] })
})
