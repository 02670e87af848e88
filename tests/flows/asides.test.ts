// What is asked about a phase beside its path: a session follows the printed calls, somebody else does the unit, and what it leaves is checked and kept; the path itself goes on as it was.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OLDER, OURS, type TempProject } from '../support/project.js'
import { errandsIn, taken } from '../support/team.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

const PHASE = '.planning/phases/01-foundation'

const REVIEW = (counts: string, findings: string, status = 'issues_found') => `---
phase: 01-foundation
reviewed: "2026-01-06"
depth: standard
files_reviewed: 1
files_reviewed_list:
  - src/part-01.ts
findings:
${counts}
status: ${status}
---

# Phase 1: code review

## Summary

One file, read whole.

## Narrative Findings

${findings}
`
const ONE_FINDING =
  '### CR-01: one is two\n\n**File:** src/part-01.ts:1\n\n**Issue:** `one` is read as 2.\n\n**Fix:** 1'
const COUNTS = '  critical: 1\n  warning: 0\n  info: 0\n  total: 1'
const REVIEWED = REVIEW(COUNTS, ONE_FINDING)

const FIXED = (counts: string) => `---
phase: 01-foundation
fixed_at: "2026-01-06"
${counts}
status: all_fixed
---

# Phase 1: review fixes

## Fixed Issues

CR-01: one is one again.

## Skipped Issues

None.
`

const REGISTER = (rows: string, open: number, status: string) => `---
phase: 01-foundation
status: ${status}
threats_open: ${open}
asvs_level: 1
created: "2026-01-06"
---

# Phase 1: security

## Trust Boundaries

| Boundary | Description | Data Crossing |
|---|---|---|
| command line | arguments | text |

## Threat Register

| Threat ID | Category | Component | Disposition | Mitigation | Status |
|---|---|---|---|---|---|
${rows}
`
const CLOSED = '| T-01-01 | Tampering | src/part-01.ts | mitigate | src/part-01.ts:1 refuses it | closed |'
const OPEN = '| T-01-02 | Denial | src/part-01.ts | mitigate | none | open |'

const VALIDATED = `---
phase: 01-foundation
status: validated
nyquist_compliant: true
wave_0_complete: true
created: "2026-01-06"
---

# Phase 1: validation

## Test Infrastructure

| Property | Value |
|---|---|
| command | npm test |

## Per-Task Verification Map

| Task ID | Plan | Wave | Requirement | Threat Ref | Secure Behavior | Test Type | Automated Command | File Exists | Status |
|---|---|---|---|---|---|---|---|---|---|
| 1 | 01-01 | 1 | CORE-01 | none | none | unit | npm test | yes | green |
`

const LEARNED = `---
phase: 01-foundation
generated: "2026-01-06"
---

# Phase 1: learnings

## Decisions

One is exported by name (01-01).

## Lessons

## Patterns

## Surprises
`

const PATTERNS = `# Phase 1: patterns

## File Classification

| New/Modified File | Role | Data Flow | Closest Analog | Match Quality |
|---|---|---|---|---|
| src/part-02.ts | module | none | src/part-01.ts | same kind |

## Pattern Assignments

src/part-02.ts: as src/part-01.ts:1, \`export const one = 1\`.
`

const begun = (): TempProject => {
  const project = makeProject(OURS)
  project.initGit()
  return project
}

/** As far as the text that says whom to start. */
async function handedOver(project: TempProject, type: string, ...words: readonly string[]): Promise<Walk> {
  const walk = new Walk(project)
  await walk.call('brief', ...words)
  const brief = walk.text
  await walk.follow(`unit delegate ${type}`, {}, true)
  const delegated = walk.text
  walk.text = brief
  return Object.assign(walk, { delegated })
}

const wordsOf = (call: string) => call.replace(/^node "[^"]+" /, '').split(' ')

