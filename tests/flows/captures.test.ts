// Stops, replans, questions, todos, seeds, threads and leftovers, and how they change the next step; with real files and processes.
import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { contextDraft, PROJECT_FILES, planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, type TempProject, TOOLS } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { claim, commitPart, finished, next, work, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const PHASE = '.planning/phases/01-counting'
const PENDING = '.planning/todos/pending'

function plannedProject(files: Files = {}): TempProject {
  const config = { planning_schema: 1, workflow: { research: false, plan_check: false } }
  return makeProject({
    '.planning/config.json': `${JSON.stringify(config, null, 2)}\n`,
    ...PROJECT_FILES,
    [`${PHASE}/01-CONTEXT.md`]: contextDraft('1'),
    [`${PHASE}/01-01-PLAN.md`]: planDraft('01-counting', '01'),
    ...files,
  }).initGit()
}

const ask = async (project: TempProject, ...words: readonly string[]) => {
  const called = await project.ask(...words)
  return { exit: called.exit, ...called.json() }
}

const triage = (project: TempProject, kind: string, ...ids: readonly string[]) =>
  ask(project, 'note', 'triage', ...ids, '--class', kind)

function runTools(project: TempProject, ...words: readonly string[]): Promise<{ exit: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, [TOOLS, ...words], { cwd: project.root, env: project.env() })
    let stdout = ''
    started.stdout.on('data', (chunk) => {
      stdout += String(chunk)
    })
    started.on('exit', (exit) => resolve({ exit, stdout }))
  })
}

describe('a stop', () => {
  it('holds next and every claim until it is cleared', async () => {
    const project = plannedProject()
    const stopped = await ask(project, 'stop', '--reason', 'wait for me')
    expect(stopped).toMatchObject({ exit: 0, stopped: true, changed: true })
    expect(await ask(project, 'next')).toMatchObject({
      exit: 4,
      step: 'paused',
      rule: 'D04',
      hold: { code: 'STOP', reason: 'wait for me', resume: expect.stringContaining('stop --clear') },
    })
    const { revision } = await ask(project, 'state', 'derive')
    for (const [type, id] of [
      ['execute-plan', '01-01'],
      ['plan-phase', '1'],
      ['quick', 'fix-a-typo'],
      ['triage-captures', 'today'],
    ] as const)
      expect(await ask(project, 'unit', 'claim', type, id, '--revision', revision)).toMatchObject({
        exit: 4,
        claim: null,
      })
    expect(await ask(project, 'stop', '--clear')).toMatchObject({ exit: 0, stopped: false, cleared: [stopped.note] })
    expect(await next(project)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'execute-plan' } })
    expect(project.read(`.planning/todos/completed/${stopped.note}.md`)).toContain('resolution: cleared')
    expect(await ask(project, 'stop', '--clear')).toMatchObject({ stopped: false, cleared: [], changed: false })
  })

  it('is stored once per reason, and one call clears all', async () => {
    const project = plannedProject()
    const first = await ask(project, 'stop', '--reason', 'wait')
    expect(await ask(project, 'stop', '--reason', 'wait')).toMatchObject({ note: first.note, changed: false })
    expect(await ask(project, 'stop')).toMatchObject({ note: first.note, changed: false })
    const other = await ask(project, 'stop', '--reason', 'and for her')
    expect((await ask(project, 'stop', '--clear')).cleared.sort()).toEqual([first.note, other.note].sort())
  })

  it('is shown in the position of STATE.md until it is cleared', async () => {
    const project = plannedProject()
    project.write(
      '.planning/STATE.md',
      '---\ngsd_state_version: "1.0"\nstatus: executing\n---\n\n# State\n\n## Current Position\n\nStatus: Executing\n',
    )
    await ask(project, 'stop')
    expect(project.read('.planning/STATE.md')).toContain('Status: Paused')
    await ask(project, 'stop', '--clear')
    expect(project.read('.planning/STATE.md')).toContain('Status: Executing')
  })
})

const REPLAN = ['note', 'add', '--class', 'replan', '--phase', '1', '--text']

