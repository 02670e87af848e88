// Compact drafts are read as models write them, or the line and its mending are named; nothing is guessed and nothing breaks.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { charter } from '../../../lib/artifacts/charter/charter-codec.js'
import type { Kind } from '../../../lib/artifacts/codec.js'
import { phaseDraft } from '../../../lib/artifacts/compact/phase-draft.js'
import { proofIssues, readProof } from '../../../lib/artifacts/verification/proof.js'
import { sourceFrom } from '../../support/sources.js'

const CODECS = { 'phase-draft': phaseDraft }
const corpus = (id: string, name: string) =>
  readFileSync(new URL(`../../corpus/${id}/${name}/input.md`, import.meta.url), 'utf8')
const templateOf = (id: string) => readFileSync(new URL(`../../../templates/${id}.md`, import.meta.url), 'utf8')
const valueIn = <T>(codec: Kind<T>, text: string): T => codec.parse(sourceFrom(text)).value
const issuesOf = (codec: Kind<never>, text: string): readonly string[] =>
  ((codec as Kind).checkDraft?.(sourceFrom(text)) ?? []).map(({ line, code }) => `${line} ${code}`)

describe.each(Object.entries(CODECS))('the compact draft %s', (id, codec) => {
  const name = id as keyof typeof CODECS

  it('is complete in the form we write', () => {
    expect(issuesOf(codec as Kind<never>, corpus(name, 'ours'))).toEqual([])
  })

  it('reads the same with other line ends and a byte order mark', () => {
    expect(valueIn(codec as Kind, corpus(name, 'crlf-and-mark'))).toEqual(valueIn(codec as Kind, corpus(name, 'ours')))
  })

  it('reads the same with other bullets, tabs and bold labels', () => {
    const ours = corpus(name, 'ours')
    const variants = [
      ours.replace(/^( *)- /gm, '$1* '),
      ours.replace(/^( *)- /gm, '$1•  '),
      ours.replace(/^- /gm, '– '),
      ours.replace(/^ {2,3}- /gm, '\t- '),
      ours.replace(/^( *- )([a-z]+): /gm, '$1**$2:** '),
      ours.replace(/^( *- )([a-z]+): /gm, (_, lead: string, word: string) => `${lead}**${word.toUpperCase()}**: `),
      ours.replace(/^( *)- ([a-z]+): /gm, '$1$2: '),
    ]
    for (const text of variants) expect(valueIn(codec as Kind, text)).toEqual(valueIn(codec as Kind, ours))
  })

  it('refuses its template, every line of it', () => {
    const text = templateOf(codec.id)
    const issues = (codec as Kind).checkDraft?.(sourceFrom(text)) ?? []
    const marked = text.split('\n').flatMap((line, index) => (line.includes('[') ? [index + 1] : []))
    expect(issues.filter(({ code }) => code === 'PLACEHOLDER').map(({ line }) => line)).toEqual(marked)
  })
})