/** The worker of an errand: it reads its brief, writes the draft that is named there, and hands it in. */
async function worked(project: TempProject, delegated: string, drafts: Readonly<Record<string, string>>) {
  const [errand] = errandsIn(delegated)
  const call = /`(node "[^"]+" [^`]+)`/.exec(errand?.prompt ?? '')?.[1] as string
  const brief = (await project.ask(...wordsOf(call))).stdout
  // Their roles say "in the form your brief gives".
  expect(brief).toContain('## Form\n')
  const { drafts: folder, finish } = taken(brief)
  for (const [name, text] of Object.entries(drafts)) {
    expect(brief).toContain(`${folder}/${name}`)
    project.write(`${folder}/${name}`, text)
  }
  const answer = await project.ask(...wordsOf(finish))
  return { agent: errand?.agent, brief, ...answer, verdict: answer.json().verdict, findings: answer.json().findings }
}

/** Whoever gave the unit away makes the last call of what it was printed; that commits, and nothing is left to do. */
async function wentOn(walk: Walk): Promise<void> {
  const brief = walk.text
  walk.text = delegatedOf(walk)
  expect(walk.calls.at(-1)).toMatch(/^begin --after /)
  expect(await walk.follow('begin --after')).toContain('what a brief that sent you here')
  walk.text = brief
}

const delegatedOf = (walk: Walk) => (walk as Walk & { delegated: string }).delegated

it('a review is done by a stranger, kept with the phase, and changes nothing of what comes next', async () => {
  const project = begun()
  const before = (await project.ask('next')).json()
  const walk = await handedOver(project, 'review-code', 'code-review', '--', '1', '--depth', 'deep')
  expect(walk.text).toContain('the one behind `--depth`')
  expect(walk.text).not.toContain('fix-review')
  const done = await worked(project, delegatedOf(walk), { '01-REVIEW.md': REVIEWED })
  expect([done.agent, done.verdict]).toEqual(['gsd-code-reviewer', 'accept'])
  expect(done.brief).toContain(`${PHASE}/01-01-SUMMARY.md`)
  expect(project.read(`${PHASE}/01-REVIEW.md`)).toContain('CR-01')
  await wentOn(walk)
  expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs(01): review the code')
  expect(project.git('status', '--porcelain')).toBe('')
  expect((await project.ask('next')).json()).toMatchObject({ unit: { ...before.unit, prompt: before.unit.prompt } })
})

it('what it found is mended by another one, with a commit of its own, and recorded', async () => {
  const project = begun()
  project.write(`${PHASE}/01-REVIEW.md`, REVIEWED)
  project.git('add', '-A')
  project.git('commit', '-qm', 'review')
  const walk = await handedOver(project, 'fix-review', 'code-review', '--', '1', '--fix')
  expect(walk.text).toContain('CR (older reviews: BL too) and WR')
  project.write('src/part-01.ts', 'export const one = 0 + 1\n')
  await walk.call('commit', 'fix(01): one is one (CR-01)', '--files', 'src/part-01.ts')
  const done = await worked(project, delegatedOf(walk), {
    '01-REVIEW-FIX.md': FIXED('fixed_count: 1\nskipped_count: 0'),
  })
  expect([done.agent, done.verdict]).toEqual(['gsd-code-fixer', 'accept'])
  expect(done.brief).toContain('01-REVIEW.md (the findings to fix)')
  expect(project.has(`${PHASE}/01-REVIEW-FIX.md`)).toBe(true)
  // The next review knows both.
  const again = await handedOver(project, 'review-code', 'code-review', '--', '1')
  const next = await worked(project, delegatedOf(again), { '01-REVIEW.md': REVIEWED })
  expect(next.brief).toMatch(/01-REVIEW\.md \(the review before\)[\s\S]*01-REVIEW-FIX\.md/)
})

it.each([
  ['nyquist-auditor', 'validate-phase', { '01-VALIDATION.md': VALIDATED }],
  ['security-auditor', 'secure-phase', { '01-SECURITY.md': REGISTER(CLOSED, 0, 'secured') }],
])('%s does its unit and leaves its record', async (agent, type, drafts) => {
  const project = begun()
  const walk = await handedOver(project, type, type, '--', '1')
  const done = await worked(project, delegatedOf(walk), drafts)
  expect([done.agent, done.verdict], done.stdout).toEqual([`gsd-${agent}`, 'accept'])
  for (const [name, text] of Object.entries(drafts)) expect(project.read(`${PHASE}/${name}`)).toBe(text)
  await wentOn(walk)
  expect(project.git('status', '--porcelain')).toBe('')
})

it('patterns are mapped before there is a plan, and the planner is told of them', async () => {
  const project = begun()
  const { stdout } = await project.ask('unit', 'delegate', 'map-patterns', '1')
  const done = await worked(project, stdout, { '01-PATTERNS.md': PATTERNS })
  expect([done.agent, done.verdict], done.stdout).toEqual(['gsd-pattern-mapper', 'accept'])
  expect((await project.ask('brief', 'planner', '1')).stdout).toContain('01-PATTERNS.md (code that is there')
})

it('learnings are written by the session itself, and what is kept of them can be found again', async () => {
  const project = begun()
  const walk = new Walk(project)
  await walk.call('brief', 'extract-learnings', '--', '1')
  const brief = walk.text
  await walk.follow('begin extract-learnings', {}, true)
  const { drafts } = { drafts: /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(walk.text)?.[0] }
  expect(walk.text).toContain('01-01-SUMMARY.md')
  project.write(`${drafts}/01-LEARNINGS.md`, LEARNED)
  await walk.follow('unit finish', {}, true)
  expect(walk.text).toContain('Begin nothing else')
  expect(project.has(`${PHASE}/01-LEARNINGS.md`)).toBe(true)
  walk.text = brief
  await walk.follow('learn add', {
    '<what, and when it applies>': 'Export by name: a default cannot be searched for',
    '<decision|pattern|pitfall>': 'pattern',
  })
  const kept = Object.keys(project.snapshot()).filter((path) => /^\.planning\/learnings\/.+\.md$/.test(path))
  expect(kept.map((path) => project.read(path)).join()).toContain('Export by name')
})

const DESIGN = (space: string, status = 'draft') => `---
phase: 02-accounts
slug: accounts
status: ${status}
shadcn_initialized: false
created: "2026-01-06"
---