describe('a replan', () => {
  it('leads to new plans, is recorded under its key, and is settled by the plans', async () => {
    const project = plannedProject()
    const asked = await ask(project, ...REPLAN, 'count lines before words\n### not a heading')
    const key = `triage:${asked.id}`
    const decision = await next(project)
    expect(decision).toMatchObject({
      rule: 'D11',
      step: 'replanning',
      unit: { unitType: 'plan-phase', unitId: '01', payload: { mode: 'replan' } },
    })
    const answer = await work(project, 'plan-phase', '01', {
      '01-01-PLAN.md': planDraft('01-counting', '01').replace('three texts right', 'four texts right'),
    })
    expect(answer.status).toBe('completed')
    expect(await ask(project, 'pending', 'list', '1')).toMatchObject({
      replans: [{ key, kind: 'triage', result: 'replanned', plans_changed: ['01-01'] }],
    })
    expect(project.read(`.planning/todos/completed/${asked.id}.md`)).toContain('resolution: replanned')
    expect(await next(project)).toMatchObject({ unit: { unitType: 'execute-plan', unitId: '01-01' } })
  })

  it('requested twice in the same words is one note', async () => {
    const project = plannedProject()
    const { id } = await ask(project, ...REPLAN, 'other order')
    expect(await ask(project, ...REPLAN, 'other order')).toMatchObject({ id, changed: false })
  })

  it('is added to the existing record, which keeps its text', async () => {
    const record =
      '---\nphase: "01"\nnote: mine\nreplans:\n  - key: k1\n    kind: pending\n    source: 01-01\n    at: "2026-01-01"\n    result: replanned\n    plans_changed: []\n---\n\n# Replanning\n\nA word of mine.\n'
    const project = plannedProject({ [`${PHASE}/01-REPLAN.md`]: record })
    await ask(project, ...REPLAN, 'other order')
    await work(project, 'plan-phase', '01', {
      '01-01-PLAN.md': planDraft('01-counting', '01').replace('three texts right', 'four texts right'),
    })
    const text = project.read(`${PHASE}/01-REPLAN.md`)
    expect(text).toContain('note: mine\n')
    expect(text).toContain('# Replanning\n\nA word of mine.\n- 2026-01-05 triage of ')
    expect((await ask(project, 'pending', 'list', '1')).replans.map(({ key }: { key: string }) => key)[0]).toBe('k1')
  })
})

describe('a question', () => {
  it('holds the phase until it is answered, and is answered only once; who answered and why are saved', async () => {
    const project = plannedProject()
    const added = await ask(
      project,
      'decision',
      'add',
      '--question',
      'Which unit?',
      '--options',
      'Words|Lines',
      '--phase',
      '1',
    )
    expect(await ask(project, 'next')).toMatchObject({
      exit: 4,
      rule: 'D08',
      hold: { code: 'DECISION', reason: 'Which unit?', resume: expect.stringContaining(`decision answer ${added.id}`) },
    })
    expect(await ask(project, 'decision', 'answer', added.id, '--choice', 'Letters')).toMatchObject({ exit: 2 })
    const answered = await ask(
      project,
      'decision',
      'answer',
      added.id,
      '--choice',
      '2',
      '--note',
      'files are line based',
    )
    expect(answered).toMatchObject({ exit: 0, answered: true, choice: 'Lines' })
    expect(await next(project)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'execute-plan' } })
    const late = await ask(project, 'decision', 'answer', added.id, '--choice', 'Words')
    expect(late).toMatchObject({ exit: 3, answered: false, choice: 'Lines', error: { code: 'ALREADY_ANSWERED' } })
    expect((await ask(project, 'decision', 'list')).decisions).toMatchObject([
      { id: added.id, status: 'answered', choice: 'Lines', note: 'files are line based', who: expect.any(String) },
    ])
  })

  it('gets one answer from two concurrent processes', async () => {
    const project = plannedProject()
    const { id } = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    const answers = await Promise.all(
      ['Words', 'Lines'].map((choice) => runTools(project, 'decision', 'answer', id, '--choice', choice)),
    )
    expect(answers.map(({ exit }) => exit).sort()).toEqual([0, 3])
    const chosen = answers.map(({ stdout }) => JSON.parse(stdout).choice)
    expect(chosen[0]).toBe(chosen[1])
    expect((await ask(project, 'decision', 'list')).decisions[0].choice).toBe(chosen[0])
  })

  it('can be answered by writing the choice into its file', async () => {
    const project = plannedProject()
    const { id, path } = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    project.write(path, project.read(path).replace('choice: ""', 'choice: Words'))
    expect(await next(project)).toMatchObject({ kind: 'dispatch' })
    expect(await ask(project, 'decision', 'answer', id, '--choice', 'Lines')).toMatchObject({
      exit: 3,
      choice: 'Words',
    })
  })

  it('keeps its answer even if the file of the open question comes back with another choice', async () => {
    const project = plannedProject()
    const { id, path } = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    const asked = project.read(path)
    await ask(project, 'decision', 'answer', id, '--choice', 'Words', '--by', 'Ann')
    project.write(path, asked.replace('choice: ""', 'choice: Lines'))
    expect(await next(project)).toMatchObject({ kind: 'dispatch' })
    const { decisions } = await ask(project, 'decision', 'list')
    expect(decisions).toMatchObject([{ choice: 'Words', who: 'Ann' }])
  })

  it('asked twice is stored once', async () => {
    const project = plannedProject()
    const first = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    expect(await ask(project, 'decision', 'add', '--question', 'Which unit?')).toMatchObject({
      id: first.id,
      changed: false,
    })
  })
})

