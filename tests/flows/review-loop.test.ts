// The extensions of the pack: added to a project, trusted, and used through an agent's calls.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { countingProject } from '../support/counting.js'
import { planDraft } from '../support/drafts.js'
import { trust } from '../support/extensions.js'
import { askGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { executePlan, work } from '../support/work.js'

const REPOSITORY = join(import.meta.dirname, '../..')

afterEach(disposeProjects)

async function projectWith(name: string, project = makeProject(OURS).initGit()): Promise<TempProject> {
  expect((await askGsd(project.home, ['ext', 'add', name], { cwd: project.root })).exit).toBe(0)
  expect((await trust(project, name)).json()).toMatchObject({ trusted: true })
  return project
}

const next = async (project: TempProject) => (await project.ask('next')).json()

/** Does the next unit as an agent would: an extension's unit with a report, a plan with a commit and a summary. */
async function doNext(project: TempProject, report = '') {
  const { unit, revision } = await next(project)
  const claimed = (await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)).json()
  const name = claimed.expects[0].path.split('/').at(-1)
  project.write(`${claimed.drafts}/${name}`, unit.unitType === 'extension' ? report : workOn(project, unit.unitId))
  return (await project.ask('unit', 'finish', '--claim', claimed.claim)).json()
}

function workOn(project: TempProject, plan: string): string {
  const file = `src/part-${plan.slice(3)}.ts`
  project.write(file, 'export const part = 1\n')
  project.git('add', file)
  project.git('commit', '-qm', 'feat(01): the work')
  const like = project.read('.planning/phases/01-foundation/01-01-SUMMARY.md').replaceAll('01-01', plan)
  return like
    .replaceAll('src/part-01.ts', file)
    .replace(/abc12301/g, project.git('rev-parse', '--short=8', 'HEAD').trim())
}

const stage = (project: TempProject) => JSON.parse(project.read('.planning/extensions/review-loop/01-02.json')).stage

describe('the review loop', () => {
  const review = (words: string) => `---\n${words}\n---\n\nlib/a.ts:3 breaks on an empty list.\n`

  /** A project just after plan 01-02 was finished. */
  async function projectAfterPlan(): Promise<TempProject> {
    const project = await projectWith('review-loop')
    const finished = await doNext(project)
    expect(finished.findings.filter(({ code }: { code: string }) => code !== 'MUTATION')).toEqual([])
    return project
  }

  it('reviews a finished plan, has findings fixed and reviewed again, and continues after a passing review', async () => {
    const project = await projectAfterPlan()
    expect(stage(project)).toBe('review')
    const done: string[] = []
    for (const words of ['verdict: findings\nfindings: 1', 'fixed: 1', 'verdict: pass']) {
      done.push((await next(project)).unit.unitId)
      expect((await doNext(project, review(words))).verdict).toBe('accept')
    }
    const unit = (kind: string) => `review-loop.${kind}.01-02`
    expect(done).toEqual([unit('review-task'), unit('fix-task'), unit('review-task')])
    expect(stage(project)).toBe('passed')
    expect((await next(project)).unit.unitType).not.toBe('extension')
  })

  it('refuses a review without a verdict, and stays at the review', async () => {
    const project = await projectAfterPlan()
    expect(await doNext(project, review('mood: good'))).toMatchObject({ verdict: 'rework' })
    expect((await next(project)).unit?.unitId ?? 'claimed').toMatch(/review-task|claimed/)
    expect(stage(project)).toBe('review')
  })

  it('continues in a new session', async () => {
    const project = await projectAfterPlan()
    const { unit, revision } = await next(project)
    await project.ask('unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)
    project.time += 3 * 3_600_000
    expect(await next(project)).toMatchObject({ unit: { unitId: 'review-loop.review-task.01-02' }, phase: '01' })
    expect((await doNext(project, review('verdict: findings\nfindings: 2'))).verdict).toBe('accept')
    expect((await next(project)).unit.unitId).toBe('review-loop.fix-task.01-02')
  })

  it('is undone with the unit that changed its state', async () => {
    const project = await projectAfterPlan()
    const finished = await doNext(project, review('verdict: pass'))
    await project.ask('undo', finished.journal, '--yes')
    expect(stage(project)).toBe('review')
    expect((await next(project)).unit.unitId).toBe('review-loop.review-task.01-02')
  })

  it('is named in the core only in an example', () => {
    const hits = execFileSync(
      'git',
      ['grep', '-l', '-e', 'review-loop', '-e', 'review-task', '--', 'lib', 'workflows', 'agents', 'commands'],
      { cwd: REPOSITORY, encoding: 'utf8' },
    )
      .split('\n')
      .filter(Boolean)
    expect(hits).toEqual(['lib/core/extensions/api.ts'])
  })
})

describe('work items', () => {
  it('are opened and closed with plans, by commands in the user’s settings; those in the project’s settings need trust', async () => {
    const project = await projectWith('work-items', countingProject({ plans: {} }).initGit())
    const log = project.at('../calls.log')
    const tracker = (word: string) => [
      process.execPath,
      '-e',
      `require('node:fs').appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${word} `)} + process.argv[1] + '\\n'); console.log('#7')`,
    ]
    const options = (open: readonly string[]) =>
      JSON.stringify({ extensions: { options: { 'work-items': { open, close: tracker('closed') } } } })
    mkdirSync(join(project.home, '.gsd'), { recursive: true })
    writeFileSync(join(project.home, '.gsd/config.json'), options(tracker('opened')))
    const workItems = async () =>
      (await project.ask('ext', 'list')).json().extensions.find(({ name }: { name: string }) => name === 'work-items')
    const { state, options: given } = await workItems()
    expect([state, given.open[0]]).toEqual(['active', process.execPath])
    await work(project, 'plan-phase', '01', { '01-01-PLAN.md': planDraft('01-counting', '01') })
    await executePlan(project)
    expect(readFileSync(log, 'utf8')).toBe('opened 01-01\nclosed #7\n')
    writeFileSync(join(project.home, '.gsd/config.json'), '{}')
    project.write('.planning/config.json', `{"planning_schema":1,${options(['touch']).slice(1)}`)
    expect((await workItems()).state).toBe('untrusted')
  })
})
