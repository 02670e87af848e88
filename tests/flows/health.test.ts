// Damage in a planning tree as the served text has it found, told and mended.
import { writeFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

it('what the CLI can mend is mended by the call the text names, and the tree is healthier then', async () => {
  const project = makeProject(OURS)
  project.remove('.planning/STATE.md')
  project.initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'health')
  expect(walk.text).toContain('Ask once which')
  const found = JSON.parse(await walk.follow('validate health'))
  const repairable = [...found.errors, ...found.warnings].filter(({ repairable: can }) => can)
  expect(repairable.map(({ code }: { code: string }) => code)).toContain('E004')
  expect(JSON.parse(await walk.follow('fsck')).ok).toBe(true)
  await walk.follow('validate health --repair', { '<code>': 'E004' })
  expect(project.has('.planning/STATE.md')).toBe(true)
  const after = JSON.parse(await walk.follow('validate health'))
  expect(after.errors.map(({ code }: { code: string }) => code)).not.toContain('E004')
  await walk.follow('commit')
  expect(project.git('status', '--porcelain')).toBe('')
})

it('a lost STATE.md and settings nobody can read come back as they were written last', async () => {
  const project = makeProject(OURS)
  await project.ask('config', 'set', 'granularity', 'fine')
  await project.ask('state', 'record-session', '--stopped-at', 'Tabs, not spaces')
  const [state, config] = ['.planning/STATE.md', '.planning/config.json'].map((path) => project.read(path))
  project.remove('.planning/STATE.md')
  project.write('.planning/config.json', '{"granularity": ')
  const { errors } = (await project.ask('validate', 'health')).json()
  const codes = errors
    .filter((one: { repairable?: boolean }) => one.repairable)
    .map((one: { code: string }) => one.code)
  expect(codes).toEqual(['E004', 'CONFIG_PARSE_FAILED'])
  expect((await project.ask('validate', 'health', ...codes.flatMap((code: string) => ['--repair', code]))).exit).toBe(0)
  expect(project.read('.planning/config.json')).toBe(config)
  expect(project.read('.planning/STATE.md')).toContain('Tabs, not spaces')
  expect(state).toContain('Tabs, not spaces')
})

it('phases that no order of work comes to are told, as next tells them', async () => {
  const waiting = async (second: string, third: string) => {
    const roadmap = (OURS['.planning/ROADMAP.md'] as string)
      .replace('**Depends on**: Phase 1', `**Depends on**: ${second}`)
      .replace('**Depends on**: Phase 2', `**Depends on**: ${third}`)
    const project = makeProject({ ...OURS, '.planning/ROADMAP.md': roadmap })
    const { errors } = (await project.ask('validate', 'health')).json()
    const told = errors.filter(({ code }: { code: string }) => code === 'PHASE_DEPS')
    return told.map(({ message }: { message: string }) => message.split(',')[0]?.replace(/\b0/g, ''))
  }
  expect(await waiting('Phase 1', 'Phase 2')).toEqual([])
  expect(await waiting('Phase 1', 'Phase 3')).toEqual(['phase 3 waits for 3'])
  expect(await waiting('Phase 3', 'Phase 2')).toEqual(['phase 2 waits for 3', 'phase 3 waits for 2'])
  expect(await waiting('Phase 9', 'Phase 1')).toEqual(['phase 2 waits for 9'])
})

it('what is no text any more is told with what the journal keeps, and the repair brings that back', async () => {
  const project = makeProject(OURS)
  const [kept, lost] = ['.planning/ROADMAP.md', '.planning/PROJECT.md']
  await project.ask('phase', 'add', 'Exports')
  const text = project.read(kept)
  for (const path of [kept, lost]) writeFileSync(project.at(path), Buffer.from([0x23, 0xff, 0xfe]))
  const about = async () =>
    (await project.ask('validate', 'health'))
      .json()
      .errors.filter(({ code }: { code: string }) => code === 'NOT_UTF8')
      .map(({ path, repairable = false, fix }: { path: string; repairable?: boolean; fix: string }) => [
        path,
        repairable,
        fix.includes('--repair NOT_UTF8'),
      ])
  expect((await about()).sort()).toEqual([
    [lost, false, false],
    [kept, true, true],
  ])
  project.write(lost, OURS[lost] as string)
  expect((await project.ask('validate', 'health', '--repair', 'NOT_UTF8')).exit).toBe(0)
  expect([await about(), project.read(kept)]).toEqual([[], text])
})