const addNote = async (project: TempProject, text: string, ...more: readonly string[]) =>
  ask(project, 'note', 'add', '--text', text, ...more)
const listNotes = async (project: TempProject, ...words: readonly string[]) =>
  (await ask(project, 'note', 'list', ...words)).notes

describe('todos', () => {
  it.each([
    'a line\n### Heading\n---\nclass: stop\n---\n',
    '---\nid: forged\nstatus: completed\n---\n\nmore',
    '  "quoted": [and, {odd}] # not a comment  ',
    'ends with breaks\n\n',
    '`code` <!-- open comment',
  ])('keep hostile text unchanged: %j', async (text) => {
    const project = plannedProject()
    const { id, path } = await addNote(project, text)
    expect(await listNotes(project)).toMatchObject([{ id, path, class: null, status: 'pending', text }])
    expect(await next(project)).toMatchObject({ kind: 'dispatch' })
  })

  it('added at the same moment, or in two branches, are separate files', async () => {
    const project = plannedProject()
    const added = await Promise.all([1, 2, 3].map(() => runTools(project, 'note', 'add', '--text', 'the same words')))
    expect(added.map(({ exit }) => exit)).toEqual([0, 0, 0])
    project.git('checkout', '--quiet', '-b', 'side')
    await addNote(project, 'the same words')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=side')
    project.git('checkout', '--quiet', 'main')
    await addNote(project, 'the same words')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=main')
    project.git('merge', '--quiet', '--no-edit', 'side')
    expect(await listNotes(project)).toHaveLength(5)
  })

  it('without a class are listed with --unsorted, unlike a stop', async () => {
    const project = plannedProject()
    const { id } = await addNote(project, 'look at the cache')
    await ask(project, 'stop')
    expect(await listNotes(project, '--unsorted')).toMatchObject([{ id, class: null }])
  })

  it('become one quick task each, even if three processes triage at once, with the user’s words in its brief', async () => {
    const project = plannedProject()
    const { id } = await addNote(project, 'fix the typo in the help')
    const runs = await Promise.all(
      [1, 2, 3].map(() => runTools(project, 'note', 'triage', id, '--class', 'quick-task')),
    )
    expect(
      runs.map(({ exit }) => exit),
      runs[0]?.stdout,
    ).toEqual([0, 0, 0])
    const answers = runs.map(({ stdout }) => JSON.parse(stdout))
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    const [folder, ...others] = new Set(answers.map(({ applied }) => applied[0].effect))
    expect(others).toEqual([])
    const task = folder.split('/').at(-1)
    const words = `${folder}/${task.split('-').slice(0, 2).join('-')}-CONTEXT.md`
    expect(project.read(words)).toContain('fix the typo in the help')
    const { text } = await ask(project, 'begin', 'quick', task, '--json')
    expect(text).toMatch(new RegExp(`${words}.*the task, in the user's words`))
  })

  it('that became a note are completed and cannot become a task; deferred ones can become a task or a stop', async () => {
    const project = plannedProject()
    const { id } = await addNote(project, 'fix the typo')
    await triage(project, 'note', id)
    expect(await triage(project, 'quick-task', id)).toMatchObject({
      exit: 1,
      applied: [],
      refused: [{ id, code: 'COMPLETED' }],
    })
    const later = await addNote(project, 'colours', '--class', 'defer')
    expect(await triage(project, 'quick-task', later.id)).toMatchObject({ exit: 0, changed: true })
    const urgent = await addNote(project, 'wait for the design', '--class', 'defer')
    expect(await triage(project, 'stop', urgent.id)).toMatchObject({ applied: [{ effect: 'holds every claim' }] })
    expect((await ask(project, 'next')).hold).toMatchObject({ reason: expect.stringContaining('wait for the design') })
  })

  it('are triaged all or none', async () => {
    const project = plannedProject()
    const { id } = await addNote(project, 'good to know')
    const before = project.snapshot()
    expect(await triage(project, 'note', id, 'gone')).toMatchObject({
      exit: 1,
      applied: [],
      refused: [{ id: 'gone', code: 'NOT_FOUND' }],
    })
    expect(project.snapshot()).toEqual(before)
  })

  it('are added to the plans of a phase, or deferred', async () => {
    const project = plannedProject()
    const inject = await addNote(project, 'count tabs too')
    const defer = await addNote(project, 'colours')
    expect((await triage(project, 'inject', inject.id)).applied[0].effect).toBe('into the plans of phase 01')
    const { applied } = await ask(project, 'note', 'triage', defer.id, '--class', 'defer')
    expect(applied[0].effect).toBe('deferred')
    expect(await next(project)).toMatchObject({ rule: 'D11' })
    expect(await listNotes(project)).toContainEqual(expect.objectContaining({ id: defer.id, status: 'deferred' }))
  })

  it('cannot ask for a replan of a phase without plans', async () => {
    expect(await addNote(plannedProject(), 'x', '--class', 'replan', '--phase', '2')).toMatchObject({
      exit: 1,
      error: { code: 'PLAN_NOT_FOUND' },
    })
  })
})

