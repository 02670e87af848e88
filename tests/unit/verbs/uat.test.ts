// What is open and what people owe: counted item by item, let pass only by name, shown only with evidence.
import { afterAll, describe, expect, it } from 'vitest'
import { agreed } from '../../support/agreed.js'
import { disposeProjects, type Files, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const FOLDER = '.planning/phases/01-foundation'
const UAT = `${FOLDER}/01-UAT.md`
const VERIFICATION = `${FOLDER}/01-VERIFICATION.md`

async function asked(files: Files, ...words: readonly string[]) {
  const { exit, json } = await makeProject(files).ask(...words)
  return { exit, ...json() }
}

const tests = (status: string, ...rows: readonly string[]) =>
  `---\nstatus: ${status}\nphase: 01-foundation\n---\n## Tests\n\n${rows.map((row, index) => `### ${index + 1}. T${index + 1}\nexpected: e\n${row}\n`).join('\n')}`

const OPEN: Files = {
  ...OURS,
  '.planning/debug/crash.md':
    '---\nstatus: investigating\nupdated: 2026-01-01\n---\n## Current Focus\nhypothesis: the clock\n',
  '.planning/debug/gone.md': '---\nstatus: resolved\n---\n',
  '.planning/debug/knowledge-base.md': '# Known\n',
  '.planning/debug/resolved/old.md': '---\nstatus: fixing\n---\n',
  '.planning/quick/260105-k3f-fix-typo/260105-k3f-PLAN.md': '# P\n',
  '.planning/quick/260104-aaa-done/260104-aaa-SUMMARY.md': '---\nstatus: complete\n---\n',
  '.planning/quick/260103-bbb-stamped/260103-bbb-SUMMARY.md': '---\ncompleted_at: "2026-01-03T10:00:00Z"\n---\n',
  '.planning/threads/idea.md': '---\nstatus: in_progress\ntitle: An idea\nupdated: 2026-01-02\n---\n',
  '.planning/threads/plain.md': '# Thread: Plain\n\n## Status: OPEN\n',
  '.planning/threads/over.md': '# Thread: Over\n\n## Status: RESOLVED\n',
  '.planning/todos/pending/2026-01-01-paint.md': '---\ntitle: Paint it\npriority: high\n---\n',
  '.planning/todos/completed/2026-01-01-old.md': '---\ntitle: Old\n---\n',
  '.planning/seeds/SEED-001-dark-mode.md': '---\nid: SEED-001\nstatus: dormant\ntitle: Dark mode\n---\n',
  '.planning/seeds/SEED-002-done.md': '---\nid: SEED-002\nstatus: implemented\n---\n',
  [UAT]: tests('partial', 'result: [pending]', 'result: pass', 'result: blocked\nblocked_by: server is down'),
  [VERIFICATION]:
    '---\nstatus: human_needed\nhuman_verification:\n  - test: Look at it\n    expected: It shines\n    why_human: needs a phone\n---\n',
  [`${FOLDER}/01-CONTEXT.md`]: `${OURS[`${FOLDER}/01-CONTEXT.md`]}\n## Open Questions\n\n- Which colour?\n- How large?\n`,
  [`${FOLDER}/deferred-items.md`]: '# Deferred\n\n- Slow start\n- [x] Done already\n- none\n',
}

describe('audit-open', () => {
  it('counts no issue that was fixed, and no quick task that has its summary or that STATE.md lists as done', async () => {
    const row = '| 3 | Beam | 2026-02-03 | [3](./quick/003-beam/) |'
    const found = await asked(
      {
        ...OURS,
        [UAT]: tests('complete', 'result: pass', 'result: issue (fixed)'),
        '.planning/STATE.md': `# S\n\n### Quick Tasks Completed\n\n| # | What | Day | Folder |\n|---|---|---|---|\n${row}\n`,
        '.planning/quick/003-beam/003-PLAN.md': '# P\n',
        '.planning/quick/004-summed/004-SUMMARY.md': '# S\n\n**Done well**\n',
        '.planning/quick/005-halted/005-SUMMARY.md': '---\nstatus: halted\n---\n',
        '.planning/quick/006-open/006-PLAN.md': '# P\n',
      },
      'audit-open',
    )
    expect(found.counts).toMatchObject({ uat_gaps: 0, quick_tasks: 2 })
    expect(found.items.quick_tasks.map(({ slug }: { slug: string }) => slug)).toEqual(['005-halted', '006-open'])
    const still = await asked({ ...OURS, [UAT]: tests('complete', 'result: issue (not fixed)') }, 'audit-open')
    expect(still.counts.uat_gaps).toBe(1)
  })

  it('counts what is open, by kind', async () => {
    const found = await asked(OPEN, 'audit-open')
    expect([found.exit, found.counts]).toEqual([
      0,
      {
        debug_sessions: 1,
        quick_tasks: 1,
        threads: 2,
        todos: 1,
        seeds: 1,
        uat_gaps: 1,
        verification_gaps: 1,
        context_questions: 1,
        deferred_items: 1,
        total: 10,
      },
    ])
    expect(found.items).toMatchObject({
      debug_sessions: [{ slug: 'crash', status: 'investigating', updated: '2026-01-01', hypothesis: 'the clock' }],
      quick_tasks: [{ slug: '260105-k3f-fix-typo', date: '2026-01-05', status: 'missing', description: 'fix typo' }],
      threads: [
        { slug: 'idea', status: 'in_progress', title: 'An idea' },
        { slug: 'plain', status: 'open', title: 'Plain' },
      ],
      todos: [{ filename: '2026-01-01-paint.md', priority: 'high', area: 'general', summary: 'Paint it' }],
      seeds: [{ seed_id: 'SEED-001', slug: 'dark-mode', status: 'dormant', title: 'Dark mode' }],
      uat_gaps: [{ phase: '01', file: '01-UAT.md', status: 'partial', open_scenario_count: 2 }],
      verification_gaps: [{ phase: '01', status: 'human_needed' }],
      context_questions: [{ question_count: 2, questions: ['Which colour?', 'How large?'] }],
      deferred_items: [{ items: ['Slow start'] }],
    })
  })

  it.each(['audit-open', 'audit-uat'])(
    '%s: what a verification left to a person is settled by their tests',
    async (verb) => {
      const [passed, failed] = ['result: pass', 'result: issue\nreported: too dark'].map((result) => ({
        ...OURS,
        [VERIFICATION]: OPEN[VERIFICATION] as string,
        [UAT]: tests('complete', result),
      }))
      expect(JSON.stringify(await asked(passed as Files, verb))).not.toContain('VERIFICATION.md')
      const found = JSON.stringify(await asked(failed as Files, verb))
      expect([found.includes('01-UAT.md'), found.includes('VERIFICATION.md')]).toEqual([true, false])
    },
  )

  it('a project without any of it has nothing open', async () => {
    expect(await asked(OURS, 'audit-open')).toMatchObject({ exit: 0, has_open_items: false, counts: { total: 0 } })
  })

  it('--pretty is a report for people', async () => {
    const { stdout } = await makeProject(OPEN).ask('audit-open', '--pretty')
    expect(stdout).toContain('10 open')
    expect(stdout).toContain('Dark mode')
  })

  it('what a person let pass is counted apart, until it changes', async () => {
    const project = makeProject(OPEN)
    const acknowledge = (...words: readonly string[]) => agreed(project, 'audit-open', '--acknowledge', ...words)
    const dry = await acknowledge('uat_gaps', 'todos', '--milestone', 'v1.0', '--dry-run')
    expect(dry.json()).toMatchObject({ dry_run: true, changed: true })
    expect((await project.ask('audit-open')).json().acknowledged.total).toBe(0)
    const done = (await acknowledge('uat_gaps', 'todos', '--milestone', 'v1.0')).json()
    expect([done.changed_files, done.acknowledged.total]).toEqual([['.planning/ledger.jsonl'], 2])
    const after = (await project.ask('audit-open')).json()
    expect([after.counts.total, after.acknowledged.uat_gaps, after.counts.todos]).toEqual([8, 1, 0])
    expect((await project.ask('audit-uat')).json()).toMatchObject({
      acknowledged_files: 1,
      summary: { total_files: 1 },
    })
    project.write(UAT, `${project.read(UAT)}\n### 4. T4\nexpected: e\nresult: issue\nreported: no\n`)
    expect((await project.ask('audit-open')).json().counts.uat_gaps).toBe(1)
    expect((await acknowledge('all', '--milestone', 'v1.0')).json().acknowledged.total).toBe(10)
    expect((await acknowledge('all', '--milestone', 'v1.0')).json().changed).toBe(false)
  })
})

describe('audit-uat', () => {
  it('lists every open item with what it waits for', async () => {
    const found = await asked(OPEN, 'audit-uat')
    expect(
      found.results.map(({ type, items }: { type: string; items: { category: string }[] }) => [
        type,
        items.map(({ category }) => category),
      ]),
    ).toEqual([
      ['uat', ['pending', 'server_blocked']],
      ['verification', ['device_needed']],
    ])
    expect(found.results[1].items[0]).toMatchObject({
      name: 'Look at it',
      expected: 'It shines',
      why_human: 'needs a phone',
    })
    expect(found.summary).toMatchObject({
      total_files: 2,
      total_items: 3,
      by_category: { pending: 1, server_blocked: 1, device_needed: 1 },
      by_phase: { '01': 3 },
      parse_gap_files: 0,
      current_milestone: { files: 2, items: 3 },
    })
  })

  it.each([
    ['brackets around a result are the result', tests('testing', 'result: [issue]\nreported: broken'), ['issue']],
    [
      'a table row that says PASS is no gap',
      `${tests('partial', 'result: pass')}\n## Gaps\n\n| Truth | Status |\n|---|---|\n| A | PASS |\n| B | FAIL |\n`,
      ['issue'],
    ],
    ['a resolved session is over', tests('resolved', 'result: issue\nreported: was broken'), []],
    ['complete with all passed', tests('complete', 'result: pass'), []],
    [
      'a skipped test is still owed',
      tests('complete', 'result: skipped\nreason: no printer at hand'),
      ['device_needed'],
    ],
    [
      'words inside others mean nothing',
      tests('partial', 'result: skipped\nreason: serverless is fine, rebuilding later'),
      ['skipped'],
    ],
    ['an unknown word is said to be one', tests('partial', 'result: maybe'), ['unknown']],
  ])('%s', async (_, text, wanted) => {
    const found = await asked({ ...OURS, [UAT]: text }, 'audit-uat')
    expect(
      found.results.flatMap(({ items }: { items: { category: string }[] }) => items.map(({ category }) => category)),
    ).toEqual(wanted)
  })

  it.each([
    ['Human Verification', '1. Look at the page closely'],
    ['Human_Verification Required', '1. Look at the page closely'],
    ['Human Verification Required', '| # | Test | Expected |\n|---|---|---|\n| 1 | Look at the page closely | ok |'],
  ])('items below "%s" are read from the body too', async (heading, body) => {
    const text = `---\nstatus: human_needed\n---\n## ${heading}\n\n${body}\n`
    const found = await asked({ ...OURS, [VERIFICATION]: text }, 'audit-uat')
    expect(found.results[0].items).toMatchObject([{ name: 'Look at the page closely', category: 'human_uat' }])
  })

  it('a file that says something is open but holds no item is told', async () => {
    const found = await asked({ ...OURS, [VERIFICATION]: '---\nstatus: human_needed\n---\n' }, 'audit-uat')
    expect([found.summary.total_files, found.summary.parse_gap_files]).toEqual([1, 1])
  })

  it('closed milestones are looked at on demand', async () => {
    const files = {
      ...OURS,
      '.planning/milestones/v0.9-phases/01-old/01-UAT.md': tests('partial', 'result: [pending]'),
    }
    expect((await asked(files, 'audit-uat')).summary.total_items).toBe(0)
    expect((await asked(files, 'audit-uat', '--all')).summary.archived).toEqual({
      files: 1,
      items: 1,
      by_milestone: { 'v0.9': 1 },
    })
  })
})