# Phase 2: design contract

## Design System

| Property | Value |
|---|---|
| library | none |

## Spacing Scale

| Token | Value | Usage |
|---|---|---|
${space}

## Typography

| Role | Size | Weight | Line Height |
|---|---|---|---|
| body | 16px | 400 | 1.5 |

## Color

| Role | Value | Usage |
|---|---|---|
| text | #111111 | everything that is read |

## Copywriting Contract

| Element | Copy |
|---|---|
| empty | Nobody has signed in yet |
`
const SPACED = '| m | 8px | between fields |'

const SCORED = (score: string, last = '4') => `---
phase: 01-foundation
audited: "2026-01-06"
baseline: UI-SPEC
score: ${score}
---

# Phase 1: interface review

## Pillar Scores

| Pillar | Score | Key Finding |
|---|---|---|
| Words | 3 | one error names a code |
| Order | 2 | two primary actions |
| Colour | 4 | roles are kept |
| Type | 4 | four sizes |
| Space | 3 | cut off at 360 |
| Behaviour | ${last} | all by keyboard |

## Top 3 Priority Fixes

- src/part-01.ts:1 says E17: say what to do
`

const AI = (bar: string) => `---
phase: 02-accounts
status: draft
framework: none
created: "2026-01-06"
---

# Phase 2: AI specification

## 1. System Classification

Sorts messages; a wrong one is seen a day late.

## 1b. Domain Context

A lawyer calls a missed deadline dangerous.

## 2. Framework Decision

The provider's own library.

## 5. Evaluation Strategy

${bar}

## 6. Guardrails

An answer outside of the schema is dropped.
`

const EVALS = (status: string, verdict: string) => `---
phase: 01-foundation
audited: "2026-01-06"
verdict: ${verdict}
score: 1/2
---