describe('seeds and threads', () => {
  const THREAD = '.planning/threads/slow-start.md'
  const withThread = () =>
    plannedProject({ [THREAD]: '---\nstatus: open\n---\n\n# Thread: Slow start\n\nIt is slow.\n' })

  it('become one quick task, named after the title: a seed', async () => {
    const project = plannedProject()
    const seed = await addNote(project, 'Share a list\n\nOthers do it by link.', '--when', 'there are accounts')
    const first = await triage(project, 'quick-task', seed.id)
    expect(first).toMatchObject({ exit: 0, changed: true })
    expect(first.applied[0].effect).toMatch(/^\.planning\/quick\/\d{6}-\w{3}-share-a-list$/)
    expect(await triage(project, 'quick-task', seed.id)).toMatchObject({ applied: first.applied, changed: false })
    expect(await listNotes(project, '--all')).toMatchObject([{ id: seed.id, resolution: first.applied[0].effect }])
  })

  it('keep their outcome, and report it again: a thread', async () => {
    const project = withThread()
    const words = ['note', 'triage', 'slow-start', '--class', 'done', '--as', 'phase 2']
    const first = await ask(project, ...words)
    expect(first).toMatchObject({ applied: [{ effect: 'phase 2' }], changed: true })
    expect(await ask(project, ...words)).toMatchObject({ applied: first.applied, changed: false })
  })

  it('store their phase, and cannot get a class when they are added: a seed', async () => {
    const project = plannedProject()
    const words = ['Share a list', '--when', 'there are accounts'] as const
    expect(await addNote(project, ...words, '--class', 'defer')).toMatchObject({ exit: 2, error: { code: 'USAGE' } })
    await addNote(project, ...words, '--phase', '2')
    expect(await listNotes(project)).toMatchObject([{ kind: 'seed', phase: '02' }])
  })
})

