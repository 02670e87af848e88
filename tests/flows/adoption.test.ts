// Finished work of older tools: it is shown as claimed, a person decides once, and nothing of it is ever rewritten.
import { cpSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { disposeProjects, type Files, makeProject, OLDER, type TempProject } from '../support/project.js'
import { claim, next } from '../support/work.js'

afterEach(disposeProjects)

const ONE = '.planning/phases/01-foundation'
const second = (text: string) => text.replaceAll('"01"', '"02"').replaceAll('Plan 01', 'Plan 02')

/** Phase 1 is finished as an older tool finishes it: summaries, a tick, no verification in our sense. */
const FINISHED: Files = {
  ...OLDER,
  [`${ONE}/01-02-SUMMARY.md`]: second(OLDER[`${ONE}/01-01-SUMMARY.md`] as string),
  '.planning/ROADMAP.md': (OLDER['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 1', '- [x] **Phase 1'),
}

const open = (files: Files = FINISHED): TempProject => makeProject(files).initGit()
const derive = async (project: TempProject) => (await project.ask('state', 'derive')).json()

describe('before anybody decided', () => {
  it('nothing is dispatched, and the question names what it is about', async () => {
    const project = open()
    const before = project.snapshot()
    const called = await project.ask('next')
    expect(called.exit).toBe(4)
    expect(called.json()).toMatchObject({
      kind: 'hold',
      rule: 'D05a',
      hold: { code: 'ADOPT' },
      error: { code: 'ADOPT' },
    })
    expect(called.json().hold.reason).toContain('01')
    const state = await project.ask('state', 'derive')
    expect([state.exit, state.json().step]).toEqual([0, 'blocked'])
    expect(project.snapshot()).toEqual(before)
  })

  it('a claim is refused too', async () => {
    const project = open()
    const { revision } = await derive(project)
    const called = await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)
    expect([called.exit, called.json().error.code]).toEqual([4, 'ADOPT'])
  })

  it('a tick without any file only leads to the question', async () => {
    const files = Object.fromEntries(Object.entries(FINISHED).filter(([path]) => !path.startsWith(ONE)))
    expect(await derive(open(files))).toMatchObject({ rule: 'D05a', step: 'blocked' })
  })

  it('a project with nothing finished is not asked', async () => {
    const files = Object.fromEntries(Object.entries(OLDER).filter(([path]) => !path.endsWith('SUMMARY.md')))
    expect((await derive(open(files))).rule).not.toBe('D05a')
  })
})

describe('adopting', () => {
  it('makes the first open phase active and changes nothing but ledger and journal', async () => {
    const project = open()
    const before = project.snapshot()
    const called = await agreed(project, 'adopt')
    expect(called.exit, called.stdout).toBe(0)
    expect(called.json()).toMatchObject({
      adopted: [{ id: '01' }],
      changed: true,
      changed_files: ['.planning/ledger.jsonl'],
    })
    const after = project.snapshot()
    const changed = Object.keys(after).filter((path) => after[path] !== before[path])
    expect(changed.filter((path) => !/ledger\.jsonl|journal|\.runtime/.test(path))).toEqual([])
    expect(await derive(project)).toMatchObject({ phase: { id: '02' }, progress: { phases: { done: 1, total: 3 } } })
  })

  it('twice writes nothing the second time', async () => {
    const project = open()
    await agreed(project, 'adopt')
    const before = project.snapshot()
    const again = await agreed(project, 'adopt')
    expect([again.exit, again.json().changed]).toEqual([0, false])
    expect(project.snapshot()).toEqual(before)
  })

  it('can be looked at first', async () => {
    const project = open()
    const before = project.snapshot()
    const called = await project.ask('adopt', '--dry-run')
    expect(called.json()).toMatchObject({ dry_run: true, adopted: [{ id: '01' }] })
    expect(project.snapshot()).toEqual(before)
  })

  it('takes single plans of an unfinished phase and goes on with the rest', async () => {
    const project = open(OLDER)
    const called = await agreed(project, 'adopt')
    expect(called.json()).toMatchObject({ adopted: [], plans: [{ id: '01-01' }] })
    expect(await derive(project)).toMatchObject({ step: 'plan-check', phase: { id: '01' } })
    await project.ask('config', 'set', 'workflow.plan_check', 'false')
    expect((await next(project)).ready.map(({ unitId }: { unitId: string }) => unitId)).toEqual(['01-02'])
  })

  it('means the same where every ignored file is gone', async () => {
    const project = open()
    await agreed(project, 'adopt')
    const before = await derive(project)
    for (const ignored of ['.planning/journal', '.planning/.runtime']) project.remove(ignored)
    expect(await derive(project)).toEqual(before)
  })

  it('is a claim in a clone: whose word counts on this machine, its own person says', async () => {
    const project = open()
    await agreed(project, 'adopt')
    const clone = makeProject({})
    cpSync(project.root, clone.root, { recursive: true })
    expect(await derive(clone)).toMatchObject({ rule: 'D05a', step: 'blocked' })
    await agreed(clone, 'adopt')
    expect((await derive(clone)).phase).toEqual((await derive(project)).phase)
  })

  it('is asked about again when a byte of an adopted file changes, and names the file', async () => {
    const project = open()
    await agreed(project, 'adopt')
    const path = `${ONE}/01-01-SUMMARY.md`
    project.write(path, `${project.read(path)} `)
    const called = await project.ask('next')
    expect([called.exit, called.json().rule]).toEqual([4, 'D05a'])
    expect(called.json().hold.reason).toContain(path)
    await agreed(project, 'adopt', '1')
    expect((await derive(project)).phase.id).toBe('02')
  })

  it('can be taken back', async () => {
    const project = open()
    await agreed(project, 'adopt')
    expect((await agreed(project, 'adopt', '--drop', '1')).json().dropped).toContain('01')
    expect(await derive(project)).toMatchObject({ phase: { id: '01' } })
  })

  it('never lets old leftovers ask for replanning', async () => {
    const path = `${ONE}/01-01-SUMMARY.md`
    const project = open({
      ...OLDER,
      [path]: `${OLDER[path]}\n## Known Issues\n\nPending actions:\n- do it again\n`,
    })
    await agreed(project, 'adopt')
    expect((await derive(project)).step).not.toBe('replanning')
    // They are shown to whoever works on the phase next.
    expect((await derive(project)).pendingActions).toMatchObject([{ planId: '01-01', text: 'do it again' }])
  })

  it('refuses phases that are not there', async () => {
    const called = await open().ask('adopt', '9')
    expect([called.exit, called.json().error.code]).toEqual([1, 'PHASE_NOT_FOUND'])
  })
})

describe('a project of our own', () => {
  it('is never asked, also when an executor died between its SUMMARY and the finish', async () => {
    const project = open(Object.fromEntries(Object.entries(OLDER).filter(([path]) => !path.endsWith('SUMMARY.md'))))
    await agreed(project, 'adopt', '--drop')
    await project.ask('config', 'set', 'workflow.plan_check', 'false')
    await claim(project, 'execute-plan', '01-01')
    project.write(`${ONE}/01-01-SUMMARY.md`, OLDER[`${ONE}/01-01-SUMMARY.md`] as string)
    expect(await derive(project)).toMatchObject({ step: 'executing', plan: { id: '01-01' } })
  })
})

describe('the question', () => {
  const holdOf = async (files: Files) => {
    const called = await makeProject(files).ask('next')
    return { called, hold: called.json().hold as { readonly reason: string; readonly resume: string } }
  }

  it('names the plans and what is missing behind each, and leaves out what is not finished', async () => {
    const { hold } = await holdOf(OLDER)
    expect(hold.reason).toBe(
      'phase 01: 01-01 has a SUMMARY and no evidence (not finished through this CLI); not part of the question, because not finished: 01-02',
    )
    expect(hold.resume).toMatch(/Plans that are named as not finished stay open/)
  })

  it('names boxes that are ticked without a SUMMARY: of the phase, and of its plans', async () => {
    const roadmap = (FINISHED['.planning/ROADMAP.md'] as string).replaceAll('- [ ] 01-02', '- [x] 01-02')
    const files = Object.fromEntries(Object.entries(FINISHED).filter(([path]) => !path.endsWith('SUMMARY.md')))
    const { hold } = await holdOf({ ...files, '.planning/ROADMAP.md': roadmap })
    expect(hold.reason).toContain('phase 01: ROADMAP.md ticks the phase, but 01-01, 01-02 have no SUMMARY')
    expect(hold.reason).toMatch(/ROADMAP\.md ticks .*01-02 without a SUMMARY/)
  })

  it('stands in an answer once', async () => {
    const { called, hold } = await holdOf(FINISHED)
    const parts = (text: string, part: string) => text.split(part).length - 1
    expect(parts(called.stdout, hold.reason)).toBe(1)
    expect(parts(called.stdout, hold.resume)).toBe(1)
    expect(parts(called.stderr, hold.reason)).toBe(0)
    const project = makeProject(FINISHED)
    for (const words of [
      ['next', '--pretty'],
      ['brief', 'next'],
      ['unit', 'claim', 'execute-plan', '01-02', '--revision', 'x'],
    ]) {
      const { stdout, stderr } = await project.ask(...words)
      expect(parts(stdout + stderr, hold.reason), words.join(' ')).toBeLessThanOrEqual(1)
    }
  })
})