it.each([
  ['emptied', (project: TempProject) => project.write('.planning/ROADMAP.md', '')],
  ['deleted', (project: TempProject) => project.remove('.planning/ROADMAP.md')],
  ['overwritten', (project: TempProject) => project.write('.planning/ROADMAP.md', 'what somebody pasted here\n')],
])('a roadmap that was %s comes back from the journal, and STATE.md keeps what it says of it', async (_, lose) => {
  const project = makeProject(OURS)
  await project.ask('phase', 'add', 'Exports')
  const text = project.read('.planning/ROADMAP.md')
  lose(project)
  const { status, errors, info } = (await project.ask('validate', 'health')).json()
  expect(errors).toContainEqual(
    expect.objectContaining({ code: 'E003', repairable: true, fix: expect.stringContaining('--repair E003') }),
  )
  expect([status, info.some(({ code }: { code: string }) => code === 'STATE_DRIFT')]).toEqual(['broken', false])
  expect((await project.ask('validate', 'health', '--repair', 'E003')).exit).toBe(0)
  expect(project.read('.planning/ROADMAP.md')).toBe(text)
})

it('an order whose file was removed is told as long as there is work, and comes back or is forgotten', async () => {
  const project = makeProject(OURS)
  const lost = async () =>
    (await project.ask('validate', 'health'))
      .json()
      .warnings.filter(({ code }: { code: string }) => code === 'ORDER_LOST')
  await project.ask('order', 'Build the whole', '--scope', 'all')
  const text = project.read('.planning/ORDER.md')
  expect(await lost()).toEqual([])
  project.remove('.planning/ORDER.md')
  expect(await lost()).toMatchObject([
    { path: '.planning/ORDER.md', fix: expect.stringContaining('--repair ORDER_LOST') },
  ])
  expect((await project.ask('validate', 'health', '--repair', 'ORDER_LOST')).exit).toBe(0)
  expect([await lost(), project.read('.planning/ORDER.md')]).toEqual([[], text])
  expect((await project.ask('next')).json().order).toMatchObject({ scope: 'all' })
  project.remove('.planning/ORDER.md')
  expect((await project.ask('order', '--drop')).exit).toBe(0)
  expect(await lost()).toEqual([])
})

it('who asked for repairs is not asked again', async () => {
  const walk = new Walk(makeProject(OURS))
  await walk.call('brief', 'health', '--', '--repair', '--backfill', '--context')
  expect(walk.text).not.toContain('Ask once which')
  expect(walk.calls.some((call) => call.startsWith('validate health --backfill'))).toBe(true)
  const context = await walk.follow('validate context', { '<tokens>': '1000' })
  expect(JSON.parse(context)).toHaveProperty('percent')
})

it('a plan that nobody can read is named as that, not as one that depends on something', async () => {
  const project = makeProject(OURS)
  const path = Object.keys(OURS).find((one) => one.endsWith('-PLAN.md') && !project.has(one.replace('PLAN', 'SUMMARY')))
  for (const [text, why] of [
    ['', 'the file is empty'],
    ['---\nphase: 1\n', 'its front matter is not closed'],
  ] as const) {
    project.write(path ?? '', text)
    const { errors } = (await project.ask('validate', 'health')).json()
    const told = errors.filter(({ code }: { code: string }) => /^PLAN_(?:CUT|REF)$/.test(code))
    expect(told).toMatchObject([{ code: 'PLAN_CUT', path, message: expect.stringContaining(why) }])
  }
})