it('a todo that is done with the outcome "dropped" is completed', async () => {
  const project = plannedProject()
  const { id } = await addNote(project, 'drop the cache')
  await ask(project, 'note', 'triage', id, '--class', 'done', '--as', 'dropped')
  expect(await listNotes(project, '--all')).toMatchObject([{ id, status: 'completed', resolution: 'dropped' }])
})

it('notes of the class note are listed only with --all', async () => {
  const project = plannedProject()
  const { id } = await addNote(project, 'Their API is slow on Mondays', '--class', 'note')
  expect(await listNotes(project)).toEqual([])
  expect(await listNotes(project, '--all')).toMatchObject([{ id }])
})

describe('a leftover of a plan', () => {
  async function projectWithLeftover() {
    const project = plannedProject({ [`${PHASE}/01-02-PLAN.md`]: planDraft('01-counting', '02') })
    const claimed = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, {
      '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { pending: ['count the last line'] }),
    })
    await finished(project, claimed)
    return project
  }

  it('is listed, and can be accepted by the user without a new plan', async () => {
    const project = await projectWithLeftover()
    expect(await next(project)).toMatchObject({ rule: 'D10' })
    const listed = await ask(project, 'pending', 'list')
    expect(listed).toMatchObject({
      phase: '01',
      frontier: [{ planId: '01-01', handled: false, actions: [{ text: 'count the last line' }] }],
    })
    const { error } = (await project.ask('pending', 'accept', '1-1', '--reason', 'costs $b')).json()
    expect(error.fix).toContain('--reason "costs \\$b"')
    const accepted = (
      await agreed(project, 'pending', 'accept', '1-1', '--reason', 'texts end with a line break')
    ).json()
    expect(accepted).toMatchObject({ accepted: true, key: listed.frontier[0].key, result: 'accepted' })
    expect(await next(project)).toMatchObject({ unit: { unitType: 'execute-plan', unitId: '01-02' } })
    expect((await ask(project, 'pending', 'list')).frontier[0].handled).toBe(true)
    expect((await ask(project, 'pending', 'list', '1')).replans).toMatchObject([
      {
        kind: 'pending',
        result: 'accepted',
        who: expect.any(String),
        reason: 'texts end with a line break',
        plans_changed: [],
      },
    ])
    expect(await ask(project, 'pending', 'accept', '01-01', '--reason', 'again')).toMatchObject({
      accepted: true,
      changed: false,
    })
  })

  it('is required reading for checkers and executors of later plans', async () => {
    const project = await projectWithLeftover()
    for (const [type, id] of [
      ['check-plan', '01'],
      ['execute-plan', '01-02'],
    ] as const) {
      const { stdout } = await roleBrief(project, type, id)
      const reading = stdout.slice(stdout.indexOf('<required_reading>'), stdout.indexOf('</required_reading>'))
      expect(reading).toContain(`${PHASE}/01-01-SUMMARY.md (pending actions of 01-01`)
    }
  })

  it('that another tool recorded is listed in its words and read by executors, but does not lead to a replan', async () => {
    const project = plannedProject({
      [`${PHASE}/01-02-PLAN.md`]: planDraft('01-counting', '02'),
      [`${PHASE}/01-01-SUMMARY.md`]: '# Counting\n\nDone.\n\n## Pending Actions\n\n1. count the last line\n',
    })
    expect((await ask(project, 'pending', 'list')).frontier).toMatchObject([
      { planId: '01-01', actions: [{ text: 'count the last line' }] },
    ])
    expect((await next(project)).rule).not.toBe('D10')
    expect((await roleBrief(project, 'execute-plan', '01-02')).stdout).toContain(
      '01-01-SUMMARY.md (pending actions of 01-01',
    )
  })
})

