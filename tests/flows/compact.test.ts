// One draft a stage: what a model writes once, the CLI renders into the family's files, with every check those have.
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { disposeProjects } from '../support/project.js'
import { claim, claimNext, draft, finish, finished } from '../support/work.js'

afterEach(disposeProjects)

const PHASE = `# Phase 1: Counting

## Decided

- D-01 (asked): Words are separated by blanks, tabs and line ends
- A byte order mark is no word (mine)

## Open

- Does a hyphen end a word? (mine) No

## Plans

### Plan 01: Words are counted

- requirements: COUNT-01
- files: part-01.js, part-01.test.js
- verify: \`node --test part-01.test.js\`
- true: "a b" has two words

1. \`count(text)\` in part-01.js: splits at blanks (D-01); an empty text has none
   - behavior: count('a b') → 2
   - tdd
2. A test for tabs in part-01.test.js
   - check: \`node --test --test-name-pattern tabs part-01.test.js\`
   - done: tabs count as blanks

### Plan 02: The command counts files

- requirements: COUNT-02
- files: part-02.js, part-02.test.js
- after: 01
- verify: \`node --test part-02.test.js\`
- true: A file that is not there ends with exit code 1
- link: part-02.js -> part-01.js: calls count

1. **Command** Read the file named by the first argument and print \`count(text)\`
`

const PLAN_1 = `---
phase: 01-counting
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified:
  - part-01.js
  - part-01.test.js
autonomous: true
requirements: [COUNT-01]
verify:
  - run: [node, --test, part-01.test.js]
    expect: 0
must_haves:
  truths: ["\\"a b\\" has two words"]
  artifacts: []
  key_links: []
---

<objective>
Words are counted
</objective>

<tasks>
<task type="auto" tdd="true">
  <name>\`count(text)\` in part-01.js</name>
  <files>part-01.js</files>
  <behavior>count('a b') → 2</behavior>
  <action>\`count(text)\` in part-01.js: splits at blanks (D-01); an empty text has none</action>
  <verify>
    <automated>node --test part-01.test.js</automated>
  </verify>
  <done>\`node --test part-01.test.js\` succeeds</done>
</task>

<task type="auto">
  <name>A test for tabs in part-01.test.js</name>
  <files>part-01.test.js</files>
  <action>A test for tabs in part-01.test.js</action>
  <verify>
    <automated>node --test --test-name-pattern tabs part-01.test.js</automated>
  </verify>
  <done>tabs count as blanks</done>
</task>
</tasks>
`

const CONTEXT = `# Phase 1: Counting, context

**Gathered:** 2026-01-05

<domain>
## Phase Boundary

Words and lines are counted
</domain>

<decisions>
## Implementation Decisions

### Decided

- **D-01 [asked]:** Words are separated by blanks, tabs and line ends
- **D-02 [mine]:** A byte order mark is no word
- **D-03 [mine]:** Does a hyphen end a word? No
</decisions>

<canonical_refs>
## Canonical References

None.
</canonical_refs>

<deferred>
## Deferred Ideas

None.
</deferred>

## Open Questions

- None
`

/** A phase that nobody has discussed, and that goes without. */
async function undiscussed() {
  const project = countingProject({ plans: {} })
  project.remove(`${COUNTING}/01-CONTEXT.md`)
  project.initGit()
  await project.ask('config', 'set', 'workflow.skip_discuss', 'true')
  return project
}

