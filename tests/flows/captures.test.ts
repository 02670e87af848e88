// From a thought, a stop, a question or a change of mind to what comes next: through the command line, with real files and processes.
import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { execute } from '../../lib/cli/execute.js'
import { agreed } from '../support/agreed.js'
import { contextDraft, PROJECT_FILES, planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, type TempProject, TOOLS } from '../support/project.js'
import { claim, commitPart, draft, finished, next, work } from '../support/work.js'

afterEach(disposeProjects)

const PHASE = '.planning/phases/01-counting'
const PENDING = '.planning/todos/pending'

function planned(files: Files = {}): TempProject {
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

/** A call with a text on its standard input. */
async function withInput(project: TempProject, input: unknown, ...words: readonly string[]) {
  project.time += 1000
  const now = project.time
  const { exit, stdout } = await execute({
    argv: words,
    env: project.env(),
    cwd: project.root,
    bin: '',
    script: TOOLS,
    clock: { now: () => now, today: () => new Date(now).toISOString().slice(0, 10) },
    stdin: () => JSON.stringify(input),
  })
  return { exit, ...JSON.parse(stdout) }
}

const apply = (project: TempProject, items: unknown) => withInput(project, items, 'capture', 'apply', '--input', '-')

function child(project: TempProject, ...words: readonly string[]): Promise<{ exit: number | null; stdout: string }> {
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
    const project = planned()
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
    expect(await ask(project, 'stop', '--clear')).toMatchObject({ exit: 0, stopped: false, cleared: [stopped.capture] })
    expect(await next(project)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'execute-plan' } })
    expect(project.read(`.planning/todos/completed/${stopped.capture}.md`)).toContain('resolution: cleared')
    expect(await ask(project, 'stop', '--clear')).toMatchObject({ stopped: false, cleared: [], changed: false })
  })

  it('is one, however often the same is said', async () => {
    const project = planned()
    const first = await ask(project, 'stop', '--reason', 'wait')
    expect(await ask(project, 'stop', '--reason', 'wait')).toMatchObject({ capture: first.capture, changed: false })
    expect(await ask(project, 'stop')).toMatchObject({ capture: first.capture, changed: false })
    const other = await ask(project, 'stop', '--reason', 'and for her')
    expect((await ask(project, 'stop', '--clear')).cleared.sort()).toEqual([first.capture, other.capture].sort())
  })

  it('shows in the position of STATE.md, and goes from there when it is cleared', async () => {
    const project = planned()
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

describe('what nobody has sorted', () => {
  it('is a note of the audit, one for all of them', async () => {
    const project = planned()
    await ask(project, 'capture', 'add', '--text', 'count lines too')
    await ask(project, 'capture', 'add', '--text', 'only to know', '--class', 'note')
    project.write('.planning/todos/pending/older.md', '---\ntitle: of an older tool\n---\n\nlook at it\n')
    const { notes } = await ask(project, 'milestone', 'audit')
    const told = notes.filter(({ path }: { path?: string }) => path === '.planning/todos/pending')
    expect(told).toHaveLength(1)
    expect(told[0].message).toMatch(/^2 captures or todos wait .*count-lines-too.*older\.md$/)
    expect(told[0].message).not.toContain('only-to-know')
  })
})

describe('a replan', () => {
  it('leads to other plans, is recorded under its key, and is settled by them', async () => {
    const project = planned()
    const asked = await ask(project, 'replan', '1', '--reason', 'count lines before words\n### not a heading')
    expect(asked).toMatchObject({ exit: 0, phase: '01', key: `triage:${asked.capture}` })
    const decision = await next(project)
    expect(decision).toMatchObject({
      rule: 'D11',
      step: 'replanning',
      unit: { unitType: 'plan-phase', unitId: '01', payload: { mode: 'replan' } },
    })
    expect(decision.unit.payload.triggers[0]).toMatchObject({
      key: asked.key,
      texts: ['count lines before words\n### not a heading'],
    })
    const answer = await work(project, 'plan-phase', '01', {
      '01-01-PLAN.md': planDraft('01-counting', '01').replace('three texts right', 'four texts right'),
    })
    expect(answer.replan).toEqual({ key: asked.key, result: 'replanned' })
    expect(await ask(project, 'pending', 'list', '1')).toMatchObject({
      replans: [{ key: asked.key, kind: 'triage', result: 'replanned', plans_changed: ['01-01'] }],
    })
    expect(project.read(`.planning/todos/completed/${asked.capture}.md`)).toContain('resolution: replanned')
    expect(await next(project)).toMatchObject({ unit: { unitType: 'execute-plan', unitId: '01-01' } })
  })

  it('said twice is one replanning', async () => {
    const project = planned()
    const first = await ask(project, 'replan', '1', '--reason', 'other order')
    expect(await ask(project, 'replan', '01', '--reason', 'other order')).toMatchObject({
      capture: first.capture,
      changed: false,
    })
  })

  it('keeps what stood in the record', async () => {
    const record =
      '---\nphase: "01"\nnote: mine\nreplans:\n  - key: k1\n    kind: pending\n    source: 01-01\n    at: "2026-01-01"\n    result: replanned\n    plans_changed: []\n---\n\n# Replanning\n\nA word of mine.\n'
    const project = planned({ [`${PHASE}/01-REPLAN.md`]: record })
    await ask(project, 'replan', '1', '--reason', 'other order')
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
  it('holds the phase until it is answered, once; who and why are kept', async () => {
    const project = planned()
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
    expect(JSON.parse(project.read('.planning/WAITING.json'))).toEqual({
      status: 'waiting',
      type: 'decision_point',
      question: 'Which unit?',
      options: ['Words', 'Lines'],
      since: expect.stringMatching(/^2026-01-05T/),
      phase: '01',
    })
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
    expect(project.has('.planning/WAITING.json')).toBe(false)
    expect(await next(project)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'execute-plan' } })
    const late = await ask(project, 'decision', 'answer', added.id, '--choice', 'Words')
    expect(late).toMatchObject({ exit: 3, answered: false, choice: 'Lines', error: { code: 'ALREADY_ANSWERED' } })
    expect((await ask(project, 'decision', 'list')).decisions).toMatchObject([
      { id: added.id, status: 'answered', choice: 'Lines', note: 'files are line based', who: expect.any(String) },
    ])
  })

  it('is answered once by two processes at the same time', async () => {
    const project = planned()
    const { id } = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    const answers = await Promise.all(
      ['Words', 'Lines'].map((choice) => child(project, 'decision', 'answer', id, '--choice', choice)),
    )
    expect(answers.map(({ exit }) => exit).sort()).toEqual([0, 3])
    const chosen = answers.map(({ stdout }) => JSON.parse(stdout).choice)
    expect(chosen[0]).toBe(chosen[1])
    expect((await ask(project, 'decision', 'list')).decisions[0].choice).toBe(chosen[0])
  })

  it('may be answered by writing the choice into its file, and keeps that answer', async () => {
    const project = planned()
    const { id, path } = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    project.write(path, project.read(path).replace('choice: ""', 'choice: Words'))
    expect(await next(project)).toMatchObject({ kind: 'dispatch' })
    expect(await ask(project, 'decision', 'answer', id, '--choice', 'Lines')).toMatchObject({
      exit: 3,
      choice: 'Words',
    })
  })

  it('that comes again after its answer asks nothing; another answer in it is reported', async () => {
    const project = planned()
    const { id, path } = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    const asked = project.read(path)
    await ask(project, 'decision', 'answer', id, '--choice', 'Words', '--by', 'Ann')
    project.write(path, asked.replace('choice: ""', 'choice: Lines'))
    expect(await next(project)).toMatchObject({ kind: 'dispatch' })
    const { decisions, findings } = await ask(project, 'decision', 'list')
    expect(decisions).toMatchObject([{ choice: 'Words', who: 'Ann' }])
    expect(findings).toMatchObject([{ code: 'ALREADY_ANSWERED', path: expect.stringContaining('/answered/') }])
  })

  it('asked twice is one; several wait behind the oldest', async () => {
    const project = planned()
    const first = await ask(project, 'decision', 'add', '--question', 'Which unit?')
    expect(await ask(project, 'decision', 'add', '--question', 'Which unit?')).toMatchObject({
      id: first.id,
      changed: false,
    })
    const second = await ask(project, 'decision', 'add', '--question', 'Which file?', '--phase', '2')
    const waiting = () => JSON.parse(project.read('.planning/WAITING.json')).question
    expect(waiting()).toBe('Which unit?')
    await ask(project, 'decision', 'answer', first.id, '--choice', 'Words')
    expect(waiting()).toBe('Which file?')
    expect(await next(project)).toMatchObject({ kind: 'dispatch' })
    await ask(project, 'decision', 'answer', second.id, '--choice', 'a.txt')
    expect(project.has('.planning/WAITING.json')).toBe(false)
  })
})

const captured = async (project: TempProject, text: string, ...more: readonly string[]) =>
  ask(project, 'capture', 'add', '--text', text, ...more)

describe('captures', () => {
  it.each([
    'a line\n### Heading\n---\nclass: stop\n---\n',
    '---\nid: forged\nstatus: completed\n---\n\nmore',
    '  "quoted": [and, {odd}] # not a comment  ',
    'ends with breaks\n\n',
    '`code` <!-- open comment',
  ])('keep hostile text as it is: %j', async (text) => {
    const project = planned()
    const { id, path } = await captured(project, text)
    const { captures } = await ask(project, 'capture', 'list')
    expect(captures).toMatchObject([{ id, path, class: null, status: 'pending', text }])
    expect(await next(project)).toMatchObject({ kind: 'dispatch' })
  })

  it('laid down at one moment are two files', async () => {
    const project = planned()
    const added = await Promise.all([1, 2, 3].map(() => child(project, 'capture', 'add', '--text', 'the same words')))
    expect(added.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(new Set(added.map(({ stdout }) => JSON.parse(stdout).id)).size).toBe(3)
    project.time -= 1000
    const now = project.time
    await captured(project, 'same moment')
    project.time = now
    await captured(project, 'same moment')
    expect((await ask(project, 'capture', 'list')).captures).toHaveLength(5)
  })

  it('of two branches meet without a conflict', async () => {
    const project = planned()
    project.git('checkout', '--quiet', '-b', 'side')
    await captured(project, 'the same words')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=side')
    project.git('checkout', '--quiet', 'main')
    await captured(project, 'the same words')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=main')
    project.git('merge', '--quiet', '--no-edit', 'side')
    expect((await ask(project, 'capture', 'list')).captures).toHaveLength(2)
  })

  it('are triaged: those without a verdict are listed with the classes', async () => {
    const project = planned()
    const { id } = await captured(project, 'look at the cache')
    await ask(project, 'stop')
    const { captures, classes } = await ask(project, 'capture', 'triage')
    expect(captures).toMatchObject([{ id, class: null }])
    expect(classes.map((row: { class: string }) => row.class)).toContain('quick-task')
  })

  it('become a quick task once, by two processes at the same time', async () => {
    const project = planned()
    const { id } = await captured(project, 'fix the typo in the help')
    project.write('triage.json', JSON.stringify([{ id, class: 'quick-task' }]))
    const runs = await Promise.all([1, 2, 3].map(() => child(project, 'capture', 'apply', '--input', 'triage.json')))
    expect(
      runs.map(({ exit }) => exit),
      runs[0]?.stdout,
    ).toEqual([0, 0, 0])
    const answers = runs.map(({ stdout }) => JSON.parse(stdout))
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    const effects = new Set(answers.map(({ applied }) => applied[0].effect))
    expect(effects.size).toBe(1)
    const [folder] = effects
    const number = folder.split('/').at(-1).split('-').slice(0, 2).join('-')
    expect(project.read(`${folder}/${number}-CONTEXT.md`)).toContain('fix the typo in the help')
    expect(project.read('.planning/ledger.jsonl').match(/"kind":"capture"/g)).toHaveLength(1)
    const unit = await claim(project, 'quick', folder.split('/').at(-1))
    expect(unit.answer.expects[0].path).toContain(folder)
  })

  it('are named, as they were said, in the brief of the quick task they become', async () => {
    const project = planned()
    const { id } = await captured(project, 'fix the typo in the help')
    const { applied } = await apply(project, [{ id, class: 'quick-task' }])
    const folder = applied[0].effect
    const task = folder.split('/').at(-1)
    const words = `${folder}/${task.split('-').slice(0, 2).join('-')}-CONTEXT.md`
    const { text } = await ask(project, 'begin', 'quick', task, '--json')
    expect(text).toMatch(new RegExp(`${words}.*the task, in the user's words`))
    expect(project.has(words)).toBe(true)
  })

  it('that were applied are not applied again when their file comes back', async () => {
    const project = planned()
    const { id, path } = await captured(project, 'fix the typo')
    const before = project.read(path)
    const first = await apply(project, [{ id, class: 'quick-task' }])
    project.remove(`.planning/todos/completed/${id}.md`)
    project.write(path, before)
    expect(await apply(project, [{ id, class: 'quick-task' }])).toMatchObject({
      exit: 0,
      applied: first.applied,
      changed: false,
    })
  })

  it('keep their class once it was applied', async () => {
    const project = planned()
    const { id } = await captured(project, 'fix the typo')
    await apply(project, [{ id, class: 'note' }])
    expect(await apply(project, [{ id, class: 'quick-task' }])).toMatchObject({
      exit: 1,
      applied: [],
      refused: [{ id, code: 'CLASS_EXECUTED' }],
    })
    const stopped = await ask(project, 'stop')
    expect(await apply(project, [{ id: stopped.capture, class: 'note' }])).toMatchObject({
      refused: [{ code: 'CLASS_EXECUTED' }],
    })
    expect(await ask(project, 'next')).toMatchObject({ step: 'paused' })
  })

  it('are applied all or none', async () => {
    const project = planned()
    const { id } = await captured(project, 'good to know')
    const before = project.snapshot()
    const refused = await apply(project, [
      { id, class: 'note' },
      { id: 'gone', class: 'note' },
      { id, class: 'defer' },
      { id: 'x', class: 'later' },
    ])
    expect(refused).toMatchObject({ exit: 1, applied: [] })
    expect(refused.refused.map(({ code }: { code: string }) => code)).toEqual(['NOT_FOUND', 'TWICE', 'NOT_FOUND'])
    expect(project.snapshot()).toEqual(before)
  })

  it('are injected into the plans of a phase, deferred, or noted', async () => {
    const project = planned()
    const ids: string[] = []
    for (const text of ['count tabs too', 'colours', 'it is fast']) ids.push((await captured(project, text)).id)
    const [inject, defer, note] = ids
    const { applied } = await apply(project, [
      { id: inject, class: 'inject' },
      { id: defer, class: 'defer', milestone: 'v2.0' },
      { id: note, class: 'note' },
    ])
    expect(applied.map(({ effect }: { effect: string }) => effect)).toEqual([
      'into the plans of phase 01',
      'deferred to v2.0',
      'noted',
    ])
    expect(await next(project)).toMatchObject({
      rule: 'D11',
      unit: { payload: { triggers: [{ texts: ['count tabs too'] }] } },
    })
    expect((await ask(project, 'capture', 'list', '--status', 'deferred')).captures).toMatchObject([
      { id: defer, milestone: 'v2.0' },
    ])
  })

  it('are counted in STATE.md while they wait, beside what a person wrote there', async () => {
    const project = planned()
    const state = (todos: string) => `---\nstatus: executing\n---\n\n# State\n\n### Pending Todos\n\n${todos}\n`
    project.write('.planning/STATE.md', state('- Ask Ana about the logo'))
    const { path } = await captured(project, 'count tabs too')
    await captured(project, 'colours')
    const text = () => project.read('.planning/STATE.md')
    expect(text()).toContain('- Ask Ana about the logo\n- 2 waiting in `todos/pending/`\n')
    await ask(project, 'todo', 'complete', basename(path))
    expect(text()).toContain('- Ask Ana about the logo\n- 1 waiting in `todos/pending/`\n')
  })

  it('about the plans of a phase that is done are refused', async () => {
    const project = planned()
    await work(project, 'execute-plan', '01-01', {}).catch(() => null)
    expect(await ask(project, 'capture', 'add', '--text', 'x', '--class', 'replan', '--phase', '2')).toMatchObject({
      exit: 1,
      error: { code: 'PLAN_NOT_FOUND' },
    })
  })
})

describe('what a plan left', () => {
  async function left() {
    const project = planned({ [`${PHASE}/01-02-PLAN.md`]: planDraft('01-counting', '02') })
    const claimed = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    draft(project, claimed, {
      '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { pending: ['count the last line'] }),
    })
    await finished(project, claimed)
    return project
  }

  it('is listed, and a person may accept it: nothing is planned again', async () => {
    const project = await left()
    expect(await next(project)).toMatchObject({ rule: 'D10' })
    const listed = await ask(project, 'pending', 'list')
    expect(listed).toMatchObject({
      phase: '01',
      frontier: [{ planId: '01-01', handled: false, actions: [{ text: 'count the last line' }] }],
      carried: [],
      diagnostics: [],
    })
    const accepted = (
      await agreed(project, 'pending', 'accept', '1-1', '--reason', 'texts end with a line break', '--by', 'Ann')
    ).json()
    expect(accepted).toMatchObject({ accepted: true, key: listed.frontier[0].key, result: 'accepted' })
    expect(await next(project)).toMatchObject({ unit: { unitType: 'execute-plan', unitId: '01-02' } })
    expect((await ask(project, 'pending', 'list')).frontier[0].handled).toBe(true)
    expect((await ask(project, 'pending', 'list', '1')).replans).toMatchObject([
      { kind: 'pending', result: 'accepted', who: 'Ann', reason: 'texts end with a line break', plans_changed: [] },
    ])
    expect(await ask(project, 'pending', 'accept', '01-01', '--reason', 'again')).toMatchObject({
      accepted: true,
      changed: false,
    })
  })

  it('is required reading for who checks and who carries out what comes after it', async () => {
    const project = await left()
    for (const words of [
      ['plan-checker', '01'],
      ['executor', '01-02'],
    ]) {
      const { stdout } = await project.ask('brief', ...words)
      const reading = stdout.slice(stdout.indexOf('<required_reading>'), stdout.indexOf('</required_reading>'))
      expect(reading).toContain(`${PHASE}/01-01-SUMMARY.md (what 01-01 left to be done`)
    }
  })

  it('counts where another tool left it, in the words of whoever wrote it', async () => {
    const project = planned({
      [`${PHASE}/01-02-PLAN.md`]: planDraft('01-counting', '02'),
      [`${PHASE}/01-01-SUMMARY.md`]: '# Counting\n\nDone.\n\n## Pending Actions\n\n1. count the last line\n',
    })
    expect((await ask(project, 'pending', 'list')).frontier).toMatchObject([
      { planId: '01-01', actions: [{ text: 'count the last line' }] },
    ])
    expect((await next(project)).rule).not.toBe('D10')
    expect((await project.ask('brief', 'executor', '01-02')).stdout).toContain('01-01-SUMMARY.md (what 01-01 left')
  })
})

describe('todos of every dialect', () => {
  const DIALECTS: Files = {
    [`${PENDING}/2026-01-01-fenced.md`]:
      '---\ncreated: 2026-01-01\ntitle: Fenced\narea: api\nfiles:\n  - src/a.ts\n---\n\nText.\n',
    [`${PENDING}/2026-01-02-bare.md`]:
      'created: 2026-01-02\r\ntitle: Bare\r\nfiles: src/b.ts, src/c.ts\r\n\r\nText.\r\n',
    [`${PENDING}/2026-01-03-plain.md`]: '# Only a heading\n\nText.\n',
    '.planning/todos/completed/2026-01-04-old.md':
      'completed: 2026-01-05\n---\ncreated: 2026-01-04\ntitle: Old\n---\n\nText.\n',
    '.planning/todos/done/2026-01-05-older.md': '---\ntitle: Older\nstatus: completed\ncompleted: 2026-01-06\n---\n',
  }

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
  ])('are completed inside their front matter: %s', async (file, text) => {
    const project = planned(DIALECTS)
    const done = await ask(project, 'todo', 'complete', file)
    expect(done).toMatchObject({ exit: 0, completed: true, date: '2026-01-05' })
    expect(project.has(`${PENDING}/${done.file}`)).toBe(false)
    expect(project.read(`.planning/todos/completed/${done.file}`)).toBe(text)
    expect(await ask(project, 'todo', 'complete', file)).toMatchObject({
      completed: true,
      date: '2026-01-05',
      changed: false,
    })
  })

  it.each([
    ['2026-01-04-old.md', '2026-01-05'],
    ['2026-01-05-older', '2026-01-06'],
  ])('that older tools completed keep their day: %s', async (file, date) => {
    const project = planned(DIALECTS)
    expect(await ask(project, 'todo', 'complete', file)).toMatchObject({ completed: true, date, changed: false })
  })

  it('are completed together, all or none', async () => {
    const project = planned(DIALECTS)
    const two = ['2026-01-02-bare', '2026-01-03-plain']
    const before = project.snapshot()
    expect(await ask(project, 'todo', 'complete', ...two, 'no-such')).toMatchObject({ exit: 1, completed: false })
    expect(project.snapshot()).toEqual(before)
    expect(await ask(project, 'todo', 'complete', ...two)).toMatchObject({
      completed: true,
      files: two.map((name) => `${name}.md`),
    })
    for (const name of two) expect(project.has(`.planning/todos/completed/${name}.md`)).toBe(true)
  })

  it('never replace one that was completed under the same name', async () => {
    const project = planned({ ...DIALECTS, [`${PENDING}/2026-01-04-old.md`]: 'title: New\n' })
    expect(await ask(project, 'todo', 'complete', '2026-01-04-old.md')).toMatchObject({
      exit: 1,
      error: { code: 'EXISTS' },
    })
  })
})

describe('a session that paused', () => {
  it('leaves a notice with next and holds nothing', async () => {
    const project = planned({
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

it.each([
  ['capture', 'add', '--text-file'],
  ['capture', 'apply', '--input'],
])('takes no words from a file that holds secrets by its name: %s %s %s', async (...words) => {
  const project = planned({ '.env': '[{"id":"TOKEN","class":"note"}]\n' })
  const before = project.snapshot()
  const { exit, error } = await ask(project, ...words, '.env')
  expect([exit, error]).toMatchObject([
    1,
    { code: 'WRITE_REFUSED', message: expect.stringContaining('.env holds secrets') },
  ])
  expect(project.snapshot()).toEqual(before)
})