describe('notes of every dialect', () => {
  const DIALECTS: Files = {
    [`${PENDING}/2026-01-01-fenced.md`]:
      '---\ncreated: 2026-01-01\ntitle: Fenced\narea: api\nfiles:\n  - src/a.ts\n---\n\nText.\n',
    [`${PENDING}/2026-01-02-bare.md`]:
      'created: 2026-01-02\r\ntitle: Bare\r\nfiles: src/b.ts, src/c.ts\r\n\r\nText.\r\n',
    [`${PENDING}/2026-01-03-plain.md`]: '# Only a heading\n\nText.\n',
    '.planning/todos/completed/2026-01-04-old.md':
      'completed: 2026-01-05\n---\ncreated: 2026-01-04\ntitle: Old\n---\n\nText.\n',
    '.planning/todos/done/2026-01-05-older.md': '---\ntitle: Older\nstatus: completed\ncompleted: 2026-01-06\n---\n',
    '.planning/seeds/SEED-007-dark-mode.md': '---\nid: SEED-007\ntrigger: a designer joins\n---\n\n# Dark mode\n',
    '.planning/threads/cache.md': '# Thread: The cache\n\n## Status: OPEN\n',
    '.planning/notes/slow.md': '# Mondays are slow\n',
  }

  it('are listed with title, kind and status', async () => {
    const rows = await listNotes(plannedProject(DIALECTS), '--all')
    expect(rows.map((row: Record<string, string>) => [row['kind'], row['status'], row['title']])).toEqual([
      ['todo', 'pending', 'Fenced'],
      ['todo', 'pending', 'Bare'],
      ['todo', 'pending', 'Only a heading'],
      ['seed', 'dormant', 'Dark mode'],
      ['thread', 'open', 'The cache'],
      ['note', 'kept', 'Mondays are slow'],
      ['todo', 'completed', 'Old'],
      ['todo', 'completed', 'Older'],
    ])
    expect(rows[3].when).toBe('a designer joins')
  })

  it.each([
    [
      '2026-01-01-fenced.md',
      '---\ncreated: 2026-01-01\ntitle: Fenced\narea: api\nstatus: completed\nfiles:\n  - src/a.ts\ncompleted: "2026-01-05"\n---\n\nText.\n',
    ],
    [
      '2026-01-02-bare',
      '---\r\ncreated: 2026-01-02\r\ntitle: Bare\r\nstatus: completed\r\nfiles: src/b.ts, src/c.ts\r\ncompleted: "2026-01-05"\r\n---\r\n\r\nText.\r\n',
    ],
    [
      `${PENDING}/2026-01-03-plain.md`,
      '---\nstatus: completed\ncompleted: "2026-01-05"\n---\n\n# Only a heading\n\nText.\n',
    ],
  ])('are marked as done in their front matter: %s', async (file, text) => {
    const project = plannedProject(DIALECTS)
    expect(await triage(project, 'done', file)).toMatchObject({ exit: 0, applied: [{ class: 'done' }] })
    const name = `${basename(file).replace('.md', '')}.md`
    expect(project.has(`${PENDING}/${name}`)).toBe(false)
    expect(project.read(`.planning/todos/completed/${name}`)).toBe(text)
    expect(await triage(project, 'done', name)).toMatchObject({ exit: 0, changed: false })
  })

  it('are closed with the status of their kind, except those of the kind note, which are refused', async () => {
    const project = plannedProject(DIALECTS)
    await triage(project, 'done', 'SEED-007', 'cache')
    expect(project.read('.planning/seeds/SEED-007-dark-mode.md')).toContain('status: implemented')
    expect(project.read('.planning/threads/cache.md')).toContain('status: resolved')
    expect(await triage(project, 'done', 'slow')).toMatchObject({ refused: [{ code: 'NOT_APPLICABLE' }] })
  })

  it('never replace a completed one of the same name', async () => {
    const project = plannedProject({ ...DIALECTS, [`${PENDING}/2026-01-04-old.md`]: 'title: New\n' })
    expect(await triage(project, 'done', '2026-01-04-old.md')).toMatchObject({ exit: 1, error: { code: 'EXISTS' } })
  })
})

describe('a session that paused', () => {
  it('gives a notice in next and holds nothing', async () => {
    const project = plannedProject({
      '.planning/HANDOFF.json': '{}\n',
      [`${PHASE}/.continue-here.md`]: '---\nphase: "01"\n---\n',
    })
    const decision = await next(project)
    expect(decision.kind).toBe('dispatch')
    expect(decision.notices).toMatchObject([
      { code: 'PAUSED_WORK', message: expect.stringContaining('.planning/HANDOFF.json') },
      { code: 'PAUSED_WORK', message: expect.stringContaining(`${PHASE}/.continue-here.md`) },
    ])
  })
})