describe('the draft of a phase', () => {
  it('becomes its plans and its context, and goes away', async () => {
    const project = await undiscussed()
    const claimed = await claimNext(project, 'plan-phase', '01')
    draft(project, claimed, { '01-DRAFT.md': PHASE })
    const answer = await finished(project, claimed)
    expect(answer.artifacts.map(({ path }: { path: string }) => path)).toEqual([
      `${COUNTING}/01-CONTEXT.md`,
      `${COUNTING}/01-01-PLAN.md`,
      `${COUNTING}/01-02-PLAN.md`,
    ])
    expect(project.read(`${COUNTING}/01-01-PLAN.md`)).toBe(PLAN_1)
    expect(project.read(`${COUNTING}/01-CONTEXT.md`)).toBe(CONTEXT)
    const second = project.read(`${COUNTING}/01-02-PLAN.md`)
    for (const text of ['wave: 2\n', 'depends_on: [01-01]\n', '    via: calls count\n', '  <name>Command</name>\n'])
      expect(second).toContain(text)
    expect(project.has(`${claimed.drafts}/01-DRAFT.md`)).toBe(false)
    expect(answer.next).toMatchObject({ unitType: 'execute-plan', unitId: '01-01' })
  })

  it('adds its decisions to a context that is there, and changes nothing else of it', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const before = project.read(`${COUNTING}/01-CONTEXT.md`)
    const claimed = await claimNext(project, 'plan-phase', '01')
    draft(project, claimed, { '01-DRAFT.md': PHASE })
    const refused = await finish(project, claimed)
    expect(refused.json().findings).toMatchObject([
      { code: 'DECISION_CLASH', line: 5, path: `${claimed.drafts}/01-DRAFT.md` },
    ])
    draft(project, claimed, { '01-DRAFT.md': PHASE.replace('D-01 (asked): ', '') })
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-CONTEXT.md`)).toBe(
      before.replace(
        '- Names of functions\n',
        `- Names of functions

### While planning

- **D-02:** Words are separated by blanks, tabs and line ends
- **D-03 [mine]:** A byte order mark is no word
- **D-04 [mine]:** Does a hyphen end a word? No
`,
      ),
    )
  })

  it.each<[string, (text: string) => string, string, number]>([
    ['a question nobody answered', (text) => text.replace(' (mine) No', ''), 'OPEN_QUESTIONS', 10],
    [
      'a check that proves nothing',
      (text) => text.replace('`node --test part-01.test.js`', '`true`'),
      'PLAN_VERIFY_VACUOUS',
      14,
    ],
    ['a plan that is none', (text) => text.replace('after: 01', 'after: 07'), 'PLAN_DEPENDENCY', 28],
    [
      'a requirement nobody carries',
      (text) => text.replace('- requirements: COUNT-02\n', ''),
      'REQUIREMENT_UNPLANNED',
      14,
    ],
    ['a checkpoint of no kind', (text) => text.replace('   - tdd', '   - checkpoint: wait'), 'TASK_CHECKPOINT', 21],
    ['a shell line', (text) => text.replace('part-02.test.js`', 'part-02.test.js | cat`'), 'PLAN_VERIFY', 33],
  ])('names the draft and its line for %s', async (_, change, code, line) => {
    const project = await undiscussed()
    const claimed = await claimNext(project, 'plan-phase', '01')
    draft(project, claimed, { '01-DRAFT.md': change(PHASE) })
    const refused = await finish(project, claimed)
    expect(refused.exit).toBe(1)
    expect(refused.json().findings).toMatchObject([{ code, line, path: `${claimed.drafts}/01-DRAFT.md` }])
    expect(project.has(`${COUNTING}/01-01-PLAN.md`)).toBe(false)
  })

  it('takes a plan out of the phase that it supersedes', async () => {
    const project = await undiscussed()
    const first = await claimNext(project, 'plan-phase', '01')
    draft(project, first, { '01-DRAFT.md': PHASE })
    await finished(project, first)
    const again = await claim(project, 'plan-phase', '01')
    draft(project, again, {
      '01-DRAFT.md':
        '## Plans\n\n### Plan 02: superseded\n\n### Plan 03: Lines\n\n- requirements: COUNT-02\n- files: part-03.js\n- verify: `node --test part-03.test.js`\n- true: lines are counted\n\n1. Count lines\n',
    })
    await finished(project, again)
    expect(project.read(`${COUNTING}/01-02-PLAN.md`)).toContain('status: superseded\n')
    expect(project.has(`${COUNTING}/01-03-PLAN.md`)).toBe(true)
  })
})