# Phase 1: evaluation review

## Dimension Coverage

| Dimension | Status | Measurement | Finding |
|---|---|---|---|
| right | covered | npm run evals, 24 cases | failed when the prompt was cut |
| grounded | ${status} | none | nothing found |
`

it.each([
  ['ui-researcher', 'design-phase', 'ui-phase', '02-UI-SPEC.md', DESIGN(SPACED)],
  ['ai-researcher', 'design-ai', 'ai-integration-phase', '02-AI-SPEC.md', AI('Recall on 40 letters, at least 0.95.')],
])(
  '%s writes the contract of a phase before it is planned, and the planner is held to it',
  async (agent, type, command, name, text) => {
    const project = begun()
    const walk = await handedOver(project, type, command, '--', '2')
    const done = await worked(project, delegatedOf(walk), { [name]: text })
    expect([done.agent, done.verdict], done.stdout).toEqual([`gsd-${agent}`, 'accept'])
    expect((await project.ask('brief', 'planner', '2')).stdout).toContain(`${name} (`)
    const late = await project.ask('begin', type, '1', '--role')
    expect([late.exit, late.stdout.includes('has plans already')], late.stdout).toEqual([4, true])
    expect((await project.ask('brief', command, '--', '1')).stdout).not.toContain('unit delegate')
  },
)

it.each([
  ['ui-auditor', 'review-interface', 'ui-review', '01-UI-REVIEW.md', SCORED('20/24')],
  ['eval-auditor', 'review-evals', 'eval-review', '01-EVAL-REVIEW.md', EVALS('missing', 'needs work')],
])('%s looks at what was built and leaves its record', async (agent, type, command, name, text) => {
  const project = begun()
  const walk = await handedOver(project, type, command, '--', '1')
  const done = await worked(project, delegatedOf(walk), { [name]: text })
  expect([done.agent, done.verdict], done.stdout).toEqual([`gsd-${agent}`, 'accept'])
  await wentOn(walk)
  expect(project.git('status', '--porcelain')).toBe('')
})

describe('what does not add up is not taken over', () => {
  it.each([
    [
      'a review that counts what is not there',
      'review-code',
      '01-REVIEW.md',
      REVIEW(COUNTS.replace('0', '2'), ONE_FINDING),
    ],
    ['a review whose findings have no id', 'review-code', '01-REVIEW.md', REVIEW(COUNTS, 'One is two.')],
    ['a clean review with findings', 'review-code', '01-REVIEW.md', REVIEW(COUNTS, ONE_FINDING, 'clean')],
    ['fixes without figures', 'fix-review', '01-REVIEW-FIX.md', FIXED('iteration: 1')],
    ['fixes that left something', 'fix-review', '01-REVIEW-FIX.md', FIXED('fixed_count: 1\nskipped_count: 1')],
    ['a register with another count', 'secure-phase', '01-SECURITY.md', REGISTER(`${CLOSED}\n${OPEN}`, 0, 'secured')],
    ['an open threat that is called secured', 'secure-phase', '01-SECURITY.md', REGISTER(OPEN, 1, 'secured')],
    ['a score that is not the sum', 'review-interface', '01-UI-REVIEW.md', SCORED('22/24')],
    ['a pillar without a score', 'review-interface', '01-UI-REVIEW.md', SCORED('16/24', 'good')],
    [
      'an evaluation that is called ready with a hole',
      'review-evals',
      '01-EVAL-REVIEW.md',
      EVALS('missing', 'production ready'),
    ],
  ])('%s', async (_, type, name, text) => {
    const project = begun()
    const { stdout } = await project.ask('unit', 'delegate', type, '1')
    const done = await worked(project, stdout, { [name]: text })
    expect(done.findings.map(({ code }: { code: string }) => code)).toEqual(['COUNTS_DIFFER'])
    expect(project.has(`${PHASE}/${name}`)).toBe(false)
  })

  it.each([
    ['a contract with nothing below a heading', 'design-phase', '02-UI-SPEC.md', DESIGN(''), 'Spacing Scale'],
    [
      'a contract that calls itself approved',
      'design-phase',
      '02-UI-SPEC.md',
      DESIGN(SPACED, 'approved'),
      'only the user',
    ],
    ['an AI contract that measures nothing', 'design-ai', '02-AI-SPEC.md', AI(''), 'Evaluation Strategy'],
  ])('%s', async (_, type, name, text, said) => {
    const project = begun()
    const { stdout } = await project.ask('unit', 'delegate', type, '2')
    const done = await worked(project, stdout, { [name]: text })
    expect([done.verdict, JSON.stringify(done.findings).includes(said)], done.stdout).toEqual(['rework', true])
  })

  it('a report that holds a secret', async () => {
    const project = begun()
    const { stdout } = await project.ask('unit', 'delegate', 'review-code', '1')
    const text = REVIEWED.replace('One file, read whole.', `It holds ${['AKIA', 'IOSFODNN7EXAMPLQ'].join('')}.`)
    const done = await worked(project, stdout, { '01-REVIEW.md': text })
    expect(done.findings.map(({ code }: { code: string }) => code)).toEqual(['SECRET'])
  })
})

it.each([
  'code-review',
  'validate-phase',
  'secure-phase',
  'add-tests',
  'extract-learnings',
  'ui-review',
  'eval-review',
])('%s of a phase that is not built says so and stops', async (name) => {
  const { exit, stdout } = await begun().ask('brief', name, '--', '2')
  expect([exit, /name .*and stop\./i.test(stdout) || /, and stop\.$/m.test(stdout)], stdout).toEqual([0, true])
  expect(stdout).not.toContain('gsd-tools.cjs" begin')
  expect(stdout).not.toContain('unit delegate')
})

it('a unit beside the path of a phase that is not built is refused, with what to name instead', async () => {
  const { exit, stdout } = await begun().ask('begin', 'review-code', '2', '--role')
  expect([exit, stdout.includes('name a phase that is built')], stdout).toEqual([4, true])
})

it('whoever wants the same again gets it again', async () => {
  const project = begun()
  for (let round = 0; round < 4; round++) {
    const { stdout } = await project.ask('unit', 'delegate', 'review-code', '1')
    const done = await worked(project, stdout, { '01-REVIEW.md': REVIEWED })
    expect(done.verdict, done.stdout).toBe('accept')
  }
})

it('without subagents the session does it by the words for it, with the same record at the end', async () => {
  const project = begun()
  const { stdout } = await project.ask('begin', 'secure-phase', '1')
  expect(stdout).toContain('## Do')
  expect(stdout).toContain('security-levels.md')
  const { drafts, finish } = taken(stdout.replace(/^# secure-phase/m, '# security-auditor'))
  project.write(`${drafts}/01-SECURITY.md`, REGISTER(CLOSED, 0, 'secured'))
  const { exit, stdout: after } = await project.ask(...wordsOf(finish))
  expect([exit, after.includes('Begin nothing else')], after).toEqual([0, true])
  expect(project.git('log', '-1', '--format=%s')).toContain('docs(01): check the threats')
})

describe('what is asked of the code at large', () => {
  it('documents are written by some, checked by others, and nothing is planned for them', async () => {
    const project = makeProject({ 'package.json': '{"type":"module"}\n', 'src/index.js': 'export const one = 1\n' })
    project.initGit()
    const walk = new Walk(project)
    await walk.call('brief', 'docs-update')
    await walk.follow('brief docs-update', {}, true)
    expect(walk.text).toMatch(/gsd-doc-writer[\s\S]*gsd-doc-verifier/)
    project.write('README.md', '# One\n\n`src/index.js` exports `one`.\n')
    expect(walk.text).toContain('`git add <paths>`')
    expect(project.has('.planning')).toBe(false)
    await walk.call('brief', 'docs-update', '--', '--verify-only')
    expect(walk.text).not.toContain('Nine at most')
    await walk.follow('brief docs-update', {}, true)
    expect([walk.text.includes('gsd-doc-writer'), walk.text.includes('Stop here.')]).toEqual([false, true])
  })

  it('what an audit found is mended one by one, each a task of its own', async () => {
    const project = begun()
    const walk = new Walk(project)
    await walk.call('brief', 'audit-fix')
    await walk.follow('open --kind uat')
    const brief = walk.text
    for (const id of ['G-1', 'G-2']) {
      walk.text = brief
      await walk.follow('begin quick', { '<id>': id, '<what is wrong>': 'one is two' }, true)
      const { drafts, finish } = taken(walk.text)
      project.write('src/part-01.ts', `export const one = 1 // ${id}\n`)
      project.git('commit', '-qam', `fix: ${id}`)
      const name = /(\S+-DONE\.md)`/.exec(walk.text)?.[1]?.split('/').at(-1)
      project.write(`${drafts}/${name}`, `**One is one (${id}).**\n`)
      await walk.call(...wordsOf(finish))
    }
    expect(project.git('log', '--format=%s').match(/^fix: G-\d$/gm)).toEqual(['fix: G-2', 'fix: G-1'])
    await walk.call('brief', 'audit-fix', '--', '--dry-run')
    expect(walk.text).toContain('Stop here: only the list was asked for.')
    expect(walk.text).not.toContain('gsd-tools.cjs" begin')
  })

  it('tests for a phase are agreed on and then written as one task', async () => {
    const walk = new Walk(begun())
    await walk.call('brief', 'add-tests', '--', '1', 'the', 'edges')
    expect(walk.text).toContain("The user's words: 1 the edges")
    await walk.follow('begin quick', {}, true)
    expect(walk.text).toMatch(/# quick \S+-tests-for-phase-1/)
  })
})

it('assumptions take the place of questions where that was asked for', async () => {
  const project = begun()
  const walk = new Walk(project)
  await walk.call('brief', 'discuss-phase', '--', '2', '--assumptions')
  await walk.follow('brief discuss-phase', {}, true)
  expect(walk.text).toContain('gsd-assumptions-analyzer')
  expect(walk.text).not.toContain('Which of them to discuss')
  await walk.call('brief', 'discuss-phase', '--', '2')
  await walk.follow('brief discuss-phase', {}, true)
  expect(walk.text).not.toContain('gsd-assumptions-analyzer')
})

it('a project that corrects assumptions by its settings is led there, with the way back', async () => {
  const project = makeProject({
    ...OURS,
    '.planning/config.json': '{"planning_schema":1,"workflow":{"discuss_mode":"assumptions"}}\n',
  })
  const walk = new Walk(project)
  await walk.call('brief', 'discuss-phase', '--', '2', '--within')
  await walk.follow('brief discuss-phase', {}, true)
  expect(walk.made.at(-1)).toBe('brief discuss-phase -- 2 --assumptions --within')
  expect(walk.text).toContain('unit claim discuss-phase 2')
})

it('a phase that is closed is reviewed as one that is open', async () => {
  const project = makeProject({
    ...OLDER,
    [`${PHASE}/01-02-SUMMARY.md`]: (OLDER[`${PHASE}/01-01-SUMMARY.md`] as string).replaceAll('"01"', '"02"'),
    '.planning/ROADMAP.md': (OLDER['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 1', '- [x] **Phase 1'),
  })
  project.initGit()
  const walk = await handedOver(project, 'review-code', 'code-review', '--', '1')
  const done = await worked(project, delegatedOf(walk), { '01-REVIEW.md': REVIEWED })
  expect(done.verdict, done.stdout).toBe('accept')
  // Whoever does it is sent to the summaries of that phase, which name its commits, not to those of the one that is active now.
  const begun = await project.ask('begin', 'review-code', '1')
  expect(begun.stdout).toContain(`${PHASE}/01-02-SUMMARY.md`)
  expect(begun.stdout).toContain('git show --name-only --format=%h <commits>')
})