describe('a phase draft', () => {
  const plan = (lines: string) => valueIn(phaseDraft, `## Plans\n### Plan 01: Goal\n${lines}\n`).plans[0]

  it.each([
    ['### Plan 01: Goal', '01'],
    ['### 01: Goal', '01'],
    ['### 1. Goal', '01'],
    ['### Plan 1 — Goal', '01'],
    ['#### **Plan 01-12: Goal**', '12'],
    ['## Plan 3) Goal', '03'],
  ])('takes the number and the goal from "%s"', (heading, number) => {
    expect(valueIn(phaseDraft, `## Plans\n\n${heading}\n\n1. Do it\n`).plans[0]).toMatchObject({
      number,
      objective: 'Goal',
    })
  })

  it('reads what models write into lists of decisions, questions, plans and tasks', () => {
    const { decisions, questions, plans } = valueIn(phaseDraft, corpus('phase-draft', 'as-models-write'))
    expect(decisions).toEqual([
      { id: 'D-01', whose: 'asked', text: 'Jobs are kept as JSON lines' },
      { id: 'D-02', whose: 'mine', text: 'three attempts at most' },
      { id: 'D-03', whose: 'mine', text: 'smart dashes are bullets too' },
    ])
    expect(questions).toEqual([
      { question: 'Are failed jobs kept?', whose: 'mine', answer: 'yes' },
      { question: 'Who reads the log?', whose: null, answer: null },
    ])
    expect(plans).toMatchObject([
      {
        number: '01',
        requirements: ['QUE-01', 'QUE-02'],
        files: ['src/queue.ts', 'tests/queue.test.ts'],
        after: [],
        verify: [{ argv: ['npm', 'test'] }, { argv: ['npm', 'run', 'lint', '--', '--strict'] }],
        truths: ['A job is there after a crash', 'An empty job is refused'],
        tasks: [
          {
            text: 'Write `enqueue` in src/queue.ts',
            files: ['src/queue.ts'],
            check: 'npm test -- a;b',
            done: 'it is there',
            tdd: true,
          },
          { text: 'Read them back (see D-01)', check: 'npm test -- load' },
        ],
      },
      { number: '02', after: ['01', '01-01'], files: ['src/retry.ts'], tasks: [{ text: 'retry' }] },
    ])
  })

  it.each(['D6 (mine): keep lines', '**D 6:** keep lines', 'D6 – keep lines'])(
    'refuses the decision "%s" and names its id',
    (line) => {
      const [issue] = phaseDraft.checkDraft?.(sourceFrom(`## Decided\n- ${line}\n`)) ?? []
      expect(issue).toMatchObject({
        code: 'DECISION',
        line: 2,
        expected: 'D-06',
        fix: expect.stringContaining('- D-06'),
      })
    },
  )

  it('takes a decision that begins with a name', () => {
    expect(valueIn(phaseDraft, '## Decided\n- D3 draws the charts\n').decisions).toMatchObject([{ id: null }])
  })

  it.each([
    ['`npm test -- queue`', { argv: ['npm', 'test', '--', 'queue'], expect: 0 }],
    ['npm test', { argv: ['npm', 'test'], expect: 0 }],
    ['`npm test` expect 1', { argv: ['npm', 'test'], expect: 1 }],
    ['`npm test` (expect: 1)', { argv: ['npm', 'test'], expect: 1 }],
    ['npm test expect 2', { argv: ['npm', 'test'], expect: 2 }],
    ['["npm", "test"]', { argv: ['npm', 'test'], expect: 0 }],
    ['`["npm", "run", "a b"]` expect 1', { argv: ['npm', 'run', 'a b'], expect: 1 }],
    ["`node -e 'a b'`", { argv: ['node', '-e', 'a b'], expect: 0 }],
    ['`node -e \'a | b\' "c; d"`', { argv: ['node', '-e', 'a | b', 'c; d'], expect: 0 }],
  ])('reads the check %s', (line, check) => {
    expect(plan(`- verify: ${line}`)?.verify).toEqual([check])
  })

  it.each([
    '`npm test && npm run lint`',
    '`npm test`, `npm run lint`',
    '`npm test` | tee',
    "`node -e 'a`",
    'node -e "$(x)"',
  ])('refuses the check %s with its line', (line) => {
    const text = `## Plans\n### Plan 01: Goal\n- files: a\n- true: b\n- verify: ${line}\n1. c\n`
    expect(issuesOf(phaseDraft as Kind<never>, text)).toEqual(['5 PLAN_VERIFY'])
  })

  it('takes paths without marks and remarks', () => {
    expect(plan('- files: `src/a.ts` (new), src/b.ts, "c d.ts"')?.files).toEqual(['src/a.ts', 'src/b.ts', 'c d.ts'])
  })

  it.each([
    ['[src/a.ts, "src/b.ts"]', ['src/a.ts', 'src/b.ts']],
    ['[src/a.ts]', ['src/a.ts']],
    ['[every path its tasks change]', []],
    ['[paths]', []],
  ])('takes brackets around paths for a list, around words for a placeholder: %s', (value, files) => {
    expect(plan(`- files: ${value}`)?.files).toEqual(files)
  })

  it('takes no command from brackets around words', () => {
    expect(plan('- files: a.js\n- verify: [what proves it]')?.verify).toEqual([])
  })

  it('keeps steps, wrapped lines and parentheses of a task', () => {
    const text = '1. Write `f(a)` (see D-01)\n   and go on:\n   - one step\n   - check: `x`\n     - no label (yet)\n'
    expect(plan(text)?.tasks[0]).toMatchObject({ text: 'Write `f(a)` (see D-01)\nand go on:\n- one step' })
  })

  it('names every line it cannot read, and what it lacks', () => {
    expect(issuesOf(phaseDraft as Kind<never>, corpus('phase-draft', 'half-finished'))).toEqual([
      '2 DECISION',
      '6 DRAFT_LINE',
      '7 PLAN_VERIFY',
      '8 PLAN_LINK',
      '9 DRAFT_TABLE',
      '13 DRAFT_HEADING',
      '16 PLAN_TRUTHS',
      '16 NO_TASKS',
    ])
    expect(issuesOf(phaseDraft as Kind<never>, corpus('phase-draft', 'as-models-write'))).toEqual(['11 OPEN_QUESTIONS'])
    expect(issuesOf(phaseDraft as Kind<never>, '{"plans":["count words"]}')).toEqual(['1 DRAFT_JSON'])
    expect(issuesOf(phaseDraft as Kind<never>, corpus('phase-draft', 'fenced'))).toEqual(['1 DRAFT_FENCED'])
    expect(issuesOf(phaseDraft as Kind<never>, corpus('phase-draft', 'empty'))).toEqual(['0 NO_PLANS'])
  })

  it('asks which files a plan changes where another one might change them too', () => {
    const plan = (number: string) => `### Plan ${number}: Words\n\n- true: words are counted\n\n1. Count words\n`
    const draft = (...numbers: readonly string[]) => `# Phase 1\n\n## Plans\n\n${numbers.map(plan).join('\n')}`
    expect(issuesOf(phaseDraft as Kind<never>, draft('01'))).toEqual([])
    expect(issuesOf(phaseDraft as Kind<never>, draft('01', '02'))).toEqual(['5 PLAN_FILES', '11 PLAN_FILES'])
  })
})

