// Open items, and items that wait for the user.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, type Files, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const FOLDER = '.planning/phases/01-foundation'
const UAT = `${FOLDER}/01-UAT.md`
const VERIFICATION = `${FOLDER}/01-VERIFICATION.md`

async function ask(files: Files, ...words: readonly string[]) {
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

const KINDS = ['uat', 'verification'].flatMap((kind) => ['--kind', kind])
type Item = Readonly<Record<string, string>>

describe('open', () => {
  it('lists no fixed issue, and no quick task with a finished summary or listed as done in another tool’s STATE.md', async () => {
    const row = '| 3 | Beam | 2026-02-03 | [3](./quick/003-beam/) |'
    const found = await ask(
      {
        ...OURS,
        [UAT]: tests('complete', 'result: pass', 'result: issue (fixed)'),
        '.planning/STATE.md': `# S\n\n### Quick Tasks Completed\n\n| # | What | Day | Folder |\n|---|---|---|---|\n${row}\n`,
        '.planning/quick/003-beam/003-PLAN.md': '# P\n',
        '.planning/quick/004-summed/004-SUMMARY.md': '# S\n\n**Done well**\n',
        '.planning/quick/005-halted/005-SUMMARY.md': '---\nstatus: halted\n---\n',
        '.planning/quick/006-open/006-PLAN.md': '# P\n',
      },
      'open',
    )
    expect(found.counts).toEqual({ 'quick-task': 2 })
    expect(found.items.map(({ text }: Item) => text)).toEqual(['halted', 'open'])
    const still = await ask({ ...OURS, [UAT]: tests('complete', 'result: issue (not fixed)') }, 'open')
    expect(still.counts).toEqual({ uat: 1 })
  })

  it('lists waiting items by kind', async () => {
    const found = await ask(OPEN, 'open')
    expect(found.items.map(({ kind, status, text }: Item) => [kind, status, text])).toEqual([
      ['debug', 'investigating', 'crash: the clock'],
      ['quick-task', 'missing', 'fix typo'],
      ['thread', 'in_progress', 'An idea'],
      ['thread', 'open', 'Plain'],
      ['todo', 'pending', 'Paint it'],
      ['seed', 'dormant', 'Dark mode'],
      ['uat', 'partial', 'T1 · T3'],
      ['verification', 'human_needed', 'Look at it'],
      ['question', 'open', 'Which colour? · How large?'],
      ['deferred', 'open', 'Slow start'],
    ])
    expect([found.exit, found.total, found.counts['thread']]).toEqual([0, 10, 2])
  })

  it('accepts kinds as a comma-separated list, and `all`', async () => {
    expect((await ask(OPEN, 'open', '--kind', 'uat,seed')).counts).toEqual({ uat: 1, seed: 1 })
    expect((await ask(OPEN, 'open', '--kind', 'all')).total).toBe(10)
    expect((await ask(OPEN, 'open', '--kind', 'uat,sed')).error).toMatchObject({
      code: 'USAGE',
      fix: 'did you mean seed?',
    })
  })

  it('human tests of a verification are settled by the user’s results', async () => {
    const [passed, failed] = ['result: pass', 'result: issue\nreported: too dark'].map((result) => ({
      ...OURS,
      [VERIFICATION]: OPEN[VERIFICATION] as string,
      [UAT]: tests('complete', result),
    }))
    expect((await ask(passed as Files, 'open')).items).toEqual([])
    expect((await ask(failed as Files, 'open')).counts).toEqual({ uat: 1 })
  })

  it('--pretty prints a report', async () => {
    const { stdout } = await makeProject(OPEN).ask('open', '--pretty')
    expect(stdout).toMatch(/^10 open\n[\s\S]*- seed \(dormant\): Dark mode\n/)
    expect((await makeProject(OURS).ask('open', '--pretty')).stdout).toBe('no open items\n')
  })

  it('gives each test’s expectation and the reason for a human', async () => {
    const { items } = await ask(OPEN, 'open', ...KINDS)
    expect(items.map((item: { items: readonly Item[] }) => item.items.map(({ result }) => result))).toEqual([
      ['pending', 'blocked'],
      ['human_needed'],
    ])
    expect(items[1].items[0]).toMatchObject({ name: 'Look at it', expected: 'It shines', reason: 'needs a phone' })
  })

  it.each([
    ['brackets around a result are the result', tests('testing', 'result: [issue]\nreported: broken'), ['issue']],
    [
      'a table row that says PASS is no gap',
      `${tests('partial', 'result: pass')}\n## Gaps\n\n| Truth | Status |\n|---|---|\n| A | PASS |\n| B | FAIL |\n`,
      ['FAIL'],
    ],
    ['a resolved session is over', tests('resolved', 'result: issue\nreported: was broken'), []],
    ['complete with all passed', tests('complete', 'result: pass'), []],
    ['a skipped test is still owed', tests('complete', 'result: skipped\nreason: no printer'), ['skipped']],
    ['an unknown word is shown as it is', tests('partial', 'result: maybe'), ['maybe']],
  ])('%s', async (_, text, wanted) => {
    const { items } = await ask({ ...OURS, [UAT]: text }, 'open')
    expect(items.flatMap((item: { items: readonly Item[] }) => item.items.map(({ result }) => result))).toEqual(wanted)
  })

  it.each([
    ['Human Verification', '1. Look at the page closely'],
    ['Human_Verification Required', '1. Look at the page closely'],
    ['Human Verification Required', '| # | Test | Expected |\n|---|---|---|\n| 1 | Look at the page closely | ok |'],
  ])('items below "%s" are also read from the body', async (heading, body) => {
    const text = `---\nstatus: human_needed\n---\n## ${heading}\n\n${body}\n`
    expect((await ask({ ...OURS, [VERIFICATION]: text }, 'open')).items[0].items).toMatchObject([
      { name: 'Look at the page closely' },
    ])
  })

  it('a file with an open status but without items is reported', async () => {
    const { items } = await ask({ ...OURS, [VERIFICATION]: '---\nstatus: human_needed\n---\n' }, 'open')
    expect(items).toMatchObject([{ kind: 'verification', items: [] }])
  })

  it('closed milestones are included on request', async () => {
    const files = {
      ...OURS,
      '.planning/milestones/v0.9-phases/01-old/01-UAT.md': tests('partial', 'result: [pending]'),
    }
    expect((await ask(files, 'open')).total).toBe(0)
    expect((await ask(files, 'open', '--all')).items).toMatchObject([{ kind: 'uat', milestone: 'v0.9' }])
  })
})
