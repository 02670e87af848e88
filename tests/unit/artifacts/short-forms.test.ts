// Short forms are read as models write them, or refused with line and fix; nothing is guessed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { charter } from '../../../lib/artifacts/charter/charter-codec.js'
import type { Kind } from '../../../lib/artifacts/codec.js'
import { plan } from '../../../lib/artifacts/plan/plan.js'
import { proofIssues, readProof } from '../../../lib/artifacts/verification/proof.js'
import { verification } from '../../../lib/artifacts/verification/verification.js'
import { sourceFrom } from '../../support/sources.js'

const corpus = (id: string, name: string) =>
  readFileSync(new URL(`../../corpus/${id}/${name}/input.md`, import.meta.url), 'utf8')
const templateOf = (id: string) => readFileSync(new URL(`../../../templates/${id}.md`, import.meta.url), 'utf8')
const valueIn = <T>(codec: Kind<T>, text: string): T => codec.parse(sourceFrom(text)).value
const issuesOf = (codec: Kind<never>, text: string): readonly string[] =>
  ((codec as Kind).checkDraft?.(sourceFrom(text)) ?? []).map(({ line, code }) => `${line} ${code}`)

const planText = (front: string, body: string) => `---\n${front}\n---\n\n${body}\n`

describe('a short plan', () => {
  const tasks = (body: string) => valueIn(plan, planText('type: execute', `Goal\n\n${body}`)).tasks

  it('is complete, and so is a plan with tags', () => {
    for (const name of ['short', 'ours'])
      expect(issuesOf(plan as Kind<never>, corpus('plan', name)).filter((one) => !one.endsWith('NO_CHECKS'))).toEqual(
        [],
      )
  })

  it('has its facts in front matter, its goal in a sentence, and one number per task', () => {
    expect(valueIn(plan, corpus('plan', 'short'))).toMatchObject({
      objective: 'Jobs survive a crash',
      requirements: ['QUE-01', 'QUE-02'],
      dependsOn: ['01'],
      verify: [
        { argv: ['npm', 'test', '--', 'queue'], expect: 0 },
        { argv: ['node', '-e', 'process.exit(1)'], expect: 1 },
      ],
      mustHaves: { truths: ['`queue list` shows a job after a crash', 'An empty job is refused: exit 2'] },
      tasks: [
        {
          type: 'auto',
          tdd: true,
          name: null,
          action: 'Write `enqueue` in src/queue.ts; an empty job throws\na line is written whole',
        },
        { name: 'Read them back', files: ['src/read.ts', 'src/cli.ts'] },
        { type: 'checkpoint:human-action' },
      ],
    })
  })

  it.each([
    ['1. Do it', 'Do it'],
    ['1) Do it', 'Do it'],
    ['Task 1: Do it', 'Do it'],
    ['- **Task 1:** Do it', 'Do it'],
    ['## Tasks\n\n1. Do it', 'Do it'],
  ])('reads %j as a task', (line, action) => {
    expect(tasks(line)).toMatchObject([{ action }])
  })

  it('keeps code and steps of a task', () => {
    expect(tasks('1. Write `<b>` so:\n   ```js\n   const a = 1\n   ```\n   - first')[0]?.action).toBe(
      'Write `<b>` so:\n```js\nconst a = 1\n```\nfirst',
    )
  })

  it('has no tasks below other headings', () => {
    expect(tasks('1. Do it\n\n## Decisions\n\n1. Not a task')).toHaveLength(1)
  })

  it('finds its tasks after other headings, too', () => {
    expect(tasks('## Context\n\n1. Not a task\n\n## Tasks\n\n1. Do it')).toMatchObject([{ action: 'Do it' }])
  })

  it('is refused, with the short form as the fix, if its tasks are headings', () => {
    const source = sourceFrom(planText('must_haves:\n  truths: [it runs]', 'Goal\n\n## Task 1: Login\n\nWrite it.'))
    const refused = (plan.checkDraft?.(source) ?? []).filter(({ severity }) => severity === 'error')
    expect(refused.map(({ code }) => code)).toEqual(['TASK_HEADING'])
    expect(refused[0]?.fix).toMatch(/^[^<>]*"1\. [^<>]*"- check: [^<>]*$/)
  })

  it.each([
    ['no task', (text: string) => text.replace(/^\d\. [\s\S]*?(?=\n## )/m, ''), 'NO_TASKS'],
    ['no must-have', (text: string) => text.replace(/ {2}truths:\n(?: {4}.*\n)+/, ''), 'KEY_MISSING'],
    ['no sentence', (text: string) => text.replace('Jobs survive a crash\n', ''), 'SECTION_MISSING'],
    ['a question nobody answered', (text: string) => `${text}\n## Open Questions\n\n- Who pays?\n`, 'OPEN_QUESTIONS'],
    ['a checkpoint of no kind', (text: string) => text.replace('human-action', 'wait'), 'TASK_CHECKPOINT'],
    [
      'a line for a shell',
      (text: string) => text.replace('npm test -- queue\n  -', 'npm test | cat\n  -'),
      'PLAN_VERIFY',
    ],
  ])('is refused with %s', (_, change, code) => {
    expect(issuesOf(plan as Kind<never>, change(corpus('plan', 'short'))).join()).toContain(code)
  })

  it('that is superseded needs nothing more', () => {
    expect(issuesOf(plan as Kind<never>, '---\nstatus: superseded\n---\n')).toEqual([])
  })
})

describe('a draft inside a fence', () => {
  it.each(Object.entries({ plan, charter }))('is reported as such and for nothing else: a %s', (_id, codec) => {
    const form = templateOf(codec.id)
    for (const mark of ['```', '~~~~'])
      expect(issuesOf(codec as Kind<never>, `\n${mark}markdown\n${form}${mark}\n`)).toEqual(['2 DRAFT_FENCED'])
  })
})

describe('the lines of a verification', () => {
  it('are checked the same after their verdict is in the front matter', () => {
    const whole = corpus('verification', 'short-as-models-write')
    const codesOf = (text: string) => verification.checkDraft?.(sourceFrom(text)).map(({ code }) => code)
    const STAMPED = '---\nstatus: passed\nscore: 2/2 must-haves verified\n---\n\n'
    const unseen = whole.replace(/awkward/g, 'other')
    expect(codesOf(unseen)).toContain('PROOF_UNSEEN')
    expect([codesOf(`${STAMPED}${unseen}`), codesOf(`${STAMPED}${whole}`)]).toEqual([codesOf(unseen), []])
  })

  it('are read on one line or several, numbered or not', () => {
    const { goal, lines, probes } = readProof(sourceFrom(corpus('verification', 'short-as-models-write')))
    expect(goal).toEqual({ verdict: 'holds', text: 'the user can now add jobs.' })
    expect(lines.map(({ keys, verdict, tried, awkward }) => ({ keys, verdict, tried, awkward }))).toEqual([
      {
        keys: ['1'],
        verdict: 'holds',
        tried: [{ did: '`queue add a`', seen: 'listed' }],
        awkward: [{ did: '`queue add ""`', seen: 'exit 2' }],
      },
      {
        keys: ['2'],
        verdict: 'holds',
        tried: [
          { did: '`queue list`', seen: 'both jobs' },
          { did: 'once more', seen: 'the same' },
        ],
        awkward: [{ did: 'an empty file', seen: '"no jobs"' }],
      },
      { keys: ['3'], verdict: 'holds', tried: [{ did: 'a', seen: 'b' }], awkward: [{ did: 'c', seen: 'd' }] },
      {
        keys: ['01.2'],
        verdict: 'holds',
        tried: [{ did: '`x -> y`', seen: 'z' }],
        awkward: [{ did: '`p | q`', seen: 'r' }],
      },
    ])
    expect(probes).toEqual([{ breakage: 'Broke the retry limit', caughtBy: 'tests/retry.test.ts failed' }])
  })

  it('distinguish a line without an observation from one without a trial', () => {
    const fixes = (below: string) =>
      proofIssues(sourceFrom(`goal: yes\n\n## Criteria\n\n- 1: holds\n  - tried: \`a\` → b\n${below}`)).map(
        ({ fix }) => fix,
      )
    expect(fixes('  - awkward: ran it twice\n')).toEqual([expect.stringContaining('has no result')])
    expect(fixes('')).toEqual([expect.stringContaining('Add "- awkward')])
    expect(fixes('  - awkward: ran it twice → the same\n')).toEqual([])
  })

  it('are refused with their line, and with what was expected there', () => {
    const issues = proofIssues(sourceFrom(corpus('verification', 'short-half-finished')))
    expect(issues.map(({ line, code, expected }) => `${line} ${code} ${expected}`)).toEqual([
      '4 PROOF_LINE the number of a criterion and its result: "- 1: holds"',
      '7 DRAFT_HEADING "**Goal:**", "## Observable Truths", "## Probes", "## Gaps", "## Findings" or "## Human Verification"',
      '0 PROOF_GOAL a line "**Goal:**"',
      '2 PROOF_UNSEEN what was seen in the ordinary way in line 1',
      '2 PROOF_UNSEEN what was seen in an awkward way in line 1',
      '5 PROOF_UNSEEN a result in line 2',
    ])
  })
})