describe('a draft inside a fence', () => {
  it.each(Object.entries({ ...CODECS, charter }))('of a %s is told at once and alone', (_id, codec) => {
    const form = templateOf(codec.id)
    for (const mark of ['```', '~~~~'])
      expect(issuesOf(codec as Kind<never>, `\n${mark}markdown\n${form}${mark}\n`)).toEqual(['2 DRAFT_FENCED'])
  })
})

describe('the lines of a verification', () => {
  it('reads lines on one line, below each other, numbered or not', () => {
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
    expect(probes).toEqual([{ broke: 'Broke the retry limit', seen: 'tests/retry.test.ts failed' }])
  })

  it('tells a line without what was seen from one where nothing was tried', () => {
    const fixes = (below: string) =>
      proofIssues(sourceFrom(`goal: yes\n\n## Criteria\n\n- 1: holds\n  - tried: \`a\` → b\n${below}`)).map(
        ({ fix }) => fix,
      )
    expect(fixes('  - awkward: ran it twice\n')).toEqual([expect.stringContaining('behind that')])
    expect(fixes('')).toEqual([expect.stringContaining('Add "- awkward')])
    expect(fixes('  - awkward: ran it twice → the same\n')).toEqual([])
  })

  it('refuses by its number a line where nothing was seen', () => {
    const issues = proofIssues(sourceFrom(corpus('verification', 'short-half-finished')))
    expect(issues.map(({ line, code, expected }) => `${line} ${code} ${expected}`)).toEqual([
      '4 PROOF_LINE the number of a criterion and whether it holds: "- 1: holds"',
      '7 DRAFT_HEADING "**Goal:**", "## Observable Truths", "## Probes", "## Gaps", "## Findings" or "## Human Verification"',
      '0 PROOF_GOAL a line "**Goal:**"',
      '2 PROOF_UNSEEN what was seen in the ordinary way in line 1',
      '2 PROOF_UNSEEN what was seen in an awkward way in line 1',
      '5 PROOF_UNSEEN whether it holds in line 2',
    ])
  })
})
